/**
 * Callers of a real program that a walker of frame pointers leaves out, at every instruction that it runs: reports made from
 * `tests/fixtures/unwind`, resolved with its files. The emulator's count of calls and returns says what is right.
 */
import { openAsBlob } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { loadAddress, pcOf, spOf, stackOf, valueOf, type Program, type Stop } from '../../support/stop-dumps.ts'
import { testPorts } from '../../support/test-builder.ts'
import { openUnwindBuild, type UnwindBuild } from '../../support/unwind-build.ts'

/** A crash reporter on the device lists the program counter and the chain of frame records. */
function listed(stop: Stop, program: Program): readonly bigint[] {
  const stack = new DataView(stackOf(stop).buffer)
  const start = spOf(stop, program)
  const frames = [pcOf(stop, program)]
  let record = valueOf(stop, program.arch === 'arm64' ? 'fp' : 'rbp')
  while (record >= start && record + 16n <= start + BigInt(stack.byteLength)) {
    const at = Number(record - start)
    const caller = stack.getBigUint64(at + 8, true)
    if (caller === 0n) break
    frames.push(caller)
    record = stack.getBigUint64(at, true)
  }
  return frames
}

/** A report of KSCrash, with or without the stack's bytes. */
function reportOf(stop: Stop, { program, uuid }: UnwindBuild, withStack: boolean): string {
  const basic = Object.fromEntries(Object.entries(stop.registers).map(([name, value]) => [name, Number(value)]))
  const stack = { dump_start: Number(spOf(stop, program)), contents: stop.stack }
  const contents = listed(stop, program).map((address) => ({ instruction_addr: Number(address) }))
  return JSON.stringify({
    report: { version: '3.3.0', type: 'standard', id: 'A', process_name: 'program' },
    system: { cpu_arch: program.arch, process_name: 'program', CFBundleExecutablePath: '/bin/program' },
    binary_images: [
      {
        image_addr: Number(loadAddress),
        image_size: program.textSize,
        name: '/bin/program',
        uuid,
        cpu_type: program.arch === 'arm64' ? 0x0100000c : 0x01000007,
        cpu_subtype: program.arch === 'arm64' ? 0 : 3,
      },
    ],
    crash: {
      error: { type: 'mach', mach: { exception: 1, code: 1 } },
      threads: [
        { index: 0, crashed: true, backtrace: { contents }, registers: { basic }, ...(withStack && { stack }) },
      ],
    },
  })
}

/** The report's own frames and those that were recovered, in order. */
function stackIn({ report, recovered = [] }: SymbolicatedReport): readonly string[] {
  return (report.threads[0]?.frames ?? []).flatMap(({ id, address }) => [
    `0x${address?.toString(16)}`,
    ...recovered.filter(({ after }) => after === id).map((caller) => `0x${caller.address.toString(16)}`),
  ])
}

interface Tally {
  /** Stops at which the report leaves callers out, and at how many of them all were found. */
  readonly lacking: number
  readonly found: number
  /** Stacks with a frame that is not true. */
  readonly wrong: readonly unknown[]
  /** Stops at which nothing was found, though a caller is left out. */
  readonly missed: readonly Stop[]
}

async function tally(name: string, files: readonly string[], withStack: boolean): Promise<Tally> {
  const build = await openUnwindBuild(name)
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(
    await Promise.all(files.map(async (file) => ({ path: file, blob: await openAsBlob(`${build.folder}${file}`) }))),
  )
  let lacking = 0
  let found = 0
  const wrong: unknown[] = []
  const missed: Stop[] = []
  for (const stop of build.stops) {
    const truth = [`0x${pcOf(stop, build.program).toString(16)}`, ...stop.callers]
    const own = listed(stop, build.program).map((address) => `0x${address.toString(16)}`)
    const outcome = await engine.symbolicate({
      path: 'report.json',
      blob: new Blob([reportOf(stop, build, withStack)]),
    })
    const [report] = outcome.ok ? outcome.value : []
    if (!report) throw new Error(outcome.problems[0]?.message)
    const got = stackIn(report)
    const lacks = own.join() !== truth.join()
    if (lacks) lacking++
    if (got.join() === truth.join()) found += lacks ? 1 : 0
    else if (got.join() === own.join()) missed.push(stop)
    else wrong.push({ got: got.join(), truth: truth.join(), own: own.join() })
  }
  return { lacking, found, wrong, missed }
}

test.each<[string, readonly string[], number, number]>([
  ['arm64', ['program', 'program.dwarf'], 50, 50],
  ['x86_64-leaf', ['program', 'program.dwarf'], 32, 32],
  ['x86_64-bare', ['program', 'program.dwarf'], 113, 113],
  // Without code the stack's words are only believed where the function has moved nothing yet.
  ['x86_64-leaf', ['program.dwarf'], 32, 8],
])('%s with stack memory and %j', async (name, files, lacking, found) => {
  expect(await tally(name, files, true)).toMatchObject({ lacking, found, wrong: [] })
})

test.each([[['program.dwarf']], [['program', 'program.dwarf']]])(
  'arm64 with the link register and %j',
  async (files) => {
    const { lacking, found, wrong, missed } = await tally('arm64', files, false)
    expect({ lacking, found, wrong }).toEqual({ lacking: 50, found: 37, wrong: [] })
    // The caller is a function that calls itself: the report has that address already, or the stopped function holds it.
    expect(new Set(missed.map(({ callers }) => callers[0]))).toEqual(new Set(['0x1000003ac']))
    expect(missed).toHaveLength(13)
  },
)
