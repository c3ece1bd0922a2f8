/** Reports on CPU use, wakeups and disk writes, made of microstackshots (`.ips` 145, 202, 206 …, `.diag`). */
import { stackshotFormat } from './stackshot-text.ts'

export const microstackshotsFormat = stackshotFormat(
  'microstackshots',
  'Resource report (CPU, wakeups, disk writes, power)',
  'microstackshots',
)
