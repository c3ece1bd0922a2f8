/**
 * Executables whose debug information lies in their object files, against the dSYM that dsymutil made of the same
 * files. Both must give the same calls at every place in their code, and the names that llvm-symbolizer reads from that
 * dSYM.
 */
import { openAsBlob, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import type { Engine } from '../../src/core/engine-types.ts'
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset } from '../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../src/core/model/image.ts'
import type { InputFile } from '../../src/core/ports.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { unslide } from '../support/cli.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'
import { difference, readOracle, type OracleRow } from './oracle-rows.ts'

const folder = `${corpus ?? ''}debugmap/`
const programs = corpus ? readdirSync(folder).filter((name) => name.startsWith('macos-')) : []

async function filesBelow(path: string): Promise<readonly InputFile[]> {
  const names = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : ['']
  const files = names.map((name) => join(path, name)).filter((file) => statSync(file).isFile())
  return Promise.all(files.map(async (file) => ({ path: file, blob: await openAsBlob(file) })))
}

async function engineWith(...paths: readonly string[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const path of paths) await engine.add(await filesBelow(path))
  return engine
}

async function linkedImage(engine: Engine): Promise<KnownImage> {
  const image = (await engine.images()).find(({ kind }) => kind === 'executable' || kind === 'dsym')
  if (!image) throw new Error('no image')
  return image
}

async function answers(engine: Engine, offsets: readonly ImageOffset[]): Promise<readonly (readonly Call[])[]> {
  const looked = await engine.lookup({ key: await linkedImage(engine), offsets })
  if (!looked.ok) throw new Error(looked.problems.map(({ message }) => message).join(' '))
  expect(looked.problems).toEqual([])
  return looked.value
}

test.each(programs)('%s with its objects answers as its dSYM does', async (name) => {
  const root = `${folder}${name}/`
  const [ours, dsym] = [
    await engineWith(`${root}obj`, `${root}libvars.a`, `${root}${name}`),
    await engineWith(`${root}oracle.dSYM`),
  ]
  const offsets = Array.from({ length: 0x3000 }, (_, at) => imageOffset(0x400 + at))
  expect(await linkedImage(ours)).toMatchObject({ detail: 'dwarf', kind: 'executable' })
  const [got, wanted] = [await answers(ours, offsets), await answers(dsym, offsets)]
  // An executable has stubs, which its dSYM does not.
  const told = (calls: readonly Call[] = []): string =>
    calls[0]?.mangled.startsWith('stub for ') ? '[]' : JSON.stringify(calls)
  const differing = offsets.flatMap((offset, at) =>
    told(got[at]) === told(wanted[at]) ? [] : [`0x${offset.toString(16)}\n  ${told(got[at])}\n  ${told(wanted[at])}`],
  )
  expect(wanted.filter((calls) => calls.some(({ line = 0 }) => line > 0)).length).toBeGreaterThan(2000)
  expect(differing.slice(0, 12).join('\n')).toBe('')
})

test.each(programs)('%s with its objects answers as llvm-symbolizer does with its dSYM', async (name) => {
  const root = `${folder}${name}/`
  const oracle = readdirSync(root).find((file) => file.endsWith('.oracle.jsonl.gz')) ?? ''
  const engine = await engineWith(`${root}${name}`, `${root}obj`, `${root}libvars.a`)
  const { textVmaddr } = await linkedImage(engine)
  const offsetOf = (address: string): ImageOffset | undefined => offsetOfLink(linkAddress(BigInt(address)), textVmaddr)
  // The header is no code, so it answers no address.
  const isCode = (row: OracleRow): boolean => row.frames[0]?.function !== '_mh_execute_header'
  const rows = readOracle(`${root}${oracle}`).filter((row) => offsetOf(row.addr) !== undefined && isCode(row))
  const got = await answers(
    engine,
    rows.flatMap(({ addr }) => offsetOf(addr) ?? []),
  )
  const kinds = rows.map((row, at) => difference(row, got[at] ?? [], offsetOf))
  const differing = rows.flatMap((row, at) =>
    kinds[at] ? [`${kinds[at]} ${JSON.stringify(row)} ${JSON.stringify(got[at])}`] : [],
  )
  expect(rows.length).toBeGreaterThan(800)
  expect(differing.slice(0, 10).join('\n')).toBe('')
})

test.runIf(corpus)('what Apple linked, of Swift, answers as the dSYM does that Apple’s dsymutil made', async () => {
  const root = `${corpus ?? ''}binaries/progress-swift6-debugmap/release/`
  const [ours, dsym] = [
    await engineWith(`${root}Progress.build`, `${root}Progress`),
    await engineWith(`${root}Progress.dSYM`),
  ]
  const offsets = Array.from({ length: 0x10000 }, (_, at) => imageOffset(at * 4))
  const [got, wanted] = [await answers(ours, offsets), await answers(dsym, offsets)]
  // The program knows stubs, and where functions without a name begin; its dSYM has the name before them.
  const isMore = (calls: readonly Call[] = []): boolean =>
    calls[0]?.source === 'starts' || calls[0]?.mangled.startsWith('stub for ') === true
  const hasLine = (calls: readonly Call[] = []): boolean => calls.some(({ line = 0 }) => line > 0)
  const differing = offsets.flatMap((offset, at) => {
    const [a, b] = [JSON.stringify(got[at]), JSON.stringify(wanted[at])]
    return a === b || (isMore(got[at]) && !hasLine(wanted[at])) ? [] : [`0x${offset.toString(16)}\n  ${a}\n  ${b}`]
  })
  expect(differing.slice(0, 10).join('\n')).toBe('')
  expect(wanted.filter(hasLine).length).toBeGreaterThan(4000)
})

test.each(programs)('%s through the built command line, as its dSYM', (name) => {
  const root = `${folder}${name}/`
  const addresses = Array.from({ length: 400 }, (_, at) => `0x${(0x1_0000_0600 + at * 23).toString(16)}`)
  const lookup = (...symbols: readonly string[]): string =>
    unslide(['lookup', ...symbols.flatMap((path) => ['--symbols', path]), ...addresses]).out
  const told = lookup(`${root}${name}`, `${root}obj`, `${root}libvars.a`).split('\n')
  const wanted = lookup(`${root}oracle.dSYM`).split('\n')
  expect(told.filter((line) => !line.startsWith('stub for '))).toEqual(
    wanted.filter((_, at) => !told[at]?.startsWith('stub for ')),
  )
  expect(wanted.filter((line) => /\.c(pp)?:\d+\)/.test(line)).length).toBeGreaterThan(100)
})
