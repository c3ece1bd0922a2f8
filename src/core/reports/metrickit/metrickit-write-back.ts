/** MetricKit's frames have no field for names. We write calls under a key of our own, which other readers skip. */
import type { WriteBack } from '../base/write-back.ts'

export const metrickitWriteBack = { formats: ['metrickit'], callsKey: 'symbolicatedCalls' } as const satisfies WriteBack
