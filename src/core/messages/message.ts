/**
 * Families of messages: codes, their typed parameters, and the sentence that a code and its parameters make; and the language of all
 * texts. Accessors hand each English catalogue through `spoken`; `translate.ts` puts another language in its place.
 */

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

/** Says a code of a family; its parameters, where it takes some. */
export function say<F extends Family, Code extends keyof F & string>(
  family: F,
  code: Code,
  ...given: Parameters<F[Code]> extends [infer P] ? [P] : []
): Said {
  const params = (given[0] ?? {}) as MessageParameters
  const said = (): Said => ({ text: textOf(family, code, params) ?? code, message: { code, params } })
  if (given.length > 0) return said()
  const known = speech.plain.get(family) ?? new Map<string, Said>()
  speech.plain.set(family, known)
  const one = known.get(code) ?? said()
  known.set(code, one)
  return one
}

type Speak = (...given: never[]) => unknown

/** What an accessor handed out: an object, whose entries can be replaced, or a function, which calls `now`. */
export type Handed = object | { readonly english: Speak; now: Speak }

/** What was handed out, by place, such as `core/names.foundBy`. `take` is set while another language than English is chosen. */
export const speech: {
  tag: string
  readonly handed: Map<string, Handed>
  /** Messages without parameters: one object each, so that thousands of frames that say the same cost one. */
  plain: WeakMap<Family, Map<string, Said>>
  take?: (place: string) => void
  /** What a reader wrote, in another language than English. */
  ownWords?: (text: string) => string | undefined
} = { tag: 'en', handed: new Map(), plain: new WeakMap() }

/** The chosen language as a BCP 47 tag, for `Intl` and for `lang` attributes. */
export const languageTag = (): string => speech.tag

/**
 * The catalogue's export at a place in the chosen language, now and after each change: an object stays the same object, and a function
 * calls the chosen language's. Anything else is data and stays as it is.
 */
export function spoken<T>(place: string, english: T): T {
  if (typeof english === 'function') {
    const function_ = { english: english as unknown as Speak, now: english as unknown as Speak }
    speech.handed.set(place, function_)
    speech.take?.(place)
    return ((...given: never[]) => function_.now(...given)) as T
  }
  if (typeof english === 'object' && english !== null) {
    speech.handed.set(place, english)
    speech.take?.(place)
  }
  return english
}

/**
 * The catalogue's export at a place, for readers: reports have these words in English, whatever language is chosen, so that it can
 * change while they are open. `ownWords` says them where they are shown; `written-words.ts` lists them for it.
 */
export const written = <T extends object>(_place: string, english: T): T => english

/** A text of a report as it is shown: in the chosen language if a reader wrote it, else as the report has it. */
export const ownWords = (text: string): string => speech.ownWords?.(text) ?? text
