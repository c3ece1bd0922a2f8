/** The origin and the file name of an image, from its path. */

export { originOfPath } from '../../model/origin.ts'

/** The last component of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
