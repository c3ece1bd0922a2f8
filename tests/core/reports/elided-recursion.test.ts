/** The crash reporter left rows out of a stack: their number is given as stated, and only the crashed thread ended in them. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { originalExporter } from '../../../src/core/export/original.ts'
import { cutPlaces } from '../../../src/core/model/elided-recursion.ts'
import { piecesOf } from '../../../src/core/reading/folds.ts'
import { stacksOf } from '../../../src/core/reading/stacks.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'

const cut = {
  hottestElided: 35,
  coldestElided: 4499,
  depth: 1026,
  keyFrame: { imageOffset: 32, imageIndex: 0, symbol: 'walk', symbolLocation: 4 },
}
const frames = [16, 32, 48].map((imageOffset) => ({
  imageOffset,
  imageIndex: 0,
  symbol: `f${imageOffset}`,
  symbolLocation: 0,
}))

function read(threads: readonly object[]): Report {
  const header = { app_name: 'Shop', bug_type: '309', os_version: 'iPhone OS 26.1 (23B85)' }
  const body = {
    procName: 'Shop',
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGBUS',
      subtype: 'KERN_PROTECTION_FAILURE at 0x000000016cffffe0',
      message: 'Thread stack size exceeded due to excessive recursion',
    },
    threads,
    usedImages: [
      { base: 0x100000000, size: 4096, name: 'Shop', source: 'P', uuid: '11111111-2222-3333-4444-555555555555' },
    ],
  }
  const text = `${JSON.stringify(header)}\n${JSON.stringify(body)}`
  const outcome = parseReport('a.ips', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return report
}

function told(report: Report): SymbolicatedReport {
  const resolutions = Array.from({ length: report.frameCount }, () => ({ kind: 'no-symbols', reason: '' }) as const)
  const bare = { report, resolutions, images: [], explanations: [] }
  return { ...bare, ...explain(bare) }
}

const elided = { recursionInfoArray: [cut], originalLength: 4522 }

test('the cut, its depth and the repeated call are as the file states them', () => {
  const report = read([{ triggered: true, frames, ...elided }])
  expect(report.threads[0]?.elided).toEqual({
    originalLength: 4522,
    cuts: [{ first: 35, last: 4499, depth: 1026, imageName: 'Shop', offset: 32, symbol: 'walk' }],
  })
  expect(report.problems).toMatchObject([{ code: 'skipped-frames', severity: 'note', params: { frames: 4465 } }])
  expect(report.sections[0]).toMatchObject({ rows: [['0', '4522', '4465', '35–4499', '1026', 'walk, Shop + 32']] })
})

test('the thread that crashed ended in it, and every export says so', () => {
  const symbolicated = told(read([{ triggered: true, frames, ...elided }]))
  const [explanation] = symbolicated.explanations
  expect(explanation?.evidence).toContain('left out 4,465 repeated frames of 4,522, 1,026 levels deep')
  const text = textExporter.write([symbolicated])
  expect(text).toContain('left out 4,465 repeated frames of 4,522')
  const [exported] = (
    JSON.parse(jsonExporter.write([symbolicated])) as { reports: { threads: { elided: unknown }[] }[] }
  ).reports
  expect(exported?.threads[0]?.elided).toEqual(symbolicated.report.threads[0]?.elided)
})

test('another thread’s recursion is a fact and no cause', () => {
  const symbolicated = told(
    read([
      { triggered: true, frames },
      { frames, ...elided },
    ]),
  )
  expect(symbolicated.report.threads[1]?.elided?.cuts).toHaveLength(1)
  expect(symbolicated.explanations.map(({ evidence }) => evidence).join()).not.toContain('left out')
})

test('false numbers and frames are no cut', () => {
  const report = read([
    {
      triggered: true,
      frames,
      originalLength: -1,
      recursionInfoArray: [{ hottestElided: 9, coldestElided: 2, depth: 1.5, keyFrame: '<unavailable>' }, 'cut'],
    },
  ])
  expect(report.threads[0]?.elided).toEqual({ cuts: [{ first: 9, last: 2 }] })
  expect(report.problems).toEqual([])
})

/** A stack as the crash reporter lists it: the rows before the cut, then those behind. */
const listed = (first: number, behind: number) =>
  Array.from({ length: first + behind }, (_, at) => ({
    imageOffset: at < first ? 32 : 48 + at,
    imageIndex: 0,
    symbol: at < first ? 'walk' : `outer${at}`,
    symbolLocation: 4,
  }))

