/**
 * What the user said of a report, from the moment it was said until the browser's database has it: a reload in between would end the
 * database's write, but not this one. It lies in the tab's storage, which writes at once.
 */
import type { SymbolicateOptions } from '../../core/engine-types.ts'

const KEY = 'unslide-said'

/** Addresses are numbers that JSON does not have: they are written as text. */
const toText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
const fromText = (key: string, value: unknown): unknown =>
  key === 'value' && typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : value

/** What is said here, by the id of the record that does not have it yet. Nobody checked its form. */
export function saidNow(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}', fromText)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Writes down what was said of a record; `undefined` once the database has it. */
export function sayNow(record: string, said: SymbolicateOptions | undefined): void {
  const others = Object.fromEntries(Object.entries(saidNow()).filter(([id]) => id !== record))
  const all = said ? { ...others, [record]: said } : others
  try {
    if (Object.keys(all).length > 0) sessionStorage.setItem(KEY, JSON.stringify(all, toText))
    else sessionStorage.removeItem(KEY)
  } catch {
    // No storage: the database alone has it, a moment later.
  }
}
