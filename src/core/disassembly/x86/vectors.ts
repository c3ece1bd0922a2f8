/** Instructions of SSE, AVX, MMX and the x87. */
import { floatMemory, floatPlain, floatRegisters } from './float-tables.ts'
import type { Instruction } from './instruction.ts'
import { memoryText, operandText } from './operands.ts'
import { comparisons, vector0f, vector38, vector3a, vectorShifts } from './vector-tables.ts'

const tables = [undefined, vector0f, vector38, vector3a]

/** Text of the operands, the last first as AT&T has it; undefined where one of them is invalid. */
export function operandsText(codes: string, instruction: Instruction): string | undefined {
  const texts: string[] = []
  if (codes !== '') {
    for (const code of codes.split(',')) {
      const text = operandText(code, instruction)
      if (text === undefined) return undefined
      if (text !== '') texts.push(text)
    }
  }
  return texts.reverse().join(', ')
}

/** The column of the table, by the prefix that is part of the opcode. */
function columnOf(instruction: Instruction, columns: readonly string[]): number {
  const repeat = instruction.repeat === 0xf3 ? 2 : instruction.repeat === 0xf2 ? 3 : 0
  if (repeat !== 0 && columns[repeat] !== undefined && columns[repeat] !== '') {
    instruction.usedRepeat = true
    return repeat
  }
  if (repeat !== 0 && instruction.vex) return 9
  // Without a form of its own, the prefix means nothing.
  if (!instruction.operandSize || (!instruction.vex && !columns[1])) return 0
  instruction.usedOperandSize = true
  return 1
}

/** The instruction of a vector opcode; undefined if there is none. */
export function vectorText(instruction: Instruction): string | undefined {
  const { map, opcode, vex } = instruction
  if (map === 1 && opcode >= 0x71 && opcode <= 0x73) return shiftText(instruction)
  if (map === 1 && opcode === 0x77 && vex)
    return instruction.operandSize || instruction.repeat || instruction.w
      ? undefined
      : vex.is256
        ? 'vzeroall'
        : 'vzeroupper'
  if (map === 1 && opcode === 0xae) return stateText(instruction)
  const row = tables[map]?.[opcode]
  if (row === undefined) return undefined
  const [columnsText = '', shared = ''] = row.split(' ')
  const columns = columnsText.split('|')
  const column = columns[columnOf(instruction, columns)]
  if (!column) return undefined
  const [marked = '', own] = column.split('@')
  const mark = /^[-+]/.exec(marked)?.[0]
  if ((mark === '-' && vex) || (mark === '+' && !vex)) return undefined
  return named(marked.replace(/^[-+]/, ''), own ?? shared, instruction)
}

const isRegister = (instruction: Instruction): boolean => instruction.mode === 3

/** The name and operands, with the parts that depend on registers, VEX and the last byte. */
function named(name: string, operands: string, instruction: Instruction): string | undefined {
  const { opcode, map, vex, w } = instruction
  let codes = operands
  let base = name
    .replace('^', w ? 'q' : 'd')
    .replace('~', w ? 'q' : 'd')
    .replace('=', w ? 'd' : 's')
  if (codes.startsWith('*')) {
    codes = codes.slice(1)
    // Between registers, VEX says where the rest of the vector comes from.
    if (isRegister(instruction) && (opcode === 0x12 || opcode === 0x16)) base = opcode === 0x12 ? 'movhlps' : 'movlhps'
    else if (isRegister(instruction)) codes = codes.replace(',', ',Hx,')
  }
  if (base === 'movd' && w) base = 'movq'
  if (base.startsWith('cvtsi2') && !isRegister(instruction)) base += w ? 'q' : 'l'
  const prefix = vex && map > 0 ? 'v' : ''
  if (base.includes('?')) return comparisonText(base, codes, prefix, instruction)
  const narrowed = /^cvtt?pd2(ps|dq)$/.test(base) && vex
  if (narrowed) base += isRegister(instruction) ? '' : vex.is256 ? 'y' : 'x'
  const text = operandsText(codes, instruction)
  return text === undefined ? undefined : `${prefix}${base} ${text}`
}

