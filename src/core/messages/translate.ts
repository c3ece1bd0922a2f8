/** Another language's texts in place of the English ones. Loaded with the first language that is not English. */
import { speech, type Handed } from './message.ts'
import { makeOwnWords } from './own-words.ts'
import { writtenWords } from './written-words.ts'

/** A text of a catalogue in another language: the same keys, the same parameters. */
type Translated<T> = T extends (...given: infer Given) => infer Text
  ? (...given: Given) => Translated<Text>
  : T extends string
    ? string
    : T extends readonly (infer Item)[]
      ? readonly Translated<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Translated<T[Key]> }
        : T

/**
 * The texts of one part of the program, by the file of the English catalogue and the name that it exports. What is absent stays
 * English; a key that English does not have is an error of types.
 */
export type Texts<Catalogues> = {
  readonly [File in keyof Catalogues]?: {
    readonly [Name in keyof Catalogues[File]]?: Translated<Catalogues[File][Name]>
  }
}

/** Makes a text from the English one, whatever kind of entry that is. */
export type Restate = (english: unknown) => unknown

/** What a language has for one part, checked against the part's catalogues: texts, or a way to make them. */
export type PartOf<Catalogues> = Texts<Catalogues> | Restate

/** The same of any part. */
export type PartTexts = PartOf<Readonly<Record<string, Readonly<Record<string, unknown>>>>>

type Entries = Record<string, unknown>

/** Entries of an object as English has them, from before they were first replaced. */
const originals = new WeakMap<object, Entries>()

/**
 * Takes the texts of a language by part (`core`, `app`, …) in place of those of the language before. English has none. What callers made
 * of a text before stays as it is.
 */
export function takeLanguage(tag: string, parts: Readonly<Record<string, PartTexts>> = {}): void {
  const take = (place: string): void => {
    const handed = speech.handed.get(place)
    if (handed) replace(handed, textsAt(parts, place))
  }
  speech.tag = tag
  speech.plain = new WeakMap()
  if (tag === 'en') {
    delete speech.take
    delete speech.ownWords
  } else {
    speech.take = take
    speech.ownWords = ownWordsOf(parts)
  }
  for (const place of speech.handed.keys()) take(place)
}

/** Made when it is first asked. */
function ownWordsOf(parts: Readonly<Record<string, PartTexts>>): (text: string) => string | undefined {
  let made: ReturnType<typeof makeOwnWords> | undefined
  return (text) => {
    made ??= makeOwnWords(
      Object.entries(writtenWords).map(([place, english]) => [english, textsAt(parts, place)([], english)]),
    )
    return made(text)
  }
}

/** The text for an English entry, by the keys that lead to it; undefined where the language has none. */
type Lookup = (keys: readonly string[], english: unknown) => unknown

function textsAt(parts: Readonly<Record<string, PartTexts>>, place: string): Lookup {
  const [part = ''] = place.split('/')
  const texts = Object.hasOwn(parts, part) ? parts[part] : undefined
  if (typeof texts === 'function') return (_keys, english) => texts(english)
  const dot = place.lastIndexOf('.')
  const own: unknown = texts?.[place.slice(part.length + 1, dot)]?.[place.slice(dot + 1)]
  return (keys) => keys.reduce((at, key) => (isEntries(at) && Object.hasOwn(at, key) ? at[key] : undefined), own)
}

function replace(handed: Handed, lookup: Lookup): void {
  if ('english' in handed && 'now' in handed) {
    const own = lookup([], handed.english)
    handed.now = (typeof own === 'function' ? own : handed.english) as typeof handed.now
  } else if (isEntries(handed)) replaceEntries(handed, lookup, [])
}

/** Objects in an entry are changed in place, too, because others may hold them. */
function replaceEntries(live: Entries, lookup: Lookup, above: readonly string[]): void {
  const english = originals.get(live) ?? { ...live }
  originals.set(live, english)
  for (const [key, original] of Object.entries(english)) {
    const keys = [...above, key]
    if (isEntries(original)) replaceEntries(original, lookup, keys)
    else live[key] = lookup(keys, original) ?? original
  }
}

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
