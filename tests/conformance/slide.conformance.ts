/** Slide inference over real code: how often the load address is found, and that a confident answer is never wrong. */
import { openAsBlob } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { runtimeAddress, runtimeOf, type ImageOffset } from '../../src/core/model/address.ts'
import type { KnownImage } from '../../src/core/model/image.ts'
import { success } from '../../src/core/model/problem.ts'
import { archFamily, pageSize } from '../../src/core/model/architecture.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { resolveReport } from '../../src/core/resolve/resolve.ts'
import type { SymbolLookup } from '../../src/core/resolve/symbol-lookup.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { makeKnown, makeSymbols } from '../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../support/report-builder.ts'
import { calledStack, codeImages, looseStack, randomFrom, type CodeImage } from './code-images.ts'
import { corpus } from './corpus.ts'
import { debugImages, listedReturns } from './debug-images.ts'

const confident = 0.99
const seed = Number(process.env['SLIDE_SEED'] ?? 20261121)
/** Stacks of each size that are drawn from an image. */
const TRIALS = Number(process.env['SLIDE_TRIALS'] ?? 20)
let images: readonly CodeImage[] = []

beforeAll(async () => {
  if (corpus) images = await codeImages(`${corpus}binaries/`, 300)
})

interface Tally {
  trials: number
  right: number
  wrong: number
  confidentRight: number
  confidentWrong: number
}

const emptyTally = (): Tally => ({ trials: 0, right: 0, wrong: 0, confidentRight: 0, confidentWrong: 0 })

/** 32-bit programs lie below 4 GiB, 64-bit programs above. */
function lowestBase({ image }: CodeImage): bigint {
  if (image.textVmaddr > 0n) return image.textVmaddr
  return image.pointerSize === 4 ? 0x10000n : 0x1_0000_0000n
}

/** An address of the system's libraries. */
function systemAddress({ image }: CodeImage): bigint {
  return image.pointerSize === 4 ? 0x3000_0000n : 0x1_8c72_41c4n
}

/** `apart`: frames of other images lie between these, so none of them called the next. */
async function infer(
  stack: readonly ImageOffset[],
  apart: boolean,
  source: CodeImage,
  asked: CodeImage,
  random: () => number,
  sites: Partial<SymbolLookup> = { code: async () => asked.code },
): Promise<{ readonly truth: bigint; readonly loadAddress?: bigint; readonly confidence: number }> {
  const page = BigInt(pageSize(archFamily(source.image.arch)))
  const lowest = lowestBase(source)
  const loadAddress = runtimeAddress(lowest + page * BigInt(1 + Math.floor(random() * 0x4000)))
  const known: KnownImage = makeKnown({ arch: asked.image.arch, textVmaddr: asked.image.textVmaddr, name: 'App' })
  const report = makeReport({
    header: { fields: [] },
    images: [makeImage({ name: 'App' })],
    rows: stack.flatMap((offset) => [
      { kind: 'return', image: 0, address: runtimeOf(loadAddress, offset) },
      ...(apart ? [{ kind: 'return' as const, address: systemAddress(source) }] : []),
    ]),
  })
  const { images: statuses } = await resolveReport(report, {
    images: [known],
    lookup: async (_key, offsets) => success(offsets.map(() => [])),
    ...sites,
  })
  const found = statuses[0]
  return {
    truth: loadAddress,
    ...(found?.loadAddress !== undefined && { loadAddress: found.loadAddress }),
    confidence: found?.confidence ?? 0,
  }
}

function count(tally: Tally, answer: Awaited<ReturnType<typeof infer>>, rightIs: bigint | undefined): void {
  tally.trials++
  if (answer.loadAddress === undefined) return
  const right = answer.loadAddress === rightIs
  if (right) tally.right++
  else tally.wrong++
  if (answer.confidence >= confident) {
    if (right) tally.confidentRight++
    else tally.confidentWrong++
  }
}

test.runIf(corpus)('load addresses found from return addresses alone', async () => {
  const random = randomFrom(seed)
  const rows: Record<string, Tally> = {}
  const row = (name: string): Tally => (rows[name] ??= emptyTally())
  for (const image of images) {
    for (let trial = 0; trial < TRIALS; trial++) {
      for (const size of [2, 3, 4, 6]) {
        const loose = looseStack(image, size, random)
        if (new Set(loose).size === size) {
          const answer = await infer(loose, true, image, image, random)
          count(row(`${size} unrelated frames`), answer, answer.truth)
        }
        const called = calledStack(image, size, random)
        if (called) {
          const answer = await infer(called, false, image, image, random)
          count(row(`${size} frames that call each other`), answer, answer.truth)
        }
      }
      const other = images[Math.floor(random() * images.length)]
      if (other && other !== image && archFamily(other.image.arch) === archFamily(image.image.arch)) {
        const size = 2 + Math.floor(random() * 8)
        const answer = await infer(looseStack(other, size, random), true, other, image, random)
        // The very load address of the other image: the corpus has copies of one code, so this image is that one too.
        if (answer.loadAddress !== answer.truth) count(row('frames of another image'), answer, undefined)
      }
    }
  }
  console.log(`slide inference over ${images.length} images with code, confident from ${confident}`)
  console.table(rows)
  const all = Object.values(rows)
  expect(all.reduce((sum, tally) => sum + tally.trials, 0)).toBeGreaterThan(images.length * TRIALS * 4)
  expect(all.reduce((sum, tally) => sum + tally.confidentWrong, 0)).toBe(0)
  for (const size of [4, 6]) {
    const tally = row(`${size} frames that call each other`)
    expect(tally.right / tally.trials).toBeGreaterThan(0.99)
  }
  for (const size of [4, 6]) {
    const tally = row(`${size} unrelated frames`)
    expect(tally.right / tally.trials).toBeGreaterThan(0.99)
  }
})

