/** Stacks in a form by chance, wrapped by chance: the same seed gives the same text. */

export interface Wrapped {
  readonly text: string
  /** Changes of the stack, in order. */
  readonly how: readonly string[]
  /** Addresses of the rows that are whole in the text. */
  readonly whole: readonly bigint[]
  /** All addresses that the rows had before the text was cut. */
  readonly all: readonly bigint[]
}

interface Chance {
  readonly below: (limit: number) => number
  readonly one: <Value>(values: readonly Value[]) => Value
  readonly between: (from: number, to: number) => number
}

/** A small generator of pseudo-random numbers (mulberry32). */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    one: (values) => values[below(values.length)] as (typeof values)[number],
    between: (from, to) => from + below(to - from + 1),
  }
}

interface Row {
  readonly name: string
  readonly base: bigint
  readonly uuid: string
  readonly offset: number
  readonly address: bigint
}

const NAMES = [
  'Pebble',
  'PebbleKit',
  'UIKitCore',
  'CoreFoundation',
  'libdispatch.dylib',
  'libswiftCore.dylib',
  'libsystem_pthread.dylib',
  'My Pebble',
  'Pebble-Beta',
  'Pebble2',
  'org.example.Pebble',
] as const
const FUNCTIONS = [
  'main',
  '-[PBLStone throw:far:]',
  '+[PBLStone stone]',
  'objc_msgSend',
  'Pebble.Stone.skip(times: Swift.Int) -> Swift.Bool',
  'closure #1 () -> () in Pebble.Stone.sink()',
  'pebble::Stone::weigh(int, char const*)',
  '__CFRUNLOOP_IS_CALLING_OUT_TO_A_BLOCK__',
  '_dispatch_client_callout',
] as const

const hex = (value: bigint, digits = 1): string => `0x${value.toString(16).padStart(digits, '0')}`
const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`

function stackOf(chance: Chance): readonly Row[] {
  const images = Array.from({ length: chance.between(1, 4) }, (_, at) => ({
    name: NAMES[(chance.below(3) + at * 3) % NAMES.length] ?? 'Pebble',
    base: 0x1_0000_0000n + BigInt(chance.between(1, 0x8000) * 0x4000) + BigInt(at) * 0x4000_0000n,
    uuid: Array.from({ length: 32 }, () => chance.below(16).toString(16).toUpperCase())
      .join('')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  }))
  const seen = new Set<bigint>()
  return Array.from({ length: chance.between(3, 14) }, () => {
    const image = chance.one(images)
    const offset = chance.between(0x1001, 0xf_ffff)
    return { ...image, offset, address: image.base + BigInt(offset) }
  }).filter(({ address }) => !seen.has(address) && seen.add(address))
}

const indexed = (rows: readonly Row[], place: (row: Row) => string): string[] =>
  rows.map((row, at) => `${String(at).padEnd(4)}${row.name.padEnd(30)} ${hex(row.address, 16)} ${place(row)}`)
const imagesOf = (rows: readonly Row[]): Row[] => [...new Map(rows.map((row) => [row.base, row])).values()]

/** The forms of dumps. */
const forms: Readonly<Record<string, (rows: readonly Row[], chance: Chance) => string>> = {
  symbols: (rows) => lines(indexed(rows, ({ name, offset }) => `${name} + ${offset}`)),
  functions: (rows, chance) => lines(indexed(rows, () => `${chance.one(FUNCTIONS)} + ${chance.between(4, 900)}`)),
  loads: (rows) => lines(indexed(rows, ({ base, offset }) => `${hex(base)} + ${offset}`)),
  quoted: (rows) =>
    `(\n${indexed(rows, ({ name, offset }) => `${name} + ${offset}`)
      .map((row) => `\t"${row}"`)
      .join(',\n')}\n)\n`,
  'thread of a logger': (rows) =>
    `Backtrace of Thread 771:\n${'='.repeat(40)}\n${lines(rows.map(({ name, address, base, offset }) => `${name.padEnd(30)} ${hex(address)} ${hex(base)} + ${offset}`))}`,
  'images before': (rows) =>
    `${lines(imagesOf(rows).map(({ name, base, uuid }) => `${name} ${hex(base)} ${uuid}`))}\n${lines(rows.map(({ address }, at) => `${at} ${hex(address)}`))}`,
  'images behind': (rows) =>
    `${lines(rows.map(({ address }, at) => `${at} ${hex(address)}`))}\n${lines(imagesOf(rows).map(({ name, base, uuid }, at) => `[${String(at).padStart(3)}] ${uuid} ${hex(base, 16)} /private/var/${name}`))}`,
  debugger: (rows, chance) =>
    lines([
      '* thread #1, stop reason = signal SIGABRT',
      ...rows.map(
        ({ name, address }, at) =>
          `  ${at === 0 ? '*' : ' '} frame #${at}: ${hex(address, 16)} ${name}\`${chance.one(FUNCTIONS)} + ${chance.between(4, 900)}`,
      ),
    ]),
  answers: (rows) => lines(rows.map(({ name, address, offset }) => `${hex(address)} (in ${name}) + ${offset}`)),
  report: (rows) =>
    `Process:             Pebble [812]\nIdentifier:          org.example.pebble\nVersion:             1.4.0 (77)\nCode Type:           ARM-64 (Native)\nOS Version:          iPhone OS 16.3.1 (20D67)\nReport Version:      104\n\nException Type:  EXC_BREAKPOINT (SIGTRAP)\nTriggered by Thread:  0\n\nThread 0 Crashed:\n${lines(indexed(rows, ({ base, offset }) => `${hex(base)} + ${offset}`))}\nBinary Images:\n${lines(imagesOf(rows).map(({ name, base, uuid }) => `       ${hex(base)} - ${hex(base + 0xf_ffffn)} ${name} arm64  <${uuid.replaceAll('-', '').toLowerCase()}> /private/var/${name}`))}`,
  'translated report': (rows) =>
    `Prozess:             Pebble [812]\nKennung:             org.example.pebble\nVersion:             1.4.0 (77)\nCodetyp:             ARM-64 (Native)\n\nFaden 0 abgestürzt:\n${lines(indexed(rows, ({ base, offset }) => `${hex(base)} + ${offset}`))}\nBinärbilder:\n${lines(imagesOf(rows).map(({ name, base, uuid }) => `       ${hex(base)} - ${hex(base + 0xf_ffffn)} ${name} arm64  <${uuid.replaceAll('-', '').toLowerCase()}> /private/var/${name}`))}`,
}

