/** The ways in which one value is written: as it is, escaped for JSON, for links and for HTML, with and without hyphens. */
import type { PrivateKind } from './kinds.ts'

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

export function variantsOf(text: string, kind: PrivateKind): ReadonlySet<string> {
  const plain = new Set([text])
  if (isUuid(text)) {
    const digits = text.replaceAll('-', '')
    plain.add(digits).add(digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
    return plain
  }
  if (/['’]/.test(text)) plain.add(text.replace(/['’]/g, '’')).add(text.replace(/['’]/g, "'"))
  // `Anna’s MacBook Pro` is `Annas-MacBook-Pro` in a network.
  if (kind === 'device' && /\s/.test(text)) plain.add(text.replace(/['’]/g, '').replace(/[^\p{L}\p{N}]+/gu, '-'))
  const all = new Set(plain)
  for (const one of plain) {
    if (/^[\w.-]+$/.test(one)) continue
    for (const escaped of escapes(one)) all.add(escaped)
  }
  return all
}

function* escapes(text: string): Generator<string> {
  const quoted = JSON.stringify(text).slice(1, -1)
  const ascii = quoted.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const slashes = ascii.replaceAll('/', '\\/')
  for (const once of [quoted, ascii, slashes]) {
    yield once
    yield JSON.stringify(once).slice(1, -1)
  }
  try {
    yield encodeURIComponent(text)
    yield encodeURI(text)
  } catch {
    // Half of a surrogate pair has no encoding.
  }
  const entities = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  yield entities
  yield entities.replaceAll("'", '&#39;')
  yield entities.replaceAll("'", '&apos;')
}

/** A word of the same length whose parts begin at the same letters: mangled names refer to parts of names by number. */
export function shapeLike(name: string): string {
  return name.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'p')
}
