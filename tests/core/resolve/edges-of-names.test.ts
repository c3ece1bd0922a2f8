/** Names at their edges: those of other reports, the better of two, lines of C#, and packs that lack an image. */
import { describe, expect, test } from 'vitest'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../../src/core/model/image.ts'
import type { Frame, Grade, ImageStatus, Resolution } from '../../../src/core/model/report.ts'
import type { HarvestedFunction } from '../../../src/core/ports.ts'
import { placeFrames } from '../../../src/core/resolve/frames.ts'
import { isHarvested, resolveHarvested } from '../../../src/core/resolve/harvested-name.ts'
import { lookupPoint } from '../../../src/core/resolve/lookup-address.ts'
import { withOriginalLines } from '../../../src/core/resolve/original-lines.ts'
import { withPackGaps } from '../../../src/core/resolve/pack-gaps.ts'
import { betterName, dealOut, printedCalls, unanswered } from '../../../src/core/resolve/resolution.ts'
import { makeFrames, makeImage, makeReport, uuid } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

describe('names of other reports', () => {
  const seen = (id: string, last: number) => ({ id, report: `${id}.ips`, last: imageOffset(last) })
  const functions: readonly HarvestedFunction[] = [
    { start: imageOffset(0x10), name: 'one', seenBy: [seen('a', 0x30), seen('b', 0x20)] },
    { start: imageOffset(0x18), name: 'inside', seenBy: [seen('a', 0x1f), seen('b', 0x1f)] },
    { start: imageOffset(0x40), name: 'once', seenBy: [seen('a', 0x50)] },
    { start: imageOffset(0x60), name: '', seenBy: [seen('a', 0x70), seen('b', 0x70)] },
    { start: imageOffset(0x80), name: 'last', seenBy: ['c', 'd', 'e'].map((id) => seen(id, 0x90)) },
  ]
  const name = (at: number, more: Partial<Parameters<typeof resolveHarvested>[1]> = {}): unknown => {
    const point = lookupPoint(imageOffset(at), 'exact', 'arm64')
    const found = resolveHarvested(functions, { point, slideConfidence: 1, isSystem: true, ...more })
    if (found?.kind !== 'resolved') return found
    const [call] = found.calls
    expect(isHarvested(found)).toBe(true)
    return [call?.function, call?.functionOffset, found.grade.level, call?.fromReports?.length]
  }
  const table = (start: number) => ({ functionStart: imageOffset(start) })
  test.each<[string, unknown, unknown]>([
    ['before all', name(0xf), undefined],
    ['at the start', name(0x10), ['one', 0, 'likely', 2]],
    ['where one lies in another, which the reports contradict', name(0x18), undefined],
    ['as far as two reports show', name(0x17), ['one', 7, 'likely', 2]],
    ['what one report alone says', name(0x40), undefined],
    ['what one report says, and the table has', name(0x40, table(0x40)), ['once', 0, 'likely', 1]],
    ['a start that the table has and no report', name(0x44, table(0x44)), undefined],
    ['a start behind what was seen, in the table', name(0x5f, table(0x40)), ['once', 0x1f, 'likely', 1]],
    ['what reports name differently', name(0x60), undefined],
    ['as far as it was seen', name(0x90), ['last', 0x10, 'likely', 2]],
    ['behind that', name(0x91), undefined],
    ['in an app', name(0x80, { isSystem: false }), ['last', 0, 'doubtful', 2]],
    ['in an app, at a start of the table', name(0x80, { isSystem: false, ...table(0x80) }), ['last', 0, 'likely', 2]],
    ['at a load address that is hardly known', name(0x80, { slideConfidence: 0.5 }), ['last', 0, 'likely', 2]],
    ['at one that is not', name(0x80, { slideConfidence: 0.49 }), undefined],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('evidence: how it was named, what it may be, and how its place is known', () => {
    const count = (more: Partial<Parameters<typeof resolveHarvested>[1]>) => {
      const point = lookupPoint(imageOffset(0x80), 'async', 'arm64')
      const found = resolveHarvested(functions, { point, slideConfidence: 1, isSystem: true, ...more })
      return found?.kind === 'resolved' ? found.grade.evidence.length : undefined
    }
    expect([count({}), count({ isSystem: false }), count({ isSystem: false, slideConfidence: 0.9 })]).toEqual([3, 4, 5])
    expect(isHarvested(undefined)).toBe(false)
    expect(isHarvested({ kind: 'outside-images' })).toBe(false)
    expect(isHarvested({ kind: 'resolved', calls: [], grade: { level: 'doubtful', evidence: [] } })).toBe(false)
  })
})

describe('the better of two names', () => {
  const frame = (symbol?: Frame['symbol'], inlined?: boolean): Frame =>
    makeFrames([{ ...(symbol && { symbol }), ...(inlined && { inlined }) }])[0]!
  const call = (parts: Partial<Call> = {}): Call =>
    ({ function: 'f', mangled: 'f', inlined: false, source: 'symbols', ...parts }) as Call
  const grade: Grade = { level: 'exact', evidence: [] }
  const kind = (symbol: Frame['symbol'], calls: readonly Call[], isFit?: boolean): string =>
    betterName(frame(symbol), ['Shop'], calls, grade, isFit).kind

  test.each<[string, string, string]>([
    ['symbols, where nothing is printed', kind(undefined, [call()]), 'resolved'],
    ['symbols before what is printed', kind({ name: 'g' }, [call()]), 'resolved'],
    [
      'what is printed, where symbols may be another build’s',
      kind({ name: 'g', offset: 0x3fff }, [call()], false),
      'already-named',
    ],
    ['symbols before a label far away', kind({ name: 'g', offset: 0x4000 }, [call()], false), 'resolved'],
    [
      'a line that is printed before symbols without one',
      kind({ name: 'g', file: 'a.m', line: 3 }, [call()]),
      'already-named',
    ],
    ['DWARF without a line', kind({ name: 'g', file: 'a.m', line: 3 }, [call({ source: 'dwarf' })]), 'resolved'],
    ['symbols with a line', kind({ name: 'g', file: 'a.m', line: 3 }, [call({ line: 4 })]), 'resolved'],
    ['symbols, where what is printed is the image', kind({ name: 'Shop', offset: 4 }, [call()], false), 'resolved'],
    ['symbols, where there is no call', kind({ name: 'g' }, []), 'resolved'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  test('what is printed, as a call', () => {
    expect(printedCalls(frame({ name: 'g', file: 'a.m', line: 3, column: 5, offset: 7 }, true), [])).toEqual([
      {
        function: 'g',
        mangled: 'g',
        inlined: true,
        source: 'report',
        file: 'a.m',
        line: 3,
        column: 5,
        functionOffset: 7,
      },
    ])
    expect(printedCalls(frame({ name: 'g' }), [])).toEqual([
      { function: 'g', mangled: 'g', inlined: false, source: 'report' },
    ])
    expect(printedCalls(frame(), [])).toBeUndefined()
    expect(printedCalls(frame({ name: '???' }), [])).toBeUndefined()
  })

  test('without symbols: what is printed, else other builds, else the reason', () => {
    const why = { text: 'why', message: { code: 'no-symbols', params: {} } }
    const answer = (one: Frame, have: readonly ReturnType<typeof uuid>[] = []) =>
      unanswered(one, [], () => ({ why, have })).kind
    expect(answer(frame({ name: 'g' }), [uuid('b')])).toBe('already-named')
    expect(answer(frame(), [uuid('b')])).toBe('wrong-build')
    expect(answer(frame())).toBe('no-symbols')
    expect(unanswered(frame(), [], () => ({ why })).kind).toBe('no-symbols')
  })

  test.each([
    ['abc', 0, 1, 'abc'],
    ['abc', 0, 2, 'a'],
    ['abc', 1, 2, 'bc'],
    ['abc', 0, 3, 'a'],
    ['abc', 2, 3, 'c'],
    ['abc', 0, 4, undefined],
    ['abc', 3, 4, 'c'],
    ['a', 1, 2, 'a'],
  ])('calls %s dealt out to row %i of %i', (calls, row, rows, expected) => {
    const found = dealOut(
      [...calls].map((name) => call({ function: name })),
      row,
      rows,
    )
    expect(found?.map((one) => one.function).join('')).toBe(expected)
  })
})

describe('lines of C# in place of those of C++', () => {
  const image = makeImage({ name: 'UnityFramework', uuid: uuid('a') })
  const compiled: Call = {
    function: 'Till_Count_mABCDEF0123456789ABCDEF0123456789ABCDEF01',
    mangled: 'Till_Count_mABCDEF0123456789ABCDEF0123456789ABCDEF01',
    inlined: false,
    source: 'dwarf',
    file: 'Till.cpp',
    line: 12,
    column: 3,
  }
  const grade: Grade = { level: 'exact', evidence: [] }
  const read = (
    maps: readonly Partial<Parameters<typeof withOriginalLines>[3][number]>[],
    images = [image],
    calls = [compiled],
  ) => {
    const report = makeReport({ images, rows: [{ image: 0 }] })
    const resolutions: readonly Resolution[] = [{ kind: 'resolved', calls, grade }, { kind: 'outside-images' }]
    const lookup = maps.map((map) => ({
      path: 'maps/line.json',
      originalOf: (file: string, line: number) =>
        file === 'Till.cpp' ? { file: 'Till.cs', line: line + 100 } : undefined,
      ...map,
    })) as Parameters<typeof withOriginalLines>[3]
    const {
      resolutions: [first],
      notes,
    } = withOriginalLines(report, placeFrames(report), resolutions, lookup)
    return {
      call: first && 'calls' in first ? first.calls[0] : undefined,
      level: first && 'grade' in first ? first.grade?.level : undefined,
      evidence: first && 'grade' in first ? first.grade?.evidence.length : undefined,
      notes: notes.map(({ code, variant }) => `${code} ${variant}`),
    }
  }
  const original = { file: 'Till.cs', line: 112, compiled: { file: 'Till.cpp', line: 12 } }

  test('of the same build: its line, without the column, as sure as before', () => {
    const { call, level, notes } = read([{ debugId: uuid('a') }])
    expect(call).toEqual({ ...without(compiled, 'column'), ...original })
    expect([level, notes]).toEqual(['exact', []])
  })

  test('of no known build: not proved; and told where it was kept', () => {
    expect(read([{}])).toMatchObject({ call: original, level: 'doubtful', evidence: 1, notes: [] })
    expect(read([{ isKept: true }])).toMatchObject({ level: 'doubtful', evidence: 2 })
    expect(read([{}, { debugId: uuid('a') }])).toMatchObject({ level: 'exact' })
  })

  test('of another build: not used, and told', () => {
    expect(read([{ debugId: uuid('b') }])).toMatchObject({
      call: compiled,
      level: 'exact',
      notes: ['line-map wrong-build'],
    })
    const plain = { ...compiled, function: 'main', mangled: 'main' }
    expect(read([{ debugId: uuid('b') }], [image], [plain])).toMatchObject({ call: plain, notes: [] })
    // Where the image states no build, nothing contradicts it.
    expect(read([{ debugId: uuid('b') }], [without(image, 'uuid')])).toMatchObject({ level: 'doubtful', notes: [] })
  })

  test('none: told where code was translated', () => {
    expect(read([])).toMatchObject({ call: compiled, notes: ['line-map missing'] })
    expect(read([], [image], [{ ...compiled, function: 'main', mangled: 'main' }]).notes).toEqual([])
    const elsewhere = { ...compiled, file: 'Other.cpp' }
    expect(read([{}], [image], [elsewhere])).toMatchObject({ call: elsewhere, level: 'exact', notes: [] })
    expect(read([{}], [image], [without(compiled, 'line')])).toMatchObject({ level: 'exact' })
  })
})

describe('packs that lack what a report needs', () => {
  const images = Array.from({ length: 7 }, (_, index) => makeImage({ index, name: `lib${index}.dylib` }))
  const report = makeReport({ images, header: { os: 'iOS 17.1', fields: [] } })
  const status = (image: number, parts: Partial<ImageStatus> = {}): ImageStatus => ({
    image,
    origin: 'system',
    symbols: 'missing',
    reason: '',
    frames: 2,
    unnamed: 1,
    ...parts,
  })
  const told = (statuses: readonly ImageStatus[], packs: readonly (string | undefined)[] = ['ios.pack']) =>
    withPackGaps(
      report,
      statuses,
      packs.map((pack) => ({ uuid: uuid('a'), ...(pack !== undefined && { pack }) }) as KnownImage),
    ).problems[0]?.params

  test('are told with the first five images', () => {
    expect(
      told(
        images.map(({ index }) => status(index)),
        ['one', 'two', undefined, 'one'],
      ),
    ).toEqual({
      packs: ['one', 'two'],
      images: ['lib0.dylib', 'lib1.dylib', 'lib2.dylib', 'lib3.dylib', 'lib4.dylib'],
      count: 7,
      os: 'iOS 17.1',
    })
  })
  test.each<[string, Partial<ImageStatus>, boolean]>([
    ['a library of the system without names', {}, true],
    ['one of which all is named', { unnamed: 0 }, false],
    ['one with symbols', { symbols: 'matched' }, false],
    ['an image of the app', { origin: 'app' }, false],
  ])('%s', (_, parts, isTold) => {
    expect(told([status(0, parts)]) !== undefined).toBe(isTold)
    expect(told([status(0, parts)], [])).toBeUndefined()
    expect(told([status(0, parts)], [undefined])).toBeUndefined()
  })
})