type Wrap = (text: string, chance: Chance) => string
const each = (text: string, change: (line: string, at: number) => string): string =>
  `${text.replace(/\n$/, '').split('\n').map(change).join('\n')}\n`
const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const columns = (line: string): string[] => line.trim().split(/\s{2,}|\t/)

/** Parts of the prefixes of logs. */
const TIMES = [
  (at: number) => `20:02:${String(10 + (at % 50))}.${100 + at}`,
  (at: number) => `2024-05-27 20:02:33.483${100 + at}+0200`,
  () => '2024-05-27T20:02:33Z',
  (at: number) => `${1_716_825_753_000 + at}`,
  () => 'May 27 20:02:33',
  () => '[27/May/2024:20:02:33 +0200]',
] as const
const TAGS = [
  'Pebble[812:4711]',
  '[ERROR]',
  'E/pebble:',
  '<Notice>:',
  'app |',
  '(main)',
  'crash.m:77',
  'I',
  '#ios',
  'level=error',
  '🪨',
  'flutter:',
  '[pebble.crash]',
] as const
const ENDS = [' ', ': ', ' - ', ' | ', '\t', ' > ', ' ▸ ', '] '] as const

function prefixOf(chance: Chance): (at: number) => string {
  const time = chance.below(3) > 0 ? chance.one(TIMES) : () => ''
  const tags = Array.from({ length: chance.between(0, 2) }, () => chance.one(TAGS)).join(' ')
  const end = chance.one(ENDS)
  return (at) => `${[time(at), tags].filter((part) => part !== '').join(' ') || 'log'}${end}`
}