test('the cut is drawn at its row, and no fold reaches over it', () => {
  const thread = {
    triggered: true,
    frames: listed(35, 22),
    originalLength: 4522,
    recursionInfoArray: [cut],
  }
  const symbolicated = told(read([thread]))
  const words =
    '4,465 frames left out by the crash reporter; the recursion is 1,026 levels deep; walk comes again and again'
  const again = told(parse(jsonExporter.write([symbolicated])))
  const written = [
    textExporter.write([symbolicated]),
    markdownExporter.write([symbolicated]),
    // A report that went through our JSON is written in Apple's layout.
    originalExporter.write([again]),
  ]
  for (const text of written) {
    const lines = text.split('\n')
    const at = lines.findIndex((line) => line.includes(words))
    expect(lines.slice(0, at).some((line) => line.includes('outer35'))).toBe(false)
    expect(lines[at + 1]).toContain('outer35')
  }
  expect(htmlExporter.write([symbolicated])).toContain(words)
  const [stack] = stacksOf(symbolicated.report)
  const kinds = piecesOf(symbolicated, stack!).map((piece) => piece.kind)
  expect(kinds.filter((kind) => kind === 'cut')).toHaveLength(1)
  const before = piecesOf(symbolicated, stack!).slice(0, kinds.indexOf('cut'))
  expect(
    before.flatMap((piece) => (piece.kind === 'frame' ? [piece.frame] : 'frames' in piece ? piece.frames : [])),
  ).toHaveLength(35)
})

test('numbers that cannot be true are no number of frames', () => {
  const wrong = [
    // More levels than the stack had frames.
    [{ ...cut, depth: 2 ** 40 }, '4,465 frames left out by the crash reporter; walk comes'],
    // Frames behind the end of the stack.
    [{ ...cut, coldestElided: 2 ** 53 - 1 }, 'frames left out, the report does not say how many'],
  ] as const
  for (const [one, words] of wrong) {
    const frames = listed(35, 22)
    const text = textExporter.write([
      told(read([{ triggered: true, frames, originalLength: 4522, recursionInfoArray: [one] }])),
    ])
    expect(text).toContain(words)
    expect(text).not.toMatch(/9007199254740|1,099,511,627,776|1099511627776/)
  }
  // A cut beyond the listed frames has no place among them, and two that overlap are one.
  const places = (cuts: readonly object[]) => cutPlaces({ cuts }, 10).map(({ before }) => before)
  expect(places([{ first: 11, last: 20 }])).toEqual([])
  expect(places([{ first: 10, last: 20 }])).toEqual([10])
  expect(
    places([
      { first: 5, last: 20 },
      { first: 3, last: 3 },
      { first: 4, last: 6 },
    ]),
  ).toEqual([3, 3])
  expect(places([{ first: 9, last: 2 }, { last: 2 }, {}])).toEqual([])
})

const TEXT = `Process:             Shop [501]
OS Version:          macOS 15.1 (24B83)
Exception Type:      EXC_BAD_ACCESS (SIGSEGV)
Exception Codes:     KERN_PROTECTION_FAILURE at 0x000000016cffffe0
Triggered by Thread: 0

Thread 0 Crashed:
0   Shop                          \t       0x100001000 deep + 16
1   Shop                          \t       0x100001100 walk + 32
-------- RECURSION LEVEL 9
2   Shop                          \t       0x100001100 walk + 32
-------- RECURSION LEVEL 8
--------
-------- ELIDED 5 LEVELS OF RECURSION THROUGH 0x100001100 walk + 32
--------
8   Shop                          \t       0x100001100 walk + 32
-------- RECURSION LEVEL 2
9   Shop                          \t       0x100001100 walk + 32
-------- RECURSION LEVEL 1
10  Shop                          \t       0x100001200 main + 8

Binary Images:
       0x100000000 -        0x10000ffff Shop (1.0) <11111111-2222-3333-4444-555555555555> /Applications/Shop.app/Contents/MacOS/Shop
`

const parse = (text: string): Report => {
  const outcome = parseReport('a.crash', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems))
  return outcome.value[0]!
}

test('the text form tells of its cut by lines with dashes and by the numbers of its rows', () => {
  const report = parse(TEXT)
  const [thread] = report.threads
  expect(thread?.frames.map(({ index }) => index)).toEqual([0, 1, 2, 8, 9, 10])
  expect(thread?.elided).toEqual({
    originalLength: 11,
    cuts: [{ first: 3, last: 7, depth: 9, imageName: 'Shop', offset: 0x1100, symbol: 'walk' }],
  })
  expect(report.problems).toMatchObject([{ code: 'skipped-frames', severity: 'note', params: { frames: 5 } }])
  expect(report.sections).toEqual([])
  const lines = textExporter.write([told(report)]).split('\n')
  expect(lines.findIndex((line) => /^ +2 Shop/.test(line)) + 1).toBe(
    lines.findIndex((line) => line.includes('5 frames left out')),
  )
})

test('lines with dashes without a gap in the numbers, or with false ones, are no cut', () => {
  expect(parse(TEXT.replace(/^8 /m, '3 ')).threads[0]?.elided).toBeUndefined()
  expect(parse(TEXT.replace(/^8 /m, '1 ')).threads[0]?.elided).toBeUndefined()
  const endless = TEXT.replace('ELIDED 5', `ELIDED ${'9'.repeat(40)}`)
  expect(parse(endless).threads[0]?.frames).toHaveLength(6)
  expect(parse(TEXT.replace(/\n8 [^]*?(?=\n\n)/, '')).threads[0]?.elided).toBeUndefined()
})
