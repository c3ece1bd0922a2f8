/** Go's table of functions in stripped programs: all layouts, places of the code, and damage. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildGoTable, type GoSpec } from '../../support/go-builder.ts'
import { goProgram, goSample, goText, inliningGoProgram } from '../../support/go-program.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const spec = goSample
const TEXT = goText

const image = (table: Uint8Array<ArrayBuffer>) => ({ path: 'till', blob: new Blob([goProgram(table)]) })

const OFFSETS = [0xfff, 0x1000, 0x1008, 0x1014, 0x1018, 0x103f, 0x1040, 0x107f, 0x1080]

async function told(table: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([image(table)])
  const [key] = await engine.images()
  const looked = await engine.lookup({ key: key!, offsets: OFFSETS.map((offset) => imageOffset(offset)) })
  return looked.ok
    ? looked.value.map(([call]) => (call ? `${call.function} ${call.file ?? ''}:${call.line ?? ''}` : ''))
    : looked.problems.map(({ message }) => message)
}

const ANSWERS = [
  '',
  'main.(*Till).Count /src/till.go:16',
  'main.(*Till).Count /src/till.go:18',
  'main.(*Till).Count /src/till.go:18',
  'main.(*Till).Count /src/till.go:17',
  'main.(*Till).Count /src/till.go:17',
  'main.main /src/main.go:33',
  'main.main /src/main.go:33',
  '',
]

test.each<[string, Partial<GoSpec>]>([
  ['Go 1.2', { version: 2 }],
  ['Go 1.16', { version: 16 }],
  ['Go 1.18', { version: 18 }],
  ['Go 1.20', { version: 20 }],
  ['no address of the code in the header', { statedText: 0n }],
  ['an address that a linker packed into a chain', { statedText: TEXT | (5n << 52n) }],
  ['an offset in the image that a linker packed into a chain', { statedText: 0x1000n | (5n << 52n) }],
])('functions, files and lines: %s', async (_, changes) => {
  expect(await told(buildGoTable({ ...spec, ...changes }))).toEqual(ANSWERS)
})

test('one offset asked alone is answered as among all', async () => {
  const opened = await machoSource.open(image(buildGoTable(spec)))
  const own = opened.ok ? opened.value[0] : undefined
  expect(own).toMatchObject({ detail: 'dwarf', rank: 26 })
  const { builder, reader } = await testPorts()
  for (const [at, offset] of OFFSETS.entries()) {
    const only = [imageOffset(offset)]
    const prepared = await own?.prepare(only)
    const built = prepared?.ok ? await builder.build(prepared.value, { only }) : undefined
    const index = built?.ok ? await reader.open(built.value.bytes, 'x') : undefined
    const [[call] = []] = index?.ok ? await index.value.lookup(only) : []
    expect(call ? `${call.mangled} ${call.file}:${call.line}` : '', String(offset)).toBe(ANSWERS[at])
  }
})

const problemsOf = async (table: Uint8Array<ArrayBuffer>): Promise<readonly string[]> => {
  const opened = await machoSource.open(image(table))
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.ok).toBe(true)
  return prepared?.problems.map(({ code }) => code) ?? []
}

test.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['an unknown version', Uint8Array.from([0xf2, 0xff, 0xff, 0xff, 0, 0, 4, 8, ...new Uint8Array(64)]), 'bad-go-table'],
  [
    'a pointer of 3 bytes',
    Uint8Array.from([0xf1, 0xff, 0xff, 0xff, 0, 0, 4, 3, ...new Uint8Array(64)]),
    'bad-go-table',
  ],
  ['more functions than bytes', buildGoTable({ ...spec, claims: Number.MAX_SAFE_INTEGER }), 'truncated'],
])('damage is told, and the image is used: %s', async (_, table, code) => {
  expect(await problemsOf(table)).toContain(code)
})

test('every cut of a table, and every byte changed, is read or told', async () => {
  const whole = buildGoTable(spec)
  for (let size = 1; size < whole.length; size += 3) await problemsOf(whole.slice(0, size))
  for (let at = 0; at < whole.length; at += 2) {
    const changed = whole.slice()
    changed[at] = 0xff
    await problemsOf(changed)
  }
})

const inlining: (...spec: Parameters<typeof inliningGoProgram>) => { readonly path: string; readonly blob: Blob } = (
  ...made
) => ({ path: 'till', blob: new Blob([inliningGoProgram(...made)]) })

async function chains(file: ReturnType<typeof inlining>): Promise<readonly string[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([file])
  const [key] = await engine.images()
  const offsets = [0x1000, 0x1008, 0x1010, 0x1018].map((offset) => imageOffset(offset))
  const looked = await engine.lookup({ key: key!, offsets })
  return looked.ok
    ? looked.value.map((calls) => calls.map((call) => `${call.function}:${call.line ?? ''}`).join(' < '))
    : looked.problems.map(({ message }) => message)
}
const OWN = 'main.(*Till).Count'

test.each([18, 20] as const)('calls that were inlined, and calls in them: layout of Go 1.%s', async (version) => {
  expect(await chains(inlining({ version }))).toEqual([
    `${OWN}:16`,
    `main.check:18 < ${OWN}:16`,
    `main.bad:18 < main.check:18 < ${OWN}:16`,
    `${OWN}:17`,
  ])
})

const PLAIN = [`${OWN}:16`, `${OWN}:18`, `${OWN}:18`, `${OWN}:17`]
const call = (name: string, caller: number) => ({ name, caller, parent: -1 })

test.each<[string, ReturnType<typeof inlining>]>([
  ['calls in a circle', inlining({ calls: [call('main.check', 0x10), call('main.bad', 8)] })],
  ['a caller outside of the function', inlining({ calls: [call('main.check', 0x4000), call('main.bad', 0x4000)] })],
  ['a caller before the function', inlining({ calls: [call('main.check', -4), call('main.bad', -8)] })],
  ['a list that is cut off', inlining({ calls: [] })],
  ['no record of the program', inlining({}, () => new Uint8Array(400))],
  ['a record without the address of the data', inlining({}, (made) => made.fill(0, 320, 328))],
  ['a record that ends before it', inlining({}, (made) => made.slice(0, 320))],
])('functions and lines without calls: %s', async (_, file) => {
  expect(await chains(file)).toEqual(PLAIN)
})

test('names of files that begin at every byte of one long text are not copied without end', async () => {
  const functions = Array.from({ length: 4000 }, (_, at) => ({
    name: `f${at}`,
    start: at * 4,
    file: at === 0 ? 'x'.repeat(30_000) : `${at}`,
    lines: [[0, 1]] as const,
  }))
  const table = buildGoTable({ ...spec, functions, end: 16_000 })
  const view = new DataView(table.buffer)
  const units = Number(view.getBigUint64(8 + 4 * 8, true))
  const long = view.getUint32(units, true)
  for (let at = 0; at < functions.length; at++) view.setUint32(units + 4 * at, long + at, true)
  const image = {
    path: 'till',
    blob: new Blob([
      buildMachO({
        sections: [
          codeSection(16_000, TEXT),
          { name: '__gopclntab', segment: '__TEXT', address: 0x1_0010_0000n, bytes: table },
        ],
      }),
    ]),
  }
  const opened = await machoSource.open(image)
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems.map(({ code }) => code)).toContain('over-budget')
})
