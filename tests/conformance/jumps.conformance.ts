/** Jumps between functions as llvm-objdump disassembles them: each is found in its function, and none that is not there. */
import { spawnSync } from 'node:child_process'
import { openAsBlob, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMachO } from '../../src/core/macho/open.ts'
import { hasJump } from '../../src/core/memory/instruction-set.ts'
import { archFamily } from '../../src/core/model/architecture.ts'
import { corpus } from './corpus.ts'

const DISASSEMBLER = 'llvm-objdump-19'
const root = `${corpus ?? ''}debugmap/`
const hasTool = spawnSync(DISASSEMBLER, ['--version']).status === 0
const programs = corpus && hasTool ? readdirSync(root).filter((name) => name.startsWith('macos-')) : []

test.each(programs)('%s', async (name) => {
  const path = `${root}${name}/${name}`
  const [image] = (await openMachO({ path, blob: await openAsBlob(path) })).images
  const section = image?.sections.find((one) => one.name === '__text')
  if (!image || !section) throw new Error('no code')
  const { offset, size } = section.file
  const code = new Uint8Array(await image.blob.slice(offset, offset + size).arrayBuffer())
  const base = Number(section.address)
  const args = ['-d', '--section=__text', '--no-show-raw-insn', path]
  const { stdout } = spawnSync(DISASSEMBLER, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const starts: number[] = []
  const jumps = new Set<string>()
  for (const line of stdout.split('\n')) {
    const start = /^([0-9a-f]{16}) <.*>:$/.exec(line)?.[1]
    if (start !== undefined) starts.push(Number.parseInt(start, 16))
    const to = /^\s*[0-9a-f]+:\s+(?:b|jmp)\s+0x([0-9a-f]+)\b/.exec(line)?.[1]
    if (to !== undefined) jumps.add(`${starts.at(-1)} ${Number.parseInt(to, 16)}`)
  }
  const wrong: string[] = []
  let found = 0
  starts.forEach((start, at) => {
    const end = starts[at + 1] ?? base + size
    for (const to of starts) {
      const has = hasJump(code, start - base, end - base, to - base, archFamily(image.arch))
      if (has !== jumps.has(`${start} ${to}`)) wrong.push(`0x${start.toString(16)} to 0x${to.toString(16)}: ${has}`)
      if (has) found++
    }
  })
  console.log(`${name}: ${starts.length} functions, ${found} jumps between them`)
  expect(wrong).toEqual([])
  expect(starts.length).toBeGreaterThan(20)
})