/** Changes that a text may get, each once. */
const wraps: Readonly<Record<string, Wrap>> = {
  prefix: (text, chance) => {
    const prefix = prefixOf(chance)
    return each(text, (line, at) => prefix(at) + line)
  },
  numbers: (text, chance) => {
    const style = chance.one([
      (at: number) => `${at + 1}. `,
      (at: number) => `[${at + 1}] `,
      (at: number) => `${at + 1}) `,
      (at: number) => `${String(at + 118).padStart(4, '0')}: `,
      (at: number) => `${String(at + 1).padStart(6)}\t`,
    ])
    return each(text, (line, at) => style(at) + line)
  },
  quotes: (text, chance) => {
    const mark = chance.one(['> ', '>> ', '| ', '» ', '&gt; ', '>'])
    return each(text, (line) => mark + line)
  },
  bullets: (text, chance) => {
    const mark = chance.one(['- ', '* ', '• ', '– ', '+ '])
    return each(text, (line) => mark + line)
  },
  indent: (text, chance) => {
    const blanks = chance.one(['  ', '    ', '\t', '\t\t', '            '])
    return each(text, (line) => blanks + line)
  },
  'JSON member': (text) => `${JSON.stringify({ device: 'iPhone14,5', stack: text, count: 3 })}\n`,
  'pretty JSON': (text) =>
    `${JSON.stringify({ device: 'iPhone14,5', crash: { rows: text.trimEnd().split('\n') } }, undefined, 2)}\n`,
  'JSON lines': (text) => each(text, (line) => JSON.stringify({ level: 'info', message: line })),
  'escaped JSON': (text) => `${JSON.stringify({ log: JSON.stringify([{ hash: 1, stack: text }]) })}\n`,
  'JSON in a line of a log': (text) =>
    `2024-05-27 20:02:33 Pebble[812] upload failed: ${JSON.stringify({ stack: text })}\n`,
  'HTML breaks': (text) => `<p>${escapeHtml(text).replace(/\n/g, '<br>\n')}</p>\n`,
  'HTML pre': (text) => `<div class="log"><pre>${escapeHtml(text)}</pre></div>\n`,
  'HTML list': (text) => `<ul>${each(text, (line) => `<li>${escapeHtml(line)}</li>`).replace(/\n/g, '')}</ul>\n`,
  'Markdown table': (text) => each(text, (line) => `| ${columns(line).join(' | ')} |`),
  CSV: (text) =>
    each(text, (line) =>
      columns(line)
        .map((cell) => `"${cell.replace(/"/g, '""')}"`)
        .join(','),
    ),
  'HTML table': (text) =>
    `<table>\n${each(
      text,
      (line) =>
        `<tr>${columns(line)
          .map((cell) => `<td>${escapeHtml(cell)}</td>`)
          .join('')}</tr>`,
    )}</table>\n`,
  wrapped: (text, chance) => {
    const width = chance.one([40, 60, 72, 80])
    return text
      .split('\n')
      .map((line) => line.replace(new RegExp(`.{${width}}(?=.)`, 'gu'), '$&\n'))
      .join('\n')
  },
  returns: (text) => text.replace(/\n/g, '\r\n'),
  'no 0x': (text) => text.replace(/0x([0-9a-f]{6,})/g, '$1'),
  'one line': (text) => `${text.trimEnd().replace(/\n/g, ' ')}\n`,
  collapsed: (text) => text.replace(/[ \t]+/g, ' '),
  fence: (text) => `\`\`\`\n${text}\`\`\`\n`,
  'words around': (text, chance) =>
    `${chance.one(['It crashes at start:', 'Hi all,\n\nsince 1.4.0 (77) we see this on iOS 16.3.1:', '崩溃日志：', 'Steps:\n1. open\n2. wait 10 s'])}\n\n${text}\n${chance.one(['Thanks!', 'Any idea? 3 users are affected.', '> please help', ''])}\n`,
}

/** Parts of a text that was cut: its end, or its beginning and its end. */
function cut(text: string, chance: Chance): string {
  const end = chance.between(Math.floor(text.length / 3), text.length)
  const start = chance.below(2) === 0 ? 0 : chance.below(Math.floor(end / 3))
  return text.slice(start, end)
}

/** The text that this seed makes, with as many wrappings at the most. */
export function wrapByChance(seed: number, most = 4): Wrapped {
  const chance = chanceOf(seed)
  const rows = stackOf(chance)
  const form = chance.one(Object.keys(forms))
  const how = [form]
  let text = forms[form]?.(rows, chance) ?? ''
  const all = rows.map(({ address }) => address)
  const isCut = chance.below(5) === 0
  if (isCut) {
    text = cut(text, chance)
    how.push('cut')
  }
  // The rows that are whole are counted before the wrapping, which may hide their digits.
  const whole = all.filter((address, at) => isWhole(text, rows[at], address))
  const left = Object.keys(wraps)
  for (let count = chance.between(1, most); count > 0; count--) {
    const name = chance.one(left)
    left.splice(left.indexOf(name), 1)
    // Lines without ends, or with ends of their own, are the last that happens.
    text = wraps[name]?.(text, chance) ?? text
    how.push(name)
  }
  return { text, how, whole, all }
}

/** Whether the line of a row is in the text, from its number or name to its end. */
function isWhole(text: string, row: Row | undefined, address: bigint): boolean {
  const digits = address.toString(16)
  const line = text.split('\n').findIndex((one) => one.includes(digits))
  if (row === undefined || line < 0) return false
  const all = text.split('\n')
  return line > 0 && line < all.length - 1
}
