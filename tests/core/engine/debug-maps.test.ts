/** Programs whose debug information is in the object files beside them: all of it, some of it, none, and that of another build. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { imageOffset, linkAddress, offsetOfLink } from '../../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../../src/core/model/image.ts'
import type { Problem } from '../../../src/core/model/problem.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { buildArchive } from '../../support/archive-builder.ts'
import { spoilBytes } from '../../support/damage.ts'
import { buildFat } from '../../support/macho-builder.ts'
import { randomFrom } from '../../support/random.ts'
import { builtIndex, testPorts } from '../../support/test-builder.ts'
import { buildZip } from '../../support/zip-builder.ts'

const fixtures = new URL('../../fixtures/macho/', import.meta.url)
const names = ['macos-arm64-objects', 'macos-x86_64-objects', 'ios-armv7-objects']
const ARM = 'macos-arm64-objects'

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(path, fixtures)))
const file = (path: string, bytes = bytesOf(path)): InputFile => ({ path, blob: new Blob([bytes]) })
const program = (name: string): InputFile => file(`${name}/Shelf`)
const objects = (name: string): readonly InputFile[] =>
  readdirSync(new URL(`${name}/build`, fixtures)).map((entry) => file(`${name}/build/${entry}`))

interface Truth {
  readonly address: string
  readonly frames: readonly { readonly function?: string; readonly file?: string; readonly line?: number }[]
}

/** llvm-symbolizer's answers for functions; the Mach header is none, and stubs it does not name. */
function truthOf(name: string): readonly Truth[] {
  const lines = new TextDecoder()
    .decode(bytesOf(`${name}/truth.jsonl`))
    .trimEnd()
    .split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Truth)
  return rows.filter(({ frames: [inner] }) => inner?.function !== undefined && inner.function !== '_mh_execute_header')
}

async function engineWith(...drops: readonly (readonly InputFile[])[]): Promise<Engine> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  for (const drop of drops) await engine.add(drop)
  return engine
}

async function imageOf(engine: Engine): Promise<KnownImage> {
  const image = (await engine.images()).find(({ kind }) => kind === 'executable')
  if (!image) throw new Error('no program')
  return image
}

interface Answers {
  readonly frames: readonly Pick<Truth, 'frames'>[]
  readonly problems: readonly Problem[]
}

async function answersAt(engine: Engine, rows: readonly Truth[]): Promise<Answers> {
  const image = await imageOf(engine)
  const offsets = rows.map(
    ({ address }) => offsetOfLink(linkAddress(BigInt(address)), image.textVmaddr) ?? imageOffset(0),
  )
  const looked = await engine.lookup({ key: image, offsets })
  return { frames: looked.ok ? looked.value.map(inTruthsWords) : [], problems: looked.problems }
}

const inTruthsWords = (calls: readonly Call[]): Pick<Truth, 'frames'> => ({
  frames: calls.map(({ function: name, file: source, line }) => ({
    function: name,
    ...(source !== undefined && { file: source }),
    ...(line !== undefined && { line }),
  })),
})

/** The truth without fields that the engine writes differently: columns, starts, arguments in names of inlined calls. */
const expected = (rows: readonly Truth[]): readonly Pick<Truth, 'frames'>[] =>
  rows.map(({ frames }) => ({
    frames: frames.map(({ function: name = '', file: source, line }) => ({
      function: name,
      ...(source !== undefined && { file: source }),
      ...(line !== undefined && { line }),
    })),
  }))

