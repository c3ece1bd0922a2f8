/**
 * Dumps of people's own programs as logs and tools carry them. Each reading has all frames, with the names of the crash report of the
 * same stack.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { crashed, crashText, forms, other, ownRows, snapshot, wrappings } from '../support/origin-dumps.ts'
import { samplePath } from '../support/sample.ts'
import { unslide } from '../support/cli.ts'

interface Answer {
  readonly id: string
  readonly reports?: readonly { readonly threads?: readonly Stack[]; readonly backtraces?: readonly Stack[] }[]
  readonly problems?: readonly { readonly message: string }[]
}

interface Stack {
  readonly frames: readonly { readonly status: string; readonly calls?: readonly { readonly function: string }[] }[]
}

function answers(
  reports: readonly { readonly id: string; readonly report: string; readonly encoding?: 'base64' }[],
): ReadonlyMap<string, Answer> {
  const { out } = unslide(
    ['symbolicate', '--stream', '--symbols', samplePath('Trailmap.dSYM.zip'), '--jobs', '1'],
    reports.map((line) => JSON.stringify({ name: 'dump.txt', ...line })).join('\n'),
  )
  const read = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer)
  return new Map(read.map((answer) => [answer.id, answer]))
}

/** The functions of each frame; empty where it has none from the symbols. */
function namesOf(answer: Answer | undefined): readonly (readonly string[])[] {
  return (answer?.reports ?? [])
    .flatMap(({ threads = [], backtraces = [] }) => [...threads, ...backtraces])
    .flatMap(({ frames }) => frames)
    .map(({ status, calls = [] }) => (status === 'resolved' ? calls.map((call) => call.function) : []))
}

const cases = Object.keys(forms).flatMap((form) => Object.keys(wrappings).map((wrapping) => [form, wrapping] as const))
const all = answers([
  { id: 'crash', report: crashText },
  ...cases.map(([form, wrapping]) => ({
    id: `${form}|${wrapping}`,
    report: wrappings[wrapping]?.(forms[form]?.[0] ?? '') ?? '',
  })),
])
/** Names of the crash report by address. */
const known = new Map([...crashed, ...other].map(({ address }, at) => [address, namesOf(all.get('crash'))[at] ?? []]))

test('the crash report itself has names', () => {
  expect(crashed.length + other.length).toBeGreaterThan(20)
  expect([...known.values()].filter((names) => names.length > 0).length).toBeGreaterThanOrEqual(8)
})

test.each(cases)('%s: %s', (form, wrapping) => {
  const rows = forms[form]?.[1] ?? []
  const names = namesOf(all.get(`${form}|${wrapping}`))
  expect(names.map((calls) => calls.at(-1))).toEqual(rows.map(({ address }) => known.get(address)?.at(-1)))
})

test('stack_snapshot: as it is, compressed, as base64, in a mail', () => {
  const { bytes, base64, mail } = snapshot
  const read = answers([
    { id: 'plain', report: base64, encoding: 'base64' },
    { id: 'gzip', report: gzipSync(bytes).toString('base64'), encoding: 'base64' },
    { id: 'pasted as base64', report: base64 },
    { id: 'gzip as base64', report: gzipSync(bytes).toString('base64') },
    { id: 'mail', report: mail },
  ])
  for (const [id, answer] of read)
    expect(
      namesOf(answer).map((calls) => calls.at(-1)),
      id,
    ).toEqual(ownRows.map(({ address }) => known.get(address)?.at(-1)))
  expect(read.size).toBe(5)
})
