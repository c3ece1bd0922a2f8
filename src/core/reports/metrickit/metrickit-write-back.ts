/** MetricKit's frames have no place for names: their calls stand in a key of ours, which other readers pass over. */
import type { WriteBack } from '../base/write-back.ts'

export const metrickitWriteBack = { formats: ['metrickit'], callsKey: 'symbolicatedCalls' } as const satisfies WriteBack
