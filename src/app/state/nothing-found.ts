/** Detects that the given files held nothing. */
import type { FileOutcome } from '../../core/engine-types.ts'

/** `searched`: all were read, and hold nothing. `unread`: some could not be read. Undefined where something was found. */
export function nothingFound(fileOutcomes: readonly FileOutcome[]): 'searched' | 'unread' | undefined {
  if (fileOutcomes.length === 0) return undefined
  if (!fileOutcomes.every(({ kind }) => kind === 'ignored' || kind === 'unreadable')) return undefined
  return fileOutcomes.some(({ kind, problems }) => kind === 'unreadable' || problems.length > 0) ? 'unread' : 'searched'
}
