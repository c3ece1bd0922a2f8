/** Virtual functions of stripped C++ libraries: the slots that clang laid out, at the places that llvm-nm had. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMachO } from '../../../src/core/macho/open.ts'
import { openVirtualMethods } from '../../../src/core/macho/cxx-vtables.ts'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'

const folder = new URL('../../fixtures/vtables/', import.meta.url)
const lines = (name: string): readonly string[] => readFileSync(new URL(name, folder), 'utf8').trim().split('\n')
const image = (name: string) => readFileSync(new URL(`Shapes-${name}`, folder))

/** `Tile::area() const`: a function by its class, without what it returns. */
const plain = (declared: string): string => /[\w:]+(?:<int>)?::~?\w+\(\)(?: const)?/.exec(declared)?.[0] ?? declared

/** For each declaration the slots that it has: a destructor has two. */
const slots = new Map<string, Set<string>>()
for (const row of lines('slots.txt')) {
  const [owner = '', index = '', declared = ''] = row.split('\t')
  const words = `virtual method ${index} of ${owner === 'shop::Box' ? 'shop::Box<int>' : owner}`
  slots.set(plain(declared), (slots.get(plain(declared)) ?? new Set()).add(words))
}

test.each(['arm64-chained', 'x86_64-opcodes'])('%s', async (name) => {
  const opened = await machoSource.open({ path: 'Shapes', blob: new Blob([image(name)]) })
  const input = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!input?.ok) throw new Error('not opened')
  const told = new Map(
    input.value.symbols.flatMap((one) => (one.source === 'described' ? [[one.offset, one.name]] : [])) as [
      number,
      string,
    ][],
  )
  const said = new Set<string>()
  for (const row of lines(`Shapes-${name}.starts.txt`)) {
    const [at = '', ...rest] = row.split(' ')
    const truth = rest.join(' ')
    const words = told.get(Number(at))
    if (words === undefined) continue
    expect(slots.get(truth), truth).toContain(words)
    said.add(words)
  }
  // Of an abstract class only what is not pure has code.
  const all = [...slots]
    .filter(([declared]) => declared !== 'shop::Shape::area() const')
    .flatMap(([, words]) => [...words])
  expect([...said].sort()).toEqual(all.sort())
})

test('every flipped byte of the tables ends in methods that lie in code', async () => {
  const bytes = image('arm64-chained')
  const { images } = await openMachO({ path: 'Shapes', blob: new Blob([bytes]) })
  const table = images[0]?.sections.find(({ name, segment }) => name === '__const' && segment.startsWith('__DATA'))
  const { offset, size } = table!.file
  let told = 0
  for (let at = offset; at < offset + size; at++) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 0xff
    const [broken] = (await openMachO({ path: 'Shapes', blob: new Blob([flipped]) })).images
    const methods = await openVirtualMethods(broken!, new Budget(bytes.length))
    told += methods.length
    for (const method of methods) expect(method.offset).toBeLessThan(0x1000)
  }
  expect(told).toBeGreaterThan(size)
})