describe.each(names)('%s', (name) => {
  test.each<[string, () => Promise<readonly (readonly InputFile[])[]>]>([
    ['dropped together', async () => [[program(name), ...objects(name)]]],
    ['objects first', async () => [objects(name), [program(name)]]],
    [
      'one after the other, last of all the program',
      async () => [...objects(name).map((one) => [one]), [program(name)]],
    ],
    [
      'the program first, then one object after the other',
      async () => [[program(name)], ...objects(name).map((one) => [one])],
    ],
    [
      'in a zip',
      async () => {
        const entries = [program(name), ...objects(name)].map(({ path }) => [path, bytesOf(path)] as const)
        return [[{ path: 'build.zip', blob: await buildZip(Object.fromEntries(entries)) }]]
      },
    ],
  ])('answers as llvm-symbolizer does with its dSYM: %s', async (_, drops) => {
    const engine = await engineWith(...(await drops()))
    const rows = truthOf(name)
    const { frames, problems } = await answersAt(engine, rows)
    expect(problems).toEqual([])
    expect(frames).toEqual(expected(rows))
    expect(await imageOf(engine)).toMatchObject({ detail: 'dwarf', kind: 'executable' })
  })

  test('a partial build reads only the objects that it needs, and answers as the whole one does', async () => {
    const opened = await machoSource.open(program(name))
    const members = await Promise.all(objects(name).map((object) => machoSource.open(object)))
    const images = members.flatMap((one) => (one.ok ? one.value : []))
    const asked = new Set<string>()
    const find = async (path: string) => {
      asked.add(path)
      const member = /([^/(]+)\)?$/.exec(path)?.[1] ?? ''
      return Promise.all(images.flatMap(({ path: known, macho }) => (macho && known.endsWith(member) ? [macho()] : [])))
    }
    const image = opened.ok && opened.value[0]?.objects?.join(find, 0)
    if (!image) throw new Error('not opened')
    const whole = await image.prepare()
    if (!whole.ok) throw new Error('not prepared')
    const index = await builtIndex(whole.value)
    const all = asked.size
    expect(all).toBeGreaterThan(2)
    for (const { address } of truthOf(name)) {
      const offset = offsetOfLink(linkAddress(BigInt(address)), image.textVmaddr) ?? imageOffset(0)
      asked.clear()
      const part = await image.prepare([offset])
      if (!part.ok) throw new Error('not prepared')
      expect(asked.size).toBeLessThanOrEqual(1)
      const only = [offset]
      const [partial, full] = [await builtIndex(part.value, { only }), index]
      expect(await partial.lookup(only)).toEqual(await full.lookup(only))
    }
  })

  test('whole indexes are as those of a dSYM: kept, and asked without the files', async () => {
    const engine = await engineWith([program(name), ...objects(name)])
    const image = await imageOf(engine)
    expect((await engine.index([image])).map(({ ok }) => ok)).toEqual([true])
    const rows = truthOf(name)
    expect((await answersAt(engine, rows)).frames).toEqual(expected(rows))
    expect((await imageOf(engine)).index?.functions).toBeGreaterThan(4)
  })

  test('without any object: functions with their names and source files, and the paths of what is missing', async () => {
    const engine = await engineWith([program(name)])
    const rows = truthOf(name)
    const { frames, problems } = await answersAt(engine, rows)
    const outer = (row: Pick<Truth, 'frames'>) => ({ function: row.frames.at(-1)?.function })
    expect(frames.map(outer)).toEqual(expected(rows).map(outer))
    expect(frames.every(({ frames: calls }) => calls.every(({ line }) => line === undefined))).toBe(true)
    const main = frames[rows.findIndex((row) => row.frames[0]?.function === 'main')]
    // The tool that lays out 32-bit code knows no source folder and no library.
    const is32 = name === 'ios-armv7-objects'
    expect(main).toEqual({ frames: [{ function: 'main', file: is32 ? 'main.c' : '/Users/dev/Shelf/main.c' }] })
    const [missing] = problems
    expect(missing).toMatchObject({ code: 'missing-objects', severity: 'note', file: `${name}/Shelf` })
    const search = is32 ? 'search.c.o' : 'libshelf.a(search.c.o)'
    expect(missing?.params?.['paths']).toEqual(expect.arrayContaining(['main.c.o', search]))
  })
})

