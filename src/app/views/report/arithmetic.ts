/** How a frame's address became an offset, written out so that anybody can check it. */
import { foundByWords } from '../../../core/model/found-by.ts'
import { formatHex, linkOf } from '../../../core/model/address.ts'
import type { KnownImage } from '../../../core/model/image.ts'
import type { Frame, ImageStatus, PlacementHypothesis, SymbolicatedReport } from '../../../core/model/report.ts'

export interface Fact {
  readonly term: string
  readonly value: string
  readonly note?: string
}

const kinds = {
  exact: 'the instruction that ran; looked up as it is',
  return: 'a return address; looked up one byte before, at the call',
  async: 'a Swift continuation; looked up as it is',
  call: 'a call’s own address; looked up as it is',
} as const

const slideWords = {
  'load-address': 'the report gives the load address',
  'named-frames': 'inferred from frames that the report names',
  'call-sites': 'inferred from call sites',
  given: 'stated by you',
} as const

export function factsOf(symbolicated: SymbolicatedReport, frame: Frame, known: readonly KnownImage[]): readonly Fact[] {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const status = frame.image === undefined ? undefined : symbolicated.images[frame.image]
  const facts: Fact[] = []
  if (frame.foundBy) facts.push({ term: 'Found by', value: foundByWords[frame.foundBy].replaceAll('`', '') })
  const base = status?.base ?? image?.base
  const { address, offset } = frame
  if (address !== undefined) facts.push({ term: 'Address', value: formatHex(address), note: kinds[frame.kind] })
  if (address !== undefined && base !== undefined) {
    const distance = address - base
    facts.push({
      term: 'Offset',
      value: `${formatHex(address)} − ${formatHex(base)} = ${distance}`,
      note: `address − load address of ${image?.name ?? 'the image'}${status?.slideFrom ? `; ${slideWords[status.slideFrom]}` : ''}`,
    })
  } else if (offset !== undefined) {
    const name = image?.name ?? frame.imageName
    facts.push({ term: 'Offset', value: name ? `${name} + ${offset}` : String(offset) })
  }
  const symbols = known.find(
    ({ uuid, arch }) => uuid === image?.uuid && (image?.arch === undefined || arch === image.arch),
  )
  const text = symbols?.text ?? image?.text
  if (offset !== undefined && text !== undefined) {
    facts.push({
      term: 'In the file',
      value: `${formatHex(text)} + ${offset} = ${formatHex(linkOf(text, offset))}`,
      note: '__TEXT address + offset: what atos and dwarfdump call it',
    })
  }
  if (status?.slide !== undefined) {
    const note = slideDoubt(status)
    facts.push({ term: 'Slide', value: formatHex(status.slide), ...(note !== undefined && { note }) })
  }
  const used = status?.hypotheses?.find((one) => one.base === status.base)
  if (used) facts.push({ term: 'Evidence', value: natsSum(used), note: evidenceWords(used) })
  return facts
}

/** `14.1 − 6.93 = 7.17 nats`: each fact's natural logarithm of how much likelier it is if the address is right. */
export function natsSum({ evidence, nats }: PlacementHypothesis): string {
  const terms = evidence.map((one, at) => {
    const size = String(Math.abs(one.nats))
    if (at === 0) return one.nats < 0 ? `−${size}` : size
    return `${one.nats < 0 ? '−' : '+'} ${size}`
  })
  return `${terms.join(' ')} = ${nats < 0 ? `−${-nats}` : nats} nats`
}

/** The facts behind the terms of `natsSum`, in their order. */
export function evidenceWords({ evidence }: PlacementHypothesis): string {
  return evidence.map(({ fact }) => fact).join('; ')
}

/** How sure an inferred slide is, and what else it could be; undefined where the slide is stated. */
export function slideDoubt({ confidence, runnerUp }: ImageStatus): string | undefined {
  if (confidence === undefined || confidence >= 1) return undefined
  // Never more certain than it is: 99.99 % is not 100 %.
  const share = (value: number): string => `${Math.min(99.9, Math.round(value * 1000) / 10)} %`
  const other =
    runnerUp === undefined
      ? 'no other fits'
      : `the next best, ${formatHex(runnerUp.slide)}, has ${runnerUp.confidence < 0.0005 ? 'less than 0.1 %' : share(runnerUp.confidence)}`
  return `inferred, ${confidence >= 0.9 ? 'likely' : 'uncertain'}: ${share(confidence)}; ${other}`
}
