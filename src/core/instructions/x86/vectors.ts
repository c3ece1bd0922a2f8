/** Instructions of SSE, AVX, MMX and the x87. */
import { asm, series, type Part, type Text } from '../spelled.ts'
import { floatMemory, floatPlain, floatRegisters } from './float-tables.ts'
import type { Reader } from './reader.ts'
import { memoryPlace, readOperand, special } from './operands.ts'
import { comparisons, vector0f, vector38, vector3a, vectorShifts } from './vector-tables.ts'

const tables = [undefined, vector0f, vector38, vector3a]

/** The operands, the last first as AT&T has it; undefined where one of them is invalid, empty where there are none. */
export function readOperands(codes: string, reader: Reader): Text | undefined {
  const operands: Part[] = []
  if (codes !== '') {
    for (const code of codes.split(',')) {
      const operand = readOperand(code, reader)
      if (operand === undefined) return undefined
      if (operand !== '') operands.push(operand)
    }
  }
  return operands.length === 0 ? '' : series(operands.reverse())
}

/** A name and its operands, if there are any. */
export const joined = (name: string, operands: Text): Text => (operands === '' ? name : asm`${name} ${operands}`)

/** The column of the table, by the prefix that is part of the opcode. */
function columnOf(reader: Reader, columns: readonly string[]): number {
  const repeat = reader.repeat === 0xf3 ? 2 : reader.repeat === 0xf2 ? 3 : 0
  if (repeat !== 0 && columns[repeat] !== undefined && columns[repeat] !== '') {
    reader.usedRepeat = true
    return repeat
  }
  if (repeat !== 0 && reader.vex) return 9
  // Without a form of its own, the prefix means nothing.
  if (!reader.operandSize || (!reader.vex && !columns[1])) return 0
  reader.usedOperandSize = true
  return 1
}

/** The instruction of a vector opcode; undefined if there is none. */
export function readVector(reader: Reader): Text | undefined {
  const { map, opcode, vex } = reader
  if (map === 1 && opcode >= 0x71 && opcode <= 0x73) return readShift(reader)
  if (map === 1 && opcode === 0x77 && vex)
    return reader.operandSize || reader.repeat || reader.w ? undefined : vex.is256 ? 'vzeroall' : 'vzeroupper'
  if (map === 1 && opcode === 0xae) return readState(reader)
  const row = tables[map]?.[opcode]
  if (row === undefined) return undefined
  const [columnsText = '', shared = ''] = row.split(' ')
  const columns = columnsText.split('|')
  const column = columns[columnOf(reader, columns)]
  if (!column) return undefined
  const [marked = '', own] = column.split('@')
  const mark = /^[-+]/.exec(marked)?.[0]
  if ((mark === '-' && vex) || (mark === '+' && !vex)) return undefined
  return named(marked.replace(/^[-+]/, ''), own ?? shared, reader)
}

const isRegister = (reader: Reader): boolean => reader.mode === 3

/** The name and operands, with the parts that depend on registers, VEX and the last byte. */
function named(name: string, operands: string, reader: Reader): Text | undefined {
  const { opcode, map, vex, w } = reader
  let codes = operands
  let base = name
    .replace('^', w ? 'q' : 'd')
    .replace('~', w ? 'q' : 'd')
    .replace('=', w ? 'd' : 's')
  if (codes.startsWith('*')) {
    codes = codes.slice(1)
    // Between registers, VEX says where the rest of the vector comes from.
    if (isRegister(reader) && (opcode === 0x12 || opcode === 0x16)) base = opcode === 0x12 ? 'movhlps' : 'movlhps'
    else if (isRegister(reader)) codes = codes.replace(',', ',Hx,')
  }
  if (base === 'movd' && w) base = 'movq'
  if (base.startsWith('cvtsi2') && !isRegister(reader)) base += w ? 'q' : 'l'
  const prefix = vex && map > 0 ? 'v' : ''
  if (base.includes('?')) return readComparison(base, codes, prefix, reader)
  const narrowed = /^cvtt?pd2(ps|dq)$/.test(base) && vex
  if (narrowed) base += isRegister(reader) ? '' : vex.is256 ? 'y' : 'x'
  const text = readOperands(codes, reader)
  return text === undefined ? undefined : joined(`${prefix}${base}`, text)
}

function readComparison(name: string, codes: string, prefix: string, reader: Reader): Text | undefined {
  const text = readOperands(codes, reader)
  if (text === undefined) return undefined
  const which = reader.byte()
  const known = which < (reader.vex ? 32 : 8) ? comparisons[which] : undefined
  if (known !== undefined) return asm`${prefix}${name.replace('?', known)} ${text}`
  return asm`${prefix}${name.replace('?', '')} $0x${which.toString(16)}, ${text}`
}

