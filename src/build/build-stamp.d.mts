export function filesBelow(root: string, paths: readonly string[]): string[]
export function hashFiles(root: string, names: readonly string[], more?: string): string
export interface Stamp {
  isFresh(): boolean
  begin(): void
  end(): void
}
export function createStamp(build: {
  readonly root: string
  readonly sources: readonly string[]
  readonly made: readonly string[]
  /** Path of the file that remembers. */
  readonly stamp: string
}): Stamp
