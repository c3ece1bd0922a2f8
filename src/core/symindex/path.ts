/** Joins the parts of a source path as a line table has them (DWARF 5, section 6.2.4). */

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\')
}

function append(base: string, part: string): string {
  if (base === '') return part
  if (part === '') return base
  const separator = /^[A-Za-z]:\\/.test(base) ? '\\' : '/'
  return base.endsWith('/') || base.endsWith('\\') ? base + part : base + separator + part
}

/** The full path: an absolute part makes those before it needless. */
export function joinPath(compilation: string, directory: string, name: string): string {
  if (isAbsolute(name)) return name
  const path = append(directory, name)
  return isAbsolute(directory) || compilation === '' ? path : append(compilation, path)
}
