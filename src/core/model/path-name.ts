/** The last part of a path: that of a file on disk, or of an entry behind the `!` of its archive. */
export function pathName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1)
}