/** Fewer listed call sites than these are those of a toy. */
const fewestListed = 300

test.runIf(corpus)('load addresses found from the call sites that a dSYM lists', async () => {
  const random = randomFrom(seed)
  const rows: Record<string, Tally> = {}
  const row = (name: string): Tally => (rows[name] ??= emptyTally())
  const lists: Record<string, { readonly calls: number; readonly listed: number }> = {}
  for (const dsym of await debugImages(`${corpus}binaries/`, 64 * 2 ** 20)) {
    const source = images.find(({ image }) => image.uuid === dsym.uuid && image.arch === dsym.arch)
    if (!source || dsym.kind !== 'dsym') continue
    const returns = await listedReturns(dsym)
    if (returns.length < fewestListed) continue
    lists[source.name] = { calls: source.returns.length, listed: returns.length }
    const sites = { callReturns: async () => returns }
    const listed = { ...source, returns }
    for (let trial = 0; trial < 200; trial++) {
      for (const size of [4, 6, 8]) {
        for (const [name, from] of Object.entries({ listed, any: source })) {
          const stack = looseStack(from, size, random)
          if (new Set(stack).size < size) continue
          const answer = await infer(stack, true, source, source, random, sites)
          count(row(`${size} frames, ${name} calls`), answer, answer.truth)
        }
      }
      const other = images[Math.floor(random() * images.length)]
      if (!other || other.image.uuid === dsym.uuid || archFamily(other.image.arch) !== archFamily(dsym.arch)) continue
      const stack = looseStack(other, 4 + Math.floor(random() * 6), random)
      const answer = await infer(stack, true, other, source, random, sites)
      if (answer.loadAddress !== answer.truth) count(row('frames of another image'), answer, undefined)
    }
  }
  console.table(lists)
  console.table(rows)
  expect(Object.values(rows).reduce((sum, { trials }) => sum + trials, 0)).toBeGreaterThan(1000)
  expect(Object.values(rows).reduce((sum, { confidentWrong }) => sum + confidentWrong, 0)).toBe(0)
  for (const size of [4, 6, 8]) {
    const { right, trials } = row(`${size} frames, listed calls`)
    expect(right / trials).toBeGreaterThan(0.99)
  }
})

test.runIf(corpus)('grades of forced symbols tell whether they fit', async () => {
  const random = randomFrom(seed)
  const levels = { 'its own build': { likely: 0, doubtful: 0 }, 'another build': { likely: 0, doubtful: 0 } }
  for (const image of images) {
    const other = images[Math.floor(random() * images.length)]
    const family = archFamily(image.image.arch)
    if (!other || other.name === image.name || archFamily(other.image.arch) !== family) continue
    const loadAddress = runtimeAddress(0x1_2000_0000n)
    for (const asked of [image, other]) {
      const known = makeKnown({ arch: asked.image.arch, textVmaddr: asked.image.textVmaddr })
      const end = Math.max(...asked.code.sections.map(({ start, bytes }) => start + bytes.length))
      const report = makeReport({
        // Without its architecture any 32-bit ARM slice is doubted: another one may have run.
        header: { fields: [], arch: image.image.arch },
        images: [makeImage({ name: 'App', uuid: uuid('9'), loadAddress })],
        rows: looseStack(image, 200, random).map((offset) => ({
          kind: 'return',
          image: 0,
          address: runtimeOf(loadAddress, offset),
        })),
      })
      const symbols = { ...makeSymbols([known], [{ start: 0, end, name: 'f' }]), code: async () => asked.code }
      const force = [{ image: 0, uuid: known.uuid, arch: known.arch }]
      const { resolutions } = await resolveReport(report, symbols, { force })
      const row = levels[asked === image ? 'its own build' : 'another build']
      for (const resolution of resolutions) {
        if (resolution.kind === 'resolved') row[resolution.grade.level === 'doubtful' ? 'doubtful' : 'likely']++
      }
    }
  }
  console.table(levels)
  const { 'its own build': own, 'another build': strange } = levels
  // Behind the last place that fits code may have moved: the outermost few stay doubtful.
  expect(own.doubtful / (own.doubtful + own.likely)).toBeLessThan(0.1)
  expect(own.likely).toBeGreaterThan(1000)
  expect(strange.doubtful / (strange.doubtful + strange.likely)).toBeGreaterThan(0.99)
})

const hex = (address: bigint): string => `0x${address.toString(16).padStart(16, '0')}`

