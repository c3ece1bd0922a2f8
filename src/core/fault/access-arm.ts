/** The memory that instructions of 32-bit Arm touch, A32 and Thumb, by their text. */
import type { Access } from './access.ts'

const condition = '(?:eq|ne|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?'
const register = '(?:r\\d{1,2}|sp|lr)'
const oneRegister = new RegExp(`^(v?)(ldr|str)(ex)?(d|sb|sh|b|h)?t?${condition}(?:\\.w)? (.*?)\\[(.*?)\\](!?)`)
const several = new RegExp(`^(v?)(ldm|stm)(ia|ib|da|db)?${condition}(?:\\.w)? (${register})!?, \\{(.*)\\}$`)
const stack = new RegExp(`^(v?)(push|pop)${condition}(?:\\.w)? \\{(.*)\\}$`)
const vectors = new RegExp(`^v(ld|st)[1-4]${condition}\\.\\d+ \\{(.*)\\}, \\[(${register})(?::\\d+)?\\]`)
const place = new RegExp(`^(${register})(?:, (?:#(-?(?:0x[\\da-f]+|\\d+))|(-?)(${register})(?:, lsl #(\\d+))?))?$`)

/** What `text` touches; undefined where it touches nothing, or where its address is not made of registers that reports have. */
export function arm32Access(text: string): Access | undefined {
  return singleAccess(text) ?? severalAccess(text) ?? stackAccess(text) ?? vectorAccess(text)
}

const sizes: Readonly<Record<string, number>> = { b: 1, sb: 1, h: 2, sh: 2, d: 8 }

function singleAccess(text: string): Access | undefined {
  const match = oneRegister.exec(text)
  const parts = match && place.exec(match[6] ?? '')
  if (!match || !parts) return undefined
  const [, vector, way = '', , size, operands = ''] = match
  const [, base = '', offset, sign, index, shift] = parts
  // Of vectors the register says how large it is.
  const bytes = vector === 'v' ? (operands.startsWith('d') ? 8 : 4) : (sizes[size ?? ''] ?? 4)
  const scale = 1n << BigInt(shift ?? 0)
  return {
    base,
    ...(index !== undefined && { index: { register: index, scale: sign === '-' ? -scale : scale } }),
    displacement: offset === undefined ? 0n : signed(offset),
    bytes,
    ...direction(way === 'ldr'),
  }
}

function severalAccess(text: string): Access | undefined {
  const match = several.exec(text)
  if (!match) return undefined
  const [, vector, way, order = 'ia', base = '', list = ''] = match
  const bytes = bytesOf(list, vector === 'v')
  // Whatever the order, the lowest register lies lowest.
  const start = { ia: 0, ib: 4, da: 4 - bytes, db: -bytes }[order] ?? 0
  return { base, displacement: BigInt(start), bytes, ...direction(way === 'ldm') }
}

function stackAccess(text: string): Access | undefined {
  const match = stack.exec(text)
  if (!match) return undefined
  const [, vector, way, list = ''] = match
  const bytes = bytesOf(list, vector === 'v')
  return { base: 'sp', displacement: way === 'pop' ? 0n : BigInt(-bytes), bytes, ...direction(way === 'pop') }
}

function vectorAccess(text: string): Access | undefined {
  const match = vectors.exec(text)
  if (!match) return undefined
  const [, way, list = '', base = ''] = match
  // Single lanes: how many bytes is not told, the first one is.
  const bytes = list.includes('[') ? undefined : bytesOf(list, true)
  return { base, displacement: 0n, ...(bytes !== undefined && { bytes }), ...direction(way === 'ld') }
}

const bytesOf = (list: string, isVector: boolean): number =>
  list.split(', ').length * (isVector && list.startsWith('d') ? 8 : 4)

const direction = (isLoad: boolean): Pick<Access, 'reads' | 'writes'> => ({ reads: isLoad, writes: !isLoad })

const signed = (text: string): bigint => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text))