function readShift(reader: Reader): Text | undefined {
  const name = vectorShifts[reader.opcode]?.[reader.group]
  if (!name || !isRegister(reader)) return undefined
  if (reader.operandSize) {
    reader.usedOperandSize = true
    const into = readOperands('U', reader) ?? ''
    const text = reader.vex ? asm`${into}, ${readOperands('H', reader) ?? ''}` : into
    return asm`${reader.vex ? 'v' : ''}${name} ${readOperand('Iu', reader) ?? ''}, ${text}`
  }
  if (reader.vex || name.endsWith('dq')) return undefined
  const register = readOperand('N', reader) ?? ''
  return asm`${name} ${readOperand('Iu', reader) ?? ''}, ${register}`
}

const states = ['fxsave', 'fxrstor', 'ldmxcsr', 'stmxcsr', 'xsave', 'xrstor', 'xsaveopt', 'clflush']
const fences: Readonly<Record<number, string>> = { 5: 'lfence', 6: 'mfence', 7: 'sfence' }

/** Instructions of 0F AE that their prefix makes others, by the prefix and the group: the name, and the operand in the code of the tables. */
const prefixedStates: Readonly<Record<string, readonly [name: string, operand: string]>> = {
  'f3 4': ['ptwrite', 'Ey'],
  'f3 5': ['incssp', 'Ry'],
  'f3 6': ['umonitor', 'Rm'],
  'f2 6': ['umwait', 'Rd'],
  '66 6': ['tpause', 'Rd'],
}
const prefixedPlaces: typeof prefixedStates = {
  'f3 4': ['ptwrite', 'Ey'],
  'f3 6': ['clrssbsy', 'M'],
  '66 6': ['clwb', 'M'],
  '66 7': ['clflushopt', 'M'],
}

function readPrefixedState(reader: Reader): Text | undefined {
  const { repeat, operandSize, group, w } = reader
  const prefix = repeat !== 0 ? repeat.toString(16) : operandSize ? '66' : ''
  const [name, operand] = (isRegister(reader) ? prefixedStates : prefixedPlaces)[`${prefix} ${group}`] ?? []
  if (name === undefined || operand === undefined) return undefined
  if (repeat === 0) reader.usedOperandSize = true
  else reader.usedRepeat = true
  const suffix = name === 'ptwrite' ? (w ? 'q' : 'l') : name === 'incssp' ? (w ? 'q' : 'd') : ''
  return asm`${name}${suffix} ${readOperand(operand, reader) ?? ''}`
}

/** 0F AE: the state of the processor, and fences. */
function readState(reader: Reader): Text | undefined {
  const prefixed = reader.vex ? undefined : readPrefixedState(reader)
  if (prefixed !== undefined) return prefixed
  if (isRegister(reader)) {
    if (reader.vex) return undefined
    if (reader.repeat === 0xf3 && reader.word === 8 && reader.group < 4) {
      reader.usedRepeat = true
      const name = ['rdfsbase', 'rdgsbase', 'wrfsbase', 'wrgsbase'][reader.group] ?? ''
      return asm`${name}${reader.w ? 'q' : 'l'} ${readOperand('Ry', reader) ?? ''}`
    }
    return fences[reader.group]
  }
  const name = states[reader.group] ?? ''
  const isWide = reader.w && /^(fx|x)/.test(name)
  const prefix = reader.vex ? 'v' : ''
  if (reader.vex && !name.endsWith('mxcsr')) return undefined
  return asm`${prefix}${name}${isWide ? '64' : ''} ${memoryPlace(reader)}`
}

/** Elements from many addresses: a base and a vector of indices, which may be half as wide as the elements or twice. */
export function readGather(reader: Reader): Text | undefined {
  const { map, opcode, operandSize, repeat, w, vex } = reader
  if (map !== 2 || opcode < 0x90 || opcode > 0x93 || !operandSize || repeat || !reader.hasIndexByte) return undefined
  const isQuad = (opcode & 1) === 1
  const name = `v${opcode < 0x92 ? 'p' : ''}gather${isQuad ? 'q' : 'd'}${opcode < 0x92 ? (w ? 'q' : 'd') : w ? 'pd' : 'ps'}`
  reader.vectorIndex = { name: vex?.is256 && (isQuad || !w) ? '%ymm' : '%xmm', high: 0 }
  const letter = isQuad && !w ? 'x' : ''
  const text = readOperands(`V${letter},M,H${letter}`, reader)
  return text && asm`${name} ${text}`
}

/** D8 to DF. */
export function readFloat(reader: Reader): Text | undefined {
  const row = reader.opcode - 0xd8
  if (!isRegister(reader)) {
    const name = floatMemory[row]?.[reader.group]
    return name ? asm`${name} ${memoryPlace(reader)}` : undefined
  }
  const plain = floatPlain[reader.opcode * 256 + reader.modRm]
  if (plain) return plain
  const [name, operands] = (floatRegisters[row]?.[reader.group] ?? '').split(' ')
  if (!name || !operands) return undefined
  const texts = operands.split(',').map((code) => (code === 'i' ? special(`%st(${reader.modRm & 7})`) : special('%st')))
  return asm`${name} ${series(texts)}`
}
