/** An exported page may come from a stranger: no field of it is believed before it was checked. */
import { expect, test } from 'vitest'
import { imageOffset, linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { EMBEDDED_ID, formatEmbedded, parseEmbedded } from '../../../src/core/model/embedded-report.ts'
import type { ImageUuid } from '../../../src/core/model/image.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { visibleText } from '../../../src/core/model/visible-text.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

const uuid = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213' as ImageUuid

/** One with something in every field that is easily believed. */
function fullReport(): SymbolicatedReport {
  const made = buildReport([app('inner', 'outer'), system('start')], {
    exception: { type: 'EXC_CRASH', rawCodes: [1n], address: runtimeAddress(16n) },
    termination: { namespace: 'SIGNAL', code: 6n, reasons: ['abort'] },
    header: { process: 'Shop', pid: 7, fields: [['Process', 'Shop']] },
    registers: [{ name: 'x0', value: 0xffff_ffff_ffff_ffffn, note: 'note' }],
    events: [{ kind: 'log', text: 'opened', time: '2026-01-02T10:00:00Z', lasted: 1.5 }],
    sections: [
      { kind: 'text', title: 'Text', text: 'words' },
      { kind: 'table', title: 'Table', columns: ['a'], rows: [['b']] },
    ],
    text: 'Process: Shop',
  })
  const [thread] = made.report.threads
  const [frame] = thread?.frames ?? []
  if (!thread || !frame) throw new Error('the builder makes a thread')
  const placed = { ...frame, id: 0, span: { start: 0, end: 4 }, symbol: { name: 'inner', line: 3 } }
  const roots = [{ frame: placed, count: 2, children: [{ frame, count: 1, children: [] }] }]
  const first = made.report.images.map((image, at) =>
    at === 0
      ? { ...image, uuid, loadAddress: runtimeAddress(4379476016n), textVmaddr: linkAddress(4294967296n) }
      : image,
  )
  return {
    ...made,
    report: {
      ...made.report,
      images: first,
      threads: [{ ...thread, stackMemory: { start: runtimeAddress(64n), bytes: Uint8Array.of(1, 2) } }],
      lastException: { frames: [placed] },
      callTrees: [{ title: 'Main', weight: 'samples', roots }],
      problems: [{ code: 'cut', message: 'It is cut.', line: 3 }],
    },
    images: [
      {
        image: 0,
        symbols: 'matched',
        reason: 'found',
        frames: 1,
        unnamed: 0,
        loadAddress: runtimeAddress(0x104cc8000),
        slide: -16n,
        confidence: 1,
        have: [uuid],
      },
    ],
    explanations: [{ id: 'x', title: 'X', evidence: 'seen', meaning: 'means', checks: ['look'], frames: [0] }],
    recovered: [
      { after: 0, address: runtimeAddress(1n), image: 1, resolution: { kind: 'outside-images' }, reason: 'kept' },
    ],
    culprit: 0,
  }
}

const page = (json: string): string => `<!doctype html><script id="${EMBEDDED_ID}">${json}</script>`
const read = (json: string) => parseEmbedded(page(json), 'page.html')

test('what was written is read back', () => {
  const report = fullReport()
  expect(read(formatEmbedded([report]))).toEqual({ ok: true, value: [report], problems: [] })
})

test.each(['a\u202eb', 'a\u200bb\u{e0041}', 'a\u009bb', 'plain'])(
  'a large report is read back from its page, whatever nobody sees in its text: %j',
  (odd) => {
    const small = fullReport()
    const [tree] = small.report.callTrees
    if (!tree) throw new Error('the report has a tree')
    const roots = Array.from({ length: 1200 }, () => tree.roots).flat()
    const text = `Process: Shop ${odd}`
    const large = { ...small, report: { ...small.report, text, callTrees: [{ ...tree, roots }] } }
    const written = htmlExporter.write([large])
    // As standard output and a terminal get it.
    for (const html of [written, visibleText(written)]) {
      const again = parseEmbedded(html, 'page.html')
      expect(again.ok ? again.value[0]?.report.text : again.problems).toBe(text)
    }
  },
)

test('pages call the addresses of images as they always did', () => {
  const text = formatEmbedded([fullReport()])
  const { reports } = JSON.parse(text) as { reports: [{ report: { images: unknown[] }; images: unknown[] }] }
  expect(reports[0].report.images[0]).toMatchObject({
    base: { $bigint: '4379476016' },
    text: { $bigint: '4294967296' },
  })
  expect(reports[0].images[0]).toMatchObject({ base: { $bigint: '4375478272' } })
  expect(text).not.toMatch(/loadAddress|textVmaddr/)
})

type Path = readonly (string | number)[]

/** The paths of all values in it, objects and what is in them. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key])
}

function withValue(root: unknown, path: Path, put: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(root)) as Record<string, unknown>
  let at: Record<string, unknown> = copy
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[path.at(-1) ?? ''] = put
  return copy
}

test('a value of another type in any field is told with its place', () => {
  const whole = JSON.parse(formatEmbedded([fullReport()])) as { reports: unknown[] }
  const paths = [...pathsOf(whole.reports[0])].filter((path) => !path.some((key) => String(key).startsWith('$')))
  expect(paths.length).toBeGreaterThan(150)
  for (const path of paths) {
    for (const put of [null, [[7]], true]) {
      const at = JSON.stringify(withValue(whole, ['reports', 0, ...path], put))
      const isFlag = path.at(-1) === 'inlined' || path.at(-1) === 'crashed'
      if (put === true && isFlag) continue
      const outcome = read(at)
      expect(outcome.ok, path.join('.')).toBe(false)
      expect(outcome.problems[0]?.message).toMatch(
        /^The report in this page is damaged: “\[0\].+” should be .+\. Export/,
      )
    }
  }
})

const META = '<meta http-equiv="refresh" content="0;url=//evil">'

test.each([
  ['markup for a UUID', ['report', 'images', 0, 'uuid'], META],
  ['a UUID in small letters', ['report', 'images', 0, 'uuid'], uuid.toLowerCase()],
  ['markup for a register', ['report', 'threads', 0, 'registers', 0, 'value'], META],
  ['a register of 65 bits', ['report', 'threads', 0, 'registers', 0, 'value'], { $bigint: '18446744073709551616' }],
  ['a number for an address', ['report', 'images', 0, 'base'], 4096],
  ['an image that is not there', ['report', 'threads', 0, 'frames', 0, 'image'], 2],
  ['a frame id past the count', ['report', 'threads', 0, 'frames', 0, 'id'], 2],
  ['a count of frames without frames', ['report', 'frameCount'], 4294967295],
  ['a span past the text', ['report', 'callTrees', 0, 'roots', 0, 'frame', 'span'], { start: 0, end: 14 }],
  ['a span that runs backwards', ['report', 'lastException', 'frames', 0, 'span'], { start: 4, end: 3 }],
  ['a fraction for a position', ['images', 0, 'image'], 0.5],
  ['a state of no image', ['images', 0, 'image'], 2],
  ['a confidence above 1', ['images', 0, 'confidence'], 7],
  ['a state nobody knows', ['images', 0, 'symbols'], '__proto__'],
  ['a kind of resolution nobody knows', ['resolutions', 0, 'kind'], 'constructor'],
  ['three parts of a header field', ['report', 'header', 'fields', 0], ['a', 'b', 'c']],
  ['an image out of its place', ['report', 'images', 0, 'index'], 1],
])('%s is refused', (_what, path, put) => {
  const whole = JSON.parse(formatEmbedded([fullReport()])) as unknown
  expect(read(JSON.stringify(withValue(whole, ['reports', 0, ...path], put)))).toMatchObject({
    ok: false,
    problems: [{ code: 'damaged-page', file: 'page.html' }],
  })
})

test('a tree of any depth is read or refused, never thrown', () => {
  const leaf = { frame: { id: 0, index: 0, kind: 'exact', offset: imageOffset(0) }, count: 1 }
  const open = JSON.stringify({ ...leaf, children: [] }).slice(0, -2)
  for (const depth of [1000, 200_000]) {
    const tree = `{"title":"t","weight":"w","roots":[${open.repeat(depth)}${']}'.repeat(depth)}]}`
    const json = formatEmbedded([buildReport([app('f')])]).replace('"callTrees":[]', `"callTrees":[${tree}]`)
    expect(['damaged-page', undefined]).toContain(read(json).problems[0]?.code)
  }
})

test('fields that are inherited count as absent', () => {
  const whole = JSON.parse(formatEmbedded([fullReport()])) as { reports: { report: { images: object[] } }[] }
  const json = JSON.stringify(whole).replace('"base":', '"toString":1,"constructor":')
  expect(read(json).ok).toBe(true)
})
