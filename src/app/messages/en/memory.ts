/** The part Memory of a report. */
import { formatMemory } from '../../../core/messages/quantities.ts'

export const words = {
  aroundCrash: 'Around the crash',
  noMarks: 'This report contains no faulting address and no registers.',
  faultingAddress: 'faulting address',
  gap: 'gap',
  gapWide: 'Other memory, or none',
  gapAbove: 'All above: other memory, or none',
  scale: 'The scale is logarithmic.',
  size: (bytes: number) => formatMemory(bytes),
} as const
