/**
 * Symbols of the corpus, written as Breakpad and GSYM files. Our own readers answer as the index does, at every address where either
 * of the two may change; llvm-gsymutil and a plain reader of Breakpad's records answer alike at addresses drawn from all of them.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readableName } from '../../src/core/demangle/readable.ts'
import { imageOffset } from '../../src/core/model/address.ts'
import type { IndexedCall } from '../../src/core/symindex/reader.ts'
import { builtIndex } from '../support/test-builder.ts'
import { compareWritten, writtenAndRead } from '../support/written-symbols.ts'
import { corpus } from './corpus.ts'
import { debugImages } from './debug-images.ts'
import { gsymutil, parseAnswers } from './gsym-answers.ts'

const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const LARGEST = 12_000_000
/** Addresses of an image to look up with other tools. */
const SAMPLES = 1000

/** Every one of so many at most, spread over all. */
const sample = (all: readonly number[], most: number): readonly number[] => {
  const step = Math.max(1, Math.floor(all.length / most))
  return all.filter((_, at) => at % step === 0)
}

interface Function {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly rows: { readonly start: number; readonly end: number; readonly place: string }[]
  readonly calls: {
    readonly start: number
    readonly end: number
    readonly level: number
    readonly name: string
    readonly site: string
  }[]
}

/** The records as Breakpad's document describes them, one by one: another reading than that of the program. */
function readPlainly(text: string): readonly Function[] {
  const [files, origins] = [new Map<string, string>(), new Map<string, string>()]
  const functions: Function[] = []
  for (const line of text.split('\n')) {
    const words = line.split(' ')
    const hex = (at: number): number => Number.parseInt(words[at] ?? '', 16)
    const rest = (at: number): string => words.slice(at).join(' ')
    const last = functions.at(-1)
    if (words[0] === 'FILE') files.set(words[1] ?? '', rest(2))
    else if (words[0] === 'INLINE_ORIGIN') origins.set(words[1] ?? '', rest(2))
    else if (words[0] === 'FUNC')
      functions.push({ start: hex(1), end: hex(1) + hex(2), name: rest(4), rows: [], calls: [] })
    else if (words[0] === 'INLINE')
      for (let at = 5; at + 1 < words.length; at += 2)
        last?.calls.push({
          start: hex(at),
          end: hex(at) + hex(at + 1),
          level: Number(words[1]),
          name: origins.get(words[4] ?? '') ?? '',
          site: `${files.get(words[3] ?? '') ?? ''}:${words[2]}`,
        })
    else if (/^[0-9a-f]+ /.test(line))
      last?.rows.push({ start: hex(0), end: hex(0) + hex(1), place: `${files.get(words[3] ?? '') ?? ''}:${words[2]}` })
  }
  return functions
}

/** Innermost first: name and place. */
function chainAt({ name, rows, calls }: Function, address: number): readonly string[] {
  const holds = ({ start, end }: { start: number; end: number }): boolean => start <= address && address < end
  const around = calls.filter(holds).sort((a, b) => b.level - a.level)
  const places = [rows.find(holds)?.place ?? ':0', ...around.map(({ site }) => site)]
  return [...around.map((call) => call.name), name].map((one, at) => `${one} ${placed(places[at] ?? '')}`)
}

/** A file without a line is no place; steps that lead back and forth, and a root's second slash, are none. */
function placed(place: string): string {
  const [, path = '', line = '0'] = /^(.*):(\d+)$/.exec(place) ?? []
  return line === '0' || path === '' ? ':0' : `${path.startsWith('/') ? posix.normalize(path) : path}:${line}`
}

const placeOf = ({ file = '', line = 0 }: IndexedCall): string => placed(`${file}:${line}`)

test.runIf(corpus)('symbols of the corpus, written and read back', async () => {
  const totals = { images: 0, functions: 0, symbols: 0, inlined: 0, gsymutil: 0, plain: 0, differ: 0 }
  const [own, llvm, plain]: [string[], string[], string[]] = [[], [], []]
  for (const image of await debugImages(join(corpus ?? '', 'binaries'), LARGEST)) {
    const prepared = await image.prepare()
    if (!prepared.ok) continue
    const index = await builtIndex(prepared.value)
    if (index.lineRows === 0) continue
    totals.images++
    for (const format of ['breakpad', 'gsym'] as const) {
      const { blob, read } = await writtenAndRead(index, format)
      const offsets = [...new Set([...(await index.edges()), ...(await read.edges())])].sort((a, b) => a - b)
      const compared = await compareWritten(index, read, format, offsets)
      for (const line of compared.differing) own.push(`${image.path} ${image.arch} ${format} ${line}`)
      totals.functions += compared.functions
      totals.symbols += compared.symbols
      totals.inlined += compared.inlined
      const file = join(folder, `written.${format}`)
      writeFileSync(file, new Uint8Array(await blob.arrayBuffer()))
      const drawn = sample(offsets, SAMPLES)
      if (format === 'gsym' && gsymutil) {
        const input = drawn.map((offset) => `0x${(index.textVmaddr + BigInt(offset)).toString(16)} ${file}\n`).join('')
        const { stdout } = spawnSync(gsymutil, ['--addresses-from-stdin'], {
          encoding: 'utf8',
          input,
          maxBuffer: 1 << 28,
        })
        const answers = parseAnswers(stdout)
        expect(answers.length).toBe(drawn.length)
        const chains = await index.lookup(drawn.map(imageOffset))
        for (const [at, { address, calls }] of answers.entries()) {
          const chain = chains[at] ?? []
          const isBounded = chain.length > 1 || chain[0]?.source === 'dwarf'
          if (!isBounded || chain.at(0)?.line === undefined) continue
          totals.gsymutil++
          const wanted = chain.map((call) => `${call.mangled} ${placeOf(call)}`)
          const got = calls.map((call) => call.replace(/ (\/.*|\S*):\d+$/, (place) => ` ${placed(place.slice(1))}`))
          if (got.join(' < ') !== wanted.join(' < '))
            llvm.push(`${image.path} ${address} ${got.join(' < ')} is not ${wanted.join(' < ')}`)
        }
      }
      if (format === 'breakpad') {
        const functions = readPlainly(await blob.text())
        const chains = await index.lookup(drawn.map(imageOffset))
        for (const [at, offset] of drawn.entries()) {
          const chain = chains[at] ?? []
          if (!(chain.length > 1 || chain[0]?.source === 'dwarf')) continue
          totals.plain++
          const found = functions.find(({ start, end }) => start <= offset && offset < end)
          const got = found ? chainAt(found, offset) : []
          const wanted = chain.map((call) => `${readableName(call.mangled) || '<name omitted>'} ${placeOf(call)}`)
          if (got.join(' < ') !== wanted.join(' < '))
            plain.push(`${image.path} ${offset.toString(16)} ${got.join(' < ')} is not ${wanted.join(' < ')}`)
        }
      }
    }
  }
  totals.differ = own.length + llvm.length + plain.length
  console.table(totals)
  console.log([...own.slice(0, 5), ...llvm.slice(0, 5), ...plain.slice(0, 5)].join('\n'))
  expect(totals.images).toBeGreaterThan(10)
  expect(own).toEqual([])
  expect(llvm).toEqual([])
  expect(plain).toEqual([])
})
