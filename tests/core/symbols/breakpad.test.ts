import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { nestInlines } from '../../../src/core/symbols/breakpad-inlines.ts'
import { breakpadSource } from '../../../src/core/symbols/breakpad.ts'
import { openIndex, testBuilder } from '../../support/test-builder.ts'

const SYMBOLS = `MODULE mac arm64 AC58D77F1D2E3A4B8C5D6E7F809102130 My App
INFO GENERATOR made up
FILE 0 /src/main.cc
FILE 1 /src/inner.h
INLINE_ORIGIN 0 outer::inner(int)
INLINE_ORIGIN 1 leaf()
FUNC 1000 40 0 main
INLINE 0 7 0 0 1010 10 1030 8
INLINE 1 3 1 1 1014 4 1030 4
1000 10 5 0
1010 4 20 1
1014 4 30 1
1018 8 21 1
1020 10 8 0
1030 4 31 1
1034 4 22 1
1038 8 9 0
FUNC m 1080 10 0 outer::other()
1080 8 70 0
1088 8 69 0
this is no record
PUBLIC 2000 0 only_public
PUBLIC m 2010 0 another
STACK CFI INIT 1000 40 .cfa: $rsp 8 +
`

async function build(text: string) {
  const opened = await breakpadSource.open({ path: 'app.sym', blob: new Blob([text]) })
  if (!opened.ok) throw new Error(opened.problems[0]?.message)
  const image = opened.value[0]!
  const prepared = await image.prepare()
  if (!prepared.ok) throw new Error(prepared.problems[0]?.message)
  const built = await (await testBuilder()).build(prepared.value)
  if (!built.ok) throw new Error(built.problems[0]?.message)
  expect(built.problems).toEqual([])
  const index = await openIndex(built.value.bytes, 'app.sym')
  if (!index.ok) throw new Error(index.problems[0]?.message)
  return { image, prepared, index: index.value }
}

