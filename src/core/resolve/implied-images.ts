/**
 * Images of reports that list none. Rows that print an image's name make an image without a load address. Rows with a
 * bare address (an exception's call stack in one line) are tried against the code of the known images.
 */
import { archFamily, architectures, type ArchFamily } from '../model/architecture.ts'
import { cleanAddress } from '../memory/clean-address.ts'
import type { RuntimeAddress } from '../model/address.ts'
import type { Problem } from '../model/problem.ts'
import { reachOfUnsized, type BinaryImage, type KnownImage } from '../model/image.ts'
import type { CallTreeNode, Frame, Report, Stack } from '../model/report.ts'
import { eachFrame, someFrame } from '../model/each-frame.ts'
import { placementWords } from '../messages/placement.ts'
import { say } from '../messages/message.ts'
import { placeFrames } from './frames.ts'
import type { Clue } from './trust/base-evidence.ts'
import { rankBases, type BaseHypothesis } from './infer-slide.ts'
import { weighTogether } from './joint-placement.ts'
import { isInside, ofWidth, overlap, pointerWidthOf } from './physical-rules.ts'
import { ImageNames } from './match.ts'
import { inSharedCache } from './origin.ts'
import type { SitesOf } from './place-images.ts'
import { toldConfidence } from './trust/told-confidence.ts'
import type { Placement } from './slide.ts'
import { problem } from '../messages/problems.ts'

/** Names by which writers say that they know no image. */
const noName = /^(\?+|unknown( image)?|<unknown>|\(null\)|-)?$/i

/** True if a row does not name its image. */
export function isNoName(name = ''): boolean {
  return noName.test(name.trim())
}

/** The report with an image for every name that its rows print and its list lacks. The same report when there is none. */
export function withNamedImages(report: Report): Report {
  // A large profile has a million frames, and each in an image: to look is quicker than to place them.
  if (!hasFrameWithoutImage(report)) return report
  const images = [...report.images]
  const positions = new Map<string, number>()
  const addresses = new Map<string, RuntimeAddress[]>()
  for (const placed of placeFrames(report)) {
    if (!placed || placed.frame.image !== undefined || !hasPlace(placed.frame)) continue
    const name = placed.frame.imageName?.trim() ?? ''
    if (isNoName(name)) continue
    const own = addresses.get(name) ?? []
    if (placed.frame.address !== undefined) own.push(placed.frame.address)
    addresses.set(name, own)
  }
  const family = familyOf(report)
  const named = new ImageNames()
  images.forEach((image, position) => named.add(image, position))
  for (const [name, own] of addresses) {
    const mayHold = ({ loadAddress, size }: BinaryImage): boolean =>
      loadAddress === undefined ||
      (size === undefined && own.every((address) => isInside(address, { loadAddress, size: reachOfUnsized })))
    const listed = named.of(name).find((position) => images[position] && mayHold(images[position]))
    positions.set(name, listed ?? images.length)
    if (listed !== undefined) continue
    const system = own.length > 0 && own.every((address) => inSharedCache(address, family))
    const image: BinaryImage = { index: images.length, name, ...(system && { origin: 'system' }) }
    named.add(image, image.index)
    images.push(image)
  }
  if (positions.size === 0) return report
  return withFrames({ ...report, images }, (frame) => {
    const position = positions.get(frame.imageName?.trim() ?? '')
    if (frame.image !== undefined || !hasPlace(frame) || position === undefined) return frame
    return { ...frame, image: position }
  })
}

/**
 * The report's architecture; of a piece that states none, the one whose shared cache holds code of it. Where two do, the higher cache
 * speaks: code of an app may lie in the lower one's place, and nothing but that cache lies in the higher one's.
 */
function familyOf(report: Report): ArchFamily {
  if (report.header.arch !== undefined) return archFamily(report.header.arch)
  const wide = architectures
    .filter(({ pointerSize }) => pointerSize === 8)
    .sort((a, b) => Number(b.sharedCache.start - a.sharedCache.start))
  const addresses = [...eachFrame(report)].flatMap(({ address }) => address ?? [])
  const found = wide.find(({ family }) => addresses.some((address) => inSharedCache(address, family)))
  return found?.family ?? archFamily(undefined)
}

const hasFrameWithoutImage = (report: Report): boolean => someFrame(report, ({ image }) => image === undefined)

/** An address, or an offset in the image that the row names (`App + 17580`) or from a symbol of it. */
function hasPlace({ address, offset, fromSymbol }: Frame): boolean {
  return address !== undefined || offset !== undefined || fromSymbol !== undefined
}

/** A report with the images that were found to fit, and their load addresses by position. */
export interface FittedReport {
  readonly report: Report
  readonly bases: ReadonlyMap<number, Placement>
}

/** Fewer bare addresses than this say nothing about an image. */
const fewestAddresses = 3
/** Surer than for an image that is named: here the image itself is guessed too. */
const surely = 0.99

/**
 * The report with the images at hand that its bare addresses fit: a load address is inferred for each, from the addresses
 * outside of the system's region. `code` of all images is looked at, so this is for reports without any list of images.
 */
