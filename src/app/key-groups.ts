/** Which keys stand together in the list of keys. */
import type { Action } from './keys.ts'

export const keyGroups = {
  page: ['palette', 'goReports', 'goLibrary', 'goTools', 'close', 'help'],
  find: ['find', 'nextHit', 'previousHit'],
  report: ['tab', 'system', 'names', 'original', 'copyReport', 'share'],
  frames: [
    'nextFrame',
    'previousFrame',
    'firstFrame',
    'lastFrame',
    'pageDown',
    'pageUp',
    'nextThread',
    'previousThread',
    'details',
    'fault',
    'copyFrame',
  ],
} as const satisfies Readonly<Record<string, readonly Action[]>>

export type KeyGroup = keyof typeof keyGroups
