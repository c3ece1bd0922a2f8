/** Go's table of functions in stripped programs: all layouts, places of the code, and damage. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildGoTable, type GoSpec } from '../../support/go-builder.ts'
import { buildMachO, codeSection } from '../../support/macho-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const TEXT = 0x1_0000_1000n
const spec: GoSpec = {
  version: 20,
  text: TEXT,
  end: 0x80,
  functions: [
    {
      name: 'main.(*Till).Count',
      start: 0,
      file: '/src/till.go',
      lines: [
        [0, 16],
        [8, 18],
        [0x18, 17],
      ],
    },
    { name: 'main.main', start: 0x40, file: '/src/main.go', lines: [[0, 33]] },
  ],
}

const image = (table: Uint8Array<ArrayBuffer>) => ({
  path: 'till',
  blob: new Blob([
    buildMachO({
      sections: [
        codeSection(0x100, TEXT),
        { name: '__gopclntab', segment: '__TEXT', address: 0x1_0000_2000n, bytes: table },
      ],
    }),
  ]),
})

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
