/** Variables of a frame. */
import type { Digits } from '../../../core/messages/numbers.ts'
import { formatCount } from './quantities.ts'

export const words = {
  ofFrame: (index: Digits) => `Variables of frame ${index}`,
  reading: 'Reading variables…',
  failed: 'The variables could not be read.',
  theVariables: 'the variables',
  theVariable: (name: string) => `variable ${name}`,
  location: 'Location',
  equals: ' = ',
  more: (rows: number) => `${formatCount(rows, 'more row')} not shown`,
} as const