/** The library of each architecture, in one file. */
const fatLibrary = (path: string): InputFile => {
  const [arm, intel] = ['macos-arm64-objects', 'macos-x86_64-objects'].map((name) =>
    bytesOf(`${name}/build/libshelf.a`),
  ) as [Uint8Array, Uint8Array]
  const slices = [
    { cpuType: 0x0100000c, bytes: arm },
    { cpuType: 0x01000007, cpuSubtype: 3, bytes: intel },
  ]
  return file(path, buildFat(slices))
}

test.each(['macos-arm64-objects', 'macos-x86_64-objects'])(
  '%s: a library of two architectures is no other image beside its program',
  async (name) => {
    const loose = objects(name).filter(({ path }) => !path.endsWith('.a'))
    const rows = truthOf(name)
    for (const drops of [
      [[program(name), ...loose, fatLibrary('build/libshelf.a')]],
      [[fatLibrary('build/libshelf.a')], loose, [program(name)]],
    ]) {
      const engine = await engineWith(...drops)
      expect(await answersAt(engine, rows)).toEqual({ frames: expected(rows), problems: [] })
      expect((await engine.images()).map(({ kind }) => kind)).toEqual(['executable'])
    }
  },
)

test('an object that is missing costs its own lines alone; given later, it is read', async () => {
  const [library, ...others] = [...objects(ARM)].sort((a) => (a.path.endsWith('.a') ? -1 : 1))
  if (!library) throw new Error('no library')
  const engine = await engineWith([program(ARM), ...others])
  const rows = truthOf(ARM)
  const isOfLibrary = ({ frames }: Truth): boolean => frames.at(-1)?.file?.endsWith('search.c') === true
  expect(rows.filter(isOfLibrary).length).toBeGreaterThan(5)
  const first = await answersAt(engine, rows)
  expect(first.problems).toMatchObject([{ code: 'missing-objects', params: { paths: ['libshelf.a(search.c.o)'] } }])
  rows.forEach((row, at) => {
    if (!isOfLibrary(row)) expect([first.frames[at]]).toEqual(expected([row]))
    else expect(first.frames[at]?.frames[0]?.line).toBeUndefined()
  })
  // What is kept of some objects does not hide what all of them say.
  await engine.index([await imageOf(engine)])
  await engine.add([library])
  const then = await answersAt(engine, rows)
  expect(then).toEqual({ problems: [], frames: expected(rows) })
})

/** The program as if all its objects had been of one time, in seconds since 1970. */
function linkedAt(seconds: number): InputFile {
  const bytes = bytesOf(`${ARM}/Shelf`)
  const view = new DataView(bytes.buffer)
  let at = 32
  while (view.getUint32(at, true) !== 2) at += view.getUint32(at + 4, true)
  const [table = 0, count = 0] = [8, 12].map((field) => view.getUint32(at + field, true))
  for (let entry = table; entry < table + count * 16; entry += 16)
    if (view.getUint8(entry + 4) === 0x66) view.setBigUint64(entry + 8, BigInt(seconds), true)
  return file(`${ARM}/Shelf`, bytes)
}

const libraryOf = (members: Parameters<typeof buildArchive>[1]): InputFile => ({
  path: `${ARM}/build/libshelf.a`,
  blob: buildArchive('search.c.o', members),
})

