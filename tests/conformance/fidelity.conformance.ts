/**
 * Every number, name and path of a report's text is in its model, or in the reviewed list of what its format ignores
 * (`fidelity/<format>.tsv`). `FIDELITY=<format or part of a path>` prints what is lost, with its lines.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { decodeText } from '../../src/core/reports/report-text.ts'
import { corpus } from './corpus.ts'
import { readIgnoreList } from './fidelity/ignored.ts'
import type { Ignored } from './fidelity/ignored.ts'
import { keysOf, keysOfModel, tokensOf } from './fidelity/tokens.ts'

const root = `${corpus ?? ''}reports/`
const paths =
  corpus === undefined
    ? []
    : readFileSync(`${root}INDEX.tsv`, 'utf8')
        .split('\n')
        .slice(1)
        .flatMap((line) => {
          const [path = '', format = ''] = line.split('\t')
          return path === '' || format.endsWith('(expected)') ? [] : [path]
        })
const wanted = process.env['FIDELITY']

interface Tally {
  files: number
  tokens: number
  ignored: number
  readonly lost: string[]
}

function bytesOf(path: string): Uint8Array {
  const bytes = readFileSync(root + path)
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
}

/** Places of a text that the patterns cover, and which patterns matched at all. */
function covered(text: string, ignored: readonly Ignored[], used: Set<Ignored>): Uint8Array {
  const marks = new Uint8Array(text.length)
  for (const entry of ignored) {
    for (const match of text.matchAll(entry.pattern)) {
      used.add(entry)
      marks.fill(1, match.index, match.index + match[0].length)
    }
  }
  return marks
}

/** The strings of a binary file, a line each; shorter runs are numbers that look like letters. */
function printableText(bytes: Uint8Array): string {
  return (new TextDecoder('latin1').decode(bytes).match(/[\x20-\x7e]{8,}/g) ?? []).join('\n')
}

function lineAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  const line = text.slice(start, end < 0 ? text.length : end)
  return line.length > 200 ? `…${text.slice(Math.max(start, at - 80), at + 100)}…` : line
}

describe.runIf(corpus !== undefined)('nothing of a text is lost', () => {
  const tallies = new Map<string, Tally>()
  const lists = new Map<string, ReturnType<typeof readIgnoreList>>()
  const shared = readIgnoreList('all')
  const used = new Set<Ignored>()
  for (const path of paths) {
    const bytes = bytesOf(path)
    const outcome = parseReport(path, bytes)
    const format = outcome.ok ? outcome.value[0]?.format : undefined
    const isBinary = bytes.subarray(0, 64).includes(0)
    // Other binary formats hold memory with arbitrary content; their counts are checked against their own tools.
    if (!outcome.ok || format === undefined || (isBinary && format !== 'plcrash')) continue
    const list = lists.get(format) ?? readIgnoreList(format)
    lists.set(format, list)
    const tally = tallies.get(format) ?? { files: 0, tokens: 0, ignored: 0, lost: [] }
    tallies.set(format, tally)
    tally.files++
    const text = isBinary ? printableText(bytes) : decodeText(bytes)
    const held = keysOfModel(outcome.value)
    const marks = covered(text, [...shared.ignored, ...list.ignored], used)
    for (const token of tokensOf(text)) {
      if (isBinary && !/[a-z]{4}/i.test(token.text)) continue
      tally.tokens++
      if (keysOf(token.text).some((key) => held.has(key))) continue
      if (marks[token.at] === 1) tally.ignored++
      else tally.lost.push(`${path}: ${token.text}   in   ${lineAt(text, token.at)}`)
    }
  }
  const table = [...tallies].map(
    ([format, { files, tokens, ignored, lost }]) =>
      `${format}: ${lost.length} lost, ${ignored} ignored of ${tokens} in ${files} files`,
  )
  console.log(table.join('\n'))
  if (wanted !== undefined) {
    for (const [format, { lost }] of tallies) {
      const shown = lost.filter((line) => format === wanted || line.startsWith(wanted))
      if (shown.length > 0) console.log(shown.join('\n'))
    }
  }

  test.each([...tallies])('%s loses no more than its floor', (format, { lost, tokens }) => {
    expect(tokens).toBeGreaterThan(0)
    expect(lost.length, lost.slice(0, 10).join('\n')).toBeLessThanOrEqual(lists.get(format)?.floor ?? 0)
  })

  test('every pattern of a list still matches', () => {
    const stale = [shared, ...lists.values()].flatMap(({ ignored }) => ignored).filter((entry) => !used.has(entry))
    expect(stale.map(({ from, pattern }) => `${from}: ${pattern.source}`)).toEqual([])
  })
})
