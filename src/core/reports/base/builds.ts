/** Versions with the numbers of their builds, as Apple's own reports print them. */

/** `2.1 (42)`, or whichever of the two is there. */
export function versionText(version: string | undefined, build: string | undefined): string | undefined {
  return version && build ? `${version} (${build})` : (version ?? build)
}

/** `iOS 17.2 (21C62)`, of what is there of it. */
export function systemText(...[name, version, build]: readonly (string | undefined)[]): string | undefined {
  return [name, version, build && `(${build})`].filter(Boolean).join(' ') || undefined
}
