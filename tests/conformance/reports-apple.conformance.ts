/**
 * Apple's report formats over real reports. The right format claims each, and counts agree with counts made apart from
 * the parser. If a sample has another tool's answer beside it, ours has the same structure.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { eachTreeFrame } from '../../src/core/model/each-frame.ts'
import { originalExporter } from '../../src/core/export/original.ts'
import type { Call } from '../../src/core/model/image.ts'
import type { CallTreeNode, Frame, Report, Resolution, SymbolicatedReport } from '../../src/core/model/report.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { repairText } from '../../src/core/reports/repair/repair.ts'
import { corpus } from './corpus.ts'
import { countAppleText } from './counts/apple-text.ts'
import { countIps } from './counts/ips.ts'
import { countInstruments, countLeaks, countSample, countSpindump } from './counts/trees.ts'
import { unsoundness, wronglyClaimed } from './report-checks.ts'

/** The index's label of a format -> the ids of ours that may claim it. */
const claims: Readonly<Record<string, readonly string[]>> = {
  'crash-ios': ['apple-crash-text'],
  'crash-macos': ['apple-crash-text'],
  'crash-sim-watch-tv': ['apple-crash-text'],
  'crash-thirdparty-text': ['apple-crash-text'],
  xccrashpoint: ['apple-crash-text'],
  'ips-309': ['ips-crash'],
  'ips-legacy-text': ['apple-crash-text', 'legacy-stackshot'],
  'ips-jetsam': ['ips-jetsam'],
  'ips-stackshot': ['ips-stackshot'],
  // Two of them are crash reports of iOS 5 that a resource limit caused.
  panic: ['panic', 'apple-crash-text'],
  'resource-diag': ['microstackshots', 'spindump'],
  spindump: ['spindump'],
  sample: ['sample'],
  leaks: ['leaks'],
  'instruments-copy': ['instruments-copy'],
  'pasted-fragments': ['apple-crash-text', 'ips-crash'],
  'edge-handmade': ['ips-crash'],
}

/** Made by hand to be no report. */
const noReports = new Set(['edge-handmade/sentrycli-crash_malformed.ips', 'edge-handmade/sentrycli-crash_minimal.ips'])

const root = `${corpus ?? ''}reports/`
const index = corpus === undefined ? [] : readFileSync(`${root}INDEX.tsv`, 'utf8').split('\n').slice(1)
const samples = index
  .map((line) => line.split('\t'))
  .flatMap(([path = '', format = '']) => (format in claims && !noReports.has(path) ? [{ path, format }] : []))

