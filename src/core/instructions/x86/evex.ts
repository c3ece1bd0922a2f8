/** AVX-512: instructions with an EVEX prefix (Intel SDM volume 2, 2.7). */
import { asm, Immediate, series, type Part, type Register, type Text } from '../spelled.ts'
import { evexRows } from './evex-tables.ts'
import type { Reader } from './reader.ts'
import { memoryPlace, readOperand, special } from './operands.ts'
import { comparisons } from './vector-tables.ts'

interface EvexRow {
  /** Undefined where either will do. */
  readonly w: boolean | undefined
  readonly group: number | undefined
  readonly name: string
  readonly operands: readonly string[]
  readonly memory: string
  readonly flags: string
}

let tables: ReadonlyMap<string, readonly EvexRow[]> | undefined

/** Rows by map, prefix and opcode. */
function readTables(): ReadonlyMap<string, readonly EvexRow[]> {
  const rows = new Map<string, EvexRow[]>()
  for (const [space, text] of Object.entries(evexRows)) {
    let [operands, memory, flags]: readonly string[] = []
    for (const line of text.trim().split('\n')) {
      const parts = line.split(' ')
      if (parts[0] === '>') [, operands, memory, flags] = parts
      else
        for (let at = 0; at + 1 < parts.length; at += 2) {
          const [key = '', name = ''] = [parts[at], parts[at + 1]]
          const place = `${space}${key.slice(0, 2)}`
          const known = rows.get(place) ?? []
          rows.set(place, known)
          known.push({
            w: key.charAt(2) === '*' ? undefined : key.charAt(2) === '1',
            group: key.includes('/') ? Number(key.slice(4)) : undefined,
            name,
            operands: (operands ?? '').split(','),
            memory: memory ?? '',
            flags: flags ?? '',
          })
        }
    }
  }
  return rows
}

/** The fields of the prefix besides the opcode. */
interface Evex {
  readonly mask: number
  readonly zeroes: boolean
  /** The bit for a repeated element, or for rounding. */
  readonly marked: boolean
  /** 0 to 2: vectors of 16, 32, 64 bytes. */
  readonly length: number
  /** The same bits where they say how to round. */
  readonly rounding: number
  /** Fifth bits of registers: earlier prefixes had no room for them. */
  readonly high: { readonly reg: number; readonly rm: number; readonly third: number }
}

const prefixNames = ['n', '6', '3', '2']

/** The text of the bytes after 62; undefined if there is no such reader. */
export function readEvex(reader: Reader): Text | undefined {
  const [first, second, third] = [reader.byte(), reader.byte(), reader.byte()]
  const map = first & 7
  // These bits select registers that only later processors have.
  if ((first & 8) !== 0 || (second & 4) === 0 || map < 1 || map > 3) return undefined
  reader.map = map === 1 ? 1 : map === 2 ? 2 : 3
  const rex = ((~first >> 5) & 7) | ((second & 0x80) >> 4)
  reader.rex = reader.word === 8 ? rex : rex & 8
  reader.opcode = reader.byte()
  reader.usedRepeat = true
  reader.usedOperandSize = true
  const isLong = reader.word === 8
  reader.vex = { register: (~second >> 3) & reader.lastRegister, isSet: (~second & 0x78) !== 0, is256: false }
  const evex: Evex = {
    mask: third & 7,
    zeroes: (third & 0x80) !== 0,
    marked: (third & 0x10) !== 0,
    length: third & 0x40 ? 2 : (third >> 5) & 1,
    rounding: (third >> 5) & 3,
    high: {
      reg: isLong ? ~first & 0x10 : 0,
      rm: isLong ? (~first & 0x40) >> 2 : 0,
      third: isLong ? (~third & 8) << 1 : 0,
    },
  }
  tables ??= readTables()
  const space = `${map}${prefixNames[second & 3] ?? ''}${reader.opcode.toString(16).padStart(2, '0')}`
  for (const row of tables.get(space) ?? []) {
    if (!fits(row, reader)) continue
    return readRow(row, evex, reader)
  }
  return undefined
}

function fits({ w, group, operands }: EvexRow, reader: Reader): boolean {
  if (w !== undefined && w !== reader.w) return false
  if (group !== undefined && group !== reader.group) return false
  const isRegister = reader.mode === 3
  return operands.every((code) =>
    /^[URk]/.test(code) ? isRegister : code === 'M' ? !isRegister : !code.startsWith('S') || reader.hasIndexByte,
  )
}

const roundings = ['{rn-sae}', '{rd-sae}', '{ru-sae}', '{rz-sae}']

/** Bytes of the whole vector. */
const lengths = [16, 32, 64]

