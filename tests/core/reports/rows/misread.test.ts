/** Rows that text recognition took from a picture: each is read as printed, or reported as lost. */
import { expect, test } from 'vitest'
import { read } from './reading.ts'

const images = [
  ['Harbor', 0x104cc8000],
  ['UIKitCore', 0x18a3c5000],
] as const
const places = [0, 0, 1, 0, 1, 1, 0].map((image, at) => {
  const [name, base] = images[image] ?? images[0]
  return { name, base, offset: 0x4000 + at * 1212 }
})
const hex = (value: number, digits = 1): string => `0x${value.toString(16).padStart(digits, '0')}`
const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`
const dumps: Readonly<Record<string, string>> = {
  symbols: lines(
    places.map(
      ({ name, base, offset }, at) =>
        `${String(at).padEnd(4)}${name.padEnd(30)} ${hex(base + offset, 16)} ${name} + ${offset}`,
    ),
  ),
  crash: `Thread 0 Crashed:\n${lines(
    places.map(
      ({ name, base, offset }, at) =>
        `${String(at).padEnd(4)}${name.padEnd(30)}\t${hex(base + offset, 16)} ${hex(base)} + ${offset}`,
    ),
  )}`,
  loads: `Backtrace of Thread 771:\n${lines(
    places.map(({ name, base, offset }) => `${name.padEnd(30)} ${hex(base + offset)} ${hex(base)} + ${offset}`),
  )}`,
}

const inAddresses =
  (from: RegExp, to: string) =>
  (text: string): string =>
    text.replace(/0x[0-9a-f]+/g, (address) => address.replace(from, to))
const damages: Readonly<Record<string, (text: string) => string>> = {
  'Ox for 0x': (text) => text.replaceAll('0x', 'Ox'),
  'a sign of multiplication': (text) => text.replaceAll('0x', '0×'),
  'O for 0': inAddresses(/0/g, 'O'),
  'o for 0 behind the first': (text) => text.replace(/(?<=0x[0-9a-f]*)0/g, 'o'),
  'l for 1': inAddresses(/1/g, 'l'),
  'I for 1': inAddresses(/1/g, 'I'),
  'g for 9': inAddresses(/9/g, 'g'),
  'S for 5': inAddresses(/5/g, 'S'),
  'Cyrillic letters': (text) => inAddresses(/c/g, 'с')(inAddresses(/a/g, 'а')(text)),
  'O and l as numbers of rows': (text) => text.replace(/^0 /gm, 'O ').replace(/^1 /gm, 'l '),
  'no blank before the address': (text) => text.replace(/\s+(?=0x0)/g, ''),
  'no blank behind the address': (text) => text.replace(/(0x[0-9a-f]{8,16}) /g, '$1'),
  'no blanks around the plus': (text) => text.replaceAll(' + ', '+'),
  'a blank inside the address': (text) => text.replace(/(0x[0-9a-f]{4})(?=[0-9a-f]{4})/g, '$1 '),
}

test.each(Object.entries(damages))('%s', (_, damage) => {
  for (const [name, dump] of Object.entries(dumps))
    expect([name, read(damage(dump)).frames]).toEqual([name, read(dump).frames])
})

test('that digits were mended is told', () => {
  expect(read(damages['l for 1']?.(dumps['symbols'] ?? '') ?? '').told).toEqual(['misread-digits'])
})

test.each([
  ['B for 8', inAddresses(/8/g, 'B')],
  ['8 for b', inAddresses(/b/g, '8')],
])('%s in one address of several gives no false place', (_, damage) => {
  for (const [name, dump] of Object.entries(dumps)) {
    const rows = dump.split('\n')
    const at = rows.length - 2
    const { reports, told } = read([...rows.slice(0, at), damage(rows[at] ?? ''), ''].join('\n'))
    const frames = reports.flatMap(({ threads, backtraces }) =>
      [...threads, ...backtraces].flatMap((one) => one.frames),
    )
    const wanted = places.at(-1)
    expect(frames).toHaveLength(places.length)
    const offset = frames.at(-1)?.offset
    expect([name, offset === wanted?.offset || (offset === undefined && told.includes('misprinted-row'))]).toEqual([
      name,
      true,
    ])
  }
})

test.each(['symbols', 'loads', 'crash'])('%s: a row that is damaged beyond reading is told with its line', (name) => {
  const text = (dumps[name] ?? '').replace(/^(3? *Harbor\s+)0x\w+/m, '$10xO%%%%104')
  const broken = text.replace('0xO%%%%104', '0x1O4ccWXYce34ZZ')
  const { frames, told, reports } = read(broken)
  expect(frames.filter((frame) => !/^0x0 /.test(frame)).length).toBeLessThan(places.length)
  expect(told.some((code) => code === 'lost-rows' || code === 'misprinted-row')).toBe(true)
  expect(reports.flatMap(({ problems }) => problems).every(({ line = 1 }) => line > 0)).toBe(true)
})

test('words that begin like an address are none', () => {
  const words = ['Oxford 1234567 is', '0xOLDVALUE_1', 'Oxygen0ggSS l1', 'OxlossSlZOlssI'].map(
    (word) => `1 App ${word} + 12`,
  )
  expect(read(lines([...words, ...words])).frames).toEqual([])
})
