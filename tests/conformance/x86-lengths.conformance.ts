/** Lengths of x86 instructions against llvm-objdump: every instruction that it lists in the corpus's code. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSection } from '../../src/core/macho/image.ts'
import { x86InstructionAt } from '../../src/core/memory/x86-instruction.ts'
import { Random } from '../support/random.ts'
import { corpus } from './corpus.ts'
import { thinImages } from './thin-images.ts'

/** Bytes of code compared in one image. */
const mostCode = 0x40000

test.runIf(corpus)('x86 instructions are as long as llvm-objdump lists them', async () => {
  let images = 0
  let instructions = 0
  const different: string[] = []
  for await (const { name, path, image } of thinImages(corpus ?? '')) {
    const section = findSection(image, '__text')
    const isX86 = image.arch.startsWith('x86_64') || image.arch === 'i386'
    if (!isX86 || image.kind === 'object' || !section || section.file.size === 0) continue
    const start = Number(section.address)
    const end = start + Math.min(section.file.size, mostCode)
    const args = ['--macho', `--arch=${image.arch}`, '-d', '--no-symbolic-operands', '--no-leading-headers', path]
    const text = listing(args)
    const rows = [...text.matchAll(/^\s*([0-9a-f]+):?((?:\s[0-9a-f]{2})+)\s+(\S.*)$/gm)]
    if (rows.length === 0) continue
    images++
    const part = image.blob.slice(section.file.offset, section.file.offset + section.file.size)
    const code = new Uint8Array(await part.arrayBuffer())
    for (const [, address = '', bytes = '', what = ''] of rows) {
      const at = parseInt(address, 16)
      // It lists some prefixes as rows of their own.
      if (at < start || at >= end || /\(bad\)|^\.|invalid|^(?:lock|rep|repne|data16|[c-gs]s)$/.test(what)) continue
      instructions++
      const size = bytes.trim().split(/\s+/).length
      const found = x86InstructionAt(code, at - start, image.pointerSize)?.size
      if (found !== size) different.push(`${name} ${image.arch} ${address}: ${found}, not ${size}: ${bytes} ${what}`)
    }
  }
  console.log(`x86: ${instructions} instructions of ${images} images, ${different.length} differ`)
  expect(different.slice(0, 20)).toEqual([])
  expect(instructions).toBeGreaterThan(100_000)
})

function listing(args: readonly string[]): string {
  try {
    return execFileSync(`llvm-objdump-${process.env.LLVM_VERSION ?? '19'}`, args, {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return '' // a file that is damaged on purpose
  }
}

/** Instructions of compilers behind each prefix: the length that llvm-objdump lists for bytes at random. */
test.each([
  ['x86_64', 8],
  ['i386', 4],
] as const)('%s: behind prefixes, instructions are as long as llvm-objdump lists them', (arch, word) => {
  const random = new Random(23)
  const prefixes = [
    [],
    [0x66],
    [0x67],
    [0x66, 0x67],
    [0xf2],
    [0xf3],
    ...(word === 8 ? [[0x48], [0x66, 0x48], [0x67, 0x4c]] : []),
  ]
  const cases = Array.from({ length: 20_000 }, () =>
    [
      ...random.pick(prefixes),
      ...Array.from({ length: 12 }, () => random.below(256)),
      ...new Array<number>(20).fill(0x90),
    ].slice(0, ROOM),
  )
  const listed = listedSizes(arch, cases)
  const different = cases.flatMap((bytes, at) => {
    const found = x86InstructionAt(Uint8Array.from(bytes), 0, word)?.size
    // LLVM reads the distance of JMP behind 66 as processors of AMD do; Intel's have 32 bits there (SDM volume 2, JMP).
    const isSplit = word === 8 && /^(?:67)*66(?:66|67)*(?:4.)?(?:e9|0f8)/.test(Buffer.from(bytes).toString('hex'))
    const size = isSplit ? undefined : listed[at]
    return found === undefined || size === undefined || found === size
      ? []
      : [`${Buffer.from(bytes.slice(0, 12)).toString('hex')}: ${found}, not ${size}`]
  })
  console.log(`${arch}: ${cases.length} at random, ${different.length} differ`)
  expect(different).toEqual([])
})

/** What llvm-objdump lists as a row of its own. */
const PREFIX = /^(?:(?:lock|repn?e?|xacquire|xrelease|data16|addr(?:16|32)|[c-gs]s)\s*)+$/

/** Bytes of a case; behind 15 of them stands what is an instruction of one byte. */
const ROOM = 32

/** Bytes of the first instruction of each case; undefined where llvm-objdump knows none. */
function listedSizes(arch: string, cases: readonly (readonly number[])[]): readonly (number | undefined)[] {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-lengths-'))
  const version = process.env.LLVM_VERSION ?? '19'
  try {
    const [source, object] = [join(folder, 'code.s'), join(folder, 'code.o')]
    writeFileSync(source, `.text\n${cases.map((bytes) => `.byte ${bytes.join(',')}`).join('\n')}\n`)
    execFileSync(`llvm-mc-${version}`, [`-triple=${arch}-apple-macos`, '-filetype=obj', source, '-o', object])
    const rows = listing(['-d', object]).matchAll(/^\s*([0-9a-f]+):\s((?:\s?[0-9a-f]{2})+)\s+(\S.*)$/gm)
    const sizes = new Map<number, number>()
    for (const [, address = '', bytes = '', what = ''] of rows)
      if (!/unknown|bad/.test(what) && !PREFIX.test(what))
        sizes.set(parseInt(address, 16), bytes.trim().split(/\s+/).length)
    return cases.map((_, at) => sizes.get(at * ROOM))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
