/**
 * The numbers, names and parts of paths of a report's text and of its model, under keys that compare. `0x0001a4`, `1a4`
 * in a column of addresses and 420 in JSON are one number. A UUID is one word with any hyphenation.
 */
import type { CallTreeNode, Frame, Report } from '../../../src/core/model/report.ts'

/** A number, a name or a part of a path, with its place in the text. */
export interface Token {
  readonly text: string
  readonly at: number
}

/** UUIDs whole, numbers with their fraction, words in any script. */
const TOKEN =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![\p{L}\p{N}_])\d+(?:(?:\.\d+)+(?:e[+-]?\d+)?|e[+-]\d+)(?![\p{L}_])|[\p{L}\p{N}\p{M}_$]+/giu

/** A key of JSON that is an identifier is grammar; one with a dot, a digit first or a blank is a name of the report. */
const JSON_KEY = /"[A-Za-z_][A-Za-z0-9_-]*"(?=\s*:)/g

const JSON_WORDS = new Set(['true', 'false', 'null'])

/** Blanks out syntax that is no text of the report: the escapes of JSON and XML. The length stays, so places stay right. */
function unescaped(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)).padEnd(6, '\u200b'))
    .replace(/\\[nrt"/\\]/g, '  ')
    .replace(/&(?:lt|gt|amp|quot|apos|#\d+);/g, (entity) => ' '.repeat(entity.length))
}

/** The tokens of a text. Keys of a JSON text are left out where they are identifiers. */
export function tokensOf(text: string): Token[] {
  // A piece of JSON may begin with a member.
  const json = /^\s*(?:[[{]|"\w+"\s*:)/.test(text)
  const plain = json ? text.replace(JSON_KEY, (key) => ' '.repeat(key.length)) : text
  // A letter that an escape stood for is followed by five marks of no width, which join no word on their own.
  const source = unescaped(plain)
  const tokens = [...source.matchAll(TOKEN)].map((match) => ({
    text: signed(source, match[0], match.index, json),
    at: match.index,
  }))
  return json ? tokens.filter(({ text: word }) => !JSON_WORDS.has(word)) : tokens
}

/** A number of JSON with its sign: registers are written as signed numbers. */
function signed(source: string, token: string, at: number, json: boolean): string {
  return json && /^\d+$/.test(token) && /[:\s,[]-$/.test(source.slice(Math.max(0, at - 2), at)) ? `-${token}` : token
}

/** The keys under which a token is looked for: its word, and the numbers that it may be. */
export function keysOf(token: string): string[] {
  const word = token.toLowerCase().replace(/-/g, '')
  const keys = [word]
  if (/^0x[0-9a-f]+$/.test(word)) keys.push(`#${BigInt(word)}`)
  else {
    if (/^\d+$/.test(word)) keys.push(`#${BigInt(word)}`)
    if (/^[0-9a-f]+$/.test(word) && word.length <= 16) keys.push(`#${BigInt(`0x${word}`)}`)
    if (/^\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]\d+)$/i.test(token)) keys.push(`#${Number(token)}`)
    if (/^-\d{1,19}$/.test(token)) keys.push(`#${BigInt.asUintN(64, BigInt(token))}`)
  }
  return keys
}

/** Places in the text, which hold nothing of it. */
const SPANS = new Set(['span', 'symbolSpan'])

/** The keys of all that a model holds, ends of images and of stack memory and starts of printed symbols included. */
export function keysOfModel(reports: readonly Report[]): Set<string> {
  const keys = new Set<string>()
  const take = (value: string | number | bigint): void => {
    if (typeof value !== 'string') keys.add(`#${value}`)
    else
      for (const token of tokensOf(value)) {
        for (const key of keysOf(token.text)) keys.add(key)
        // A version of three parts is written in JSON as three numbers.
        if (/^\d+\.\d+\.\d+$/.test(token.text)) for (const part of token.text.split('.')) take(BigInt(part))
      }
  }
  // The text itself, our words for the format and what could not be read prove nothing.
  const open: unknown[] = reports.map((report) => ({ ...report, text: '', file: '', label: '', problems: [] }))
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') take(value)
    else if (value instanceof Uint8Array) take(Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    else if (Array.isArray(value))
      open.push(...(value as unknown[]).filter((entry) => entry !== undefined && entry !== null))
    else if (typeof value === 'object' && value !== null) {
      if ('symbol' in value) takeSymbolStart(value as Frame, take)
      if ('also' in value) takeFurtherOffsets(value as CallTreeNode, take)
      for (const [name, entry] of Object.entries(value)) {
        if (entry !== undefined && entry !== null && !SPANS.has(name)) open.push(entry)
      }
    }
  }
  for (const { images, threads } of reports) {
    for (const { stackMemory } of threads) if (stackMemory) take(stackMemory.start + BigInt(stackMemory.bytes.length))
    for (const { loadAddress, size } of images) {
      if (loadAddress === undefined || size === undefined) continue
      take(loadAddress + BigInt(size))
      take(loadAddress + BigInt(size) - 1n)
    }
  }
  return keys
}

/** One row of a tree may stand for several places in a function; the text has their offsets. */
function takeFurtherOffsets({ frame, also = [] }: CallTreeNode, take: (value: bigint) => void): void {
  const { address, symbol } = frame
  if (address === undefined || symbol?.offset === undefined) return
  for (const further of also) take(further - address + BigInt(symbol.offset))
}

function takeSymbolStart({ address, symbol }: Frame, take: (value: bigint) => void): void {
  if (address !== undefined && symbol?.offset !== undefined) take(address - BigInt(symbol.offset))
}
