/** Two files of one kind and one build that do not say the same: neither name is shown as if nothing spoke against it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { contradicted, contradictedByTable } from '../../../src/core/engine/names/rival-files.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { shelfImage } from '../../support/shelf.ts'
import { mainSymbols } from '../../support/two-files.ts'

/** In line 6 of `main`. */
const PLACE = imageOffset(2124)

const file = (path: string, name?: string): InputFile => ({ path, blob: new Blob([mainSymbols(name)]) })

/** The engine with these files, given one after the other, and its calls at the place. */
async function answerOf(...files: readonly InputFile[]) {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const one of files) await engine.add([one])
  const [key, ...others] = await engine.images()
  expect(others).toEqual([])
  if (!key) throw new Error('no image')
  const ask = async (): Promise<readonly Call[]> => {
    const answer = await engine.lookup({ key, offsets: [PLACE] })
    return (answer.ok && answer.value[0]) || []
  }
  return { engine, key, ask }
}

test.each([
  ['in other folders', 'a/Shelf', 'b/Shelf'],
  ['of one path and size, from two drops', 'Shelf', 'Shelf'],
])('each order marks the name, with what the other file says: %s', async (_, one, other) => {
  const first = await (await answerOf(file(one), file(other, 'evil'))).ask()
  expect(first).toMatchObject([
    { function: 'evil', contradicted: { path: one, function: 'main', file: 'main.c', line: 6 } },
  ])
  const second = await (await answerOf(file(one, 'evil'), file(other))).ask()
  expect(second).toMatchObject([{ function: 'main', contradicted: { path: one, function: 'evil' } }])
})

test('a copy contradicts nothing, and does not push away what does', async () => {
  const copies = await (await answerOf(file('a/Shelf'), file('b/Shelf'), file('c/Shelf'))).ask()
  expect(copies).toMatchObject([{ function: 'main' }])
  expect(copies[0]).not.toHaveProperty('contradicted')
  const many = Array.from({ length: 12 }, (_, at) => file(`${at}/Shelf`, 'evil'))
  const pushed = await (await answerOf(file('a/Shelf'), ...many)).ask()
  expect(pushed).toMatchObject([{ function: 'evil', contradicted: { path: 'a/Shelf', function: 'main' } }])
})

test('an index that is kept of one of them takes no mark away', async () => {
  const { engine, key, ask } = await answerOf(file('a/Shelf', 'evil'))
  await engine.index([key])
  const [kept] = await engine.images()
  expect(kept?.index).toBeDefined()
  expect((await ask())[0]).not.toHaveProperty('contradicted')
  await engine.add([file('b/Shelf')])
  expect(await ask()).toMatchObject([{ function: 'evil', contradicted: { path: 'b/Shelf', function: 'main' } }])
})

test('an index that is kept from an earlier visit is compared with the file that is given now', async () => {
  const indexes = createMemoryStore()
  const ports = await testPorts()
  const earlier = createEngine({ indexes, ...ports })
  await earlier.add([file('a/Shelf', 'evil')])
  const [key] = await earlier.images()
  if (!key) throw new Error('no image')
  await earlier.index([key])
  const engine = createEngine({ indexes, ...ports })
  const ask = async (): Promise<unknown> => {
    const answer = await engine.lookup({ key, offsets: [PLACE] })
    return answer.ok && answer.value[0]
  }
  expect(await ask()).toMatchObject([{ function: 'evil' }])
  await engine.add([file('b/Shelf')])
  expect(await ask()).toMatchObject([{ function: 'evil', contradicted: { path: 'b/Shelf', function: 'main' } }])
})

const call = (name: string, more: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'dwarf',
  ...more,
})

/** The program, with the name `name`, of four letters, for `main` in its tables. */
const program = (path: string, name = 'main'): InputFile => ({
  path,
  blob: new Blob([
    Buffer.from(readFileSync(shelfImage('macos-arm64-objects'), 'latin1').replaceAll('main\0', `${name}\0`), 'latin1'),
  ]),
})

