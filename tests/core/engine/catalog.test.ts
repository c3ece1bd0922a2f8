/** Files of one image: their grouping, and the file used for look-ups. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { linkAddress, offsetOfLink } from '../../../src/core/model/address.ts'
import type { IndexStore } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

const fixture = (path: string): Blob =>
  new Blob([readFileSync(new URL(`../../fixtures/macho/ios-arm64-dwarf4/${path}`, import.meta.url))])
const program = (): { path: string; blob: Blob } => ({ path: 'Shelf', blob: fixture('Shelf') })
const debug = (): { path: string; blob: Blob } => ({
  path: 'Shelf',
  blob: fixture('Shelf.dSYM/Contents/Resources/DWARF/Shelf'),
})

test.each([
  ['the dSYM first', [debug(), program()]],
  ['the program first', [program(), debug()]],
  ['each twice', [debug(), program(), debug(), program()]],
])('a program and its dSYM of one name, dropped together, keep their lines: %s', async (_, files) => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(files)
  const [image, ...others] = await engine.images()
  expect(others).toEqual([])
  if (!image) throw new Error('no image')
  // From the fixture's own truth: main begins at line 5 of main.c.
  const [, row = ''] = readFileSync(
    new URL('../../fixtures/macho/ios-arm64-dwarf4/truth.jsonl', import.meta.url),
    'utf8',
  ).split('\n')
  const { address, frames } = JSON.parse(row) as { address: string; frames: { function: string; line: number }[] }
  const offset = offsetOfLink(linkAddress(BigInt(address)), image.textVmaddr)
  const answer = await engine.lookup({ key: image, offsets: offset === undefined ? [] : [offset] })
  expect(answer.ok && answer.value[0]).toMatchObject([{ function: frames[0]?.function, line: frames[0]?.line }])
})

test.each([
  ['once, until it changes, where the store counts that', true],
  ['for each report where the store counts no changes', false],
])('the list of indexes is read %s', async (_, counts) => {
  const { changes, ...store } = createMemoryStore()
  let lists = 0
  const list = (): ReturnType<IndexStore['list']> => {
    lists++
    return store.list()
  }
  const indexes: IndexStore = { ...store, list, ...(counts && changes && { changes }) }
  const ports = await testPorts()
  const [engine, other] = [createEngine({ indexes, ...ports }), createEngine({ indexes, ...ports })]
  const report = await sampleReport()
  const matched = async (): Promise<number | undefined> => {
    const named = await engine.symbolicate(report)
    return named.ok ? named.value[0]?.images.filter(({ symbols }) => symbols === 'matched').length : undefined
  }
  expect(await matched()).toBe(0)
  const before = lists
  expect(await matched()).toBe(0)
  expect(lists > before).toBe(!counts)
  // As another tab would.
  await other.add([await sampleSymbols()])
  await other.index(await other.images())
  expect(await matched()).toBe(1)
})
