/** Facts that rules require. Each reads one field of a report and returns the value there. */
import type { Message, MessageParameters } from '../messages/message.ts'
import type { Frame } from '../model/report.ts'
import type { CrashFacts } from './crash-facts.ts'
import { fields, type NumberField, type TextField } from './fields.ts'

/** The evidence of a fact. */
export interface Found {
  readonly params?: MessageParameters
  readonly evidence?: readonly (Message | false | undefined)[]
  readonly frames?: readonly Frame[]
  readonly registers?: readonly string[]
}

/** One condition on one field. `example` is a value for which it holds and `other` one for which it does not, if there is any. */
export type Fact = {
  readonly find: (facts: CrashFacts) => Found | undefined
} & (
  | { readonly on: TextField; readonly example: string; readonly other: string }
  | { readonly on: NumberField; readonly example: bigint; readonly other?: bigint }
)

const OTHER_WORDS = 'elsewhere'

/** A line of the field fits the pattern; `read` takes the facts out of the match. */
export function says(
  on: TextField,
  pattern: RegExp,
  example: string,
  read: (match: RegExpExecArray, facts: CrashFacts) => Found = () => ({}),
  other: string = OTHER_WORDS,
): Fact {
  return {
    on,
    example,
    other,
    find: (facts) => {
      for (const line of fields[on](facts)) {
        const match = pattern.exec(line)
        if (match) return read(match, facts)
      }
      return undefined
    },
  }
}

/** The field has this word. */
export function is(on: TextField, ...words: readonly [string, ...string[]]): Fact {
  return {
    on,
    example: words[0],
    other: OTHER_WORDS,
    find: (facts) => (fields[on](facts).some((word) => words.includes(word)) ? {} : undefined),
  }
}

/** The number of the field fits. */
export function counts(
  on: NumberField,
  fits: (value: bigint) => boolean,
  [example, other]: readonly [example: bigint, other?: bigint],
  read: (value: bigint, facts: CrashFacts) => Found = () => ({}),
): Fact {
  return {
    on,
    example,
    ...(other !== undefined && { other }),
    find: (facts) => {
      const value = fields[on](facts)
      return value !== undefined && fits(value) ? read(value, facts) : undefined
    },
  }
}

/** The number of the field is one of these. */
export function equals(on: NumberField, ...values: readonly [bigint, ...bigint[]]): Fact {
  const other = values.reduce((most, value) => (value > most ? value : most)) + 1n
  return counts(on, (value) => values.includes(value), [values[0], other])
}
