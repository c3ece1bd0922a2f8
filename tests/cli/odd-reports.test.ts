/** Reports that leave out, contradict or lie, in the built command line: what is named, how surely, what is said, how it ends. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { imageOffset } from '../../src/core/model/address.ts'
import { testFolder, unslide, type Run } from '../support/cli.ts'
import { buildFat } from '../support/macho-builder.ts'
import { alikeUuids, Truth } from '../support/two-builds.ts'

const fixture = (path: string): string => fileURLToPath(new URL(`../fixtures/builds/${path}`, import.meta.url))
const dsym = fixture('varied-arm64-2/Ladder.dSYM')
const previous = fixture('varied-arm64-1/Ladder.dSYM')
const uuid = alikeUuids[1] ?? ''
const truth = new Truth('varied-arm64-2')
const base = 0x1_04cb_8000n
/** Return addresses; the last three lie behind what only this build has. */
const places = [0x1df4, 0x3e90, 0x3c80, 0x4030, 0x556c].map(imageOffset)

interface RowStyle {
  readonly name?: string
  readonly at?: bigint
  readonly signature?: bigint
  readonly says?: 'names' | 'offsets' | 'nothing'
}

function rows({ name = 'Ladder', at = base, signature = 0n, says = 'offsets' }: RowStyle = {}): readonly string[] {
  return places.map((offset, row) => {
    const { name: symbol, distance } = truth.at(offset)
    const words = { names: `${symbol} + ${distance}`, offsets: `0x${at.toString(16)} + ${offset}`, nothing: '' }[says]
    return `${row}   ${name.padEnd(30)}\t0x${(signature | (at + BigInt(offset))).toString(16).padStart(16, '0')} ${words}`.trimEnd()
  })
}

const listed = (parts: { id?: string; from?: bigint; to?: bigint; name?: string; arch?: string } = {}): string => {
  const { id = uuid, from = base, to = from + 0xbfffn, name = 'Ladder', arch = 'arm64' } = parts
  return `0x${from.toString(16)} - 0x${to.toString(16)} ${name} ${arch} ${id === '' ? '' : `<${id.replaceAll('-', '').toLowerCase()}>`} /x/${name}`
}

function crash(stack: readonly string[], images: readonly string[] = [], arch = 'ARM-64'): string {
  const list = images.length === 0 ? [] : ['', 'Binary Images:', ...images]
  const head = ['Process:  Ladder [771]', ...(arch === '' ? [] : [`Code Type:  ${arch}`])]
  return [...head, 'Exception Type:  EXC_CRASH (SIGABRT)', '', 'Thread 0 Crashed:', ...stack, ...list, ''].join('\n')
}

function ask(text: string, ...options: readonly string[]): Run {
  const given = options.includes('--symbols') ? options : ['--symbols', dsym, ...options]
  return unslide(['symbolicate', '-', '--format', 'original', ...given], text)
}

/** Both slices of one build in one file. */
const fat = join(testFolder(), 'Ladder')
writeFileSync(
  fat,
  buildFat(
    [
      { arch: 'arm64', cpuType: 0x0100000c },
      { arch: 'x86_64', cpuType: 0x01000007 },
    ].map(({ arch, cpuType }) => ({
      cpuType,
      bytes: new Uint8Array(readFileSync(fixture(`varied-${arch}-2/Ladder.dSYM/Contents/Resources/DWARF/Ladder`))),
    })),
  ),
)

/** Names with lines that the answer puts into rows, by their mark. */
function named(out: string): { readonly exact: number; readonly likely: number; readonly doubtful: number } {
  const lines = out.split('\n').filter((line) => /\(v\d\.c:\d+\)/.test(line))
  const marked = (mark: string): number => lines.filter((line) => line.endsWith(mark)).length
  const [likely, doubtful] = [marked('[likely]'), marked('[doubtful]')]
  return { exact: lines.length - likely - doubtful, likely, doubtful }
}

const none = { exact: 0, likely: 0, doubtful: 0 }
const right = { ...none, exact: 5 }
const doubtful = { ...none, doubtful: 5 }