export async function withFittingImages(
  report: Report,
  known: readonly KnownImage[],
  sitesOf: SitesOf,
): Promise<FittedReport> {
  const nothing = { report, bases: new Map<number, Placement>() }
  if (report.images.length > 0) return nothing
  const family = archFamily(report.header.arch)
  const bare = placeFrames(report).filter(
    (placed) => placed && placed.frame.image === undefined && isNoName(placed.frame.imageName),
  )
  const clues = bare.flatMap((placed): Clue[] => {
    const address = placed?.frame.address
    if (!placed || address === undefined || inSharedCache(address, family)) return []
    return [{ address, kind: placed.kind === 'return' ? 'return' : 'exact' }]
  })
  if (new Set(clues.map(({ address }) => address)).size < fewestAddresses) return nothing
  const fits: Fit[] = []
  // Only addresses outside of the shared cache are tried.
  const apart = known.filter(({ cache }) => cache === undefined)
  for (const candidate of ofWidth(apart, pointerWidthOf(report))) {
    if (report.header.arch !== undefined && archFamily(candidate.arch) !== family) continue
    const sites = await sitesOf(candidate)
    if (!sites) continue
    const cleaned = clues.map((clue) => ({
      ...clue,
      address: cleanAddress(clue.address, archFamily(candidate.arch)).address,
    }))
    const place = { family: archFamily(candidate.arch), textVmaddr: candidate.textVmaddr, clues: cleaned, sites }
    const ranked = rankBases({ ...place, mixed: true, otherImage: 0.5 })
    if (ranked.length > 0) fits.push({ known: candidate, size: sites.extent, ranked })
  }
  const shares = weighTogether(fits.map(({ size, ranked }) => ranked.map((one) => ({ ...one, size }))))
  const placed = fits.flatMap(({ known: fitting, size, ranked }, position): Placed[] => {
    const best = shares[position]?.reduce((top, share, at, all) => (share > (all[top] ?? 0) ? at : top), 0) ?? 0
    const share = shares[position]?.[best] ?? 0
    const hypothesis = ranked[best]
    const confidence = hypothesis ? toldConfidence(share, hypothesis, false) : 0
    return hypothesis ? [{ known: fitting, size, hypothesis, confidence }] : []
  })
  const images: BinaryImage[] = []
  const bases = new Map<number, Placement>()
  for (const { known: fitting, size, hypothesis, confidence } of placed) {
    if (confidence < surely) continue
    const { loadAddress, from, evidence } = hypothesis
    const words = evidence().map(({ fact }) => fact)
    bases.set(images.length, {
      loadAddress,
      from,
      confidence,
      evidence: [say(placementWords, 'inferred', { facts: words })],
    })
    images.push({ index: images.length, name: fitting.name, arch: fitting.arch, loadAddress, size, slideFrom: from })
  }
  const problems = rivals(placed)
  if (images.length === 0) {
    return problems.length > 0
      ? { ...nothing, report: { ...report, problems: [...report.problems, ...problems] } }
      : nothing
  }
  const fitted = withFrames({ ...report, images, problems: [...report.problems, ...problems] }, (frame) => {
    if (frame.image !== undefined || frame.address === undefined) return frame
    const address = cleanAddress(frame.address, family).address
    const image = images.find(
      ({ loadAddress, size }) =>
        loadAddress !== undefined && size !== undefined && isInside(address, { loadAddress, size }),
    )
    return image ? { ...frame, image: image.index } : frame
  })
  return { report: fitted, bases }
}

interface Fit {
  readonly known: KnownImage
  readonly size: number
  readonly ranked: readonly BaseHypothesis[]
}

interface Placed {
  readonly known: KnownImage
  readonly size: number
  readonly hypothesis: BaseHypothesis
  /** Of all images together. */
  readonly confidence: number
}

/** Images that fit the same addresses alike: all are named, none is believed. */
function rivals(placed: readonly Placed[]): readonly Problem[] {
  const doubted = placed.filter(({ confidence, hypothesis }) => confidence < surely && hypothesis.share >= surely)
  return doubted.flatMap((one, position): Problem[] => {
    const others = doubted
      .slice(position + 1)
      .filter((other) =>
        overlap(
          { loadAddress: one.hypothesis.loadAddress, size: one.size },
          { loadAddress: other.hypothesis.loadAddress, size: other.size },
        ),
      )
    if (others.length === 0) return []
    const names = [one, ...others].map(({ known }) => `${known.name} (${known.uuid})`)
    return [problem('images-fit-alike', { images: names }, { severity: 'note' })]
  })
}

/** The report with each of its frames changed. */
export function withFrames(report: Report, change: (frame: Frame) => Frame): Report {
  const stack = <T extends Stack>(old: T): T => ({ ...old, frames: old.frames.map(change) })
  // Trees can be deep: children first, without recursion.
  const node = (root: CallTreeNode): CallTreeNode => {
    const made = new Map<CallTreeNode, CallTreeNode>()
    const open: { readonly old: CallTreeNode; ready: boolean }[] = [{ old: root, ready: false }]
    for (let next = open.at(-1); next; next = open.at(-1)) {
      if (!next.ready) {
        next.ready = true
        for (const child of next.old.children) open.push({ old: child, ready: false })
        continue
      }
      open.pop()
      const children = next.old.children.map((child) => made.get(child) ?? child)
      made.set(next.old, { ...next.old, frame: change(next.old.frame), children })
    }
    return made.get(root) ?? root
  }
  return {
    ...report,
    threads: report.threads.map(stack),
    ...(report.lastException && { lastException: stack(report.lastException) }),
    backtraces: report.backtraces.map(stack),
    callTrees: report.callTrees.map((tree) => ({ ...tree, roots: tree.roots.map(node) })),
  }
}
