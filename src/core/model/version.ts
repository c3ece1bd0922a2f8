/** Versions of programs and systems as reports state them. */

/** The version, but not `??? (???)`, which Apple prints for unknown ones. */
export function knownVersion(stated: { readonly version?: string } | undefined): string | undefined {
  const version = stated?.version
  return version === undefined || /^[?()\s]*$/.test(version) ? undefined : version
}

/** The system, but not `??? ??? (Build ???)`. */
export function knownSystem(stated: { readonly os?: string }): string | undefined {
  return stated.os?.includes('???') === true ? undefined : stated.os
}