describe('a library with two members of one name', () => {
  const TIME = 1_700_000_000
  const loose = objects(ARM).filter(({ path }) => !path.endsWith('.a'))
  const rows = truthOf(ARM)
  const theirs = bytesOf(`${ARM}/build/libshelf.a`)

  /** The object in the library that the fixture's script made. */
  function member(): Uint8Array<ArrayBuffer> {
    const text = new TextDecoder('latin1').decode(theirs)
    const at = text.indexOf('#1/', text.indexOf('search.c.o') - 70)
    const [length = 0, size = 0] = [text.slice(at + 3, at + 16), text.slice(at + 48, at + 58)].map(Number)
    return theirs.slice(at + 60 + length, at + 60 + size)
  }

  /** The same functions at the same places, of another source file. */
  function rebuilt(): Uint8Array<ArrayBuffer> {
    const text = Array.from(member(), (byte) => String.fromCharCode(byte)).join('')
    expect(text.split('search.c\0').length).toBeGreaterThan(1)
    return Uint8Array.from(text.replaceAll('search.c\0', 'hidden.c\0'), (char) => char.charCodeAt(0))
  }

  const filesOf = (frames: Answers['frames']): string =>
    frames.flatMap(({ frames: calls }) => calls.map(({ file: source = '' }) => source)).join(' ')

  test('the one of the time that the linker saw is read, in either order', async () => {
    const [right, wrong] = [
      { bytes: member(), modified: TIME },
      { bytes: rebuilt(), modified: TIME + 5 },
    ]
    const dated = loose.map(({ path, blob }) => ({ path, blob: new File([blob], 'o', { lastModified: TIME * 1000 }) }))
    for (const members of [
      [right, wrong],
      [wrong, right],
    ])
      expect(await answersAt(await engineWith([linkedAt(TIME), ...dated, libraryOf(members)]), rows)).toEqual({
        frames: expected(rows),
        problems: [],
      })
    // Alone, the wrong one is read as well: its functions fit. That its time does not is told.
    const { frames, problems } = await answersAt(await engineWith([linkedAt(TIME), ...dated, libraryOf([wrong])]), rows)
    expect(filesOf(frames)).toContain('hidden.c')
    expect(problems).toMatchObject([
      { code: 'changed-objects', params: { count: 1, example: `${ARM}/build/libshelf.a!search.c.o` } },
    ])
  })

  test('without times, the one that has the functions is read, in either order', async () => {
    const [right, other] = [{ bytes: member() }, { bytes: bytesOf(`${ARM}/build/main.c.o`) }]
    for (const members of [
      [right, other],
      [other, right],
    ])
      expect(await answersAt(await engineWith([program(ARM), ...loose, libraryOf(members)]), rows)).toEqual({
        frames: expected(rows),
        problems: [],
      })
  })

  test('where neither has the functions, that is told of each', async () => {
    const [one, two] = ['main.c.o', 'tidy.cpp.o'].map((name) => ({ bytes: bytesOf(`${ARM}/build/${name}`) }))
    if (!one || !two) throw new Error('no objects')
    const engine = await engineWith([program(ARM), ...loose, libraryOf([one, two])])
    const { frames, problems } = await answersAt(engine, rows)
    const told = problems.map(({ code, file: path }) => [code, path])
    const place = ['other-object', `${ARM}/build/libshelf.a!search.c.o`]
    expect(told).toEqual([place, place])
    expect(filesOf(frames)).toContain('/search.c')
  })
})