function readRow(row: EvexRow, evex: Evex, reader: Reader): Text | undefined {
  const { flags, memory } = row
  const isRegister = reader.mode === 3
  const isRounded = evex.marked && isRegister
  if (isRounded && !/[rs]/.test(flags)) return undefined
  const isScalar =
    row.operands.some((code) => /^[VHWG][xy]$/.test(code)) && !row.operands.some((code) => /^[VHW]$/.test(code))
  const allowed = /@(\d+)/.exec(flags)?.[1]
  const length = isRounded && !isScalar ? 2 : evex.length
  if (allowed !== undefined && !allowed.includes(String(length))) return undefined
  const bytes = lengths[length] ?? 16
  const element = elementOf(memory, reader)
  const isRepeated = evex.marked && !isRegister
  if (isRepeated && element === undefined) return undefined
  reader.displacementScale = isRepeated ? (element ?? 1) : memoryBytes(memory, bytes, reader)
  const maskText = maskOf(row, evex, isRegister)
  if (maskText === undefined) return undefined
  const repeat = isRepeated && element ? `{1to${partOf(memory, bytes) / element}}` : ''
  const operands: Part[] = []
  for (const code of row.operands) {
    const operand = readOne(code, evex, bytes, reader)
    if (operand === undefined) return undefined
    operands.push(isRepeated && code.startsWith('W') ? asm`${operand}${repeat}` : operand)
  }
  if (!reader.usedThird && (reader.vex?.isSet === true || evex.high.third !== 0)) return undefined
  if (operands[0] !== undefined && maskText !== '') operands[0] = asm`${operands[0]}${maskText}`
  const rounding = !isRounded ? undefined : flags.includes('r') ? roundings[evex.rounding] : '{sae}'
  return named(row, operands, rounding, length, isRepeated, reader)
}

/** The name, which W, length and the last byte complete, and the operands, the last first. */
function named(
  row: EvexRow,
  written: readonly Part[],
  rounding: string | undefined,
  length: number,
  isRepeated: boolean,
  reader: Reader,
): Text | undefined {
  const { w } = reader
  const isMemory = reader.mode !== 3
  let name = row.name.replace('~', w ? 'q' : 'd').replace('=', w ? 'd' : 's')
  if (isMemory && row.flags.includes('n') && !isRepeated) name += ['x', 'y', ''][length] ?? ''
  if (isMemory && row.flags.includes('N')) name += ['x', 'y', 'z'][length] ?? ''
  const isFromGeneral = /^vcvtu?si2s/.test(name)
  if (isMemory && isFromGeneral) name += w ? 'q' : 'l'
  const operands = [...written].reverse()
  if (rounding !== undefined) {
    const isBehind = isFromGeneral || row.operands.includes('Iu')
    operands.splice(isBehind ? 1 : 0, 0, rounding)
  }
  if (row.flags.includes('c')) {
    const which = reader.byte()
    const isReal = name.startsWith('vcmp')
    const known = isReal ? comparisons[which] : [0, 1, 2, 4, 5, 6].includes(which) ? comparisons[which] : undefined
    if (known === undefined) operands.unshift(new Immediate(which, '$'))
    name = name.replace('?', known ?? '')
  }
  return asm`${name} ${series(operands)}`
}

/** The text after the destination: the mask, and `z` where masked elements become zero. */
function maskOf({ flags, operands }: EvexRow, evex: Evex, isRegister: boolean): Text | undefined {
  const [into = ''] = operands
  if (evex.mask === 0 && !evex.zeroes) return ''
  const isZeroed =
    flags.includes('!') ||
    into === 'K' ||
    /^[MS]/.test(into) ||
    (/^W/.test(into) && !isRegister) ||
    operands.some((code) => code.startsWith('S'))
  if (flags.includes('!') || (evex.zeroes && isZeroed)) return undefined
  return ` {%k${evex.mask}}${evex.zeroes ? ' {z}' : ''}`
}

/** Bytes of the element that is repeated; undefined where none is. */
function elementOf(memory: string, reader: Reader): number | undefined {
  if (!/^[FHQ]/.test(memory)) return undefined
  return memory.length > 1 ? Number(memory.slice(1)) : reader.w ? 8 : 4
}

/** Bytes of the vector that the operand in memory has. */
function partOf(memory: string, bytes: number): number {
  const part = { f: 1, h: 2, q: 4, o: 8 }[memory.charAt(0).toLowerCase()] ?? 1
  return bytes / part
}

/** The unit of a displacement of one byte, in bytes. */
function memoryBytes(memory: string, bytes: number, reader: Reader): number {
  if (/^\d/.test(memory)) return Number(memory)
  if (memory === 'e') return reader.w ? 8 : 4
  if (memory === 'd') return bytes === 16 ? 8 : bytes
  return partOf(memory, bytes)
}

/** A vector register of so many bytes. */
const vector = (number: number, bytes: number): Register =>
  special(`%${bytes <= 16 ? 'xmm' : bytes === 32 ? 'ymm' : 'zmm'}${number}`, bytes)

function sizeOf(code: string, bytes: number): number {
  const letter = code.charAt(1)
  return letter === 'x' ? 16 : letter === 'y' ? 32 : bytes / ({ h: 2, q: 4, o: 8 }[letter] ?? 1)
}

function readOne(code: string, evex: Evex, bytes: number, reader: Reader): Part | undefined {
  const size = sizeOf(code, bytes)
  const isRegister = reader.mode === 3
  const third = (reader.vex?.register ?? 0) | evex.high.third
  switch (code.charAt(0)) {
    case 'V':
      return vector(reader.reg | evex.high.reg, size)
    case 'H':
      reader.usedThird = true
      return vector(third, size)
    case 'U':
    case 'W':
      return isRegister ? vector(reader.rm | evex.high.rm, size) : memoryPlace(reader)
    case 'S':
      reader.vectorIndex = { name: vector(0, size).text.slice(0, 4), high: evex.high.third }
      reader.usedThird = reader.vex?.isSet === false
      return memoryPlace(reader)
    case 'K':
      return reader.reg < 8 ? special(`%k${reader.reg}`) : undefined
    case 'k':
      return special(`%k${reader.modRm & 7}`)
    case 'G':
      return evex.high.reg ? undefined : readOperand(code, reader)
    default:
      return readOperand(code, reader)
  }
}
