/** The map of a script's bundle: which is chosen, how far maps lead on, how sure the names are, and what is said without one. */
import { describe, expect, test } from 'vitest'
import { mapProblem } from '../../../src/core/messages/map-problems.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import { resolveScripts, type NamedScripts } from '../../../src/core/resolve/scripts.ts'
import type { ScriptMapLookup } from '../../../src/core/resolve/symbol-lookup.ts'
import { makeFrames, makeReport, uuid } from '../../support/report-builder.ts'

interface Row {
  readonly file: string
  readonly name?: string
}

/** A map of a bundle whose places all lie in one source. */
const mapOf = (path: string, bundle: string, file: string, more: Partial<ScriptMapLookup> = {}): ScriptMapLookup => ({
  path,
  bundles: [bundle],
  locate: (places) => places.map(({ line }) => ({ file, line: line + 1, column: 5, function: `f${line}` })),
  ...more,
})

function resolved(rows: readonly Row[], maps: readonly ScriptMapLookup[], id?: string): NamedScripts {
  const frames = makeFrames(
    rows.map(({ file, name }, at) => ({
      script: { file, line: at + 1, column: 0 },
      ...(name !== undefined && { symbol: { name } }),
    })),
  )
  const images = id === undefined ? [] : [{ index: 0, name: 'main.jsbundle', uuid: parseUuid(id)! }]
  const placed = frames.map((frame) => ({ frame, kind: frame.kind }))
  return resolveScripts(makeReport({ file: 'till.ips', images }), placed, maps)
}

const BUNDLE = '/x/main.jsbundle'
const callsIn = ({ found }: NamedScripts) =>
  [...found.values()].map((one) => (one.kind === 'resolved' ? one.calls[0] : undefined))
const gradeIn = ({ found }: NamedScripts): string | undefined => {
  const [first] = found.values()
  return first?.kind === 'resolved' ? first.grade.level : undefined
}
const notesIn = ({ notes }: NamedScripts): readonly string[] =>
  notes.map(({ code, variant }) => (variant === undefined ? code : `${code}.${variant}`))

describe('maps that lead to one another', () => {
  /** `main.jsbundle` leads to `1.js`, that to `2.js` and so on. */
  const chain = (length: number): readonly ScriptMapLookup[] =>
    Array.from({ length }, (_, at) => mapOf(`${at}.map`, at === 0 ? 'main.jsbundle' : `${at}.js`, `src/${at + 1}.js`))

  test.each([1, 2, 3, 4, 5, 9])('of %i maps at most four are followed', (length) => {
    const steps = Math.min(length, 4)
    const named = resolved([{ file: BUNDLE }, { file: BUNDLE }], chain(length))
    expect(callsIn(named).map((call) => [call?.file, call?.line])).toEqual([
      [`src/${steps}.js`, 1 + steps],
      [`src/${steps}.js`, 2 + steps],
    ])
    expect(notesIn(named)).toEqual([])
  })

  test('the next map is asked for the line and column that the last one gave, columns from 0', () => {
    const asked: unknown[] = []
    const next = mapOf('b.map', '1.js', 'src/2.js', {
      locate: (places) => {
        asked.push(...places)
        return places.map(() => undefined)
      },
    })
    resolved([{ file: BUNDLE }, { file: BUNDLE }], [mapOf('a.map', 'main.jsbundle', '1.js'), next])
    expect(asked).toEqual([
      { file: '1.js', line: 2, column: 4 },
      { file: '1.js', line: 3, column: 4 },
    ])
  })

  test('a map that leads to itself, and a place that the next map does not have', () => {
    const own = mapOf('a.map', 'main.jsbundle', 'main.jsbundle')
    expect(callsIn(resolved([{ file: BUNDLE }], [own])).map((call) => call?.line)).toEqual([2])
    const next = mapOf('b.map', '1.js', 'src/2.js', { locate: () => [undefined] })
    const calls = callsIn(resolved([{ file: BUNDLE }], [mapOf('a.map', 'main.jsbundle', '1.js'), next]))
    expect(calls.map((call) => [call?.file, call?.line])).toEqual([['1.js', 2]])
    // A map of the library does not lead on from a given one.
    const kept = mapOf('b.map', '1.js', 'src/2.js', { isKept: true })
    const given = callsIn(resolved([{ file: BUNDLE }], [mapOf('a.map', 'main.jsbundle', '1.js'), kept]))
    expect(given.map((call) => call?.file)).toEqual(['1.js'])
  })
})

