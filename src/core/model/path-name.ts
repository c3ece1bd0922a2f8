/** The last part of a path: of a file on disk, or of an entry after the `!` of its archive. */
export function pathName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
}

/** More signs `!` than this are no parts of a folder's name, but of an entry's. */
const MOST_SIGNS = 64

/** Of the files that were given, the one at this path, or whose entry lies at it. A given path may have `!` in it itself. */
export function givenFileOf(path: string, isGiven: (path: string) => boolean): string {
  let given = path
  let end = isGiven(path) ? -1 : path.indexOf('!')
  for (let signs = 0; end >= 0 && signs < MOST_SIGNS; signs++) {
    if (isGiven(path.slice(0, end))) given = path.slice(0, end)
    end = path.indexOf('!', end + 1)
  }
  return given
}
