/** How a frame's address became an offset, written out so that anybody can check it. */
import { foundBy as foundByWords, languageNames } from '../../../core/messages/names.ts'
import { common } from '../../messages/common.ts'
import { words } from '../../messages/frame.ts'
import { joined } from '../../../core/messages/joins.ts'
import { formatHex, linkOf } from '../../../core/model/address.ts'
import type { KnownImage } from '../../../core/model/image.ts'
import { endOf } from '../../../core/reading/end.ts'
import { crashedThread } from '../../../core/reading/stacks.ts'
import { languageReading } from '../../../core/reading/language.ts'
import type { Frame, ImageStatus, PlacementHypothesis, SymbolicatedReport } from '../../../core/model/report.ts'

export interface Fact {
  readonly term: string
  readonly value: string
  readonly note?: string
}

export function factsOf(symbolicated: SymbolicatedReport, frame: Frame, known: readonly KnownImage[]): readonly Fact[] {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const status = frame.image === undefined ? undefined : symbolicated.images[frame.image]
  const facts: Fact[] = []
  if (frame.foundBy) facts.push({ term: words.foundBy, value: foundByWords[frame.foundBy].replaceAll('`', '') })
  const reading = languageReading(symbolicated, frame)
  if (reading) {
    const note = words.languageFrom[reading.from]
    facts.push({ term: words.language, value: languageNames[reading.language], ...(note !== undefined && { note }) })
  }
  const loadAddress = status?.loadAddress ?? image?.loadAddress
  const { address, offset } = frame
  const symbols = known.find(
    ({ uuid, arch }) => uuid === image?.uuid && (image?.arch === undefined || arch === image.arch),
  )
  // Dumps may list an image without a name.
  const name = image?.name || symbols?.name
  if (address !== undefined)
    facts.push({
      term: common.address,
      value: formatHex(address),
      note: isCrashSite(symbolicated, frame) ? words.crashAddress : words.kinds[frame.kind],
    })
  if (address !== undefined && loadAddress !== undefined) {
    const distance = address - loadAddress
    facts.push({
      term: words.offset,
      value: `${formatHex(address)} − ${formatHex(loadAddress)} = ${distance}`,
      note: words.offsetFormula(name || words.theImage, status?.slideFrom && words.slideFrom[status.slideFrom]),
    })
  } else if (offset !== undefined) {
    const base = name || frame.imageName
    facts.push({ term: words.offset, value: base ? `${base} + ${offset}` : String(offset) })
  }
  const textVmaddr = symbols?.textVmaddr ?? image?.textVmaddr
  if (offset !== undefined && textVmaddr !== undefined) {
    facts.push({
      term: words.inFile,
      value: `${formatHex(textVmaddr)} + ${offset} = ${formatHex(linkOf(textVmaddr, offset))}`,
      note: words.fileFormula,
    })
  }
  if (status?.slide !== undefined) {
    const note = slideDoubt(status)
    facts.push({ term: common.slide, value: formatHex(status.slide), ...(note !== undefined && { note }) })
  }
  const used = status?.hypotheses?.find((one) => one.loadAddress === status.loadAddress)
  if (used) facts.push({ term: words.evidence, value: natsSum(used), note: evidenceWords(used) })
  return facts
}

/** The instruction that crashed. Other threads stood at one, too, and so did those of a report without a crash. */
const isCrashSite = (symbolicated: SymbolicatedReport, { id, kind }: Frame): boolean =>
  kind === 'exact' && crashedThread(symbolicated.report)?.frames[0]?.id === id && endOf(symbolicated) === 'crash'

/** `0x104cc8000 − 0x100000000 = 0x4cc8000`: how far from its own place an image was loaded; undefined where that is not known. */
export function slideSum({ loadAddress, slide }: ImageStatus): string | undefined {
  if (loadAddress === undefined || slide === undefined) return undefined
  return `${formatHex(loadAddress)} − ${formatHex(loadAddress - slide)} = ${formatHex(slide)}`
}

/** `14.1 − 6.93 = 7.17 nats`: each fact's natural logarithm of how much likelier it is if the address is right. */
export function natsSum({ evidence, nats }: PlacementHypothesis): string {
  const terms = evidence.map((one, at) => {
    const size = String(Math.abs(one.nats))
    if (at === 0) return one.nats < 0 ? `−${size}` : size
    return `${one.nats < 0 ? '−' : '+'} ${size}`
  })
  return words.nats(`${terms.join(' ')} = ${nats < 0 ? `−${-nats}` : nats}`)
}

/** The facts behind the terms of `natsSum`, in their order. */
export function evidenceWords({ evidence }: PlacementHypothesis): string {
  return joined.facts(evidence.map(({ fact }) => fact))
}

/** How sure an inferred slide is, and what else it could be; undefined where the slide is stated. */
export function slideDoubt({ confidence, runnerUp }: ImageStatus): string | undefined {
  if (confidence === undefined || confidence >= 1) return undefined
  // Never more certain than it is: 99.99 % is not 100 %.
  const share = (value: number): string => words.percent(Math.min(99.9, Math.round(value * 1000) / 10))
  const other =
    runnerUp === undefined
      ? words.noOtherFits
      : words.nextBest(
          formatHex(runnerUp.slide),
          runnerUp.confidence < 0.0005 ? words.leastPercent : share(runnerUp.confidence),
        )
  return confidence >= 0.9
    ? words.inferredLikely(share(confidence), other)
    : words.inferredUncertain(share(confidence), other)
}
