/**
 * Reports without UUIDs, drawn from real code. The whole resolver gets them with symbols of the right build, of the
 * build beside it, of another slice and of another program. Counts how often a name of each grade is right.
 */
import { imageOffset, runtimeAddress, runtimeOf, type ImageOffset } from '../../src/core/model/address.ts'
import { parseUuid, type ImageUuid } from '../../src/core/model/image.ts'
import type { Frame, Report, Resolution } from '../../src/core/model/report.ts'
import { pageSize, archFamily } from '../../src/core/model/architecture.ts'
import { valueAtMost } from '../../src/core/bytes/binary-search.ts'
import { resolveReport } from '../../src/core/resolve/resolve.ts'
import { makeFrames, makeReport } from '../support/report-builder.ts'
import { calledStack, looseStack, randomFrom } from './code-images.ts'
import { familyOf, fileOf, functionAt, readPrograms, symbolsOf, type AtHand, type Program } from './trial-programs.ts'

/** Results of the names: right and wrong ones of each grade, and frames that show their offset alone. */
export interface NameRow {
  readonly levels: Record<'exact' | 'likely' | 'doubtful', [right: number, wrong: number]>
  /** Frames without a name; how many of these the symbols would have named rightly. */
  none: [right: number, wrong: number]
  /** The same, where a name was too improbable to be shown. */
  improbable: [right: number, wrong: number]
  /** The same, where the resolver marked the symbols as another build. */
  refused: [right: number, wrong: number]
}

/** One name with its reported probability. */
export interface TrialName {
  readonly confidence: number
  readonly right: boolean
}

export interface NameTrials {
  readonly rows: Readonly<Record<string, NameRow>>
  readonly names: readonly TrialName[]
}

const kinds = ['the very build', 'the build beside it', 'another slice', 'another program'] as const
type Kind = (typeof kinds)[number]
const evidences = ['code', 'calls', 'bounds'] as const
const shownEvidence = {
  code: 'with its binary',
  calls: 'dSYM with call sites',
  bounds: 'dSYM without call sites',
} as const

export async function tryNames(folders: readonly string[], trials: number, seed: number): Promise<NameTrials> {
  const programs = (await readPrograms(folders)).filter(({ starts }) => starts.length > 50)
  const random = randomFrom(seed)
  const rows: Record<string, NameRow> = {}
  const names: TrialName[] = []
  const rowOf = (key: string): NameRow =>
    (rows[key] ??= {
      levels: { exact: [0, 0], likely: [0, 0], doubtful: [0, 0] },
      none: [0, 0],
      improbable: [0, 0],
      refused: [0, 0],
    })
  for (let trial = 0; trial < trials; trial++) {
    const source = pick(programs, random)
    const drawn = source && drawSymbols(source, programs, random)
    if (!source || !drawn) continue
    const has = pick(evidences, random) ?? 'code'
    const naming = random() < 0.7 ? 0 : random() < 0.5 ? 0.35 : 1
    const isPlaced = random() < 0.7
    const size = 1 + Math.floor(random() * 12)
    const { stack, isCalled } = drawStack(source, size, random)
    const base = drawBase(source, random)
    const report = writeReport(source, stack, { base, isPlaced, naming, isCalled }, random)
    const answer = await resolveReport(report, symbolsOf([give(drawn.asked, has, random)]))
    const keys = [
      `symbols: ${drawn.kind}`,
      `evidence: ${shownEvidence[has]}`,
      `load address: ${isPlaced ? 'stated' : 'not stated'}`,
      `printed names: ${naming === 0 ? 'none' : naming === 1 ? 'all' : 'some'}`,
      `frames: ${size < 4 ? '1 to 3' : size < 8 ? '4 to 7' : '8 to 12'}`,
      `build: ${/made\.(O\w)/.exec(source.code.name)?.[1] ?? 'from npm'}`,
      `form: ${isPlaced ? 'stated' : 'not stated'}, ${shownEvidence[has]}, ${drawn.kind}`,
    ]
    for (const { id } of report.threads.flatMap(({ frames }) => frames)) {
      const at = stack[id]
      const resolution = answer.resolutions[id]
      if (at === undefined || !resolution || resolution.kind === 'already-named') continue
      const truth = functionAt(source, at).name
      for (const key of keys) count(rowOf(key), resolution, truth, nameIn(drawn.asked, at))
      if (resolution.kind === 'resolved' && resolution.grade.odds)
        names.push({ confidence: resolution.grade.odds.confidence, right: resolution.calls.at(-1)?.function === truth })
    }
  }
  return { rows, names }
}

