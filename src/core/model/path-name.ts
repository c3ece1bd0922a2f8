/** The last part of a path: of a file on disk, or of an entry after the `!` of its archive. */
export function pathName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
}
