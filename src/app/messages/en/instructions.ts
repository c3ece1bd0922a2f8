/** The machine’s instructions at a frame. */
import type { Digits } from '../../../core/messages/numbers.ts'

export const instructionWords = {
  title: 'Instructions',
  ofFrame: (index: Digits) => `Instructions at frame ${index}`,
  show: 'Instructions',
  reading: 'Reading the code…',
  failed: 'The instructions could not be read.',
} as const