describe('the map of a bundle', () => {
  const ID = '1'.repeat(32)
  const rows = [
    { file: BUNDLE, name: 'f1' },
    { file: BUNDLE, name: 'Object.f2' },
    { file: BUNDLE, name: 'other' },
  ]
  const main = (more: Partial<ScriptMapLookup> = {}): ScriptMapLookup =>
    mapOf('main.map', 'main.jsbundle', 'a.js', more)

  test('by its debug id, whatever its name', () => {
    const same = mapOf('x.map', 'other.js', 'x.js', { debugId: uuid('1') })
    const named = resolved(rows, [main(), same], ID)
    expect([callsIn(named)[0]?.file, gradeIn(named)]).toEqual(['x.js', 'exact'])
  })

  test.each<readonly [string, readonly Row[], string]>([
    ['two of three names agree', rows, 'likely'],
    ['one name agrees', rows.slice(0, 1), 'doubtful'],
    ['two of five agree', [...rows, { file: BUNDLE, name: 'x1' }, { file: BUNDLE, name: 'x2' }], 'doubtful'],
    ['two of four agree', [...rows, { file: BUNDLE, name: 'x1' }], 'likely'],
    ['names that say nothing are left out', [...rows, ...['<anonymous>', 'anonymous', '?', 'a', 'global', 'global code', '<unknown>', 'x.?'].map((name) => ({ file: BUNDLE, name }))], 'likely'],
    ['nothing can be compared', [{ file: BUNDLE }], 'doubtful'],
  ])('by its name: %s', (_, printed, grade) => {
    expect(gradeIn(resolved(printed, [main()]))).toBe(grade)
    expect(gradeIn(resolved(printed, [main({ debugId: uuid('2') })]))).toBe(grade)
  }) // prettier-ignore

  test('the name of the function is the map’s, else the report’s', () => {
    const bare = main({ locate: (places) => places.map(() => ({ file: 'a.js', line: 1, column: 1 })) })
    expect(callsIn(resolved(rows, [bare]))[0]).toMatchObject({ function: 'f1', mangled: 'f1', source: 'source-map', inlined: false })
    expect(callsIn(resolved(rows, [main()]))[2]).toMatchObject({ function: 'f3', mangled: 'other', column: 5 })
  }) // prettier-ignore

  test.each<readonly [string, readonly ScriptMapLookup[], string | undefined, string[]]>([
    ['another build', [main({ debugId: uuid('2') })], ID, ['script-map.wrong-build']],
    ['two of one name', [main(), main()], undefined, ['script-map.several']],
    [
      'none of that name',
      [mapOf('x.map', 'x.js', 'x'), mapOf('y.map', 'y.js', 'y')],
      undefined,
      ['script-map.missing'],
    ],
    ['none at all', [], undefined, ['script-map.missing']],
    ['a lone map of another name', [mapOf('x.map', 'x.js', 'x.js')], undefined, []],
  ])('%s', (_, maps, id, codes) => {
    const named = resolved(rows, maps, id)
    expect(notesIn(named)).toEqual(codes)
    expect(named.found.size).toBe(codes.length === 0 ? 3 : 0)
  })

  test.each([
    ['main.js', 'script-map.missing.web'],
    ['main.mjs', 'script-map.missing.web'],
    ['main.jsx', 'script-map.missing'],
    ['index.android.bundle', 'script-map.missing.android'],
    ['http://10.0.0.1:8081/index.bundle?platform=ios&dev=true', 'script-map.missing.served'],
    ['https://10.0.0.1:8081/index.bundle//&dev=true&x=1', 'script-map.missing.served'],
    ['http://10.0.0.1:8081/index.bundle?dev=false', 'script-map.missing'],
    ['xhttp://10.0.0.1:8081/index.bundle?dev=true', 'script-map.missing'],
    ['http://10.0.0.1:8081/index.bundles?dev=true', 'script-map.missing'],
  ] as const)('without a map of %s', (file, code) => {
    const bundle = file.replace(/[?#].*$/, '').replace(/^.*\//, '')
    const place = { file: 'till.ips', severity: 'note' } as const
    expect(resolved([{ file }], []).notes).toEqual([mapProblem(code, { bundle, frames: 1 }, place)])
  })

  test('places that the map lacks are counted', () => {
    const half = main({ locate: (places) => places.map((_, at) => (at === 0 ? { file: 'a.js', line: 1, column: 1 } : undefined)) })
    const named = resolved(rows, [half])
    expect(named.found.size).toBe(1)
    expect(notesIn(named)).toEqual(['script-map.outside'])
    expect(named.notes[0]?.params).toMatchObject({ mapped: 1, frames: 3 })
  }) // prettier-ignore
})

describe('maps of the library', () => {
  const kept = (path: string, functions: readonly string[], more: Partial<ScriptMapLookup> = {}): ScriptMapLookup =>
    mapOf(path, 'main.jsbundle', `${path}.js`, {
      isKept: true,
      locate: (places) => places.map((_, at) => (functions[at] === undefined ? undefined : { file: `${path}.js`, line: 1, column: 1, function: functions[at] })),
      ...more,
    }) // prettier-ignore
  const rows = ['one', 'two', 'three'].map((name) => ({ file: BUNDLE, name }))

  test('the one with the most of the printed names is chosen, and is doubtful', () => {
    const named = resolved(rows, [kept('a', ['one', 'x', 'y']), kept('b', ['one', 'two', 'y']), kept('c', ['one', 'x', 'three'])])
    expect(callsIn(named)[0]?.file).toBe('b.js')
    expect(gradeIn(named)).toBe('doubtful')
    expect(notesIn(named)).toEqual(['kept-map.by-name'])
  }) // prettier-ignore

  test('one with a source for only half the frames, or with other names, is not used', () => {
    expect(notesIn(resolved(rows.slice(0, 2), [kept('a', ['one'])]))).toContain('kept-map.unfit')
    expect(resolved(rows.slice(0, 2), [kept('a', ['one'])]).found.size).toBe(0)
    expect(resolved(rows, [kept('a', ['one', 'two'])]).found.size).toBe(2)
    expect(resolved(rows, [kept('a', ['xx', 'yy', 'zz'])]).found.size).toBe(0)
  })

  test.each<[string, string, number, string[]]>([
    ['one of that name', BUNDLE, 1, ['kept-map.by-name']],
    ['two of that name', BUNDLE, 2, ['kept-map.by-name']],
    ['the only one, for a bundle without a name', '', 1, ['kept-map.by-name']],
    ['one of several, for a bundle without a name', '', 2, ['kept-map.unfit', 'script-map.missing']],
  ])('where no name can be compared: %s', (_, file, count, notes) => {
    const maps = ['a', 'b'].slice(0, count).map((path) => kept(path, ['one', 'two']))
    const named = resolved([{ file }, { file }], maps)
    expect(notesIn(named)).toEqual(notes)
    expect(callsIn(named).map((call) => call?.file)).toEqual(notes.length === 1 ? ['a.js', 'a.js'] : [])
    expect(gradeIn(named)).toBe(notes.length === 1 ? 'doubtful' : undefined)
  })

  test('the debug id decides before names', () => {
    const named = resolved(rows, [kept('a', ['one', 'two', 'three']), kept('b', ['x', 'y', 'z'], { debugId: uuid('1') })], '1'.repeat(32)) // prettier-ignore
    expect([callsIn(named)[0]?.file, gradeIn(named)]).toEqual(['b.js', 'exact'])
  })
})
