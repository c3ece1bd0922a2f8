/** Simplified Chinese of `core/messages/en/quantities.ts`. */
import type * as english from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

export const durations: Whole<typeof english.durations> = {
  day: ({ amount }) => `${amount} 天`,
  hour: ({ amount }) => `${amount} 小时`,
  minute: ({ amount }) => `${amount} 分`,
  second: ({ amount }) => `${amount} 秒`,
  millisecond: ({ amount }) => `${amount} 毫秒`,
  both: ({ larger, smaller }) => `${larger} ${smaller}`,
}
