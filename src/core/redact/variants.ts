/** The spellings of one value: as it is, escaped for JSON, links, mail and HTML, with and without hyphens; and texts without such escapes. */
import type { PrivateKind } from './kinds.ts'

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

const MAC = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i
const CHIP_AND_ECID = /^[0-9a-f]{8}-[0-9a-f]{16}$/i

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
  if (kind === 'phone') for (const spelling of phoneSpellings(text)) plain.add(spelling)
  if (MAC.test(text)) for (const joint of [':', '-', '']) plain.add(text.replace(/[:-]/g, joint))
  if (CHIP_AND_ECID.test(text)) plain.add(text.replace('-', ''))
  const all = new Set(plain)
  for (const one of plain) {
    if (/^[\w.-]+$/.test(one)) continue
    for (const escaped of escapes(one)) all.add(escaped)
  }
  return all
}

/** A number of a phone with other separators. Digits alone are too common, so a country stands before them. */
function* phoneSpellings(text: string): Generator<string> {
  if (!text.startsWith('+')) return
  const groups = text.match(/\d+/g) ?? []
  for (const joint of ['', ' ', '-', '.']) yield `+${groups.join(joint)}`
  yield `00${groups.join('')}`
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
    for (const encoded of [encodeURIComponent(text), encodeURI(text)]) {
      yield encoded
      yield encoded.replaceAll('%20', '+')
      yield encoded.replace(/['()*!]/g, (char) => `%${hexOf(char)}`)
    }
    yield encodeURIComponent(encodeURIComponent(text))
    yield quotedPrintable(text, /[^\x20-\x3c\x3e-\x7e]/gu)
    yield quotedPrintable(text, /[^A-Za-z0-9]/gu)
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

const hexOf = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')

/** As mail writes it (RFC 2045): bytes in UTF-8 as `=XX`. */
const quotedPrintable = (text: string, escaped: RegExp): string =>
  text.replace(escaped, (char) =>
    Array.from(new TextEncoder().encode(char), (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
      '',
    ),
  )

/** What a text says without its escapes for links, mail or JSON. Values are looked for in these, and replaced as they are spelled. */
export function* decodings(text: string): Generator<string> {
  if (/%[0-9A-F]{2}/i.test(text)) {
    const once = unescapeBytes(text, /(?:%[0-9A-F]{2})+/gi)
    yield once
    if (/%[0-9A-F]{2}/i.test(once)) yield unescapeBytes(once, /(?:%[0-9A-F]{2})+/gi)
  }
  if (/=[0-9A-F]{2}/.test(text)) yield unescapeBytes(text, /(?:=[0-9A-F]{2})+/g)
  if (/\\u[0-9a-f]{4}|\\[/\x22]/i.test(text)) {
    let plain = text
    for (let depth = 0; depth < 3; depth++) {
      const next = plain.replace(/\\(?:u([0-9a-f]{4})|([\\/"]))/gi, (_, hex?: string, char?: string) =>
        hex === undefined ? (char ?? '') : String.fromCharCode(parseInt(hex, 16)),
      )
      if (next === plain) break
      plain = next
    }
    yield plain
  }
  if (/&(?:amp|quot|apos|#39|lt|gt);/.test(text))
    yield text.replace(/&(amp|quot|apos|#39|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", '#39': "'", lt: '<', gt: '>' }

/** Bytes that are no UTF-8 become a replacement character, which no value has. */
const unescapeBytes = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (escaped) =>
    decoder.decode(Uint8Array.from(escaped.slice(1).split(/[%=]/), (hex) => parseInt(hex, 16))),
  )

const decoder = new TextDecoder()

/** A word of the same length whose parts begin at the same letters: mangled names refer to parts of names by number. */
export function shapeLike(name: string): string {
  return name.replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'p')
}
