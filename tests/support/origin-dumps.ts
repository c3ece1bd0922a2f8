/** Dumps of people's own programs in every form, all of the sample's crash, and how programs and people hand such texts on. */
import { readFileSync } from 'node:fs'
import { samplePath } from './sample.ts'
import { stackSnapshot } from './stack-snapshot-builder.ts'

interface Image {
  readonly uuid: string
  readonly base: number
  readonly size: number
  readonly path: string
}

export interface Row {
  readonly name: string
  readonly base: bigint
  readonly address: bigint
  readonly offset: number
}

/** The sample's crash report. */
export const crashText = readFileSync(samplePath('Trailmap.ips'), 'utf8')
const crash = JSON.parse(crashText.slice(crashText.indexOf('\n'))) as {
  readonly usedImages: readonly Image[]
  readonly threads: readonly {
    readonly frames: readonly { readonly imageOffset: number; readonly imageIndex: number }[]
  }[]
}
/** The images of the crash. */
export const images = crash.usedImages
const rowsOf = (thread: number): readonly Row[] =>
  (crash.threads[thread]?.frames ?? []).flatMap(({ imageIndex, imageOffset }) => {
    const image = images[imageIndex]
    if (!image) return []
    const base = BigInt(image.base)
    return [
      { name: image.path.split('/').at(-1) ?? '', base, address: base + BigInt(imageOffset), offset: imageOffset },
    ]
  })
/** Rows of the thread that crashed, and of another. */
export const [crashed, other] = [rowsOf(0), rowsOf(1)]
/** Return addresses alone. */
const callers = crashed.slice(1)
/** Where the app is loaded. */
export const app = crashed[0]?.base ?? 0n

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
/** Rows in the app itself. */
export const ownRows = crashed.filter(({ base }) => base === app)

/** A form of dump: its text, and the rows that it has. */
export const forms: Readonly<Record<string, readonly [text: string, rows: readonly Row[]]>> = {
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
export const wrappings: Readonly<Record<string, (text: string) => string>> = {
  plain: (dump) => dump,
  NSLog: (dump) => dump.trimEnd().replace(/^/gm, '2026-11-20 20:02:33.483299+0800 Trailmap[41034:5171140] '),
  'JSON string': (dump) => JSON.stringify({ device: 'iPhone', stack: dump }),
  'JSON in a line of a log': (dump) =>
    `2026-11-20 20:02:33.483 Trailmap[41034:1] [crash] upload failed: ${JSON.stringify({ device: 'iPhone', stack: dump })}\n`,
  'quoted and numbered': (dump) =>
    `Hi,\n\nthis is what the user sent:\n\n${dump
      .trimEnd()
      .split('\n')
      .map((line, at) => `> ${at + 1}. ${line}\n`)
      .join('')}\nAny idea?\n`,
  mail: (dump) =>
    `From: a@example.org\nSubject: crash\nMIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${Buffer.from(dump).toString('base64')}\n`,
}

/** A kernel's `stack_snapshot` of the app's rows, which is binary: as a file, as base64, and in a mail. */
export const snapshot = ((): { readonly bytes: Uint8Array; readonly base64: string; readonly mail: string } => {
  const uuid = Buffer.from((images[0]?.uuid ?? '').replaceAll('-', ''), 'hex')
  const user = ownRows.map(({ address }) => address)
  const bytes = stackSnapshot('10.7', 'Trailmap', [[app, [...uuid]]], [{ id: 7, kernel: [], user }])
  const base64 = Buffer.from(bytes).toString('base64')
  const head = [
    'Received: by a',
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=a.stacks',
  ]
  return { bytes, base64, mail: `${head.join('\n')}\n\n${base64}\n` }
})()
