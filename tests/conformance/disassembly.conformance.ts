/** Instructions against llvm-objdump: those listed in the corpus, also through the built command line. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readBefore } from '../../src/core/instructions/backward.ts'
import { disassemble } from '../../src/core/instructions/disassemble.ts'
import { unslide } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const read = (name: string): string =>
  gunzipSync(readFileSync(`${corpus ?? ''}instruction-bytes/${name}`)).toString('utf8')

interface Listed {
  readonly arch: string
  readonly address: string
  readonly bytes: string
  readonly text: string
}

test.runIf(corpus)('every listed instruction is spelled as llvm-objdump spells it', () => {
  const rows = read('instructions.tsv.gz').trim().split('\n').slice(1)
  const listed = rows.map((row): Listed => {
    const [arch = '', , address = '', bytes = '', text = ''] = row.split('\t')
    return { arch, address, bytes, text }
  })
  const different = listed.flatMap(({ arch, address, bytes, text }) => {
    const [found, ...others] = disassemble(Buffer.from(bytes, 'hex'), BigInt(address), arch)
    // Bytes that are no instruction are listed without a text.
    const isSame = (found?.text ?? '') === text && (text === '' || others.length === 0)
    return isSame ? [] : [`${arch} ${bytes}: ${found?.text ?? 'none'}, not ${text}`]
  })
  console.log(`instructions: ${listed.length}, ${different.length} differ`)
  expect(different).toEqual([])
  expect(listed.length).toBeGreaterThan(3000)
})

test.runIf(corpus)('the command line says the same, a row of each image', () => {
  const rows = read('instructions.tsv.gz').trim().split('\n').slice(1)
  for (const row of rows.filter((_, at) => at % 400 === 0)) {
    const [arch = '', , address = '', bytes = '', text = ''] = row.split('\t')
    const { out } = unslide(['disassemble', '--arch', arch, '--address', address, '--format', 'json', bytes])
    expect(JSON.parse(out)).toEqual({ address, bytes, text })
  }
})

interface Stream {
  readonly arch: string
  readonly pc: string
  readonly beforePC: string
  readonly atPC: string
  readonly before: readonly (readonly [address: string, bytes: string, text: string])[]
  readonly at: readonly (readonly [address: string, bytes: string, text: string])[]
}

test.runIf(corpus)('windows of reports: forward exact, backward nothing that is not there', () => {
  const streams = read('streams.jsonl.gz')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Stream)
  const wrong: string[] = []
  let told = 0
  let there = 0
  for (const { arch, pc, beforePC, atPC, before, at } of streams) {
    const known = new Map([...before, ...at].map(([address, , text]) => [BigInt(address), text]))
    const end = BigInt(pc) + 25n
    const forward = new Map(
      disassemble(Buffer.from(atPC, 'base64'), BigInt(pc), arch).map((one) => [one.address, one.text]),
    )
    for (const [address, , text] of at) {
      // The window cuts the last one.
      const found = forward.get(BigInt(address))
      if (text !== '' && BigInt(address) < end && found !== text)
        wrong.push(`${arch} ${pc}: ${found ?? 'none'}, not ${text}`)
    }
    const first = before.reduce((least, [address]) => (BigInt(address) < least ? BigInt(address) : least), BigInt(pc))
    const back = readBefore(Buffer.from(beforePC, 'base64'), BigInt(pc), arch)
    there += before.length
    for (const { address, bytes, text } of back) {
      // Of runs of zeros, llvm-objdump lists nothing.
      if (address < first || bytes.every((byte) => byte === 0)) continue
      told++
      if (known.get(address) !== text) wrong.push(`${arch} ${pc} back: ${text} at ${address.toString(16)}`)
    }
  }
  console.log(`windows: ${streams.length}; backward ${told} of ${there} instructions told, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(told / there).toBeGreaterThan(0.75)
})
