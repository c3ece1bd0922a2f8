/**
 * Stacks of three builds of a program at every instruction that it runs (`tests/fixtures/unwind`). The truth comes from
 * an emulator that counts calls and returns. lldb and Breakpad's stack walker provide their results for comparison.
 */
import { expect, test } from 'vitest'
import { openCoreFile } from '../../../src/core/memory/core-file.ts'
import { openImageCode } from '../../../src/core/memory/image-code.ts'
import type { Outcome } from '../../../src/core/model/problem.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { minidumpFormat } from '../../../src/core/reports/dumps/minidump.ts'
import { pcOf, stopCore, stopMinidump } from '../../support/stop-dumps.ts'
import { openUnwindBuild, unwindBuilds, type ToldStop, type UnwindBuild } from '../../support/unwind-build.ts'

const hex = (value: bigint | undefined): string => `0x${value?.toString(16)}`
const truthOf = (stop: ToldStop, { program }: UnwindBuild): string => [hex(pcOf(stop, program)), ...stop.callers].join()

async function stackOf(opening: Promise<Outcome<Report>>): Promise<string> {
  const outcome = await opening
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return (outcome.value.threads[0]?.frames ?? []).map(({ address }) => hex(address)).join()
}

test.each(unwindBuilds)('%s: a core file has every caller', async (name) => {
  const build = await openUnwindBuild(name)
  expect(build.stops.length).toBeGreaterThan(100)
  const wrong: (readonly string[])[] = []
  for (const stop of build.stops) {
    const found = await stackOf(openCoreFile({ path: 'a.core', blob: new Blob([stopCore(stop, build.program)]) }))
    if (found !== truthOf(stop, build)) wrong.push([found, truthOf(stop, build)])
  }
  expect(wrong).toEqual([])
})

test.each(unwindBuilds)('%s: a minidump has every caller once the binary is given', async (name) => {
  const build = await openUnwindBuild(name)
  const code = await openImageCode(build.image)
  const uuid = Uint8Array.from(build.uuid.replaceAll('-', '').match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const wrong: (readonly string[])[] = []
  for (const stop of build.stops) {
    const blob = new Blob([stopMinidump(stop, build.program, uuid)])
    const found = await stackOf(minidumpFormat.open({ path: 'a.dmp', blob }, async () => code))
    if (found !== truthOf(stop, build)) wrong.push([found, truthOf(stop, build)])
  }
  expect(wrong).toEqual([])
})

/** How often the others find the whole stack, so that the truth is not ours alone. */
test.each([
  ['arm64', 103, 93, 108],
  ['x86_64-leaf', 139, 137, 142],
  ['x86_64-bare', 113, 112, 119],
] as const)(
  '%s: the truth is what lldb and Breakpad find at nearly every stop',
  async (name, lldb, stackwalk, stops) => {
    const build = await openUnwindBuild(name)
    const agree = (told: (stop: ToldStop) => readonly string[]): number =>
      build.stops.filter((stop) => told(stop).join() === truthOf(stop, build)).length
    const walked = agree((stop) => stop.stackwalk.map(([address]) => address))
    expect([agree((stop) => stop.lldb), walked, build.stops.length]).toEqual([lldb, stackwalk, stops])
  },
)
