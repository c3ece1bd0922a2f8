/** Instructions at random, the same each time, against llvm-objdump: how many are spelled alike, and how many are invented here. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { disassemble } from '../../src/core/instructions/disassemble.ts'
import type { ArmMode } from '../../src/core/model/architecture.ts'
import { Random } from '../support/random.ts'

/** Text by address, as llvm-objdump lists what llvm-mc assembled. */
function listAs(triple: string, source: readonly string[], more: readonly string[]): ReadonlyMap<number, string> {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-listing-'))
  const version = process.env.LLVM_VERSION ?? '19'
  try {
    writeFileSync(join(folder, 'code.s'), `.text\n_f:\n${source.join('\n')}\n`)
    const object = join(folder, 'code.o')
    execFileSync(`llvm-mc-${version}`, [`-triple=${triple}`, '-filetype=obj', join(folder, 'code.s'), '-o', object])
    const listing = execFileSync(`llvm-objdump-${version}`, ['-d', '--no-show-raw-insn', ...more, object], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const texts = new Map<number, string>()
    for (const [, address = '', text = ''] of listing.matchAll(/^\s*([0-9a-f]+):[ \t]+(.*)$/gm)) {
      const bare = text.replace(/\s*(<|;|##|@ ).*$/, '').replaceAll(/\s+/g, ' ')
      texts.set(parseInt(address, 16), bare.trim())
    }
    return texts
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `INSTRUCTIONS=1000000` sets the number for each family. */
const count = Number(process.env.INSTRUCTIONS ?? 20_000)
const shortWords = (random: Random): number => random.below(65536)
const anyWord = (random: Random): number => ((shortWords(random) << 16) | shortWords(random)) >>> 0
const inSpace = (random: Random, spaces: readonly number[], mask: number): number =>
  (random.pick(spaces) | (anyWord(random) & mask)) >>> 0

interface Words {
  readonly name: string
  readonly arch: string
  readonly mode?: ArmMode
  readonly triple: string
  readonly source: (word: number) => string
  readonly flags: readonly string[]
  readonly word: (random: Random) => number
  /** Shares of what LLVM and we say alike, and of what LLVM does not know, at least and at most. */
  readonly alike: number
  readonly invented: number
}

const armv7 = ['--mattr=+neon,+vfp4,+hwdiv,+hwdiv-arm,+mp']
const a32 = {
  arch: 'armv7',
  mode: 'a32',
  triple: 'armv7s-apple-ios',
  flags: [...armv7, '--triple=armv7s-apple-ios'],
  source: (word: number) => `.long ${word}`,
} as const
const thumb = {
  arch: 'armv7',
  mode: 'thumb',
  triple: 'thumbv7s-apple-ios',
  flags: [...armv7, '--triple=thumbv7s-apple-ios'],
  source: (word: number) => `.short ${word >>> 16}, ${word & 0xffff}`,
} as const
const arm64 = {
  arch: 'arm64',
  triple: 'arm64e-apple-macos',
  flags: [],
  source: (word: number) => `.long ${word}`,
} as const

const families: readonly Words[] = [
  // Groups of A64 that are allocated, without SVE and SME.
  {
    ...arm64,
    name: 'arm64',
    word: (random) =>
      inSpace(
        random,
        [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((group) => group << 25),
        ~(15 << 25),
      ),
    alike: 0.99,
    invented: 0.001,
  },
  // The spaces of SME's outer products and of its slices in memory.
  {
    ...arm64,
    name: 'SME',
    flags: ['--mattr=+all'],
    word: (random) => inSpace(random, [0x80800000, 0xa0800000, 0xe0000000], 0x01ffffff),
    alike: 0.85,
    invented: 0.0005,
  },
  { ...a32, name: 'A32', word: anyWord, alike: 0.99, invented: 0.002 },
  {
    ...a32,
    name: 'vectors in A32',
    word: (random) => inSpace(random, [0xf2000000, 0xf3000000, 0xf4000000], 0x00ffffff),
    alike: 0.99,
    invented: 0,
  },
  {
    ...a32,
    name: 'floating point in A32',
    word: (random) => inSpace(random, [0xec000a00, 0xed000b00, 0x1e000a00, 0xee000b00], 0x00fff0ff),
    alike: 0.99,
    invented: 0,
  },
  // The first half of 32-bit instructions begins with 11101, 11110 or 11111.
  {
    ...thumb,
    name: 'Thumb-2',
    word: (random) => (((0xe800 + random.below(0x1800)) << 16) | shortWords(random)) >>> 0,
    alike: 0.99,
    invented: 0.002,
  },
  {
    ...thumb,
    name: 'vectors in Thumb-2',
    word: (random) => inSpace(random, [0xef000000, 0xff000000, 0xf9000000], 0x00ffffff),
    alike: 0.99,
    invented: 0.001,
  },
  {
    ...thumb,
    name: 'floating point in Thumb-2',
    word: (random) => inSpace(random, [0xec000a00, 0xed000b00, 0xee000a00, 0xee000b00], 0x00fff0ff),
    alike: 0.99,
    invented: 0,
  },
]

test.each(families)('$name: of words at random nearly all are as llvm-objdump says', (family) => {
  const random = new Random(11)
  const words = Array.from({ length: count }, () => family.word(random))
  const listed = listAs(
    family.triple,
    ['.thumb_func _f'].slice(family.mode === 'thumb' ? 0 : 1).concat(words.map(family.source)),
    family.flags,
  )
  const halves = words.flatMap((word) =>
    family.mode === 'thumb' ? [word >>> 16, word & 0xffff] : [word & 0xffff, word >>> 16],
  )
  const code = new Uint8Array(Uint16Array.from(halves).buffer)
  expectAlike(
    family,
    disassemble(code, 0n, family.arch, Infinity, family.mode).map(({ address, text }) => [
      text ?? '',
      (listed.get(Number(address)) ?? '').replace('<unknown>', ''),
    ]),
  )
})

test('Thumb: of halves at random nearly all are as llvm-objdump says', () => {
  const random = new Random(13)
  const halves = Array.from({ length: count }, () => random.below(0xe800)).filter((half) => half >> 8 !== 0xbf)
  const listed = listAs(thumb.triple, ['.thumb_func _f', ...halves.map((half) => `.short ${half}`)], thumb.flags)
  expectAlike(
    { name: 'Thumb', alike: 0.99, invented: 0 },
    disassemble(new Uint8Array(Uint16Array.from(halves).buffer), 0n, 'armv7').map(({ address, text }) => [
      text ?? '',
      (listed.get(Number(address)) ?? '').replace('<unknown>', ''),
    ]),
  )
})

interface Bytes {
  readonly name: string
  readonly arch: string
  readonly triple: string
  /** What an instruction begins with; the rest is at random. */
  readonly begin: (random: Random) => readonly number[]
  readonly alike: number
  readonly invented: number
}

const x86_64 = { arch: 'x86_64', triple: 'x86_64-apple-macos' } as const

const prefixed: readonly Bytes[] = [
  { ...x86_64, name: 'x86_64', begin: () => [], alike: 0.99, invented: 0.005 },
  { name: 'i386', arch: 'i386', triple: 'i386-apple-macos', begin: () => [], alike: 0.98, invented: 0.005 },
  {
    ...x86_64,
    name: 'VEX',
    begin: (random) => (random.once(2) ? [0xc5] : [0xc4, (random.below(8) << 5) | random.pick([1, 2, 3])]),
    alike: 0.99,
    invented: 0.001,
  },
  // Maps 1 to 3, without the bits of registers that no processor of a Mac has.
  {
    ...x86_64,
    name: 'EVEX',
    begin: (random) => [0x62, (random.below(16) << 4) | random.pick([1, 2, 3]), random.below(256) | 4],
    alike: 0.995,
    invented: 0.0005,
  },
]

test.each(prefixed)('$name: of bytes at random nearly all are as llvm-objdump says', (family) => {
  const random = new Random(17)
  const room = 32
  // Each begins anew: behind 15 bytes stands what is an instruction of one byte.
  const cases = Array.from({ length: count }, () => {
    const begin = family.begin(random)
    const bytes = Array.from({ length: 15 }, (_, at) => begin[at] ?? random.below(256))
    return [...bytes, ...new Array<number>(room - 15).fill(0x90)]
  })
  const pairs: [string, string][] = []
  // A listing of all is longer than a text may be.
  for (let first = 0; first < cases.length; first += 20_000) {
    const some = cases.slice(first, first + 20_000)
    const source = some.map((bytes) => `.byte ${bytes.join(',')}`)
    const listed = listAs(family.triple, source, [])
    some.forEach((bytes, at) => {
      const start = at * room
      const [found] = disassemble(Uint8Array.from(bytes), BigInt(start), family.arch, 1)
      const theirs = (listed.get(start) ?? '').replace('<unknown>', '')
      const isSameSize = theirs === '' || listed.has(start + (found?.bytes.length ?? 0))
      pairs.push([isSameSize ? (found?.text ?? '') : 'another size', theirs])
    })
  }
  expectAlike(family, pairs)
})

function expectAlike(
  { name, alike, invented }: Pick<Words, 'name' | 'alike' | 'invented'>,
  pairs: readonly (readonly [ours: string, theirs: string])[],
): void {
  const same = pairs.filter(([ours, theirs]) => ours === theirs).length
  const made = pairs.filter(([ours, theirs]) => ours !== '' && theirs === '').length
  console.log(`${name}: ${same} of ${pairs.length} alike, ${made} that LLVM does not know`)
  expect(same / pairs.length).toBeGreaterThanOrEqual(alike)
  expect(made / pairs.length).toBeLessThanOrEqual(invented)
}