function count(row: NameRow, resolution: Resolution, truth: string, stated: string): void {
  if (resolution.kind === 'resolved')
    row.levels[resolution.grade.level][resolution.calls.at(-1)?.function === truth ? 0 : 1]++
  else columnOf(row, resolution)[stated === truth ? 0 : 1]++
}

function columnOf(row: NameRow, resolution: Resolution): [number, number] {
  if (resolution.kind === 'wrong-build') return row.refused
  return resolution.kind === 'no-symbols' && resolution.message?.code === 'improbable' ? row.improbable : row.none
}

function nameIn(program: Program, at: ImageOffset): string {
  return program.names.get(valueAtMost(program.starts, at - 1) ?? imageOffset(0)) ?? ''
}

/** Symbols for a report of `source`: half of them are right. A program without names of its own can only be right or unrelated. */
/** Made programs have functions of the same names. */
const isMade = ({ code }: Program): boolean => code.name.startsWith('made.')

function drawSymbols(
  source: Program,
  programs: readonly Program[],
  random: () => number,
): { readonly asked: Program; readonly kind: Kind } | undefined {
  const draw = random()
  const kind: Kind = draw < 0.5 ? kinds[0] : draw < 0.8 ? kinds[1] : draw < 0.88 ? kinds[2] : kinds[3]
  if (kind === 'the very build') return { asked: source, kind }
  const isSameArch = (one: Program): boolean => one.code.image.arch === source.code.image.arch
  const isSameProgram = (one: Program): boolean => familyOf(one) === familyOf(source)
  const fits = programs.filter((one) => {
    if (one === source) return false
    if (kind === 'the build beside it') return !source.isNameless && isSameProgram(one) && isSameArch(one)
    if (kind === 'another slice') return !source.isNameless && fileOf(one) === fileOf(source) && !isSameArch(one)
    return !isSameProgram(one) && isSameArch(one) && !(isMade(one) && isMade(source))
  })
  const asked = pick(fits, random)
  return asked && { asked, kind }
}

/** Innermost first: calls that lead to each other, with one step in twenty that does not; or calls that have nothing in common. */
function drawStack(
  source: Program,
  size: number,
  random: () => number,
): { readonly stack: readonly ImageOffset[]; readonly isCalled: boolean } {
  const called = random() < 0.75 ? calledStack(source.code, size, random) : undefined
  const loose = looseStack(source.code, size, random)
  if (!called) return { stack: loose, isCalled: false }
  return { stack: called.map((at, position) => (random() < 0.05 ? (loose[position] ?? at) : at)), isCalled: true }
}

function drawBase({ code }: Program, random: () => number): bigint {
  const page = BigInt(pageSize(archFamily(code.image.arch)))
  const lowest = code.image.textVmaddr > 0n ? code.image.textVmaddr : 0x1_0000_0000n
  return ((lowest + page * BigInt(1 + Math.floor(random() * 0x2000))) / page) * page
}

interface Form {
  readonly base: bigint
  readonly isPlaced: boolean
  /** The part of the rows that prints a name. */
  readonly naming: number
  /** One stack, or each row in a thread of its own. */
  readonly isCalled: boolean
}

function writeReport(
  source: Program,
  stack: readonly ImageOffset[],
  { base, isPlaced, naming, isCalled }: Form,
  random: () => number,
): Report {
  const loadAddress = runtimeAddress(base)
  const frames: readonly Frame[] = makeFrames(
    stack.map((at) => {
      const { name, start } = functionAt(source, at)
      return {
        address: runtimeOf(loadAddress, at),
        imageName: 'Image',
        kind: 'return' as const,
        ...(random() < naming && { symbol: { name, offset: at - start } }),
      }
    }),
    0,
  )
  return makeReport({
    header: { fields: [] },
    threads: (isCalled ? [frames] : frames.map((frame) => [frame])).map((own, id) => ({
      id,
      crashed: id === 0,
      frames: own,
    })),
    images: isPlaced ? [{ index: 0, name: 'Image', loadAddress }] : [],
    frameCount: frames.length,
  })
}

function give(program: Program, has: AtHand['has'], random: () => number): AtHand {
  const { arch, textVmaddr } = program.code.image
  const part = 0.2 + 0.6 * random()
  return {
    program,
    has,
    known: { uuid: someUuid(), arch, name: 'Image', kind: 'dsym', textVmaddr, detail: 'dwarf' },
    ...(has === 'calls' && { calls: program.code.returns.filter(() => random() < part) }),
  }
}

function someUuid(): ImageUuid {
  const uuid = parseUuid('a'.repeat(32))
  if (uuid === undefined) throw new Error('no UUID')
  return uuid
}

function pick<T>(from: readonly T[], random: () => number): T | undefined {
  return from[Math.floor(random() * from.length)]
}
