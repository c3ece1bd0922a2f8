/**
 * Reports drawn from real code, given to the whole resolver with the right symbols and with wrong ones. Counts how
 * often an inferred load address of a confidence is right, and how many names are wrong.
 */
import {
  imageOffset,
  runtimeAddress,
  runtimeOf,
  type ImageOffset,
  type RuntimeAddress,
} from '../../src/core/model/address.ts'
import { parseUuid, type BinaryImage, type ImageUuid } from '../../src/core/model/image.ts'
import type { Frame, Report, SymbolicatedReport } from '../../src/core/model/report.ts'
import { archFamily, pageSize } from '../../src/core/model/architecture.ts'
import { resolveReport } from '../../src/core/resolve/resolve.ts'
import { makeFrames, makeReport } from '../support/report-builder.ts'
import { calledStack, looseStack, randomFrom } from './code-images.ts'
import {
  familyOf,
  fileOf,
  functionAt,
  isCopy,
  readPrograms,
  symbolsOf,
  type AtHand,
  type Program,
} from './trial-programs.ts'
import { confidences, type CalibrationRow } from './placement-trials.ts'

/** Load addresses and names of one kind of trial. */
export interface TrialRow extends CalibrationRow {
  /** Frames that got a name; wrong ones; wrong ones graded better than doubtful. */
  named: number
  wrong: number
  wrongSure: number
  /** Not counted as wrong: the same bytes at the same place in another file, a copy under names that the trial made up. */
  copied: number
}

/** An image of a drawn report: whose code ran, and where. */
interface Drawn {
  readonly name: string
  readonly source: Program
  readonly base: RuntimeAddress
  readonly stack: readonly ImageOffset[]
  /** True if the rows are one stack, each called by the next. */
  readonly isCalled: boolean
  /** True if the report lists it with its load address and size; without its UUID in any case. */
  readonly isListed: boolean
  /** Programs whose symbols are available under its name, and their relation to it. */
  readonly asked: readonly Program[]
  readonly kind: string
}

const evidences = ['code', 'calls', 'bounds'] as const
const evidenceWords = { code: 'code', calls: 'partial list of calls', bounds: 'function bounds' } as const
const namings = ['no', 'some', 'all'] as const

export async function tryReports(
  folders: readonly string[],
  trials: number,
  seed: number,
  tell: (done: number) => void,
): Promise<Readonly<Record<string, TrialRow>>> {
  const programs = await readPrograms(folders)
  const random = randomFrom(seed)
  const rows: Record<string, TrialRow> = {}
  const rowOf = (key: string): TrialRow =>
    (rows[key] ??= { trials: 0, answers: confidences.map(() => [0, 0]), named: 0, wrong: 0, wrongSure: 0, copied: 0 })
  for (let trial = 0; trial < trials; trial++) {
    await tryReport(programs, random, rowOf)
    if (trial % 1000 === 0) tell(trial)
  }
  return rows
}

async function tryReport(
  programs: readonly Program[],
  random: () => number,
  rowOf: (key: string) => TrialRow,
): Promise<void> {
  const drawn = drawImages(programs, random() < 0.6 ? 1 : random() < 0.7 ? 2 : 3, random)
  const has = pick(evidences, random) ?? 'code'
  const naming = pick(namings, random) ?? 'no'
  const atHand = drawn.flatMap((one, position) =>
    one.asked.map((program, at) => giveSymbols(program, one.name, makeUuid(position * 8 + at), has, random)),
  )
  const answer = await resolveReport(writeReport(drawn, naming, random), symbolsOf(atHand))
  for (const one of drawn) {
    for (const key of [
      `asked: ${one.kind}`,
      `evidence: ${evidenceWords[has]}, ${naming} names`,
      `images: ${drawn.length > 1 ? 'several' : 'one'}${drawn.some(({ isListed }) => isListed) ? ', list in part' : ''}`,
    ])
      countAnswer(rowOf(key), answer, one)
  }
}

function drawImages(programs: readonly Program[], count: number, random: () => number): readonly Drawn[] {
  const drawn: Drawn[] = []
  const [first] = [pick(programs, random)]
  if (!first) return []
  const { arch } = first.code.image
  const alike = programs.filter(({ code }) => code.image.arch === arch)
  const page = BigInt(pageSize(archFamily(arch)))
  let free =
    (first.code.image.pointerSize === 4 ? 0x10000n : 0x1_0000_0000n) + page * BigInt(Math.floor(random() * 0x2000))
  for (let at = 0; at < count; at++) {
    const source = at === 0 ? first : pick(alike, random)
    if (!source) break
    const { code } = source
    if (free < code.image.textVmaddr) free = code.image.textVmaddr
    const base = runtimeAddress(((free + page - 1n) / page) * page)
    free = base + BigInt(code.sites.extent) + page * BigInt(1 + Math.floor(random() * 40))
    const size = 2 + Math.floor(random() * 8)
    const called = random() < 0.6 ? calledStack(code, size, random) : undefined
    drawn.push({
      name: `Image${at}`,
      source,
      base,
      stack: called ?? [...new Set(looseStack(code, size, random))],
      isCalled: called !== undefined,
      isListed: count > 1 && random() < 0.3,
      ...drawSymbols(source, programs, random),
    })
  }
  return drawn
}

