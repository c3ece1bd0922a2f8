/** Headers of mail and of its parts (RFC 2045, 2047, 2183, 2231). */

import { decodeBase64 } from './transfer-encoding.ts'

/** A header field with parameters: `attachment; filename="a.zip"`. */
export interface Parameters {
  /** In lower case. */
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Fields by their names in lower case; of several with one name the first. */
export function parseHeaders(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

const PARAMETER = /;[ \t]*([\w!#$&+.^`|~*-]{1,80})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/g

export function parseParameters(text: string): Parameters {
  const semicolon = text.indexOf(';')
  const value = (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase()
  const pieces = new Map<string, string>()
  for (const [, name = '', quoted, bare = ''] of text.matchAll(PARAMETER))
    pieces.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'))
  const parameters = new Map<string, string>()
  for (const [name, piece] of pieces) {
    const base = /^([^*]+)(?:\*0?\*?)?$/.exec(name)?.[1]
    if (base === undefined) continue
    const whole = joinPieces(pieces, base, piece)
    parameters.set(base, name.endsWith('*') ? decodeExtended(whole) : decodeWords(whole))
  }
  return { value, parameters }
}

/** Long values are parted: `filename*0="a"; filename*1="b"`. */
function joinPieces(pieces: ReadonlyMap<string, string>, base: string, first: string): string {
  let whole = first
  for (let at = 1; at <= pieces.size; at++) {
    const next = pieces.get(`${base}*${at}`) ?? pieces.get(`${base}*${at}*`)
    if (next === undefined) break
    whole += next
  }
  return whole
}

/** `UTF-8''na%C3%AFve.ips`. */
function decodeExtended(text: string): string {
  const [, charset = 'utf-8', value = text] = /^([^']*)'[^']*'(.*)$/.exec(text) ?? []
  const bytes = bytesOf(value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))))
  return decodeCharset(bytes, charset)
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=[ \t]+=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})\?([BQ])\?([^?\s]*)\?=/gi, (_, charset: string, kind: string, word: string) => {
      if (kind.toUpperCase() === 'B') return decodeCharset(decodeBase64(bytesOf(word)), charset)
      const plain = word
        .replaceAll('_', ' ')
        .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      return decodeCharset(bytesOf(plain), charset)
    })
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)
}

/** Text in a named encoding; UTF-8 where nobody knows the name. */
export function decodeCharset(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