test('a dSYM that names a function otherwise than the table of the program is marked, in either order, and its kept index, too', async () => {
  const files = [file('a/Shelf', 'evil'), program('b/Shelf')]
  for (const [one, other] of [files, [...files].reverse()]) {
    if (!one || !other) continue
    const { engine, key, ask } = await answerOf(one, other)
    const said = [{ function: 'evil', contradicted: { path: 'b/Shelf', function: 'main' } }]
    expect(await ask()).toMatchObject(said)
    await engine.index([key])
    expect(await ask()).toMatchObject(said)
  }
  const sound = await (await answerOf(file('a/Shelf'), program('b/Shelf'))).ask()
  expect(sound).toMatchObject([{ function: 'main', line: 6 }])
  expect(sound[0]).not.toHaveProperty('contradicted')
})

const from = (name: string, start: number, more: Partial<Call> = {}): Call =>
  call(name, { functionStart: imageOffset(start), ...more })
const inTable = (name: string, start: number): Call => from(name, start, { source: 'symtab' })

test.each<[string, readonly Call[], readonly Call[], string | undefined]>([
  ['the same', [from('f', 16)], [inTable('f', 16)], undefined],
  ['another name at the same start', [from('evil', 16)], [inTable('f', 16)], 'f'],
  ['another method with arguments', [from('-[A a:]', 16)], [inTable('-[B b:]', 16)], '-[B b:]'],
  ['the same method', [from('-[A a:]', 16)], [inTable('-[A a:]', 16)], undefined],
  ['a function that begins inside', [from('evil', 16)], [inTable('f', 32)], 'f'],
  ['a name whose neighbour was stripped', [from('f', 32)], [inTable('before', 16)], undefined],
  ['a name without parameters and scope', [from('f', 16)], [inTable('a::f(int)', 16)], undefined],
  ['an underscore', [from('f', 16)], [inTable('_f', 16)], undefined],
  ['an inlined call', [call('g', { inlined: true }), from('f', 16)], [inTable('f', 16)], undefined],
  ['a start without a name', [from('f', 16)], [from('', 32, { source: 'starts' })], undefined],
])('what a program’s table contradicts: %s', (_, chain, said, name) => {
  const marked = contradictedByTable(chain, said, 'x/y/App')
  expect(marked.map((one) => one.contradicted?.function)).toEqual(chain.map(() => name))
})

test.each<[string, readonly Call[], readonly Call[], string | undefined]>([
  ['the same', [call('f', { file: '/a/f.c', line: 1 })], [call('f', { file: '/b/f.c', line: 1 })], undefined],
  ['another line', [call('f', { file: 'f.c', line: 1 })], [call('f', { file: 'f.c', line: 2 })], 'f'],
  ['another file', [call('f', { file: 'f.c', line: 1 })], [call('f', { file: 'g.c', line: 1 })], 'f'],
  ['no line', [call('f', { file: 'f.c', line: 1 })], [call('f')], undefined],
  ['an alias', [call('f', { aliases: ['g'] })], [call('g')], undefined],
  ['one more inlined call', [call('f')], [call('evil', { inlined: true }), call('f')], 'evil'],
  ['one inlined call less', [call('evil', { inlined: true }), call('f')], [call('f')], 'f'],
  ['another inlined call', [call('a', { inlined: true }), call('f')], [call('b', { inlined: true }), call('f')], 'b'],
  ['no name', [call('f')], [call('', { source: 'starts' })], undefined],
  ['nothing', [call('f')], [], undefined],
])('what contradicts a chain: %s', (_, chain, said, name) => {
  const marked = contradicted(chain, said, 'x/y/A.dSYM/Contents/Resources/DWARF/A')
  expect(marked.map((one) => one.contradicted?.function)).toEqual(chain.map(() => name))
  if (name !== undefined) expect(marked[0]?.contradicted?.path).toBe('y/A.dSYM')
})
