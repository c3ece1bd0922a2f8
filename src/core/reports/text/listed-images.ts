/**
 * Reads lists of images by any logger: a line each with name, load address and UUID in any order, or `key: value` pairs on one line
 * or several, in braces or not. The reader recognises labels, numbers, UUIDs and paths.
 */
import { PAGE, linkAddress, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ImageRow } from '../base/report-builder.ts'
import { append } from '../../model/lists.ts'

const LONGEST_LINE = 2048
const CLOSING_TAG = /^\/[a-z]{1,2}\d?$|^\/\w+&gt$/i
const MAIN_TEXT = 0x1_0000_0000n
const LARGEST_IMAGE = 1n << 32n

const UUID =
  /(?<![\w/-])[<(]?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})[>)]?(?![\w/-])/i
const PATH =
  /(?<![^\s,|;("'=:])(?:\/|@\w+\/)[^\t,|;"'<>]*?(?=[ \t]{2,}|[\t,|;"'<>]|[ \t]+[([]?(?:0x|[0-9a-f]{8}-|\w+[=:])|[ \t]*$)/i
const HEX = /(?<![\w.])0x([0-9a-f]{1,16})(?!\w)/gi
const BARE_HEX = /(?<![\w.])[0-9a-f]{8,16}(?![\w.])/gi
const ARCH = /(?<![\w.])(arm64(?:e|_32)?|armv\d\w?|x86_64h?|i386)(?![\w.])/i
const LABEL =
  /(?<![\w/.])["']?(image[ _]?name|module[ _]?name|binary[ _]?name|name|module|binary|library|image[ _]?path|file[ _]?path|path|image[ _]?uuid|uuid|build[ _]?id|debug[ _]?id|(?:image[ _]?)?(?:load|base|start)[ _]?addr(?:ess)?|image[ _]?addr(?:ess)?|image[ _]?base|load|base|start|header|address|addr|image[ _]?(?:vmaddr[ _]?)?slide|(?:vmaddr|aslr)[ _]?slide|slide|image[ _]?size|size|end[ _]?addr(?:ess)?|end|arch(?:itecture)?|image)["']?[ \t]*[:=][ \t]*/gi

type Field = 'name' | 'path' | 'uuid' | 'base' | 'slide' | 'size' | 'end' | 'arch'
type Fields = Partial<Record<Field, string>>

/** The field of a label. */
function fieldOf(label: string): Field {
  const word = label.toLowerCase().replace(/[^a-z]/g, '')
  if (word.endsWith('slide')) return 'slide'
  if (word.endsWith('path')) return 'path'
  if (/uuid|buildid|debugid/.test(word)) return 'uuid'
  if (word.endsWith('size')) return 'size'
  if (word.startsWith('end')) return 'end'
  if (word.startsWith('arch')) return 'arch'
  return /^(?:(?:image|module|binary)name|name|module|binary|library|image)$/.test(word) ? 'name' : 'base'
}

/** The labelled parts of a line, and the words before the first of them. */
function readFields(text: string): { readonly fields: Fields; readonly before: string } {
  const labels = [...text.matchAll(LABEL)]
  const fields: Fields = {}
  labels.forEach((match, at) => {
    const value = text.slice(match.index + match[0].length, labels[at + 1]?.index ?? text.length)
    const field = fieldOf(match[1] ?? '')
    fields[field] ??= value.replace(/^[\s"'<([]+|[\s"'>)\],;|]+$/g, '')
  })
  return { fields, before: text.slice(0, labels[0]?.index ?? text.length) }
}

/** A number of a list: hex, or decimal as JSON has it; of digits alone the reading that makes whole pages. */
function readListed(text: string | undefined): bigint | undefined {
  const word = text?.trim() ?? ''
  if (/^0x[0-9a-f]{1,16}$/i.test(word)) return BigInt(word)
  if (/^\d{1,20}$/.test(word)) {
    const decimal = BigInt(word)
    const hex = word.length <= 16 ? BigInt(`0x${word}`) : decimal
    return decimal % PAGE !== 0n && hex % PAGE === 0n ? hex : decimal
  }
  return /^[0-9a-f]{8,16}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}

/** An image of labelled parts. It needs an identity and a place. */
function imageOfFields(fields: Fields): ImageRow | undefined {
  const uuid = parseUuid(fields.uuid ?? '')
  const path = fields.path?.includes('/') ? fields.path : fields.name?.includes('/') ? fields.name : undefined
  const name = path === undefined ? (fields.name ?? '') : fileName(path)
  const loadAddress = readListed(fields.base)
  const slide = readListed(fields.slide)
  const isPlaced = loadAddress === undefined ? slide !== undefined : loadAddress > 0n && loadAddress % PAGE === 0n
  if (!isPlaced || (name === '' && uuid === undefined)) return undefined
  const end = readListed(fields.end)
  const length = readListed(fields.size) ?? (end !== undefined && loadAddress !== undefined ? end - loadAddress : 0n)
  const arch = ARCH.exec(fields.arch ?? '')?.[1]
  const origin = originOfPath(path)
  const textVmaddr =
    loadAddress !== undefined && slide !== undefined && loadAddress >= slide
      ? linkAddress(loadAddress - slide)
      : undefined
  return omitUndefined({
    name,
    path,
    uuid,
    arch,
    loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
    size: length > 0n && length < LARGEST_IMAGE ? Number(length) : undefined,
    slide: loadAddress === undefined ? slide : undefined,
    textVmaddr,
    origin,
  })
}

/** An image on a line of its own, whatever the order of its parts; undefined for a line that is none. */
export function parseListedImage(text: string): ImageRow | undefined {
  if (text.length > LONGEST_LINE) return undefined
  const uuid = UUID.exec(text)
  const withoutUuid = uuid ? cut(text, uuid) : text
  const found = PATH.exec(withoutUuid)
  // A closing tag of HTML is no path.
  const path = found && !CLOSING_TAG.test(found[0]) ? found : null
  if (!uuid && !path) return labelledImage(text)
  const labelled = labelledImage(text, uuid?.[1], path?.[0])
  if (labelled) return labelled
  const rest = path ? cut(withoutUuid, path) : withoutUuid
  const hex = [...rest.matchAll(HEX)]
  const numbers = hex.length > 0 || !uuid ? hex : [...rest.matchAll(BARE_HEX)]
  const values = numbers.map((match) => BigInt(/^0x/i.test(match[0]) ? match[0] : `0x${match[0]}`))
  const loadAddress = values.find((value) => value >= PAGE && value % PAGE === 0n)
  if (loadAddress === undefined || values.length > 3) return undefined
  const others = values.filter((value) => value !== loadAddress)
  const end = others.find((value) => value > loadAddress && value - loadAddress < LARGEST_IMAGE)
  const slide = others.find((value) => value % PAGE === 0n && loadAddress - value === MAIN_TEXT)
  const arch = ARCH.exec(rest)?.[1]
  let words = rest.replace(HEX, '  ').replace(ARCH, '  ')
  for (const match of hex.length > 0 ? [] : numbers) words = words.replace(match[0], '  ')
  const name = path ? fileName(path[0].trim()) : nameIn(words)
  if (name === '' || /[+`]/.test(words)) return undefined
  return omitUndefined({
    name,
    path: path?.[0].trim(),
    uuid: parseUuid(uuid?.[1] ?? ''),
    arch,
    loadAddress: runtimeAddress(loadAddress),
    size: end === undefined ? undefined : Number(end - loadAddress),
    textVmaddr: slide === undefined ? undefined : linkAddress(MAIN_TEXT),
    origin: originOfPath(path?.[0].trim()),
  })
}

/** `App base=0x104cc8000 slide=0x4cc8000 uuid=…`: the name may stand before the labels. */
function labelledImage(text: string, uuid?: string, path?: string): ImageRow | undefined {
  const { fields, before } = readFields(text)
  if (fields.base === undefined && fields.slide === undefined) return undefined
  const name = fields.name ?? nameIn(before.replace(UUID, '  ').replace(PATH, '  '))
  return imageOfFields({ ...omitUndefined({ uuid, path: path?.trim() }), ...fields, ...(name !== '' && { name }) })
}

function cut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)}  ${text.slice(match.index + match[0].length)}`
}

/** The longest column of words that is no number and no punctuation. */
function nameIn(text: string): string {
  return text
    .replace(/^[ \t]*[[(#]?[ \t]*\d{1,4}[\])]?[:.]?(?=[ \t]|$)/, '')
    .split(/[ \t]{2,}|[\t,|;"'<>]/)
    .map((word) => word.replace(/^[\s()[\]{}:=@–—-]+|[\s()[\]{}:=@–—-]+$/g, ''))
    .filter((word) => /[a-z_]/i.test(word))
    .reduce((best, word) => (word.length > best.length ? word : best), '')
}

/** Images of which each part has a line of its own, or which stand in braces, several on a line. */
export class ImageBlocks {
  #fields: Fields = {}

  /** Images that end with this line. */
  add(text: string): ImageRow[] {
    if (text.length > 1 << 20) return []
    const images: ImageRow[] = []
    const pieces = text.split(/[{}]/)
    pieces.forEach((piece, at) => {
      if (at > 0 || text.trim() === '') append(images, this.end())
      if (piece.length > LONGEST_LINE) return
      const { fields, before } = readFields(piece)
      const isPart = Object.keys(fields).length > 0 && /^[\s"',;*•-]*$/.test(before)
      if (!isPart) {
        if (piece.trim().replace(/["',;[\]()]/g, '') !== '') append(images, this.end())
        return
      }
      // A part that is told again begins the next image.
      if (Object.keys(fields).some((field) => field in this.#fields)) append(images, this.end())
      this.#fields = { ...this.#fields, ...fields }
    })
    return images
  }

  /** The image that was begun last. */
  end(): ImageRow[] {
    const image = Object.keys(this.#fields).length > 1 ? imageOfFields(this.#fields) : undefined
    this.#fields = {}
    return image ? [image] : []
  }
}