describe('objects of another build', () => {
  const path = `${ARM}/build/main.c.o`
  const rows = truthOf(ARM)
  const isOfMain = ({ frames }: Truth): boolean => frames.at(-1)?.file?.endsWith('/main.c') === true

  /** The object with the first entry of its symbol table that satisfies `is` changed. */
  function changed(change: (view: DataView, entry: number, strings: number) => void): InputFile {
    const bytes = bytesOf(path)
    const view = new DataView(bytes.buffer)
    let at = 32
    while (view.getUint32(at, true) !== 2) at += view.getUint32(at + 4, true)
    const [table, count, strings] = [8, 12, 16].map((field) => view.getUint32(at + field, true)) as [
      number,
      number,
      number,
    ]
    const text = (position: number): string => String.fromCharCode(...bytes.subarray(position, position + 6))
    const entries = Array.from({ length: count }, (_, index) => table + index * 16)
    const main = entries.find((entry) => text(strings + view.getUint32(entry, true)) === '_main\0') ?? 0
    change(view, main, strings + view.getUint32(main, true))
    return file(path, bytes)
  }

  test.each<[string, InputFile]>([
    ['missing', changed((view, _, name) => view.setUint8(name + 1, 0x4d))],
    ['size', changed((view, entry) => view.setBigUint64(entry + 8, view.getBigUint64(entry + 8, true) + 0x400n, true))],
  ])('%s: told with file and place, and its lines are not used', async (variant, other) => {
    const kept = objects(ARM).filter((object) => object.path !== path)
    const { frames, problems } = await answersAt(await engineWith([program(ARM), other, ...kept]), rows)
    expect(problems).toMatchObject([{ code: 'other-object', variant, file: path, params: { function: '_main' } }])
    expect(problems[0]?.offset).toBeGreaterThan(0)
    rows.forEach((row, at) => {
      if (!isOfMain(row)) expect([frames[at]]).toEqual(expected([row]))
      else
        expect(frames[at]).toEqual({
          frames: [{ function: row.frames.at(-1)?.function, file: '/Users/dev/Shelf/main.c' }],
        })
    })
  })

  test('beside the right one it does no harm', async () => {
    const stranger = changed((view, _, name) => view.setUint8(name + 1, 0x4d))
    const engine = await engineWith([program(ARM), ...objects(ARM), { ...stranger, path: 'elsewhere/build/main.c.o' }])
    expect(await answersAt(engine, rows)).toEqual({ frames: expected(rows), problems: [] })
  })

  test('a later time than the linker saw is told, and the object still read', async () => {
    const linked = linkedAt(1_700_000_000)
    const given = objects(ARM).map((object) => {
      const lastModified = object.path === path ? 1_700_000_005_000 : 1_700_000_000_900
      return { path: object.path, blob: new File([object.blob], 'object', { lastModified }) }
    })
    const { frames, problems } = await answersAt(await engineWith([linked, ...given]), rows)
    expect(problems).toMatchObject([{ code: 'changed-objects', severity: 'note', params: { count: 1, example: path } }])
    expect(frames).toEqual(expected(rows))
  })
})

test('an offset that leads out of its object is a problem of that object, not an answer of the next one', async () => {
  const path = `${ARM}/build/main.c.o`
  const opened = await machoSource.open(file(path))
  const macho = opened.ok ? await opened.value[0]?.macho?.() : undefined
  const info = macho?.sections.find(({ name }) => name === '__debug_info')
  if (!info) throw new Error('no debug information')
  const bytes = bytesOf(path)
  // DWARF 5: length, version, unit type and address size come before the offset of the abbreviations.
  new DataView(bytes.buffer).setUint32(info.file.offset + 8, 0x400, true)
  const others = objects(ARM).filter((object) => object.path !== path)
  const rows = truthOf(ARM)
  const { frames, problems } = await answersAt(await engineWith([program(ARM), file(path, bytes), ...others]), rows)
  expect(problems).toMatchObject([{ code: 'truncated-section', file: path }])
  rows.forEach((row, at) => {
    const isOfMain = row.frames.at(-1)?.file?.endsWith('/main.c') === true
    if (isOfMain) expect(frames[at]?.frames.map(({ line }) => line)).toEqual([undefined])
    else expect([frames[at]]).toEqual(expected([row]))
  })
})

test('damaged objects: problems with a file, and no failure of ours', async () => {
  const rows = truthOf(ARM).filter((_, at) => at % 5 === 0)
  for (let seed = 0; seed < 120; seed++) {
    const random = randomFrom(seed)
    const given = objects(ARM).map(({ path }) => {
      const bytes = bytesOf(path)
      spoilBytes(bytes, random)
      return file(path, bytes)
    })
    const { problems } = await answersAt(await engineWith([program(ARM), ...given]), rows)
    for (const problem of problems) {
      expect(problem.code).not.toBe('internal-error')
      expect(problem.file ?? '').toMatch(/Shelf|\.o$|\.a$/)
    }
  }
})
