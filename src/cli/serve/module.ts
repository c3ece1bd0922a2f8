/** The module and the numbers that requests on source and code name. */
import { imageOffset, type ImageOffset } from '../../core/model/address.ts'
import { parseUuid, type KnownImage } from '../../core/model/image.ts'
import type { Engine } from '../../core/engine-types.ts'

/** Characters of a text in a request. */
const LONGEST_TEXT = 4096

/** A member that is a short text; undefined for any other value. */
export function textIn(given: unknown, key: string): string | undefined {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, key)) return undefined
  const value: unknown = Reflect.get(given, key)
  return typeof value === 'string' && value.length <= LONGEST_TEXT ? value : undefined
}

/** A member such as `"0x1a2b"`, below 2^32; undefined for any other value. */
export function hexIn(given: unknown, key: string): number | undefined {
  const text = textIn(given, key)
  return text !== undefined && /^0x[0-9a-f]{1,8}$/i.test(text) ? Number(text) : undefined
}

/** An offset in an image, from such a member. */
export function offsetIn(given: unknown, key: string): ImageOffset | undefined {
  const offset = hexIn(given, key)
  return offset === undefined ? undefined : imageOffset(offset)
}

/** The image of a request's `debugId`; the one of its `debugName` where a UUID has several. Asks symbol sites. */
export async function imageIn(engine: Engine, given: unknown): Promise<KnownImage | undefined> {
  const uuid = parseUuid(textIn(given, 'debugId') ?? '')
  if (uuid === undefined) return undefined
  await engine.find([uuid])
  const images = (await engine.images()).filter((image) => image.uuid === uuid)
  return images.find(({ name }) => name === textIn(given, 'debugName')) ?? images[0]
}