function drawSymbols(
  source: Program,
  programs: readonly Program[],
  random: () => number,
): Pick<Drawn, 'asked' | 'kind'> {
  const others = programs.filter((program) => program !== source)
  const isSameArch = ({ code }: Program): boolean => code.image.arch === source.code.image.arch
  const build = pick(
    others.filter((one) => familyOf(one) === familyOf(source) && isSameArch(one)),
    random,
  )
  const slice = pick(
    others.filter((one) => fileOf(one) === fileOf(source) && !isSameArch(one)),
    random,
  )
  const unrelated = pick(
    others.filter((one) => familyOf(one) !== familyOf(source)),
    random,
  )
  const draw = random()
  if (build && draw < 0.25) return { asked: [build], kind: 'another build' }
  if (build && draw < 0.4) return { asked: [source, build], kind: 'both builds' }
  if (slice && draw < 0.5) return { asked: [slice], kind: 'another slice' }
  if (unrelated && draw < 0.7) return { asked: [unrelated], kind: 'unrelated binary' }
  return { asked: [source], kind: 'the very image' }
}

function giveSymbols(
  program: Program,
  name: string,
  uuid: ImageUuid,
  has: AtHand['has'],
  random: () => number,
): AtHand {
  const { arch, textVmaddr } = program.code.image
  const known = { uuid, arch, name, kind: 'dsym', textVmaddr, detail: 'dwarf' } as const
  const part = 0.2 + 0.6 * random()
  return {
    program,
    has,
    known,
    ...(has === 'calls' && { calls: program.code.returns.filter(() => random() < part) }),
  }
}

/** Rows with the image's name; called stacks in one thread, unrelated rows each in a thread of its own. */
function writeReport(drawn: readonly Drawn[], naming: (typeof namings)[number], random: () => number): Report {
  const stacks: Frame[][] = []
  let id = 0
  const add = (rows: Parameters<typeof makeFrames>[0]): void => {
    stacks.push(makeFrames(rows, id))
    id += rows.length
  }
  for (const one of drawn) {
    const rows = one.stack.map((at) => {
      const { name, start } = functionAt(one.source, at)
      const isNamed = naming === 'all' || (naming === 'some' && random() < 0.35)
      return {
        address: runtimeOf(one.base, at),
        imageName: one.name,
        kind: 'return' as const,
        ...(isNamed && { symbol: { name, offset: at - start } }),
      }
    })
    if (one.isCalled) add(rows)
    else for (const row of rows) add([row])
  }
  const images = drawn
    .filter(({ isListed }) => isListed)
    .map(({ name, base, source }, index): BinaryImage => ({
      index,
      name,
      loadAddress: base,
      size: source.code.sites.extent,
    }))
  const arch = random() < 0.5 ? drawn[0]?.source.code.image.arch : undefined
  return makeReport({
    header: { fields: [], ...(arch !== undefined && { arch }) },
    threads: stacks.map((frames, position) => ({ id: position, crashed: position === 0, frames })),
    images,
    frameCount: id,
  })
}

function countAnswer(row: TrialRow, { report, images, resolutions }: SymbolicatedReport, one: Drawn): void {
  row.trials++
  const position = report.images.findIndex(({ name }) => name === one.name)
  const { loadAddress, confidence = 0, slideFrom } = images[position] ?? {}
  const isInferred = slideFrom === 'named-frames' || slideFrom === 'call-sites'
  const cell = row.answers[confidences.filter((least) => confidence >= least).length - 1]
  if (isInferred && cell) {
    cell[0]++
    if (loadAddress === one.base) cell[1]++
  }
  for (const { id, address, imageName } of report.threads.flatMap(({ frames }) => frames)) {
    const resolution = resolutions[id]
    if (imageName !== one.name || address === undefined || resolution?.kind !== 'resolved') continue
    const truth = functionAt(one.source, imageOffset(Number(address - one.base)))
    row.named++
    if (resolution.calls.at(-1)?.function === truth.name) continue
    const told = imageOffset(resolution.calls.at(-1)?.functionStart ?? -1)
    if (told === truth.start && one.asked.some((program) => isCopy(one.source, program, told))) {
      row.copied++
      continue
    }
    row.wrong++
    if (resolution.grade.level !== 'doubtful') row.wrongSure++
  }
}

function pick<T>(from: readonly T[], random: () => number): T | undefined {
  return from[Math.floor(random() * from.length)]
}

function makeUuid(number: number): ImageUuid {
  const uuid = parseUuid(number.toString(16).padStart(32, 'a'))
  if (uuid === undefined) throw new Error('no UUID')
  return uuid
}
