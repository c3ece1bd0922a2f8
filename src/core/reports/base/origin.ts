/** Whose code an image is, and what its file is called, by its path. */

export { originOfPath } from '../../model/origin.ts'

/** The last component of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
