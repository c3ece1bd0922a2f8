/** Versions of programs and systems as reports state them. */

/** The version, but not `??? (???)` and `0`, which Apple prints for unknown ones. */
export function knownVersion(stated: { readonly version?: string } | undefined): string | undefined {
  const version = stated?.version
  return version === undefined || /^(?:[?()\s]*|0|0 \(0\))$/.test(version) ? undefined : version
}

/** The system, but not `??? ??? (Build ???)`. */
export function knownSystem(stated: { readonly os?: string }): string | undefined {
  return stated.os?.includes('???') === true ? undefined : stated.os
}
