/** Failures in threads and on the disk, before the engine has a file. */
import { plural } from '../../../core/messages/numbers.ts'

export const errors = {
  threadEnded: 'A thread that reads symbols ended unexpectedly. Try again.',
  folderTooLarge: ({ path, most }: { path: string; most: number }) =>
    `${path}: this folder holds more than ${plural(most, 'name', 'names')}. Name a smaller one.`,
  folderForFile: ({ path }: { path: string }) => `${path} is a folder. Name a file in it, or open all of them.`,
  noFormat: ({ id, known }: { id: string; known: string }) => `There is no format ${id}; there are ${known}.`,
} as const
