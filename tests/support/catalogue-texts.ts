/** Catalogues of English and of another language, entry by entry. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Given } from './marked-parameters.ts'

/** Parts of the program with catalogues of their own. */
export const languageParts = ['core', 'app', 'cli', 'stores', 'worker', 'lib']

/** An exported name of an English catalogue that a language translates: `core`, `names`, `foundBy`. */
export interface Handed {
  readonly part: string
  readonly file: string
  readonly name: string
  readonly path: string
}

/** The catalogues behind the accessors below `src`. */
export function handedCatalogues(src: string): readonly Handed[] {
  return languageParts.flatMap((part) => {
    const folder = join(src, part, 'messages')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('en/'))
      .flatMap((path) => {
        const file = path.slice(0, -'.ts'.length)
        const places = readFileSync(join(folder, path), 'utf8').matchAll(/(?:spoken|written)\(\s*'([^'.]+)\.(\w+)'/g)
        return [...places].map(([, , name = '']) => ({ part, file, name, path: join(folder, 'en', path) }))
      })
  })
}

/** One text: its keys from the catalogue's name on, and what English and the language have there. */
export interface Entry {
  readonly keys: readonly string[]
  readonly english: unknown
  readonly other: unknown
}

/** Entries of two catalogues; `english` or `other` is undefined where the key is missing. */
export function entriesOf(keys: readonly string[], english: unknown, other: unknown): readonly Entry[] {
  if (!isObject(english)) return [{ keys, english, other }]
  const own = isObject(other) ? other : {}
  return [...new Set([...Object.keys(english), ...Object.keys(own)])].flatMap((key) =>
    entriesOf([...keys, key], english[key], own[key]),
  )
}

/** Texts of what an entry says, without their keys of markup; code and addresses apart. */
export interface Said {
  readonly texts: readonly string[]
  readonly code: readonly string[]
}

/** All texts of a string, a run of pieces, or an object of these, or of what the function says with these parameters. */
export function saidBy(entry: unknown, given: Given = []): Said {
  const texts: string[] = []
  const code: string[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'function') look((value as (...all: Given) => unknown)())
    else if (Array.isArray(value)) value.forEach(look)
    else if (isObject(value))
      for (const [key, one] of Object.entries(value))
        if (['code', 'href', 'download'].includes(key)) code.push(String(one))
        else look(one)
  }
  look(typeof entry === 'function' ? (entry as (...all: Given) => unknown)(...given) : entry)
  return { texts, code }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