test('functions, inlined calls of several ranges, lines and public names', async () => {
  const { image, prepared, index } = await build(SYMBOLS)
  expect(image).toMatchObject({ uuid: 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213', arch: 'arm64', name: 'My App' })
  expect(prepared.problems).toMatchObject([{ code: 'bad-breakpad', line: 21 }])
  const offsets = [0x1000, 0x1010, 0x1014, 0x101c, 0x1024, 0x1030, 0x1034, 0x103c, 0x1084, 0x1088, 0x2000, 0x2018]
  const chains = await index.lookup(offsets.map(imageOffset))
  expect(
    chains.map((chain) => chain.map(({ mangled, file, line }) => `${mangled} ${file ?? ''}:${line ?? ''}`)),
  ).toEqual([
    ['main /src/main.cc:5'],
    ['outer::inner(int) /src/inner.h:20', 'main /src/main.cc:7'],
    ['leaf() /src/inner.h:30', 'outer::inner(int) /src/inner.h:3', 'main /src/main.cc:7'],
    ['outer::inner(int) /src/inner.h:21', 'main /src/main.cc:7'],
    ['main /src/main.cc:8'],
    ['leaf() /src/inner.h:31', 'outer::inner(int) /src/inner.h:3', 'main /src/main.cc:7'],
    ['outer::inner(int) /src/inner.h:22', 'main /src/main.cc:7'],
    ['main /src/main.cc:9'],
    ['outer::other() /src/main.cc:70'],
    ['outer::other() /src/main.cc:69'],
    ['only_public :'],
    ['another :'],
  ])
  // The last one extends for a limited length: nothing states its end.
  const [near, far] = await index.lookup([0x2010 + 0xfffff, 0x2010 + 0x100000].map(imageOffset))
  expect(near).toMatchObject([{ mangled: 'another' }])
  expect(far).toEqual([])
})

test('unwind records say where code ends', async () => {
  const { index } = await build(`MODULE mac arm64 AC58D77F1D2E3A4B8C5D6E7F809102130 App
PUBLIC 1000 0 last
STACK CFI INIT 1000 300000 .cfa: $rsp 8 +
STACK CFI INIT fffffffffffffff0 20 .cfa: $rsp 8 +
`)
  const chains = await index.lookup([0x1000, 0x300fff].map(imageOffset))
  expect(chains.map(([call]) => call?.mangled)).toEqual(['last', 'last'])
})

test('many functions make many units', async () => {
  const functions = Array.from({ length: 1500 }, (_, index) => {
    const at = (0x1000 + index * 16).toString(16)
    return `FUNC ${at} 10 0 function_${index}\n${at} 10 ${index + 1} 0\n`
  })
  const { index } = await build(
    `MODULE mac arm64 AC58D77F1D2E3A4B8C5D6E7F809102130 App\nFILE 0 a.c\n${functions.join('')}`,
  )
  const chains = await index.lookup([0x1000, 0x1000 + 16 * 700 + 8, 0x1000 + 16 * 1499].map(imageOffset))
  expect(chains.map(([call]) => `${call?.mangled} ${call?.line}`)).toEqual([
    'function_0 1',
    'function_700 701',
    'function_1499 1500',
  ])
})

test.each([
  ['another system', 'MODULE Linux x86_64 AC58D77F1D2E3A4B8C5D6E7F809102130 app\n', 'foreign-symbols'],
  ['no UUID', 'MODULE mac x86_64 000 app\n', 'bad-breakpad'],
])('%s is a problem', async (_, text, code) => {
  expect(await breakpadSource.open({ path: 'a.sym', blob: new Blob([text]) })).toMatchObject({
    ok: false,
    problems: [{ code, file: 'a.sym', line: 1 }],
  })
})

test('records with odd numbers never throw', async () => {
  const lines = SYMBOLS.split('\n')
  for (let at = 1; at < lines.length; at++) {
    for (const damage of ['zz', '-1', '', 'ffffffffffffffffffff']) {
      const words = (lines[at] ?? '').split(' ')
      for (let word = 0; word < words.length; word++) {
        const damaged = lines.with(at, words.with(word, damage).join(' ')).join('\n')
        const opened = await breakpadSource.open({ path: 'a.sym', blob: new Blob([damaged]) })
        const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
        expect(prepared?.ok).toBe(true)
      }
    }
  }
})

test('one record of a deeper call may lie in several calls', () => {
  const call = (level: number, origin: number, ...ranges: [number, number][]) => ({
    level,
    origin,
    callLine: 1,
    callFile: 0,
    ranges: ranges.map(([address, size]) => ({ address, size })),
  })
  const budget = new Budget(0)
  const nested = nestInlines(
    [call(0, 1, [0x10, 8]), call(1, 9, [0x12, 2], [0x22, 2], [0x40, 2]), call(0, 2, [0x20, 8])],
    budget,
  )
  const across = nestInlines([call(0, 1, [0x10, 8]), call(0, 2, [0x18, 8]), call(1, 9, [0x14, 8])], budget)
  expect(across.map(({ children }) => children[0]?.ranges)).toEqual([
    [{ address: 0x14, size: 4 }],
    [{ address: 0x18, size: 4 }],
  ])
  expect(nested.map(({ origin, children }) => [origin, children.map((child) => [child.origin, child.ranges])])).toEqual(
    [
      [1, [[9, [{ address: 0x12, size: 2 }]]]],
      [2, [[9, [{ address: 0x22, size: 2 }]]]],
    ],
  )
})

test('calls that all lie in each other end, and what was read before counts', async () => {
  const overlapping = Array.from({ length: 3 }, (_, level) =>
    Array.from({ length: 2000 }, () => `INLINE ${level} 1 0 0 1000 40`).join('\n'),
  )
  const text = `MODULE mac arm64 AC58D77F1D2E3A4B8C5D6E7F809102130 App
INLINE_ORIGIN 0 inner
FUNC 500 40 0 before
FUNC 1000 40 0 main
${overlapping.join('\n')}
`
  const opened = await breakpadSource.open({ path: 'App.sym', blob: new Blob([text]) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems.map(({ code }) => code)).toEqual(['over-budget'])
  const built = prepared?.ok ? await (await testBuilder()).build(prepared.value) : undefined
  const index = built?.ok ? await openIndex(built.value.bytes, 'App.sym') : undefined
  const calls = index?.ok ? await index.value.lookup([imageOffset(0x510)]) : []
  expect(calls[0]?.[0]?.mangled).toBe('before')
})

test.each([
  `FUNC ${'f'.repeat(300)} 4 0 f`,
  `FUNC 1000 ${'f'.repeat(14)} 0 f`,
  `PUBLIC ${'f'.repeat(300)} 0 p`,
  `FUNC 1000 4 0 f\nINLINE 0 1 0 0 ${'f'.repeat(300)} 4`,
])('a number without end is no record', async (record) => {
  const text = `MODULE mac arm64 AC58D77F1D2E3A4B8C5D6E7F809102130 App\n${record}\n`
  const opened = await breakpadSource.open({ path: 'App.sym', blob: new Blob([text]) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems.map(({ code }) => code)).toEqual(['bad-breakpad'])
})
