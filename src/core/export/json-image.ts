/** An image of a report as JSON, with the state of its symbols. */
import type { ImageDocument, PlacementDocument } from '../documents/image.ts'
import { formatHex } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import type { ImageStatus, PlacementHypothesis } from '../model/report.ts'
import type { Writable } from '../model/writable.ts'
import { only } from './json-values.ts'

/** `status` is absent for a report that was only parsed. A report has hundreds of images, so no object is made twice. */
export function formatImage(image: BinaryImage, status: ImageStatus | undefined): ImageDocument {
  const made: Writable<ImageDocument> = { name: image.name }
  const base = status?.loadAddress ?? image.loadAddress
  const origin = image.origin ?? status?.origin
  const slideFrom = status?.slideFrom ?? image.slideFrom
  if (image.path !== undefined) made.path = image.path
  if (image.uuid !== undefined) made.uuid = image.uuid
  if (image.arch !== undefined) made.arch = image.arch
  if (base !== undefined) made.base = formatHex(base)
  if (status?.loadAddress !== undefined && image.loadAddress === undefined) made.isInferred = true
  if (image.size !== undefined) made.size = image.size
  if (image.version !== undefined) made.version = image.version
  if (image.bundleId !== undefined) made.bundleId = image.bundleId
  if (origin !== undefined) made.origin = origin
  if (status?.slide !== undefined) made.slide = formatHex(status.slide)
  if (slideFrom !== undefined) made.slideFrom = slideFrom
  return status ? withSymbols(made, status) : made
}

function withSymbols(made: Writable<ImageDocument>, status: ImageStatus): ImageDocument {
  const { confidence, hypotheses, symbols, reason, have } = status
  const evidence = evidenceOf(status)
  if (confidence !== undefined) made.confidence = confidence
  if (evidence) made.evidence = evidence
  if (hypotheses) made.hypotheses = hypotheses.map(formatHypothesis)
  made.symbols = symbols === 'no-debug-info' ? 'missing' : symbols === 'system' ? 'not-needed' : symbols
  made.reason = reason
  if (have) made.have = have
  return made
}

/** The evidence for the load address in use, if the report does not state it. */
function evidenceOf(status: ImageStatus): ImageDocument['evidence'] {
  const used = status.hypotheses?.find(({ loadAddress }) => loadAddress === status.loadAddress)
  return used?.evidence.map((one) => only({ ...one }))
}

function formatHypothesis({
  uuid,
  loadAddress,
  slide,
  nats,
  confidence,
  evidence,
}: PlacementHypothesis): PlacementDocument {
  return only<PlacementDocument>({
    uuid,
    base: formatHex(loadAddress),
    slide: formatHex(slide),
    nats,
    confidence,
    evidence: evidence.map((one) => only({ ...one })),
  })
}
