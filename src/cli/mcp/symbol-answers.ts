/** Answers of tools on symbols: addresses, added images, names. */
import { formatCall } from '../../core/export/json-call.ts'
import {
  formatHex,
  linkAddress,
  offsetInImage,
  offsetOfLink,
  runtimeAddress,
  type ImageOffset,
} from '../../core/model/address.ts'
import type { FileOutcome } from '../../core/engine-types.ts'
import { parseUuid, reachOfUnsized, type KnownImage } from '../../core/model/image.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { levelOf } from '../pipeline/lookup-answers.ts'
import { UsageError } from '../command.ts'
import { mcpErrors, mcpWords } from '../messages/mcp.ts'
import { page, type Answer, type PageRequest } from './answers.ts'
import { problemLines, type Desk } from './desk.ts'

/** Images that an error lists to choose from. */
const CHOICE = 10

export interface LookUpRequest {
  readonly addresses: readonly string[]
  readonly report?: string | undefined
  readonly uuid?: string | undefined
  readonly arch?: string | undefined
  readonly load?: string | undefined
}

interface Place {
  readonly image: Pick<KnownImage, 'uuid' | 'arch' | 'name'>
  readonly offset: ImageOffset
}

/** The names of the addresses, in their order. Throws `UsageError` for a text that is no address, or if the request fits no one image. */
export async function lookUp(desk: Desk, request: LookUpRequest): Promise<Answer> {
  const addresses = request.addresses.map(readAddress)
  const place =
    request.report === undefined
      ? await placesOfImage(desk, request)
      : placesOfReport(await desk.report(request.report), await desk.engine.images())
  const rows: Answer[] = []
  for (const address of addresses) {
    const found = place(address)
    const answer = found && (await desk.engine.lookup({ key: found.image, offsets: [found.offset] }))
    const [calls = []] = answer?.ok ? answer.value : []
    rows.push({
      address: formatHex(address),
      image: found?.image.name,
      offset: found && formatHex(found.offset),
      grade: levelOf(calls),
      calls: calls.map((call) => formatCall(call)),
      problems: answer && answer.problems.length > 0 ? problemLines(answer.problems) : undefined,
    })
  }
  return page(rows, { offset: 0, limit: rows.length }, (row) => row)
}

function readAddress(text: string): bigint {
  const digits = text.trim().replace(/^0x/i, '')
  if (!/^[0-9a-f]{1,16}$/i.test(digits))
    throw new UsageError(mcpErrors.notAddress({ given: text.slice(0, CHOICE * 2) }))
  return BigInt(`0x${digits}`)
}

async function placesOfImage(
  { engine }: Desk,
  { uuid, arch, load }: LookUpRequest,
): Promise<(address: bigint) => Place | undefined> {
  const wanted = uuid === undefined ? undefined : parseUuid(uuid)
  if (uuid !== undefined && !wanted) throw new UsageError(mcpErrors.notUuid({ given: uuid.slice(0, 40) }))
  if (wanted) await engine.find([wanted])
  const images = await engine.images()
  if (images.length === 0) throw new UsageError(mcpErrors.noImages)
  const fits = images.filter((image) => (!wanted || image.uuid === wanted) && (!arch || image.arch === arch))
  const [image] = fits
  if (!image || fits.length > 1) {
    const shown = (fits.length > 0 ? fits : images).slice(0, CHOICE)
    const rest = Math.max(fits.length, fits.length > 0 ? 0 : images.length) - shown.length
    const list = shown.map((one) => `${one.name} ${one.arch} ${one.uuid}`)
    if (rest > 0) list.push(mcpWords.cutList({ count: rest }))
    throw new UsageError(mcpErrors.chooseImage({ images: list.join('; ') }))
  }
  const start = load === undefined ? undefined : runtimeAddress(readAddress(load))
  return (address) => {
    const offset =
      start === undefined
        ? offsetOfLink(linkAddress(address), image.textVmaddr)
        : offsetInImage(runtimeAddress(address), start)
    return offset === undefined ? undefined : { image, offset }
  }
}

/** By the load addresses of the report's images, as they are used for its own frames. */
function placesOfReport(
  { report, images }: SymbolicatedReport,
  known: readonly KnownImage[],
): (address: bigint) => Place | undefined {
  const placed = images.flatMap((status) => {
    const image = report.images[status.image]
    const own = known.find(({ uuid, arch }) => uuid === image?.uuid && (!image?.arch || arch === image.arch))
    return image && own && status.loadAddress !== undefined ? [{ own, image, load: status.loadAddress }] : []
  })
  return (address) => {
    for (const { own, image, load } of placed) {
      const offset = offsetInImage(runtimeAddress(address), load)
      if (offset !== undefined && offset < (image.size ?? reachOfUnsized)) return { image: own, offset }
    }
    return undefined
  }
}

/** The images in files that the client gave as symbols. Throws `UsageError` if there are none. */
export function symbolsAnswer(path: string, files: readonly FileOutcome[]): Answer {
  const symbols = files.filter(({ kind }) => kind === 'symbols' || kind === 'index')
  const problems = problemLines(files.flatMap((file) => file.problems))
  if (symbols.length === 0)
    throw new UsageError([mcpErrors.noSymbols({ path }), ...problems.slice(0, CHOICE)].join('\n'))
  const images = symbols.flatMap((file) => file.images.map((image) => ({ ...image, path: file.path })))
  return { ...page(images, { offset: 0, limit: 50 }, (image) => image), problems }
}

/** Functions whose names hold the query, over all whole indexes. */
export async function searchSymbols({ engine }: Desk, query: string, request: PageRequest): Promise<Answer> {
  const indexed = (await engine.images()).filter(({ index }) => index)
  if (indexed.length === 0) throw new UsageError(mcpErrors.notIndexed)
  // Search for one more than the page shows, to know if there are more.
  const hits = await engine.searchSymbols(query, request.offset + request.limit + 1)
  const found = page(hits, request, ({ image, key, name, mangled, offset, imported }) => ({
    name,
    mangled: mangled === name ? undefined : mangled,
    image,
    uuid: key.uuid,
    arch: key.arch,
    offset: formatHex(offset),
    imported,
  }))
  return {
    ...found,
    total: undefined,
    searched: indexed.length,
    next: found.next && mcpWords.moreHits({ offset: request.offset + found.items.length }),
  }
}
