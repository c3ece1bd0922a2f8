/** Versions as reports state them. */

/** The version, but not `??? (???)`, which Apple prints for what it does not know. */
export function knownVersion(stated: { readonly version?: string } | undefined): string | undefined {
  const version = stated?.version
  return version === undefined || /^[?()\s]*$/.test(version) ? undefined : version
}
