/**
 * Dumps of people's own programs as logs and tools carry them. Each reading has all frames, with the names of the crash report of the
 * same stack.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { samplePath } from '../support/sample.ts'
import { stackSnapshot } from '../support/stack-snapshot-builder.ts'
import { unslide } from '../support/cli.ts'

interface Image {
  readonly uuid: string
  readonly base: number
  readonly size: number
  readonly path: string
}

interface Row {
  readonly name: string
  readonly base: bigint
  readonly address: bigint
  readonly offset: number
}

interface Answer {
  readonly id: string
  readonly reports?: readonly { readonly threads?: readonly Stack[]; readonly backtraces?: readonly Stack[] }[]
  readonly problems?: readonly { readonly message: string }[]
}

interface Stack {
  readonly frames: readonly { readonly status: string; readonly calls?: readonly { readonly function: string }[] }[]
}

const text = readFileSync(samplePath('Trailmap.ips'), 'utf8')
const crash = JSON.parse(text.slice(text.indexOf('\n'))) as {
  readonly usedImages: readonly Image[]
  readonly threads: readonly {
    readonly frames: readonly { readonly imageOffset: number; readonly imageIndex: number }[]
  }[]
}
const images = crash.usedImages
const rowsOf = (thread: number): readonly Row[] =>
  (crash.threads[thread]?.frames ?? []).flatMap(({ imageIndex, imageOffset }) => {
    const image = images[imageIndex]
    if (!image) return []
    const base = BigInt(image.base)
    return [
      { name: image.path.split('/').at(-1) ?? '', base, address: base + BigInt(imageOffset), offset: imageOffset },
    ]
  })
const [crashed, other] = [rowsOf(0), rowsOf(1)]
/** Return addresses alone. */
const callers = crashed.slice(1)
const app = crashed[0]?.base ?? 0n

const hex = (value: bigint, digits = 0): string => `0x${value.toString(16).padStart(digits, '0')}`
/** Signatures as arm64e puts them there, another for each address. */
const signed = (address: bigint, at: number): bigint => address | ((BigInt(at * 0x2b51) << 41n) & 0x7f_ff80_0000_0000n)

const symbolsRow = ({ name, address, offset }: Row, at: number): string =>
  `${String(at).padEnd(4)}${name.padEnd(35)} ${hex(address, 16)} ${name} + ${offset}`
const bsRow = ({ name, address, base, offset }: Row): string =>
  `${name.padEnd(30)} ${hex(address)} ${hex(base)} + ${offset}`
const listed = (arch: string): string =>
  images
    .map(({ uuid, base, path }) => `${path.split('/').at(-1)} ${hex(BigInt(base))} ${arch}${uuid.toUpperCase()}\n`)
    .join('')
const lines = (rows: readonly Row[], row: (one: Row, at: number) => string): string =>
  rows.map((one, at) => `${row(one, at)}\n`).join('')
const ownRows = crashed.filter(({ base }) => base === app)

/** A form of dump: its text, and the rows that it has. */
const forms: Readonly<Record<string, readonly [text: string, rows: readonly Row[]]>> = {
  'frame pointers': [
    `Load address: ${hex(app)}\n${lines(ownRows.slice(1), ({ address }) => hex(address, 16))}`,
    ownRows.slice(1),
  ],
  'images and rows': [`${listed('')}\n${lines(crashed, ({ address }, at) => `${at} ${hex(address)}`)}`, crashed],
  'BSBacktraceLogger, a thread': [`Backtrace of Thread 771:\n${'='.repeat(40)}\n${lines(crashed, bsRow)}`, crashed],
  'BSBacktraceLogger, all threads': [
    `Call Backtrace of 2 threads:\nBacktrace of Thread 771:\n${lines(crashed, bsRow)}\nBacktrace of Thread 3331:\n${lines(other, bsRow)}`,
    [...crashed, ...other],
  ],
  callStackSymbols: [lines(callers, symbolsRow), callers],
  'callStackSymbols, quoted': [
    `(\n${callers.map((row, at) => `\t"${symbolsRow(row, at)}"`).join(',\n')}\n)\n`,
    callers,
  ],
  'Swift runtime': [
    `Thread 0 crashed:\n\n${lines(crashed, ({ name, address }, at) => `${at}${at === 0 ? '' : ' [ra]'}   ${hex(address, 16)} <unknown> in ${name}`)}\nImages:\n\n${images
      .map(
        ({ uuid, base, size, path }) =>
          `${hex(BigInt(base), 16)}–${hex(BigInt(base + size), 16)} ${uuid.replaceAll('-', '')} ${path.split('/').at(-1)} ${path}\n`,
      )
      .join('')}`,
    crashed,
  ],
  'deduplicated JSON': [
    JSON.stringify([
      { hash: 1, count: 3, stack: `(\n${callers.map((row, at) => `\t"${symbolsRow(row, at)}"`).join(',\n')}\n)` },
    ]),
    callers,
  ],
  'signed, with images': [
    `${listed('')}\n${lines(crashed, ({ address }, at) => `${at} ${hex(signed(address, at))}`)}`,
    crashed,
  ],
  'signed, with images called arm64': [
    `${listed('arm64 ')}\n${lines(crashed, ({ address }, at) => `${at} ${hex(signed(address, at))}`)}`,
    crashed,
  ],
  'signed, without images': [
    lines(crashed, ({ address, ...row }, at) => bsRow({ ...row, address: signed(address, at) })),
    crashed,
  ],
  'atos, commands': [
    lines(
      ownRows,
      ({ address }) =>
        `atos -o Trailmap.app.dSYM/Contents/Resources/DWARF/Trailmap -arch arm64 -l ${hex(app)} ${hex(address)}`,
    ),
    ownRows,
  ],
  'atos, answers': [lines(ownRows, ({ name, address, offset }) => `${hex(address)} (in ${name}) + ${offset}`), ownRows],
}

/** How a program or a person hands a text on. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  plain: (dump) => dump,
  NSLog: (dump) => dump.trimEnd().replace(/^/gm, '2026-11-20 20:02:33.483299+0800 Trailmap[41034:5171140] '),
  'JSON string': (dump) => JSON.stringify({ device: 'iPhone', stack: dump }),
  mail: (dump) =>
    `From: a@example.org\nSubject: crash\nMIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${Buffer.from(dump).toString('base64')}\n`,
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
  { id: 'crash', report: text },
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
  const uuid = Buffer.from((images[0]?.uuid ?? '').replaceAll('-', ''), 'hex')
  const bytes = stackSnapshot(
    '10.7',
    'Trailmap',
    [[app, [...uuid]]],
    [{ id: 7, kernel: [], user: ownRows.map(({ address }) => address) }],
  )
  const base64 = Buffer.from(bytes).toString('base64')
  const mail = `Received: by a\nMIME-Version: 1.0\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=a.stacks\n\n${base64}\n`
  const read = answers([
    { id: 'plain', report: base64, encoding: 'base64' },
    { id: 'gzip', report: gzipSync(bytes).toString('base64'), encoding: 'base64' },
    { id: 'gzip as base64', report: gzipSync(bytes).toString('base64') },
    { id: 'mail', report: mail },
  ])
  for (const [id, answer] of read)
    expect(
      namesOf(answer).map((calls) => calls.at(-1)),
      id,
    ).toEqual(ownRows.map(({ address }) => known.get(address)?.at(-1)))
  expect(read.size).toBe(4)
})
