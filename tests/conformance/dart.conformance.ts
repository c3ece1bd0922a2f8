/** Dart traces with the debug files of their builds, against llvm-symbolizer at the same places; and a trace without a debug file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { reportsOf, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const root = `${corpus ?? ''}crossplatform/dart/`
const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Answer {
  readonly trace: number
  readonly frame: number
  readonly frames: readonly { readonly FunctionName: string; readonly FileName: string; readonly Line: number }[]
}

const framesOf = (out: string): readonly (readonly JsonFrame[])[] =>
  reportsOf(out).flatMap(({ threads }) => threads.map(({ frames }) => frames))

test.runIf(corpus).each([['worddefiner-2025'], ['worddefiner-2022']])('%s: every call of every frame', (name) => {
  const symbols = join(folder, `${name}.app.ios-arm64.symbols`)
  writeFileSync(symbols, gunzipSync(readFileSync(`${root}${name}.app.ios-arm64.symbols.gz`)))
  const { out } = unslide(['symbolicate', `${root}${name}.traces.txt`, '--symbols', symbols, '--format', 'json'])
  const stacks = framesOf(out)
  const answers = readFileSync(`${root}${name}.expected.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  const different: string[] = []
  let calls = 0
  for (const { trace, frame, frames } of answers) {
    const found = stacks[trace]?.[frame]
    const mine = (found?.calls ?? []).map((call) => `${call.function} ${call.file ?? ''}:${call.line ?? 0}`)
    const theirs = frames.map((call) => `${call.FunctionName} ${call.FileName}:${call.Line}`)
    calls += theirs.length
    if (mine.join(' | ') !== theirs.join(' | ')) different.push(`${mine.join(' | ')} ≠ ${theirs.join(' | ')}`)
    // Nothing in these files says their build.
    expect(found?.grade).not.toBe('exact')
  }
  console.log(`${name}: ${answers.length} frames, ${calls} calls, ${different.length} differ`)
  expect(answers.length).toBe(240)
  expect(different).toEqual([])
})

test.runIf(corpus)('a trace of Crashlytics counts from the snapshot of the program', () => {
  const name = 'regress_262474517_trace.txt'
  const wanted = JSON.parse(readFileSync(`${root}${name}.expected.json`, 'utf8')) as {
    readonly offsets: readonly string[]
    readonly build_id: string
  }
  const { out } = unslide(['parse', root + name])
  const [report] = (JSON.parse(out) as { reports: readonly Record<string, unknown>[] }).reports
  const text = JSON.stringify(report)
  expect(text.replaceAll('-', '').toLowerCase()).toContain(wanted.build_id)
  const [thread] = report?.['threads'] as readonly { frames: readonly { fromSymbol?: unknown }[] }[]
  expect(thread?.frames.map(({ fromSymbol }) => fromSymbol)).toEqual(
    wanted.offsets.map((offset) => ({ name: '_kDartIsolateSnapshotInstructions', offset: Number(offset) })),
  )
})
