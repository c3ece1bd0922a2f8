/** Stacks drawn from real code, matched with the right image and with wrong ones: how often a load address of a confidence is right. */
import { runtimeAddress, runtimeOf, type ImageOffset } from '../../src/core/model/address.ts'
import { archFamily, pageSize } from '../../src/core/model/architecture.ts'
import { callSitesOfReturns, type CallSites } from '../../src/core/resolve/call-sites.ts'
import { rankBases } from '../../src/core/resolve/infer-slide.ts'
import { calledStack, codeImages, looseStack, randomFrom, type CodeImage } from './code-images.ts'

/** Answers of one kind of trial by confidence: how many, and how many of them right. */
export interface CalibrationRow {
  trials: number
  readonly answers: [given: number, right: number][]
}

/** Answers at or above each of these are counted together, up to the next. */
export const confidences = [0.5, 0.9, 0.99]

export type Calibration = Readonly<Record<string, CalibrationRow>>

export async function calibrate(
  folders: readonly string[],
  trials: number,
  seed: number,
  tell: (done: number) => void,
): Promise<Calibration> {
  const images: CodeImage[] = []
  for (const folder of folders) images.push(...(await codeImages(folder, 150)).filter(isSmall))
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const rows: Record<string, CalibrationRow> = {}
  const partial = new Map<CodeImage, CallSites>()
  const partOf = (image: CodeImage): CallSites => {
    const known = partial.get(image)
    if (known) return known
    const part = 0.2 + 0.6 * random()
    const made = callSitesOfReturns(image.returns.filter(() => random() < part))
    partial.set(image, made)
    return made
  }
  for (let trial = 0; trial < trials; trial++) {
    const source = pick(images)
    if (!source) break
    const draw = random()
    const asked =
      draw < 0.5
        ? source
        : draw < 0.7
          ? (otherBuild(source, images) ?? pick(images))
          : draw < 0.78
            ? (otherSlice(source, images) ?? pick(images))
            : pick(images)
    if (!asked || archFamily(asked.image.arch) === 'other') continue
    const usesPart = random() < 0.3
    const kind = [kindOf(source, asked), ...(usesPart ? ['partial list of calls'] : [])].join(', ')
    const size = 2 + Math.floor(random() * 7)
    const called = random() < 0.4 ? calledStack(source, size, random) : undefined
    const answer = ask(
      called ?? looseStack(source, size, random),
      called !== undefined,
      source,
      asked,
      random,
      usesPart ? partOf(asked) : asked.sites,
    )
    // The corpus has copies of one code: then the other image's load address is that of this one, too.
    if (kind.startsWith('unrelated') && answer.right) continue
    const row = (rows[kind] ??= { trials: 0, answers: confidences.map(() => [0, 0]) })
    row.trials++
    const level = confidences.filter((least) => answer.confidence >= least).length - 1
    const cell = row.answers[level]
    if (!cell) continue
    cell[0]++
    if (answer.right) cell[1]++
    if (trial % 5000 === 0) tell(trial)
  }
  return rows
}

function isSmall({ code }: CodeImage): boolean {
  return code.sections.reduce((sum, { bytes }) => sum + bytes.length, 0) < 0x100000
}

function buildName({ name }: CodeImage): string {
  return name.split('/')[0]?.replace(/-[12]$/, '') ?? ''
}

function otherBuild(source: CodeImage, images: readonly CodeImage[]): CodeImage | undefined {
  return images.find(
    (image) => image !== source && image.image.arch === source.image.arch && buildName(image) === buildName(source),
  )
}

function otherSlice(source: CodeImage, images: readonly CodeImage[]): CodeImage | undefined {
  return images.find((image) => image !== source && image.name === source.name)
}

function kindOf(source: CodeImage, asked: CodeImage): string {
  if (asked === source) return 'the very image'
  if (asked.name === source.name) return 'another slice'
  return otherBuild(source, [asked]) ? 'another build' : 'unrelated binary'
}

function ask(
  stack: readonly ImageOffset[],
  called: boolean,
  source: CodeImage,
  asked: CodeImage,
  random: () => number,
  sites: CallSites,
): { readonly confidence: number; readonly right: boolean } {
  const page = BigInt(pageSize(archFamily(source.image.arch)))
  const lowest =
    source.image.textVmaddr > 0n ? source.image.textVmaddr : source.image.pointerSize === 4 ? 0x10000n : 0x1_0000_0000n
  const truth = runtimeAddress(lowest + page * BigInt(1 + Math.floor(random() * 0x2000)))
  const addresses = [...new Set(stack)].map((offset) => runtimeOf(truth, offset))
  const clues = addresses.map((address, at) => {
    const callee = called ? addresses[at - 1] : undefined
    return { address, kind: 'return' as const, ...(callee !== undefined && { callee: runtimeAddress(callee - 1n) }) }
  })
  const family = archFamily(asked.image.arch)
  const [best] = rankBases({ family, textVmaddr: asked.image.textVmaddr, clues, sites, otherImage: 0.5 })
  return { confidence: best?.share ?? 0, right: best?.loadAddress === truth }
}
