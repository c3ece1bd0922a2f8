/** Spindumps, hangs and shutdown stalls: stackshots of all processes as text (`spindump(8)`). */
import { stackshotFormat } from './stackshot-text.ts'

export const spindumpFormat = stackshotFormat('spindump', 'Spindump or hang report', 'stackshots')
