/** Variables of a frame. */
import { formatCount } from './quantities.ts'

export const words = {
  ofFrame: (index: number) => `Variables of frame ${index}`,
  reading: 'Reading variables…',
  failed: 'The variables could not be read.',
  theVariables: 'the variables',
  theVariable: (name: string) => `variable ${name}`,
  location: 'Location',
  equals: ' = ',
  more: (rows: number) => `${formatCount(rows, 'more row')} not shown`,
} as const
