/**
 * Checks of data that came from outside, field by field. A check of an object names every field of its type: a field added to
 * the type is a type error here until it is checked as well.
 */

import { expectedValues } from '../messages/problems/pages.ts'

/** The place of a wrong value, and the expected one. */
export interface Fault {
  /** From the value that was checked, such as `.images[3].uuid`. */
  readonly path: string
  readonly wanted: string
}

/** Undefined where the value is right. Never throws. */
export type Check = (value: unknown) => Fault | undefined

/** The check of a field that may be absent. */
export type OptionalCheck = Check & { readonly optional: true }

/** A check for every field of `T`, optional ones marked so. */
export type Fields<T> = {
  readonly [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? OptionalCheck : Check
}

/** A value for which `test` holds; `wanted` says so in words. */
export function is(wanted: () => string, test: (value: unknown) => boolean): Check {
  return (value) => (test(value) ? undefined : { path: '', wanted: wanted() })
}

/** A field that is absent, or passes `check`. */
export function optional(check: Check): OptionalCheck {
  const maybe: Check = (value) => (value === undefined ? undefined : check(value))
  return Object.assign(maybe, { optional: true as const })
}

/** A word of `T`; the caller must list all of them. */
export function word<T extends string>(words: Readonly<Record<T, true>>): Check {
  const known = new Set<unknown>(Object.keys(words))
  return is(
    () => expectedValues.oneOf({ words: Object.keys(words) }),
    (value) => known.has(value),
  )
}

/** A list of any length whose elements pass `check`. */
export function list(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return { path: '', wanted: expectedValues.list }
    const items: readonly unknown[] = value
    for (let at = 0; at < items.length; at++) {
      const fault = check(items[at])
      if (fault) return { ...fault, path: `[${at}]${fault.path}` }
    }
    return undefined
  }
}

/** An object whose every field is right. Fields that the type does not have are left alone: nobody reads them. */
export function object<T>(fields: Fields<T>): Check {
  const checks = Object.entries<Check>(fields)
  return (value) => {
    if (!isRecord(value)) return { path: '', wanted: expectedValues.object }
    for (const [key, check] of checks) {
      const fault = check(Object.hasOwn(value, key) ? value[key] : undefined)
      if (fault) return { ...fault, path: `.${key}${fault.path}` }
    }
    return undefined
  }
}

/** An object whose field `kind` says which of these it is. */
export function variant<T extends { readonly kind: string }>(kinds: {
  readonly [K in T['kind']]: Fields<Omit<Extract<T, { readonly kind: K }>, 'kind'>>
}): Check {
  const checks = new Map<unknown, Check>(
    Object.entries<Fields<unknown>>(kinds).map(([kind, fields]) => [kind, object(fields)]),
  )
  const wanted = (): string => expectedValues.oneOf({ words: Object.keys(kinds) })
  return (value) => {
    if (!isRecord(value)) return { path: '', wanted: expectedValues.object }
    const check = checks.get(value['kind'])
    return check ? check(value) : { path: '.kind', wanted: wanted() }
  }
}

/** Both. */
export function both(first: Check, second: Check): Check {
  return (value) => first(value) ?? second(value)
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text = is(
  () => expectedValues.text,
  (value) => typeof value === 'string',
)
export const flag = is(
  () => expectedValues.flag,
  (value) => typeof value === 'boolean',
)
/** A position or a count of things. */
export const count = is(
  () => expectedValues.count,
  (value) => Number.isInteger(value) && Number(value) >= 0,
)
export const integer = is(
  () => expectedValues.integer,
  (value) => Number.isInteger(value),
)
export const number = is(
  () => expectedValues.number,
  (value) => Number.isFinite(value),
)
/** A probability. */
export const share = is(
  () => expectedValues.share,
  (value) => Number.isFinite(value) && Number(value) >= 0 && Number(value) <= 1,
)
export const bytes = is(
  () => expectedValues.bytes,
  (value) => value instanceof Uint8Array,
)

const TOP = 1n << 64n
/** An address, or the content of a register. */
export const address = is(
  () => expectedValues.address,
  (value) => typeof value === 'bigint' && value >= 0n && value < TOP,
)
/** A difference of addresses, or a code whose writer may have meant it as signed. */
export const signed = is(
  () => expectedValues.signed,
  (value) => typeof value === 'bigint' && value > -TOP && value < TOP,
)

const isParameter = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))
/** Parameters of a message. */
export const parameters = is(
  () => expectedValues.parameters,
  (value) => isRecord(value) && Object.values(value).every(isParameter),
)
