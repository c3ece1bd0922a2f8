import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { parseEmbedded } from '../../../src/core/model/embedded-report.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { markdownExporter } from '../../../src/core/export/markdown.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import type { ImageStatus, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'

function explained(report: SymbolicatedReport): SymbolicatedReport {
  return { ...report, ...explain(report) }
}

const total = { function: 'CartView.total(of:)', file: '/src/CartView.swift', line: 88 }
const crash = explained(
  buildReport(
    [
      app('Swift runtime failure: Index out of range', 'Array.subscript.getter', total),
      system('one'),
      system('two'),
      system('three'),
      system('four'),
      system('five'),
      system('six'),
      app('main'),
    ],
    {
      exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' },
      header: { process: 'Shop', version: '4.2 (1180)', os: 'iOS 19.1', arch: 'arm64', fields: [] },
      registers: [{ name: 'x0', value: 0xffff_ffff_ffff_fff0n }],
      text: 'Process: Shop',
    },
  ),
)

const HOSTILE = '</script><img src=x onerror=alert(1)>`*_[a](javascript:b)|@all"\'& '
const hostile = explained(
  buildReport([app(HOSTILE)], {
    exception: { type: HOSTILE, reason: HOSTILE, name: HOSTILE },
    applicationInfo: [HOSTILE],
    header: { process: HOSTILE, fields: [[HOSTILE, HOSTILE]] },
    sections: [{ kind: 'table', title: HOSTILE, columns: [HOSTILE], rows: [[HOSTILE]] }],
    text: HOSTILE,
  }),
)

test('Markdown tells what happened, why and where', () => {
  expect(markdownExporter.write([crash])).toBe(`## Array index out of range in CartView.total(of:)

Shop 4.2 (1180) · iOS 19.1 · arm64

An element was requested at an index that the collection does not have.

*Seen:* frame 0 says “Swift runtime failure: Index out of range”

- Where does the index come from, and can the collection have become shorter since?
- Check \`indices.contains(index)\` before the access.

**Thread 0, main** (crashed)

\`\`\`
  0 Shop            Swift runtime failure: Index out of range [inlined]
                    in Array.subscript.getter [inlined]
                    in CartView.total(of:)  CartView.swift:88
    ⋯ 6 system frames
  7 Shop            main
\`\`\`
`)
})

test('Markdown keeps hostile text as text', () => {
  const text = markdownExporter.write([hostile])
  const outside = text.replace(/(`{3,})\n[\s\S]*?\n\1/g, '')
  expect(outside).not.toMatch(/<(?:img|script|\/script)/)
  expect(outside).not.toMatch(/(?<!\\)\]\(/)
  expect(outside).not.toContain('@all')
})

test('a fence is longer than the backticks in it', () => {
  const report = buildReport([app('a ``` b')])
  expect(markdownExporter.write([report])).toContain('````\n  0 Shop a ``` b\n````')
})

test('names that are not sure are marked, and the marks explained', () => {
  const report = buildReport([app('load()'), system('far_away'), app('main')])
  const grades = [
    { level: 'doubtful', evidence: ['no call <ends> here'] },
    { level: 'likely', evidence: ['the load address was inferred'] },
    { level: 'likely', evidence: ['the load address was inferred'] },
  ] as const
  const resolutions = report.resolutions.map((resolution, id) => {
    const grade = grades[id]
    return resolution.kind === 'resolved' && grade ? { ...resolution, grade } : resolution
  })
  const markdown = markdownExporter.write([{ ...report, resolutions }])
  expect(markdown).toContain('load() [doubtful]\n')
  // A system's name that is merely likely is no news.
  expect(markdown).toContain('far_away\n')
  expect(markdown).toContain('main [likely]\n')
  expect(markdown).toContain('\\[doubtful\\]: something speaks against this name')
  const page = htmlExporter.write([{ ...report, resolutions }])
  expect(page).toContain('<span class="doubtful">doubtful: no call &lt;ends&gt; here</span>')
  expect(page).toContain('<span class="likely">likely: the load address was inferred</span>')
  expect(page).toContain('[likely]: nothing speaks against this name')
  expect(markdownExporter.write([report])).not.toContain('[doubtful')
  expect(htmlExporter.write([report])).not.toContain('[likely]')
})

test('a page needs nothing from outside and has no place for scripts', () => {
  const page = htmlExporter.write([crash])
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:\/\//)
  expect([...page.matchAll(/<script([^>]*)>/g)].map((match) => match[1])).toEqual([
    ' type="application/json" id="unslide-report"',
  ])
  expect(page).toContain('<h1>Array index out of range in CartView.total(of:)</h1>')
  expect(page).toContain('⋯ 6 system frames')
})

test('hostile text of a report is no markup in a page', () => {
  const page = htmlExporter.write([hostile])
  expect(page).not.toContain('<img')
  expect(page.match(/<\/script/g)).toHaveLength(1)
  const carried = parseEmbedded(page, 'page.html')
  expect(carried.ok && carried.value[0]?.report.text).toBe(HOSTILE)
})

test('a page gives back the report that it was made of', () => {
  const stackMemory = { start: runtimeAddress(0x16b000000), bytes: Uint8Array.of(1, 2, 255) }
  const [thread] = crash.report.threads
  const report = thread ? { ...crash, report: { ...crash.report, threads: [{ ...thread, stackMemory }] } } : crash
  const outcome = parseEmbedded(htmlExporter.write([report]), 'page.html')
  expect(outcome.ok && outcome.value).toEqual([report])
})

test.each([
  ['<html></html>', 'no-embedded-report'],
  ['<script id="unslide-report">{</script>', 'damaged-page'],
  ['<script id="unslide-report">{"version":99,"reports":[]}</script>', 'unknown-page'],
  ['<script id="unslide-report">{"version":1,"reports":[{"report":{}}]}</script>', 'damaged-page'],
  ['<script id="unslide-report">{"version":1,"reports":[1]}</script>', 'damaged-page'],
])('%s carries nothing', (page, code) => {
  expect(parseEmbedded(page, 'page.html')).toMatchObject({ ok: false, problems: [{ code, file: 'page.html' }] })
})

test('the heaviest path of a call tree is told', () => {
  const report = buildReport([app('main'), app('heavy'), app('light')])
  const [main, heavy, light] = report.report.threads[0]?.frames ?? []
  if (!main || !heavy || !light) throw new Error('the builder makes three frames')
  const leaf = (frame: typeof main, count: number) => ({ frame, count, children: [] })
  const roots = [{ frame: main, count: 10, children: [leaf(light, 3), leaf(heavy, 7)] }]
  const sampled = {
    ...report,
    report: { ...report.report, threads: [], callTrees: [{ title: 'Main', weight: 'samples', roots }] },
  }
  expect(markdownExporter.write([sampled])).toContain('     10 Shop  main\n      7 Shop  heavy\n```')
  expect(htmlExporter.write([sampled])).toMatch(
    /Heaviest path, in samples[\s\S]*heavy[\s\S]*Other branches \(1 row\)[\s\S]*light/,
  )
  // No row appears twice.
  for (const name of ['main', 'heavy', 'light'])
    expect(htmlExporter.write([sampled]).split(`<code class="name">${name}</code>`)).toHaveLength(2)
})

const told = (count: number) =>
  buildReport([app('pay()')], {
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    header: { process: 'Shop', version: '??? (???)', date: '2026-01-02T10:00:30Z', fields: [] },
    events: Array.from({ length: count }, (_, at) => ({
      kind: 'log',
      text: `step | ${at}`,
      time: `2026-01-02T10:00:0${at % 10}Z`,
      ...(at === 0 && { level: 'warning', detail: 'id: <7>' }),
    })),
  })

test('Markdown carries the timeline where the report has one', () => {
  const text = markdownExporter.write([told(2)])
  expect(text).toContain(`**Timeline**

| Before the end | Time | Event |
| --- | --- | --- |
| −30 s | 10:00:00 | step \\| 0 (warning): id: &lt;7&gt; |
| −29 s | 10:00:01 | step \\| 1 |
| 0 s | 10:00:30 | Crashed |`)
  expect(markdownExporter.write([crash])).not.toContain('Timeline')
})

test('of a long timeline Markdown keeps the end and says how much it leaves out', () => {
  const text = markdownExporter.write([told(40)])
  expect(text).toContain('**Timeline**, without the first 11')
  expect(text.match(/^\|.*step/gm)).toHaveLength(29)
  expect(text).toContain('| 0 s | 10:00:30 | Crashed |')
})

test.each([markdownExporter, htmlExporter])('$label: a version that says nothing is not in the subject', (exporter) => {
  expect(exporter.write([told(0)])).not.toMatch(/Shop \?\?\?/)
})

test('whose code an image is that no path tells is what was found out of it', () => {
  const calls = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => app(name))
  const made = buildReport([...calls, system('main')], {
    images: [
      { index: 0, name: 'Kit' },
      { index: 1, name: 'App', origin: 'app' },
    ],
  })
  const status: ImageStatus = { image: 0, symbols: 'matched', reason: '', frames: 8, unnamed: 0, origin: 'app' }
  expect(markdownExporter.write([{ ...made, images: [{ ...status, origin: 'system' }] }])).toContain(
    '⋯ 7 system frames',
  )
  expect(markdownExporter.write([{ ...made, images: [status] }])).not.toContain('system frames')
})
