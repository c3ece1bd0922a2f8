/** Whole reports without UUIDs, with symbols of the right build and of the build before: how sure the names are, and why. */
import { beforeAll, describe, expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import {
  formatHex,
  imageOffset,
  runtimeAddress,
  runtimeOf,
  type ImageOffset,
} from '../../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../../src/core/model/report.ts'
import { calledStack, codeImages, looseStack, randomFrom, type CodeImage } from '../../../conformance/code-images.ts'
import { binaryOf, dsymOf, engineWith, Truth } from '../../../support/two-builds.ts'

let codes: ReadonlyMap<string, CodeImage> = new Map()

beforeAll(async () => {
  const found = await codeImages(fileURLToPath(new URL('../../../fixtures/builds/', import.meta.url)), 100)
  codes = new Map(found.map((code) => [code.name.split('/')[0] ?? '', code]))
})

function codeOf(build: string): CodeImage {
  const code = codes.get(build)
  if (!code) throw new Error(`${build} has no code`)
  return code
}

const base = runtimeAddress(0x1_0473_4000n)

/** As BSBacktraceLogger prints a program without names: each row counts from the start of its image. */
function logged(stack: readonly ImageOffset[], states = true): string {
  const rows = stack.map((at) => {
    const address = formatHex(runtimeOf(base, at)).slice(2).padStart(16, '0')
    return `Ladder                          0x${address} ${states ? `${formatHex(base)} + ${at}` : '<redacted> + 4'}`
  })
  return ['Backtrace of Thread 771:', ...rows, ''].join('\n')
}

async function read(files: readonly string[], text: string): Promise<SymbolicatedReport> {
  const engine = await engineWith(files)
  const answer = await engine.symbolicate({ path: 'dump.txt', blob: new Blob([text]) }, {})
  const [symbolicated] = answer.ok ? answer.value : []
  if (!symbolicated) throw new Error(`not read:\n${text}`)
  return symbolicated
}

/** How many names of each grade are right and wrong, and how many frames have none. */
function tally(
  { resolutions }: SymbolicatedReport,
  stack: readonly ImageOffset[],
  truth: Truth,
): Record<string, number> {
  const counts: Record<string, number> = { likely: 0, doubtful: 0, none: 0, wrongLikely: 0, rightLikely: 0 }
  resolutions.forEach((resolution, row) => {
    const level = resolution.kind === 'resolved' ? resolution.grade.level : 'none'
    counts[level] = (counts[level] ?? 0) + 1
    if (resolution.kind !== 'resolved' || level !== 'likely') return
    const right = resolution.calls.at(-1)?.function === truth.at(stack[row] ?? imageOffset(0)).name
    const key = right ? 'rightLikely' : 'wrongLikely'
    counts[key] = (counts[key] ?? 0) + 1
  })
  return counts
}

/** Terms are written with two places, so that a sum may be off by the roundings. */
function expectExactTerms({ resolutions }: SymbolicatedReport): void {
  const odds = resolutions.flatMap((one) => (one.kind === 'resolved' && one.grade.odds ? [one.grade.odds] : []))
  expect(odds.length).toBeGreaterThan(0)
  for (const { confidence, terms } of odds) {
    const sum = terms.reduce((total, { nats }) => total + nats, 0)
    expect(Math.abs(sum - Math.log(confidence / (1 - confidence)))).toBeLessThan(0.005 * terms.length + 0.01)
  }
}

const programs = ['varied-arm64', 'varied-x86_64']

describe.each(programs)('%s, load address stated, no UUID', (program) => {
  test('with the right build and agreeing calls the names are likely', async () => {
    const random = randomFrom(3)
    const truth = new Truth(`${program}-2`)
    const all = { frames: 0, likely: 0 }
    for (let trial = 0; trial < 6; trial++) {
      const stack = calledStack(codeOf(`${program}-2`), 8, random)
      if (!stack) continue
      const answer = await read([dsymOf(`${program}-2`), binaryOf(`${program}-2`)], logged(stack))
      const counts = tally(answer, stack, truth)
      expect(counts.wrongLikely).toBe(0)
      expectExactTerms(answer)
      all.frames += 8
      all.likely += counts.likely ?? 0
    }
    expect(all.frames).toBeGreaterThan(0)
    expect(all.likely / all.frames).toBeGreaterThan(0.9)
  })

  test('two direct calls that agree are enough for a short stack', async () => {
    const random = randomFrom(4)
    for (let trial = 0; trial < 6; trial++) {
      const stack = calledStack(codeOf(`${program}-2`), 3, random)
      if (!stack) continue
      const counts = tally(
        await read([dsymOf(`${program}-2`), binaryOf(`${program}-2`)], logged(stack)),
        stack,
        new Truth(`${program}-2`),
      )
      expect(counts).toMatchObject({ likely: 3, wrongLikely: 0 })
    }
  })

  test('the previous build is visibly worse: its wrong names are refused or doubtful', async () => {
    const random = randomFrom(5)
    const truth = new Truth(`${program}-2`)
    const counts = { right: 0, previous: 0, wrong: 0 }
    for (let trial = 0; trial < 10; trial++) {
      const stack = calledStack(codeOf(`${program}-2`), 8, random)
      if (!stack) continue
      const right = tally(await read([dsymOf(`${program}-2`), binaryOf(`${program}-2`)], logged(stack)), stack, truth)
      const previous = tally(
        await read([dsymOf(`${program}-1`), binaryOf(`${program}-1`)], logged(stack)),
        stack,
        truth,
      )
      counts.right += right.likely ?? 0
      counts.previous += previous.likely ?? 0
      counts.wrong += previous.wrongLikely ?? 0
    }
    expect(counts.wrong).toBe(0)
    expect(counts.right).toBeGreaterThan(counts.previous * 3)
  })

  test('an address outside of the symbols speaks against them', async () => {
    const stack = looseStack(codeOf(`${program}-2`), 4, randomFrom(12))
    const files = [dsymOf(`${program}-2`)]
    const inside = await read(files, logged(stack))
    const outside = await read(files, logged([...stack, imageOffset(0x7_0000), imageOffset(0x8_0000)]))
    const confidences = ({ resolutions }: SymbolicatedReport): readonly number[] =>
      resolutions.slice(0, 4).map((one) => (one.kind === 'resolved' ? (one.grade.odds?.confidence ?? 1) : 0))
    confidences(outside).forEach((share, at) => expect(share).toBeLessThan(confidences(inside)[at] ?? 0))
  })
})

test.each(programs)(
  '%s: functions without names are never better than doubtful where no UUID ties them',
  async (program) => {
    const random = randomFrom(13)
    for (const build of [1, 2]) {
      for (const states of [true, false]) {
        for (let trial = 0; trial < 4; trial++) {
          const size = 3 + Math.floor(random() * 6)
          const stack =
            calledStack(codeOf(`${program}-2`), size, random) ?? looseStack(codeOf(`${program}-2`), size, random)
          const { resolutions } = await read([binaryOf(`${program}-${build}`)], logged(stack, states))
          for (const resolution of resolutions) {
            if (resolution.kind === 'resolved' && resolution.calls.at(-1)?.mangled === '')
              expect(resolution.grade.level).toBe('doubtful')
          }
        }
      }
    }
  },
)
