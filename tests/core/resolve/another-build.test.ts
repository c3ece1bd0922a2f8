/** Reports without UUIDs beside the symbols of the previous build: no wrong name is sure, no right name is replaced. */
import { beforeAll, expect, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { SymbolicateOptions } from '../../../src/core/engine-types.ts'
import { calledStack, codeImages, looseStack, randomFrom, type CodeImage } from '../../conformance/code-images.ts'
import { backtrace, binaryOf, countNames, dsymOf, emptyNames, engineWith, Truth } from '../../support/two-builds.ts'

let codes: ReadonlyMap<string, CodeImage> = new Map()

beforeAll(async () => {
  const found = await codeImages(fileURLToPath(new URL('../../fixtures/builds/', import.meta.url)), 100)
  codes = new Map(found.map((code) => [code.name.split('/')[0] ?? '', code]))
})

function codeOf(build: string): CodeImage {
  const code = codes.get(build)
  if (!code) throw new Error(`${build} has no code`)
  return code
}

type Files = (program: string) => readonly string[]
const previous: Files = (program) => [dsymOf(`${program}-1`)]
const previousAndCode: Files = (program) => [dsymOf(`${program}-1`), binaryOf(`${program}-1`)]
const both: Files = (program) => [...previousAndCode(program), dsymOf(`${program}-2`), binaryOf(`${program}-2`)]

const base = 0x1_0473_4000n
const asked: SymbolicateOptions = { places: [{ image: 0, at: { kind: 'load', value: base } }] }

/** A dozen reports of the newer build through the whole engine. */
async function trials(
  program: string,
  files: Files,
  named: (row: number) => boolean,
  options: SymbolicateOptions,
): Promise<ReturnType<typeof emptyNames>> {
  const random = randomFrom(11)
  const engine = await engineWith(files(program))
  const truth = new Truth(`${program}-2`)
  const code = codeOf(`${program}-2`)
  const tally = emptyNames()
  for (let trial = 0; trial < 12; trial++) {
    const size = 3 + Math.floor(random() * 9)
    const stack = (trial % 2 ? calledStack(code, size, random) : undefined) ?? looseStack(code, size, random)
    const text = backtrace(stack, base, truth, named)
    const answer = await engine.symbolicate({ path: 'dump.txt', blob: new Blob([text]) }, options)
    const [symbolicated] = answer.ok ? answer.value : []
    if (!symbolicated) throw new Error(`not read:\n${text}`)
    countNames(tally, symbolicated, stack, truth)
  }
  return tally
}

const all = (): boolean => true
const some = (row: number): boolean => row % 3 === 0
const none = (): boolean => false

test.each(
  ['varied-arm64', 'even-x86_64'].flatMap((program) =>
    Object.entries({ previous, previousAndCode, both }).flatMap(([label, files]) =>
      Object.entries({ all, some, none }).flatMap(([naming, named]) => [
        { program, label, naming, load: 'stated', files, named, options: asked },
        { program, label, naming, load: 'unknown', files, named, options: {} },
      ]),
    ),
  ),
)(
  '$program, $label at hand, rows named: $naming, load address $load',
  async ({ program, files, named, options, naming }) => {
    const tally = await trials(program, files, named, options)
    expect(tally.overwritten).toBe(0)
    expect(tally.wrongSure).toBe(0)
    if (naming !== 'none') expect(tally.named).toBeGreaterThan(10)
  },
)

async function ask(
  files: readonly string[],
  stack: readonly ImageOffset[],
  named: (row: number) => boolean,
  options: SymbolicateOptions,
): Promise<SymbolicatedReport> {
  const engine = await engineWith(files)
  const text = backtrace(stack, base, new Truth('varied-arm64-2'), named)
  const answer = await engine.symbolicate({ path: 'dump.txt', blob: new Blob([text]) }, options)
  const [symbolicated] = answer.ok ? answer.value : []
  if (!symbolicated) throw new Error('not read')
  return symbolicated
}

/** Eight frames from all over the newer build. */
function wideStack(): readonly ImageOffset[] {
  const { returns } = codeOf('varied-arm64-2')
  return Array.from({ length: 8 }, (_, at) => returns[Math.floor(((at + 0.5) * returns.length) / 8)]).filter(
    (at) => at !== undefined,
  )
}

test('a build that contradicts the report is told, not used, and used when the user says so', async () => {
  const files = previous('varied-arm64')
  const { images, resolutions } = await ask(files, wideStack(), all, asked)
  expect(images[0]).toMatchObject({ symbols: 'wrong-build' })
  expect(images[0]?.reason).toMatch(/is from another build: [4-8] of 8 printed names differ/)
  expect(resolutions.every(({ kind }) => kind === 'already-named')).toBe(true)

  const unnamed = await ask(files, wideStack(), (row) => row > 0, asked)
  expect(unnamed.resolutions[0]).toMatchObject({ kind: 'wrong-build' })

  const anyway = await ask(files, wideStack(), (row) => row > 0, { ...asked, anyBuild: true })
  expect(anyway.images[0]).toMatchObject({ symbols: 'wrong-build' })
  expect(anyway.images[0]?.reason).toContain('because you asked for them')
  expect(anyway.resolutions[0]).toMatchObject({ kind: 'resolved' })

  const [have] = images[0]?.have ?? []
  if (have === undefined) throw new Error('the build at hand is not told')
  const chosen = await ask(files, wideStack(), (row) => row > 0, {
    ...asked,
    force: [{ image: 0, uuid: have, arch: '' }],
  })
  expect(chosen.images[0]).toMatchObject({ symbols: 'wrong-build' })
})

test('printed names that agree make their places sure, with file and line', async () => {
  const { images, resolutions } = await ask([dsymOf('varied-arm64-2')], wideStack(), all, asked)
  expect(images[0]).toMatchObject({ symbols: 'matched' })
  for (const resolution of resolutions) {
    expect(resolution).toMatchObject({ kind: 'resolved', grade: { level: 'likely' } })
    expect(resolution.kind === 'resolved' && resolution.calls[0]?.line).toBeGreaterThan(0)
  }
})

test('of two builds at hand the printed names choose', async () => {
  const { images, resolutions } = await ask(both('varied-arm64'), wideStack(), all, asked)
  expect(images[0]).toMatchObject({ symbols: 'matched' })
  expect(resolutions.every(({ kind }) => kind === 'resolved')).toBe(true)
})
