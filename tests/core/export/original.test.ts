import { expect, test } from 'vitest'
import { formatAppleText } from '../../../src/core/export/apple-layout.ts'
import { originalExporter } from '../../../src/core/export/original.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { Frame, Grade, Report, Resolution, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { listFixtures, openFixture, parseFixture } from '../reports/fixture.ts'

const call = (name: string, more: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'dwarf',
  ...more,
})

/** Names every frame with an image and no printed name, as a dSYM with one inlined call would. */
function symbolicate(report: Report, calls: readonly Call[], level: Grade['level'] = 'exact'): SymbolicatedReport {
  const resolutions: Resolution[] = Array.from({ length: report.frameCount }, () => ({ kind: 'outside-images' }))
  const name = (frame: Frame): void => {
    if (frame.image === undefined || frame.symbol) return
    resolutions[frame.id] = { kind: 'resolved', calls, grade: { level, evidence: [] } }
  }
  for (const stack of [
    ...report.threads,
    ...(report.lastException ? [report.lastException] : []),
    ...report.backtraces,
  ]) {
    stack.frames.forEach(name)
  }
  return { report, resolutions, images: [], explanations: [] }
}

const inlinedCall = call('inner(_:)', { inlined: true, file: '/src/a/Dock.swift', line: 3 })
const outerCall = call('Dock.load() "x"', { functionOffset: 12, file: '/src/a/Dock.swift', line: 9 })
const parse = (text: string) => {
  const outcome = parseReport('again', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}

test('names stand in the rows and every other byte stays', () => {
  const [report] = parseFixture('apple-crash-text/ios-abort.crash')
  const written = originalExporter.write([symbolicate(report!, [inlinedCall, outerCall])])
  const row = '4   Harbor                        \t0x0000000104ccd000 '
  const expected = report!.text
    .replace(`${row}0x104cb8000 + 86016`, `${row}inner(_:) (Dock.swift:3)\n${row}Dock.load() "x" + 12 (Dock.swift:9)`)
    .replace(
      '5   Harbor                        \t0x0000000104ccd000 0x104cb8000 + 86016',
      '5   Harbor                        \t0x0000000104ccd000 inner(_:) (Dock.swift:3)\n5   Harbor                        \t0x0000000104ccd000 Dock.load() "x" + 12 (Dock.swift:9)',
    )
    .replace(
      '(0x1b8000200 0x104ccc050 0x10)',
      [
        '0   CoreFoundation                \t0x1b8000200 inner(_:) (Dock.swift:3)',
        '0   CoreFoundation                \t0x1b8000200 Dock.load() "x" + 12 (Dock.swift:9)',
        '1   Harbor                        \t0x104ccc050 inner(_:) (Dock.swift:3)',
        '1   Harbor                        \t0x104ccc050 Dock.load() "x" + 12 (Dock.swift:9)',
        '2   ???                           \t0x10 ???',
      ].join('\n'),
    )
  expect(written).toBe(expected)
})

test('JSON frames get what Apple writes and the report stays one', () => {
  const [report] = parseFixture('ips-crash/ios-segv.ips')
  const written = originalExporter.write([symbolicate(report!, [inlinedCall, outerCall])])
  const body = JSON.parse(written.slice(written.indexOf('\n'))) as { lastExceptionBacktrace: unknown[]; asi: unknown }
  expect(body.lastExceptionBacktrace[1]).toEqual({
    imageOffset: 82000,
    sourceLine: 3,
    sourceFile: 'Dock.swift',
    symbol: 'inner(_:)',
    symbolLocation: 0,
    inline: true,
    imageIndex: 0,
  })
  expect(body.lastExceptionBacktrace[2]).toEqual({
    imageOffset: 82000,
    sourceLine: 9,
    sourceFile: 'Dock.swift',
    symbol: 'Dock.load() "x"',
    symbolLocation: 12,
    imageIndex: 0,
  })
  // The group that the report already had as inlined is named row by row.
  expect(written).toContain(
    '"symbol":"inner(_:)","symbolLocation":0,"inline":true,"imageIndex":0},{"imageOffset":82036,"sourceLine":9',
  )
  expect(parse(written)[0]!.threads[0]!.frames.filter((frame) => frame.inlined)).toHaveLength(1)
  expect((JSON.parse(written.slice(written.indexOf('\n'))) as { asiBacktraces: string[] }).asiBacktraces).toEqual([
    [
      '0   CoreFoundation                      0x00000001b8000200 __exceptionPreprocess + 164',
      '1   Harbor                              0x0000000104ccc050 inner(_:) (Dock.swift:3)',
      '1   Harbor                              0x0000000104ccc050 Dock.load() "x" + 12 (Dock.swift:9)',
    ].join('\n'),
  ])
  expect(written.split('"uptime"')[0]).toBe(report!.text.split('"uptime"')[0])
})

/** The model without names, spans, ids and inlined rows. */
function skeleton(report: Report): unknown {
  const stack = (frames: readonly Frame[]): unknown =>
    frames.filter((frame) => !frame.inlined).map(({ kind, address, image, offset }) => [kind, address, image, offset])
  return {
    ...report,
    text: '',
    file: '',
    frameCount: 0,
    header: { ...report.header },
    threads: report.threads.map(({ frames, span: _, ...thread }) => ({ ...thread, frames: stack(frames) })),
    lastException: report.lastException && stack(report.lastException.frames),
    backtraces: report.backtraces.map(({ title, frames }) => [title, stack(frames)]),
    callTrees: [],
    problems: [],
  }
}

/** Whether the report's own format can hold names. */
const holdsNames = ({ textKind, format }: Report): boolean =>
  textKind === 'rows' || (textKind === 'json' && format === 'ips-crash')

test.each(listFixtures())('%s: written and read again, the model is the same', async (path) => {
  const reports = await openFixture(path)
  const untouched = originalExporter.write(reports.map((report) => symbolicate(report, [])))
  if (reports[0]!.text !== '') expect(untouched).toBe(reports[0]!.text)
  const written = originalExporter.write(reports.map((report) => symbolicate(report, [inlinedCall, outerCall])))
  if (reports.every(holdsNames)) expect(parse(written).map(skeleton)).toEqual(reports.map(skeleton))
})

/** A text without the marks and the legend that doubtful names bring. */
const unmarked = (text: string): string =>
  text.replaceAll(' [doubtful]', '').replace(/\n?\n\[doubtful\]: [^\n]*\n$/, '')

test.each(listFixtures())(
  '%s: doubtful names are marked behind their rows, and read again without the marks',
  async (path) => {
    const reports = await openFixture(path)
    const calls = [inlinedCall, outerCall]
    const sure = originalExporter.write(reports.map((report) => symbolicate(report, calls)))
    const written = originalExporter.write(reports.map((report) => symbolicate(report, calls, 'doubtful')))
    if (sure.includes('inner(_:)')) expect(written).toMatch(/ \[doubtful\]|"symbolGrade"|"grade":"doubtful"/)
    if (!reports.every(({ textKind }) => textKind === 'rows')) return
    // Nothing but marks and the line that explains them.
    expect(unmarked(written).trimEnd()).toBe(sure.trimEnd())
    expect(parse(written).map(skeleton)).toEqual(reports.map(skeleton))
  },
)

const noSymbols: Parameters<typeof resolveReport>[1] = {
  images: [],
  lookup: () => Promise.resolve({ ok: true, value: [], problems: [] }),
}

test.each(['apple-crash-text/ios-abort.crash', 'ips-crash/ios-segv.ips'])(
  '%s: a doubt survives being written, read and written again',
  async (path) => {
    const [report] = parseFixture(path)
    const written = originalExporter.write([symbolicate(report!, [outerCall], 'doubtful')])
    const [again] = parse(written)
    const resolved = await resolveReport(again!, noSymbols)
    const doubtful = resolved.resolutions.filter(
      (resolution) => resolution.kind === 'already-named' && resolution.grade?.level === 'doubtful',
    )
    expect(doubtful.length).toBeGreaterThan(0)
    expect(originalExporter.write([resolved])).toBe(written)
    // Named for certain later, the old mark goes.
    const sure = Array.from({ length: again!.frameCount }, (): Resolution => {
      return { kind: 'resolved', calls: [outerCall], grade: { level: 'exact', evidence: [] } }
    })
    const certain = originalExporter.write([{ ...resolved, resolutions: sure }])
    expect(certain).not.toMatch(/\(Dock\.swift:9\) \[doubtful\]|"symbolGrade"/)
  },
)

/** Threads and addresses, without inlined rows and rows without an address. */
function addresses(reports: readonly Report[]): unknown {
  const stack = (frames: readonly Frame[]): unknown =>
    frames.flatMap(({ inlined, address }) => (inlined || address === undefined ? [] : [address]))
  return reports.map((report) => ({
    threads: report.threads.map(({ id, crashed, frames }) => [id, crashed, stack(frames)]),
    last: stack(report.lastException?.frames ?? []),
    images: report.images.flatMap(({ loadAddress, uuid }) => (uuid === undefined ? [] : [[loadAddress ?? 0n, uuid]])),
  }))
}

test.each(listFixtures())('%s: in the layout of a crash report, its stacks and images are the same', async (path) => {
  const reports = (await openFixture(path))
    .filter((report) => report.threads.some(({ frames }) => frames.length > 0))
    .slice(0, 1)
  const named = reports.map((report) => symbolicate(report, [inlinedCall, outerCall]))
  const written = named.map(formatAppleText).join('\n')
  expect(addresses(parse(written))).toEqual(addresses(reports))
})

test.each(listFixtures())(
  '%s: with inlined calls written in its own format, each frame keeps its number',
  async (path) => {
    const reports = await openFixture(path)
    const numbers = (read: readonly Report[]): unknown =>
      read.map(({ threads }) =>
        threads.map(({ frames }) => frames.flatMap(({ inlined, index }) => (inlined ? [] : [index]))),
      )
    // A file has all its reports, whichever of them is written.
    for (const [at, report] of reports.entries()) {
      const written = originalExporter.write([symbolicate(report, [inlinedCall, outerCall])])
      const again = parse(written)
      const place = again.length === reports.length ? at : 0
      expect(numbers(again.slice(place, place + 1))).toEqual(numbers([report]))
    }
  },
)

test('further names of a function stand below the rows, and are no part of the report when it is read again', () => {
  const [report] = parseFixture('apple-crash-text/ios-abort.crash')
  const named = symbolicate(report!, [call('main.run()', { functionOffset: 12, aliases: ['main'] })])
  const line = '[also] main.run(): also main, at the same address'
  for (const text of [originalExporter.write([named]), formatAppleText(named)]) {
    expect(text.split(line)).toHaveLength(2)
    const [again] = parse(text)
    expect(again?.problems).toEqual(report!.problems)
    expect(again?.threads.map(({ frames }) => frames.length)).toEqual(
      report!.threads.map(({ frames }) => frames.length),
    )
  }
})