test.each<[string, ReturnType<typeof ask>, ReturnType<typeof named>, number, string | undefined]>([
  [
    'no UUID, nothing printed',
    ask(crash(rows(), [listed({ id: '' })])),
    doubtful,
    0,
    'Ladder: all 5 names from symbols are doubtful: nothing in the report shows that its build has this function here.',
  ],
  [
    'no UUID, the previous build, names printed',
    ask(crash(rows({ says: 'names' }), [listed({ id: '' })]), '--symbols', previous),
    none,
    1,
    'is from another build: 4 of 5 printed names differ',
  ],
  [
    'the previous build, names printed, no load address',
    ask(crash(rows({ says: 'names' })), '--symbols', previous),
    none,
    1,
    'symbols given were not used',
  ],
  ['a 32-bit image', ask(crash(rows(), [listed({ id: '', arch: 'armv7' })], 'ARM')), none, 1, 'is for arm64'],
  ['addresses of a 32-bit process', ask(crash(rows({ at: 0xb8000n, says: 'names' }), [], '')), none, 1, 'is for arm64'],
  [
    'a file of two slices',
    ask(crash(rows({ says: 'names' }), [], ''), '--symbols', fat),
    { ...none, likely: 5 },
    0,
    undefined,
  ],
  [
    'signed pointers without images',
    ask(crash(rows({ signature: 0x0055_aa80n << 32n, says: 'names' }))),
    { ...none, likely: 5 },
    0,
    undefined,
  ],
  [
    'signed pointers and nothing else',
    ask(
      places.map((at) => `0x${((0x0034_ab80n << 32n) | (base + BigInt(at))).toString(16)}\n`).join(''),
      '--load',
      `Ladder=0x${base.toString(16)}`,
    ),
    right,
    0,
    undefined,
  ],
  [
    'an image that overlaps, rows with names',
    ask(crash(rows(), [listed(), listed({ id: 'a'.repeat(32), from: base + 0x1000n, name: 'Other' })])),
    right,
    0,
    undefined,
  ],
  [
    'an image that overlaps, rows without',
    ask(crash(rows({ name: '???', says: 'nothing' }), [listed({ id: 'a'.repeat(32), name: 'Other' }), listed()])),
    doubtful,
    0,
    'all 5 names from symbols are doubtful: the report lists another image at this address, too.',
  ],
  ['images without ends', ask(crash(rows(), [`0x${base.toString(16)} Ladder <${uuid}>`])), right, 0, undefined],
  ['an image that ends before it begins', ask(crash(rows(), [listed({ to: base - 0x1000n })])), right, 0, undefined],
  [
    'an image up to the last byte of all memory',
    ask(crash(rows(), [listed({ to: 0xffff_ffff_ffff_ffffn })])),
    right,
    0,
    undefined,
  ],
  [
    'an image at the last byte of all memory',
    ask(crash(rows(), [listed({ from: 0xffff_ffff_ffff_ffffn, to: 0xffff_ffff_ffff_ffffn })])),
    doubtful,
    0,
    'all 5 names from symbols are doubtful: ',
  ],
  ['two images of one UUID', ask(crash(rows(), [listed(), listed({ from: base + 0x100000n })])), right, 0, undefined],
  [
    'rows outside of every image',
    ask(crash(rows({ name: '???', at: 0x2_0000_0000n, says: 'nothing' }), [listed()])),
    none,
    1,
    'none of its addresses has a name',
  ],
  [
    'a stated load address behind all rows',
    ask(crash(rows({ says: 'names' })), '--load', 'Ladder=0x104cc8000'),
    none,
    1,
    'below the given load address, 0x104cc8000',
  ],
  [
    'a stated load address against the list',
    ask(crash(rows(), [listed()]), '--load', 'Ladder=0x104cb7000'),
    { ...none, doubtful: 4 },
    0,
    'The report has Ladder loaded at 0x104cb8000',
  ],
  [
    'a stated load address inside a page',
    ask(crash(rows(), [listed()]), '--load', 'Ladder=0x104cb8123'),
    right,
    1,
    'is not the start of a page',
  ],
  [
    'a negative slide',
    ask(crash(rows({ says: 'nothing' })), '--slide', 'Ladder=-0x4000'),
    none,
    1,
    '5 addresses lie outside of its code. It was not used.',
  ],
  [
    'a slide below zero',
    ask(crash(rows({ says: 'nothing' })), '--slide', '-0x200000000'),
    none,
    1,
    'none of its 5 frames has a name',
  ],
])('%s', (_, { status, out, err }, names, code, words) => {
  expect(named(out)).toEqual(names)
  expect(err).toContain(words ?? '')
  if (words === undefined) expect(err).toBe('')
  expect(status).toBe(code)
})