function comparisonText(name: string, codes: string, prefix: string, instruction: Instruction): string | undefined {
  const text = operandsText(codes, instruction)
  if (text === undefined) return undefined
  const which = instruction.byte()
  const known = which < (instruction.vex ? 32 : 8) ? comparisons[which] : undefined
  if (known !== undefined) return `${prefix}${name.replace('?', known)} ${text}`
  return `${prefix}${name.replace('?', '')} $0x${which.toString(16)}, ${text}`
}

function shiftText(instruction: Instruction): string | undefined {
  const name = vectorShifts[instruction.opcode]?.[instruction.group]
  if (!name || !isRegister(instruction)) return undefined
  if (instruction.operandSize) {
    instruction.usedOperandSize = true
    const into = operandsText('U', instruction) ?? ''
    const text = instruction.vex ? `${into}, ${operandsText('H', instruction) ?? ''}` : into
    return `${instruction.vex ? 'v' : ''}${name} ${operandText('Iu', instruction) ?? ''}, ${text}`
  }
  if (instruction.vex || name.endsWith('dq')) return undefined
  const register = operandText('N', instruction) ?? ''
  return `${name} ${operandText('Iu', instruction) ?? ''}, ${register}`
}

const states = ['fxsave', 'fxrstor', 'ldmxcsr', 'stmxcsr', 'xsave', 'xrstor', 'xsaveopt', 'clflush']
const fences: Readonly<Record<number, string>> = { 5: 'lfence', 6: 'mfence', 7: 'sfence' }

/** 0F AE: the state of the processor, and fences. */
function stateText(instruction: Instruction): string | undefined {
  if (isRegister(instruction)) {
    if (instruction.vex) return undefined
    if (instruction.repeat === 0xf3 && instruction.word === 8 && instruction.group < 4) {
      instruction.usedRepeat = true
      const name = ['rdfsbase', 'rdgsbase', 'wrfsbase', 'wrgsbase'][instruction.group] ?? ''
      return `${name}${instruction.w ? 'q' : 'l'} ${operandText('Ry', instruction) ?? ''}`
    }
    return fences[instruction.group]
  }
  const name = states[instruction.group] ?? ''
  const isWide = instruction.w && /^(fx|x)/.test(name)
  const prefix = instruction.vex ? 'v' : ''
  if (instruction.vex && !name.endsWith('mxcsr')) return undefined
  if (instruction.operandSize && name === 'clflush') {
    instruction.usedOperandSize = true
    return `clflushopt ${memoryText(instruction)}`
  }
  return `${prefix}${name}${isWide ? '64' : ''} ${memoryText(instruction)}`
}

/** Elements from many addresses: a base and a vector of indices, which may be half as wide as the elements or twice. */
export function gatherText(instruction: Instruction): string | undefined {
  const { map, opcode, operandSize, repeat, w, vex } = instruction
  if (map !== 2 || opcode < 0x90 || opcode > 0x93 || !operandSize || repeat || !instruction.hasIndexByte)
    return undefined
  const isQuad = (opcode & 1) === 1
  const name = `v${opcode < 0x92 ? 'p' : ''}gather${isQuad ? 'q' : 'd'}${opcode < 0x92 ? (w ? 'q' : 'd') : w ? 'pd' : 'ps'}`
  instruction.vectorIndex = { name: vex?.is256 && (isQuad || !w) ? '%ymm' : '%xmm', high: 0 }
  const letter = isQuad && !w ? 'x' : ''
  const text = operandsText(`V${letter},M,H${letter}`, instruction)
  return text && `${name} ${text}`
}

/** D8 to DF. */
export function floatText(instruction: Instruction): string | undefined {
  const row = instruction.opcode - 0xd8
  if (!isRegister(instruction)) {
    const name = floatMemory[row]?.[instruction.group]
    return name ? `${name} ${memoryText(instruction)}` : undefined
  }
  const plain = floatPlain[instruction.opcode * 256 + instruction.modRm]
  if (plain) return plain
  const [name, operands] = (floatRegisters[row]?.[instruction.group] ?? '').split(' ')
  if (!name || !operands) return undefined
  const texts = operands.split(',').map((code) => (code === 'i' ? `%st(${instruction.modRm & 7})` : '%st'))
  return `${name} ${texts.join(', ')}`
}
