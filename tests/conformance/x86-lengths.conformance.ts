/** Lengths of x86 instructions against llvm-objdump: every instruction that it lists in the corpus's code. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findSection } from '../../src/core/macho/image.ts'
import { x86InstructionAt } from '../../src/core/memory/x86-instruction.ts'
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
