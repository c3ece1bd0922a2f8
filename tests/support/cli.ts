/** The built command line, run as a user runs it, and what it prints as JSON. `npm run build:cli` must have run. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))

export interface Run {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs the program with these arguments and this text on its standard input; `node`: options of Node itself. */
export function unslide(args: readonly string[], input = '', node: readonly string[] = []): Run {
  const run = spawnSync(process.execPath, [...node, program, ...args], { encoding: 'utf8', input, maxBuffer: 1 << 28 })
  return { status: run.status, out: run.stdout, err: run.stderr }
}

export interface MeasuredRun extends Run {
  /** Processor time of all threads. */
  readonly seconds: number
  /** Peak of the memory that was resident. */
  readonly megabytes: number
}

/**
 * Runs the program as `unslide` does, and measures it. `folder` gets the figures. On Linux the peak comes from the
 * process's own mark, because `getrusage` also counts the memory of the parent process.
 */
export function measured(folder: string, args: readonly string[]): MeasuredRun {
  const [usage, preload] = [join(folder, 'usage.json'), join(folder, 'usage.cjs')]
  writeFileSync(
    preload,
    `const { existsSync, readFileSync, writeFileSync } = require('fs')
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const status = '/proc/self/status'
  const own = existsSync(status) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  const used = { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: Number(own ?? maxRSS) / 1024 }
  writeFileSync(${JSON.stringify(usage)}, JSON.stringify(used))
})
`,
  )
  const run = spawnSync(process.execPath, ['-r', preload, program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const used = JSON.parse(readFileSync(usage, 'utf8')) as Pick<MeasuredRun, 'seconds' | 'megabytes'>
  return { status: run.status, out: run.stdout, err: run.stderr, ...used }
}

/** A folder that lasts as long as the tests of the calling file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  return folder
}

export interface JsonCall {
  /** Of a function without a name. */
  readonly description?: string
  readonly function: string
  readonly mangled: string
  /** Where the name comes from. */
  readonly source: string
  readonly file?: string
  readonly line?: number
  readonly inlined: boolean
  readonly functionOffset?: number
}
export interface JsonFrame {
  readonly index: number
  readonly address: string
  readonly offset: number
  readonly status: string
  readonly grade?: string
  readonly calls?: readonly JsonCall[]
}
export interface JsonStack {
  readonly frames: readonly JsonFrame[]
}
export interface JsonImage {
  readonly name: string
  readonly symbols: string
  readonly uuid: string
  readonly base?: string
  readonly slide?: string
  readonly slideFrom?: string
  readonly have: readonly string[]
  readonly hypotheses: readonly { readonly uuid: string; readonly confidence: number }[]
}
export interface JsonReport {
  readonly format: string
  readonly images: readonly JsonImage[]
  readonly threads: readonly (JsonStack & { readonly crashed: boolean })[]
  readonly lastExceptionBacktrace?: JsonStack
  readonly backtraces?: readonly JsonStack[]
  readonly exception?: { readonly signal?: string }
}

export const reportsOf = (text: string): readonly JsonReport[] =>
  (JSON.parse(text) as { reports: readonly JsonReport[] }).reports

/** The frames of the first report's crashed thread. */
export function crashedFrames(text: string): readonly JsonFrame[] {
  return reportsOf(text)[0]?.threads.find(({ crashed }) => crashed)?.frames ?? []
}

/** Output with one JSON object a line. */
export const linesOf = <T>(text: string): readonly T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

/** Asynchronous variant, for other work in this process meanwhile, such as a server that the program uses. */
export function unslideBeside(args: readonly string[], input = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
      (_error, out, err) => resolve({ status: child.exitCode, out, err }),
    )
    child.stdin?.end(input)
  })
}
