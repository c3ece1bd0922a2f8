/** Families of messages: codes, their typed parameters, and the sentence that a code and its parameters make. */

/** The parameters of a message's sentence. Only types that JSON and a worker's messages can carry. */
export type MessageParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** A sentence as data, so that it can be said in any language. */
export interface Message {
  readonly code: string
  readonly params: MessageParameters
}

/** A sentence, with its code and parameters. */
export interface Said {
  readonly text: string
  readonly message: Message
}

/** A message's sentences by code. Each function takes one object of parameters, or nothing. */
export type Family<Text = string> = Readonly<Record<string, (parameters: never) => Text>>

type None = Readonly<Record<string, never>>

/** The parameters of a code's function; an empty object where it has none. */
export type OwnParametersOf<F extends Family<unknown>, Code extends keyof F> =
  Parameters<F[Code]> extends [infer P] ? P : None

/** The parameters that a code of a family needs. */
export type ParametersOf<F extends Family<unknown>, Code extends keyof F> = MessageParameters & OwnParametersOf<F, Code>

/** The text of a message. The one place where a code meets its parameters: callers check them by `ParametersOf`. */
export function textOf<Text>(family: Family<Text>, code: string, parameters: MessageParameters): Text | undefined {
  const entry = Object.hasOwn(family, code) ? (family[code] as (given: MessageParameters) => Text) : undefined
  return entry?.(parameters)
}

/** Messages without parameters: one object each, so that thousands of frames that say the same cost one. */
const plain = new WeakMap<Family, Map<string, Said>>()

/** Says a code of a family; its parameters, where it takes some. */
export function say<F extends Family, Code extends keyof F & string>(
  family: F,
  code: Code,
  ...given: Parameters<F[Code]> extends [infer P] ? [P] : []
): Said {
  const params = (given[0] ?? {}) as MessageParameters
  const said = (): Said => ({ text: textOf(family, code, params) ?? code, message: { code, params } })
  if (given.length > 0) return said()
  const known = plain.get(family) ?? new Map<string, Said>()
  plain.set(family, known)
  const one = known.get(code) ?? said()
  known.set(code, one)
  return one
}

const english = /* @__PURE__ */ new Intl.PluralRules('en')

/** `1 byte`, `2 bytes`. */
export function plural(count: number, one: string, other: string): string {
  return `${count} ${english.select(count) === 'one' ? one : other}`
}
