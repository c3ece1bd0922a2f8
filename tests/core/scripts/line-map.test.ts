/** Unity's maps of lines and tables of symbols: what they name, what is said without them, and broken ones. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { openLineMap } from '../../../src/core/scripts/line-map.ts'
import { lineMapSource } from '../../../src/core/symbols/line-map.ts'
import { usymSource } from '../../../src/core/symbols/usym.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { buildUsym, type UsymRow } from '../../support/usym-builder.ts'

const ID = '2a9d9a41-3c6a-3f0b-9b6f-7c8e1d2a4b10'
const METHOD = `Player_Update_m${'AB12'.repeat(10)}`
const CPP = '/build/il2cppOutput/Assembly-CSharp.cpp'
const lines = {
  '__debug-id__': ID,
  [CPP]: { 'Assets/Player.cs': { '100': 7, '103': 9 }, 'Assets/Pad.cs': { '150': 2 } },
}

const fileOf = (map: unknown, path = 'LineNumberMappings.json') => ({
  path,
  blob: new Blob([typeof map === 'string' ? map : JSON.stringify(map)]),
})

test('the last line at or before the one asked for, fifty lines away at most', async () => {
  const map = await openLineMap(fileOf(lines))
  const at = (line: number, file = CPP): string | undefined => {
    const found = map.originalOf(file, line)
    return found && `${found.file}:${found.line}`
  }
  expect([99, 100, 102, 103, 149, 150, 200, 201].map((line) => at(line))).toEqual([
    undefined,
    'Assets/Player.cs:7',
    'Assets/Player.cs:7',
    'Assets/Player.cs:9',
    'Assets/Player.cs:9',
    'Assets/Pad.cs:2',
    'Assets/Pad.cs:2',
    undefined,
  ])
  expect(at(100, 'Assembly-CSharp.cpp')).toBe('Assets/Player.cs:7')
  expect(at(100, 'Other.cpp')).toBeUndefined()
  expect(at(100, '')).toBeUndefined()
})

test('of two files with one name neither is meant by the name alone', async () => {
  const map = await openLineMap(fileOf({ ...lines, '/old/Assembly-CSharp.cpp': { 'a.cs': { '1': 1 } } }))
  expect(map.originalOf('Assembly-CSharp.cpp', 100)).toBeUndefined()
  expect(map.originalOf(CPP, 100)?.line).toBe(7)
})

test.each<[string, unknown, boolean]>([
  ['with its id first', lines, true],
  ['without an id', { [CPP]: lines[CPP] }, true],
  ['with an empty file', { 'a.cpp': {} }, true],
  ['another JSON', { threads: { 'a.cs': 1 } }, false],
])('maps are known by their beginning: %s', (_, map, isMap) => {
  expect(lineMapSource.sniff(new TextEncoder().encode(JSON.stringify(map, null, 2)))).toBe(isMap)
})

test.each([
  ['cut', JSON.stringify(lines).slice(0, -3)],
  ['a list', '[]'],
])('a broken map is refused: %s', async (_, text) => {
  await expect(openLineMap(fileOf(text))).rejects.toMatchObject({ problem: { code: 'bad-line-map' } })
})

test('what is no line is left out', async () => {
  const map = await openLineMap(
    fileOf({ a: 5, [CPP]: { 'x.cs': { one: 1, '2': 'two', '-3': 3, '4': 5 }, 'y.cs': null } }),
  )
  expect(map.lines).toBe(1)
})

const crash = (uuid = ID): string => `Incident Identifier: 3E1B2C4D-1111-4000-8000-00000000000A
Process:             Game [4711]
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

Thread 0 Crashed:
0   UnityFramework                	0x0000000107001f34 ${METHOD} + 112 (Assembly-CSharp.cpp:102)
1   UnityFramework                	0x0000000107002f34 il2cpp::vm::Runtime::Invoke(MethodInfo const*) + 88 (Runtime.cpp:567)

Binary Images:
0x107000000 - 0x108ffffff UnityFramework arm64  <${uuid.replaceAll('-', '')}> /var/Game.app/Frameworks/UnityFramework.framework/UnityFramework
`

async function symbolicated(text: string, ...maps: readonly ReturnType<typeof fileOf>[]): Promise<SymbolicatedReport> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(maps)
  const outcome = await engine.symbolicate({ path: 'crash.txt', blob: new Blob([text]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value[0]!
}

const told = ({ resolutions }: SymbolicatedReport): readonly string[] =>
  resolutions.map((one) => {
    const [call] = 'calls' in one ? one.calls : []
    return `${call?.file ?? ''}:${call?.line ?? ''} ${('grade' in one && one.grade?.level) || 'as printed'}`
  })
const codes = ({ report }: SymbolicatedReport): readonly string[] =>
  report.problems.map(({ code, variant }) => `${code}.${variant ?? ''}`)

test('frames of C++ get the line of C# that they were made of; others stay', async () => {
  const named = await symbolicated(crash(), fileOf(lines))
  expect(told(named)).toEqual(['Assets/Player.cs:7 as printed', 'Runtime.cpp:567 as printed'])
  const [first] = named.resolutions
  expect(first && 'calls' in first && first.calls[0]).toMatchObject({
    mangled: METHOD,
    compiled: { file: 'Assembly-CSharp.cpp', line: 102 },
  })
})

test('a map without a debug id is used and marked; one of another build is not used', async () => {
  expect(told(await symbolicated(crash(), fileOf({ [CPP]: lines[CPP] })))[0]).toBe('Assets/Player.cs:7 doubtful')
  const other = await symbolicated(crash(`ff${ID.slice(2)}`), fileOf(lines))
  expect(told(other)[0]).toBe('Assembly-CSharp.cpp:102 as printed')
  expect(codes(other)).toContain('line-map.wrong-build')
})

test('without a map the report says which one is missing, and how to make it', async () => {
  const named = await symbolicated(crash())
  expect(codes(named)).toContain('line-map.missing')
  expect(named.report.problems.at(-1)?.message).toContain('--emit-source-mapping')
})

const ROWS: readonly UsymRow[] = [
  [0x1000, 'Player_Update', 'a.cpp', 10],
  [0x1010, 'Player_Update', 'a.cpp', 12],
  [0x1020, 'Pad_Press', 'b.cpp', 3],
]

const openUsym = (bytes: Uint8Array<ArrayBuffer>) =>
  usymSource.open({ path: 'UnityFramework.usym', blob: new Blob([bytes]) })

test('a table of Unity symbols names functions and lines; a record reaches to the next', async () => {
  const engine: Engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([{ path: 'UnityFramework.usym', blob: new Blob([buildUsym(ROWS)]) }])
  const [key] = await engine.images()
  expect(key).toMatchObject({ uuid: '153D10D1-0DB0-33D6-AACD-A4E1948DA97B', name: 'UnityFramework', arch: 'arm64' })
  const offsets = [0xfff, 0x1000, 0x100f, 0x1010, 0x1023, 0x1024].map((offset) => imageOffset(offset))
  const looked = await engine.lookup({ key: key!, offsets })
  expect(looked.ok && looked.value.map(([call]) => call && `${call.function} ${call.file}:${call.line}`)).toEqual([
    undefined,
    'Player_Update a.cpp:10',
    'Player_Update a.cpp:10',
    'Player_Update a.cpp:12',
    'Pad_Press b.cpp:3',
    undefined,
  ])
})

test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['without names', buildUsym(ROWS, { magic: 'sym-' }), 'lite'],
  ['another version', buildUsym(ROWS, { version: 3 }), undefined],
  ['more records than bytes', buildUsym(ROWS, { records: 0xffffffff }), undefined],
])('a table that cannot be read is refused: %s', async (_, bytes, variant) => {
  expect(usymSource.sniff(bytes)).toBe(true)
  const opened = await openUsym(bytes)
  expect(opened.ok).toBe(false)
  expect(opened.problems[0]).toMatchObject({ code: 'bad-usym' })
  expect(opened.problems[0]?.variant).toBe(variant)
})

test('records out of order, beyond every image or without a name are skipped and told', async () => {
  const opened = await openUsym(
    buildUsym([...ROWS, [0x500, 'Back', 'c.cpp', 1], [2n ** 63n, 'Far', 'c.cpp', 1], [0x3000, '', '', 0]]),
  )
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  expect(prepared?.problems.map(({ code, variant }) => `${code}.${variant ?? ''}`)).toEqual(['bad-usym.records'])
  expect(prepared?.ok && prepared.value.dwarf.length).toBeGreaterThan(0)
})

test('every cut of a table is read or told', async () => {
  const whole = buildUsym(ROWS)
  for (let size = 8; size < whole.length; size++) {
    const opened = await openUsym(whole.slice(0, size))
    if (opened.ok) expect((await opened.value[0]!.prepare()).ok).toBe(true)
    else expect(opened.problems.length).toBeGreaterThan(0)
  }
})