/** Dumps without an image list as their writers print them, with frames of the system in between. */
const writers: Readonly<Record<string, (addresses: readonly bigint[], system: bigint) => string>> = {
  BSBacktraceLogger: (addresses, system) =>
    [
      'Backtrace of Thread 771:',
      ...addresses.flatMap((address) => [
        `App                             ${hex(address)} -[Nearest guess] + 91234`,
        `UIKit                           ${hex(system)} -[UIView layout] + 12`,
      ]),
      `libdyld.dylib                   ${hex(system + 4n)} start + 4`,
    ].join('\n'),
  callStackSymbols: (addresses, system) =>
    [
      '(',
      `\t0   CoreFoundation                      ${hex(system + 0x1000n)} __exceptionPreprocess + 178`,
      ...addresses.flatMap((address, index) => [
        `\t${2 * index + 1}   App                                 ${hex(address)} _hidden#21_ + 88`,
        `\t${2 * index + 2}   UIKit                               ${hex(system)} -[UIView layout] + 12`,
      ]),
      ')',
    ].join('\n'),
}

test.runIf(corpus)('dumps of four and more frames as other tools write them', async () => {
  const random = randomFrom(seed)
  const rows: Record<string, Tally> = {}
  for (const image of images) {
    const page = BigInt(pageSize(archFamily(image.image.arch)))
    const lowest = lowestBase(image)
    const system = systemAddress(image)
    for (const [name, write] of Object.entries(writers)) {
      for (let trial = 0; trial < 8; trial++) {
        const stack = looseStack(image, 4 + Math.floor(random() * 5), random)
        if (new Set(stack).size !== stack.length) continue
        const loadAddress = runtimeAddress(lowest + page * BigInt(1 + Math.floor(random() * 0x1000)))
        const text = write(
          stack.map((offset) => runtimeOf(loadAddress, offset)),
          system,
        )
        const parsed = parseReport('dump.txt', new TextEncoder().encode(text))
        const [report] = parsed.ok ? parsed.value : []
        if (!report) throw new Error(`no format takes this:\n${text}`)
        const answer = await resolveReport(report, {
          images: [makeKnown({ arch: image.image.arch, textVmaddr: image.image.textVmaddr, name: 'App' })],
          lookup: async (_key, offsets) => success(offsets.map(() => [])),
          code: async () => image.code,
        })
        const position = answer.report.images.findIndex((listed) => listed.name === 'App')
        const found = answer.images[position]
        const tally = (rows[name] ??= emptyTally())
        count(
          tally,
          {
            truth: loadAddress,
            ...(found?.loadAddress !== undefined && { loadAddress: found.loadAddress }),
            confidence: found?.confidence ?? 0,
          },
          loadAddress,
        )
      }
    }
  }
  console.table(rows)
  for (const tally of Object.values(rows)) {
    expect(tally.trials).toBeGreaterThan(100)
    expect(tally.right / tally.trials).toBeGreaterThan(0.99)
    expect(tally.confidentWrong).toBe(0)
  }
})

test.runIf(corpus)('a dump and a dSYM, nothing else, through the whole engine', async () => {
  const random = randomFrom(seed)
  const rows: Record<string, Tally> = {}
  for (const dsym of await debugImages(`${corpus}binaries/`, 64 * 2 ** 20)) {
    const returns = dsym.kind === 'dsym' ? await listedReturns(dsym) : []
    if (returns.length < fewestListed) continue
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    await engine.add([{ path: dsym.path, blob: await openAsBlob(dsym.path) }])
    const page = BigInt(pageSize(archFamily(dsym.arch)))
    for (const [name, write] of Object.entries(writers)) {
      for (let trial = 0; trial < 30; trial++) {
        const picks = Array.from({ length: 4 + Math.floor(random() * 5) }, () => Math.floor(random() * returns.length))
        const stack = [...new Set(picks)].flatMap((pick) => returns[pick] ?? [])
        if (stack.length < 4) continue
        const truth = runtimeAddress(0x1_0000_0000n + page * BigInt(1 + Math.floor(random() * 0x1000)))
        const text = write(
          stack.map((offset) => runtimeOf(truth, offset)),
          0x1_8c72_41c4n,
        ).replaceAll('App', dsym.name)
        const answer = await engine.symbolicate({ path: 'dump.txt', blob: new Blob([text]) })
        const placed = answer.ok ? answer.value[0] : undefined
        const position = placed?.report.images.findIndex((image) => image.name === dsym.name) ?? -1
        const found = placed?.images[position]
        const base = found?.loadAddress !== undefined ? { loadAddress: found.loadAddress } : {}
        count((rows[name] ??= emptyTally()), { truth, ...base, confidence: found?.confidence ?? 0 }, truth)
      }
    }
  }
  console.table(rows)
  expect(Object.keys(rows)).toEqual(Object.keys(writers))
  for (const tally of Object.values(rows)) {
    expect(tally.trials).toBeGreaterThan(50)
    // A dump's first row is no return address, so four rows may leave three facts.
    expect(tally.right / tally.trials).toBeGreaterThan(0.95)
    expect(tally.wrong).toBe(0)
  }
})