const bytesOf = (path: string): Uint8Array => {
  const bytes = readFileSync(root + path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
const textOf = (path: string): string => repairText(new TextDecoder().decode(bytesOf(path)), path).text
const parse = (path: string): readonly Report[] => {
  const outcome = parseReport(path, bytesOf(path))
  return outcome.ok ? outcome.value : []
}
const total = (reports: readonly Report[], count: (report: Report) => number): number =>
  reports.reduce((sum, report) => sum + count(report), 0)
/** Images that the report lists, not those that rows imply. */
const listed = (report: Report): number =>
  report.images.filter((image) => image.uuid ?? image.path ?? image.size ?? image.arch ?? image.version).length

function weightOf(nodes: readonly CallTreeNode[]): number {
  let sum = 0
  const stack = [...nodes]
  for (let node = stack.pop(); node; node = stack.pop()) {
    sum += node.count
    stack.push(...node.children)
  }
  return sum
}

describe.runIf(corpus !== undefined)('real reports', () => {
  test('each is claimed by the right format alone', () => {
    const wrong = wronglyClaimed(samples, claims, bytesOf)
    console.log(`claimed: ${samples.length - wrong.length} of ${samples.length}`)
    expect(wrong).toEqual([])
  })

  test('each report is sound', () => {
    const wrong = samples.flatMap(({ path }) =>
      parse(path).flatMap((report) => unsoundness(report).map((rule) => `${path}: ${rule}`)),
    )
    expect(wrong).toEqual([])
  })

  test('threads, frames and images are as many as counted apart', () => {
    const wrong: string[] = []
    let compared = 0
    const compare = (path: string, what: string, ours: number, theirs: number): void => {
      compared++
      if (ours !== theirs) wrong.push(`${path}: ${ours} ${what}, counted ${theirs}`)
    }
    for (const { path } of samples) {
      const reports = parse(path)
      const text = textOf(path)
      const frames = total(reports, (report) => report.frameCount)
      const threads = total(reports, (report) => report.threads.length)
      const images = total(reports, listed)
      const weight = total(reports, (report) => weightOf(report.callTrees.flatMap((tree) => tree.roots)))
      const [first] = reports
      if (!first) {
        wrong.push(`${path}: not read`)
        continue
      }
      switch (first.format) {
        case 'apple-crash-text': {
          const counted = countAppleText(text)
          compare(path, 'threads', threads, counted.threads)
          compare(path, 'frames', frames, counted.frames)
          compare(
            path,
            'images',
            total(reports, (report) => report.images.filter((image) => image.size !== undefined).length),
            counted.images,
          )
          break
        }
        case 'ips-crash':
        case 'ips-stackshot':
        case 'ips-jetsam': {
          const counted = countIps(text)
          if (!counted) break
          compare(path, 'threads', threads, counted.threads)
          compare(path, 'frames', frames, counted.frames)
          compare(
            path,
            'images',
            total(reports, (report) => report.images.length),
            counted.images,
          )
          const processes = first.sections.find((section) => section.title === 'Processes')
          if (counted.processes > 0) {
            compare(path, 'processes', processes?.kind === 'table' ? processes.rows.length : 0, counted.processes)
          }
          break
        }
        case 'legacy-stackshot': {
          const rows = [...text.matchAll(/^\t(?:kernel cont|kernel|user): (.*)$/gm)]
          compare(path, 'threads', threads, text.match(/^thread 0x/gm)?.length ?? 0)
          compare(path, 'frames', frames, rows.flatMap(([, row = '']) => row.trim().split(' ')).length)
          compare(path, 'images', images, new Set(text.match(/^ 0x[0-9a-f]+ <[0-9a-f]{32}>/gm)).size)
          break
        }
        case 'spindump':
        case 'microstackshots': {
          const counted = countSpindump(text)
          compare(path, 'threads', threads, counted.threads)
          compare(path, 'frames', frames, counted.frames)
          compare(path, 'images', images, counted.images)
          compare(path, 'samples', weight, counted.weight)
          break
        }
        case 'sample': {
          const counted = countSample(text)
          compare(path, 'threads', threads, counted.threads)
          compare(path, 'frames', frames, counted.frames)
          compare(path, 'images', images, counted.images)
          compare(path, 'samples', weight, counted.weight)
          break
        }
        case 'leaks': {
          const counted = countLeaks(text)
          compare(
            path,
            'stacks',
            total(reports, (report) => report.backtraces.length),
            counted.threads,
          )
          compare(path, 'frames', frames, counted.frames)
          compare(path, 'images', images, counted.images)
          break
        }
        case 'instruments-copy':
          compare(path, 'frames', frames, countInstruments(text).frames)
          break
        case 'panic': {
          const counted = countIps(text)
          if (counted) compare(path, 'threads of the stackshot', threads - 1, counted.threads)
          const rows = [...text.matchAll(/(?:^|\\n|\n)[\s\\t]*lr: {1,2}0x[0-9a-f]+ {1,2}fp:/g)].length
          compare(path, 'rows of the panicked stack', first.threads[0]?.frames.length ?? 0, rows)
          break
        }
        default:
          wrong.push(`${path}: not read`)
      }
    }
    console.log(`counts that agree: ${compared - wrong.length} of ${compared}, over ${samples.length} files`)
    expect(wrong).toEqual([])
  })
})

/** A sample and the same report as another tool wrote it. */
const pairs = index
  .map((line) => line.split('\t')[0] ?? '')
  .flatMap((path) => {
    const own = /^(.*)\.expected\.(?:crash|log|txt|snap\.txt)$/.exec(path)?.[1]
    return own !== undefined && samples.some((sample) => sample.path === own) ? [{ own, other: path }] : []
  })

/** Addresses and images of the stacks, without rows for inlined calls. */
function structure(report: Report): unknown {
  const rows = (frames: readonly Frame[]): unknown =>
    frames.filter((frame) => !frame.inlined).map((frame) => frame.address)
  return {
    threads: report.threads.map((thread) => [thread.id, thread.crashed, rows(thread.frames)]),
    last: report.lastException && rows(report.lastException.frames),
    trees: report.callTrees.map((tree) => [...eachTreeFrame(tree.roots)].map((frame) => frame.address)),
    images: report.images.filter((image) => image.size).map(({ loadAddress, size, uuid }) => [loadAddress, size, uuid]),
  }
}

describe.runIf(corpus !== undefined)('reports that other tools symbolicated', () => {
  test.each(pairs)('$other has the same structure', ({ own, other }) => {
    const [theirs] = parse(other)
    const [ours] = parse(own)
    expect(structure(ours!)).toEqual(structure(theirs!))
  })

  test.each(pairs.filter(({ own }) => !own.endsWith('.ips')))('names of $other come back by our export', (pair) => {
    const [theirs] = parse(pair.other)
    const [ours] = parse(pair.own)
    const named = withNamesOf(ours!, theirs!)
    const outcome = parseReport(pair.own, new TextEncoder().encode(originalExporter.write([named])))
    const [again] = outcome.ok ? outcome.value : []
    expect(namesOf(again!)).toEqual(namesOf(theirs!))
    const written = named.resolutions.filter(({ kind }) => kind === 'resolved').length
    console.log(`${written} names written into ${pair.own}`)
    expect(written).toBeGreaterThan(0)
  })
})

const framesOf = (report: Report): Frame[] => [
  ...report.threads.flatMap((thread) => thread.frames),
  ...(report.lastException?.frames ?? []),
  ...report.callTrees.flatMap((tree) => [...eachTreeFrame(tree.roots)]),
]
const namesOf = (report: Report): unknown => framesOf(report).map(({ symbol }) => symbol?.name.replace(/\s+/g, ' '))

/** Our reading of the raw report, with the names that the other tool found. */
function withNamesOf(ours: Report, theirs: Report): SymbolicatedReport {
  const resolutions: Resolution[] = Array.from({ length: ours.frameCount }, () => ({ kind: 'outside-images' }))
  const other = framesOf(theirs)
  framesOf(ours).forEach((frame, at) => {
    const symbol = other[at]?.symbol
    if (!symbol || symbol.name === frame.symbol?.name) return
    const offset = symbol.offset === undefined ? {} : { functionOffset: symbol.offset }
    const place = symbol.file === undefined ? {} : { file: symbol.file, line: symbol.line ?? 0 }
    const call: Call = {
      function: symbol.name,
      mangled: symbol.name,
      inlined: false,
      source: 'dwarf',
      ...offset,
      ...place,
    }
    resolutions[frame.id] = { kind: 'resolved', calls: [call], grade: { level: 'exact', evidence: [] } }
  })
  return { report: ours, resolutions, images: [], explanations: [] }
}

/** Every sample cut off and with bytes changed: a parser keeps what it can and never fails inside. */
test.runIf(corpus !== undefined)('damage never makes a parser fail', () => {
  let seed = 1
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return seed % Math.max(1, limit)
  }
  const wrong: string[] = []
  let runs = 0
  for (const { path } of samples) {
    const bytes = bytesOf(path)
    const rounds = bytes.length > 500_000 ? 4 : 16
    for (let round = 0; round < rounds; round++) {
      const damaged = bytes.slice(0, round % 2 === 0 ? random(bytes.length) : bytes.length)
      for (let flip = 0; flip < round * 4; flip++) damaged[random(damaged.length)] = random(256)
      const outcome = parseReport(path, damaged)
      runs++
      const inside = outcome.problems.find((problem) => problem.code === 'internal-error')
      if (inside) wrong.push(`${path}: ${inside.message}`)
      if (outcome.ok)
        wrong.push(...outcome.value.flatMap((report) => unsoundness(report).map((rule) => `${path}: ${rule}`)))
    }
  }
  console.log(`damaged files read: ${runs}`)
  expect(wrong).toEqual([])
})

const eachLine = (change: (line: string) => string) => (text: string) => text.split('\n').map(change).join('\n')

/** What chats, terminals and trackers do to a paste. */
const damages: readonly (readonly [name: string, damage: (text: string) => string])[] = [
  ['quoted', eachLine((line) => `> ${line}`)],
  ['with CRLF', (text) => text.replace(/\r?\n/g, '\r\n')],
  ['in a code fence', (text) => `\`\`\`\n${text}\n\`\`\`\n`],
  [
    'with HTML entities',
    (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'),
  ],
  ['with non-breaking blanks', (text) => text.replace(/ /g, '\u00a0')],
  ['coloured', eachLine((line) => (line === '' ? '' : `\u001b[0;31m${line}\u001b[0m`))],
  ['logged by NSLog', eachLine((line) => `2024-05-02 10:11:12.123456+0200 App[410:4242] ${line}`)],
  ['logged by a device', eachLine((line) => `May  2 10:11:12 iPhone App(UIKit)[410] <Notice>: ${line}`)],
]
const wrapAt = (width: number) => eachLine((line) => (line.match(new RegExp(`.{1,${width}}`, 'gs')) ?? ['']).join('\n'))

test.runIf(corpus !== undefined)('a damaged paste reads as the whole report did', () => {
  const wrong: string[] = []
  let compared = 0
  for (const { path } of samples) {
    const bytes = bytesOf(path)
    if (bytes.length > 200_000) continue
    const text = new TextDecoder().decode(bytes)
    const before = parse(path)
    const isJson = before[0]?.textKind === 'json'
    for (const [name, damage] of [
      ...damages,
      ...(isJson ? [['wrapped at 80', wrapAt(80)] as const] : [['wrapped at 80', wrapAt(80)] as const]),
    ]) {
      const outcome = parseReport(path, new TextEncoder().encode(damage(text)))
      const after = outcome.ok ? outcome.value : []
      compared++
      if (JSON.stringify(after.map(structure), plain) !== JSON.stringify(before.map(structure), plain)) {
        wrong.push(`${path} ${name}`)
      }
    }
  }
  console.log(`damaged pastes read alike: ${compared - wrong.length} of ${compared}`)
  expect(wrong).toEqual([])
})

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString(16) : value)

test.runIf(corpus !== undefined)('an undamaged report is not touched', () => {
  const own = samples.filter(({ format }) => format !== 'pasted-fragments')
  const touched = own.flatMap(({ path }) => {
    const { notes } = repairText(new TextDecoder().decode(bytesOf(path)), path)
    return notes.length > 0 ? [`${path}: ${notes.map((note) => note.code).join(', ')}`] : []
  })
  console.log(`untouched: ${own.length - touched.length} of ${own.length}`)
  // It was taken out of an issue, code fence and all.
  expect(touched).toEqual(['resource-diag/meetingbar478-cpu-macos12-head.diag: repaired-fences'])
})

/** Samples by the function that they were taken in, without the hash of Rust's names. */
function leavesOf(nodes: readonly CallTreeNode[], into: Map<string, number>): Map<string, number> {
  for (const node of nodes) {
    const self = node.count - node.children.reduce((sum, child) => sum + child.count, 0)
    const name = (node.frame.symbol?.name ?? '?').replace(/::h[0-9a-f]{16}$/, '')
    if (self > 0) into.set(name, (into.get(name) ?? 0) + self)
    leavesOf(node.children, into)
  }
  return into
}

test.runIf(corpus !== undefined)('a profiler that folds samples finds no sample that we miss', () => {
  const [report] = parse('sample/inferno-sample.txt')
  const own = new Map<string, number>()
  for (const tree of report!.callTrees) leavesOf(tree.roots, own)
  const folded = readFileSync(`${root}sample/inferno-sample.txt.expected.folded-no-modules.txt`, 'utf8')
  const theirs = new Map<string, number>()
  for (const line of folded.trim().split('\n')) {
    const leaf = line.slice(line.lastIndexOf(';') + 1, line.lastIndexOf(' '))
    theirs.set(leaf, (theirs.get(leaf) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)))
  }
  // It leaves out samples that wait, so it may have fewer of a function, never more.
  const missed = [...theirs].filter(([leaf, count]) => (own.get(leaf) ?? 0) < count)
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)
  console.log(`folded samples: ${sum(theirs)} of theirs found, ${sum(own)} of ours`)
  expect(missed).toEqual([])
  expect(theirs.size).toBeGreaterThan(5)
})
