/** Instructions of x86_64 and i386, in the AT&T syntax that LLVM writes by default. */
import { evexText } from './evex.ts'
import { Instruction, type Word } from './instruction.ts'
import { groups, oneByte, oneByte32, twoByte, twoByteRepeat } from './integer-tables.ts'
import { maskText } from './masks.ts'
import { bytesOf } from './operands.ts'
import { floatText, gatherText, operandsText, vectorText } from './vectors.ts'

const segmentPrefixes: Readonly<Record<number, string>> = {
  0x26: 'es', 0x2e: 'cs', 0x36: 'ss', 0x3e: 'ds', 0x64: 'fs', 0x65: 'gs',
} // prettier-ignore

interface X86Text {
  readonly size: number
  readonly text: string | undefined
}

/**
 * The instruction at `at`; `pc` is its address. It has no text where the bytes are no instruction. Then `size` is the
 * number of bytes read to see that, or one where the bytes end within it.
 */
export function x86Text(code: Uint8Array, at: number, word: Word, pc: bigint): X86Text {
  const alone = prefixInFront(code, at)
  if (alone !== undefined) return { size: 1, text: alone }
  const instruction = new Instruction(code, at, word, pc)
  const opcode = readPrefixes(instruction)
  if (instruction.prefixAlone !== undefined) return { size: instruction.at - at, text: instruction.prefixAlone }
  const text = instruction.failed ? undefined : textOf(instruction, opcode)
  if (text !== undefined) instruction.finishAddress()
  if (text === undefined || instruction.failed)
    return { size: instruction.failed ? 1 : instruction.at - at, text: undefined }
  return { size: instruction.at - at, text: prefixText(instruction, text) + text.trim() }
}

const prefixNames: Readonly<Record<number, string>> = {
  ...segmentPrefixes, 0x66: 'data16', 0x67: 'addr32', 0xf0: 'lock', 0xf2: 'repne', 0xf3: 'rep',
} // prettier-ignore

/**
 * A prefix that LLVM lists as a line of its own: LOCK in front, and those before an exchange or a store that hint at
 * the end of a lock. A spinning `pause` is none.
 */
function prefixInFront(code: Uint8Array, at: number): string | undefined {
  const [first, second = 0, third = 0] = [code[at], code[at + 1], code[at + 2]]
  if (first === 0xf0) return 'lock'
  if (first !== 0xf2 && first !== 0xf3) return undefined
  const next = (second & 0xf0) === 0x40 ? third : second
  if (first === 0xf3 && next === 0x90) return undefined
  const isExchange = next === 0xf0 || (next & 0xfe) === 0x86 || (next & 0xf8) === 0x90
  if (isExchange) return first === 0xf2 ? 'xacquire' : 'xrelease'
  return first === 0xf3 && (next & ~1) in stores ? 'xrelease' : undefined
}

const stores: Readonly<Record<number, true>> = { 0x88: true, 0xc6: true }

/** Reads the prefixes, and gives the first byte of the opcode. */
function readPrefixes(instruction: Instruction): number {
  for (;;) {
    const byte = instruction.byte()
    if (instruction.failed) return 0
    const segment = segmentPrefixes[byte]
    if (segment !== undefined) instruction.segment = segment
    else if (byte === 0x66) instruction.operandSize = true
    else if (byte === 0x67) instruction.addressSize = true
    else if (byte === 0xf0) instruction.lock = true
    else if (byte === 0xf2 || byte === 0xf3) instruction.repeat = byte
    else if (instruction.word === 8 && (byte & 0xf0) === 0x40) {
      instruction.rex = byte
      const next = instruction.byte()
      // REX counts only right before the opcode.
      if (prefixNames[next] === undefined) return next
      instruction.prefixAlone = prefixNames[next]
      return 0
    } else return byte
  }
}

function textOf(instruction: Instruction, first: number): string | undefined {
  if ((first === 0xc4 || first === 0xc5) && isVex(instruction)) return vexText(instruction, first)
  if (first === 0x62 && isVex(instruction)) return isBare(instruction) ? evexText(instruction) : undefined
  if (first !== 0x0f) {
    instruction.opcode = first
    if (first >= 0xd8 && first <= 0xdf) return floatText(instruction)
    return oneByteText(instruction)
  }
  const second = instruction.byte()
  instruction.map = second === 0x38 ? 2 : second === 0x3a ? 3 : 1
  instruction.opcode = instruction.map === 1 ? second : instruction.byte()
  return (instruction.map === 1 ? twoByteText(instruction) : specialText(instruction)) ?? vectorText(instruction)
}

/** In code of 32 bits, VEX and EVEX are LES, LDS or BOUND with a register, which none of them takes. */
const isVex = (instruction: Instruction): boolean =>
  instruction.word === 8 || (instruction.code[instruction.at] ?? 0) >= 0xc0

/** VEX and EVEX replace these prefixes, so none of them may precede one. */
const isBare = ({ rex, operandSize, repeat, lock }: Instruction): boolean =>
  rex === 0 && !operandSize && repeat === 0 && !lock

function vexText(instruction: Instruction, first: number): string | undefined {
  if (!isBare(instruction)) return undefined
  let bits = instruction.byte()
  let rex = (~bits >> 5) & 4
  let map = 1
  if (first === 0xc4) {
    rex = (~bits >> 5) & 7
    map = bits & 0x1f
    bits = instruction.byte()
    if (bits & 0x80) rex |= 8
  }
  if (map < 1 || map > 3) return undefined
  instruction.map = map === 1 ? 1 : map === 2 ? 2 : 3
  instruction.rex = instruction.word === 8 ? rex : rex & 8
  instruction.vex = { register: (~bits >> 3) & 15, is256: (bits & 4) !== 0 }
  instruction.operandSize = (bits & 3) === 1
  instruction.repeat = [0, 0, 0xf3, 0xf2][bits & 3] ?? 0
  instruction.opcode = instruction.byte()
  instruction.usedRepeat = true
  instruction.usedOperandSize = true
  const general = instruction.vex.is256 ? undefined : bitText(instruction)
  const text = general ?? maskText(instruction) ?? gatherText(instruction) ?? vectorText(instruction)
  if (text !== undefined && instruction.vex.register !== 0 && !instruction.usedThird) return undefined
  return text !== undefined && hasForm(text, instruction) ? text : undefined
}

/** Of 16 bytes alone, of 32 alone, with W clear alone, and set. */
const shortOnly =
  /^v(mov([lh]p[sd]|lhps|hlps|[dq]) |p?insr[bwdq] |pextr|insertps|extractps|dppd|aesimc|aeskey|pcmp[ei]str|phmin|maskmovdqu)/
const longOnly = /^v(insert[fi]128|extract[fi]128|perm2[fi]128|permd|permps|permq|permpd|broadcast[fi]128|broadcastsd)/
const narrowOnly =
  /^v(permilp|insert[fi]128|extract[fi]128|perm2[fi]128|permd|permps|p?blendv|pblendd|maskmovp|psravd|p?broadcast|testp|gf2p8mul)/
const wideOnly = /^v(permq|permpd|gf2p8affine)/

/** True if an instruction with VEX has a form for this length and W. */
function hasForm(text: string, { vex, w }: Instruction): boolean {
  const isLong = vex?.is256 === true
  return !(isLong ? shortOnly : longOnly).test(text) && !(w ? narrowOnly : wideOnly).test(text)
}

/** BMI: bits of general registers, with VEX. */
function bitText(instruction: Instruction): string | undefined {
  const { map, opcode, repeat } = instruction
  const suffix = instruction.w ? 'q' : 'l'
  const made = (name: string, codes: string): string | undefined => {
    const text = operandsText(codes, instruction)
    return text && `${name}${suffix} ${text}`
  }
  if (map === 3) return opcode === 0xf0 && repeat === 0xf2 ? made('rorx', 'Gy,Ey,Iu') : undefined
  if (map !== 2) return undefined
  if (opcode === 0xf2 && !repeat) return made('andn', 'Gy,By,Ey')
  if (opcode === 0xf3 && !repeat) {
    const name = ['', 'blsr', 'blsmsk', 'blsi'][instruction.group]
    return name ? made(name, 'By,Ey') : undefined
  }
  if (opcode === 0xf5)
    return repeat === 0 ? made('bzhi', 'Gy,Ey,By') : made(repeat === 0xf3 ? 'pext' : 'pdep', 'Gy,By,Ey')
  if (opcode === 0xf6 && repeat === 0xf2) return made('mulx', 'Gy,By,Ey')
  if (opcode !== 0xf7) return undefined
  const name = instruction.operandSize ? 'shlx' : repeat === 0xf3 ? 'sarx' : repeat === 0xf2 ? 'shrx' : 'bextr'
  return made(name, 'Gy,Ey,By')
}

const named: Readonly<Record<number, readonly [number: number, bits: string, wide: string, short: string]>> = {
  0x98: [0, 'cwtl', 'cltq', 'cbtw'],
  0x99: [0, 'cltd', 'cqto', 'cwtd'],
}

function oneByteText(instruction: Instruction): string | undefined {
  const { opcode } = instruction
  if (opcode === 0x86 || opcode === 0x87) {
    const letter = opcode === 0x86 ? 'b' : 'v'
    return rowText(`xchg* ${instruction.mode === 3 ? `G${letter},E${letter}` : `E${letter},G${letter}`}`, instruction)
  }
  if (opcode === 0xc8) return `enter ${operandsText('Iw', instruction) ?? ''}, ${operandsText('Ib', instruction) ?? ''}`
  // Segments in memory have 16 bits, whatever the prefixes say.
  if ((opcode === 0x8c || opcode === 0x8e) && instruction.mode !== 3)
    return rowText(opcode === 0x8c ? 'movw Mw,Sw' : 'movw Sw,Mw', instruction)
  const names = named[opcode]
  if (names) {
    instruction.usedOperandSize = true
    return instruction.w ? names[2] : instruction.operandSize ? names[3] : names[1]
  }
  if (opcode === 0x90 && (instruction.rex & 1) === 0) {
    if (instruction.repeat === 0xf3) {
      instruction.usedRepeat = true
      return 'pause'
    }
    return 'nop'
  }
  const isAbsolute =
    instruction.word === 8 && ((opcode >= 0xa0 && opcode < 0xa4) || (opcode >= 0xb8 && opcode < 0xc0 && instruction.w))
  if (isAbsolute) return rowText((oneByte[opcode] ?? '').replace('mov', 'movabs'), instruction)
  const old = instruction.word === 4 ? oneByte32[opcode] : undefined
  const row = old ?? oneByte[opcode]
  if (row === undefined || (instruction.word === 8 && opcode === 0x82)) return undefined
  return rowText(row, instruction)
}

function twoByteText(instruction: Instruction): string | undefined {
  const { opcode, repeat } = instruction
  if (opcode === 0x01) return machineText(instruction)
  if (opcode === 0xc7) return pairText(instruction)
  if (opcode === 0x1e && repeat === 0xf3 && (instruction.code[instruction.at] ?? 0) >= 0xfa) {
    const which = instruction.modRm
    if (which === 0xfa || which === 0xfb) {
      instruction.usedRepeat = true
      return which === 0xfa ? 'endbr64' : 'endbr32'
    }
  }
  const repeated = repeat === 0xf3 ? twoByteRepeat[opcode] : undefined
  if (repeated !== undefined) instruction.usedRepeat = true
  const row = repeated ?? twoByte[opcode]
  return row === undefined ? undefined : rowText(row, instruction)
}

const machine: Readonly<Record<number, string>> = {
  0xc1: 'vmcall', 0xc2: 'vmlaunch', 0xc8: 'monitor', 0xc9: 'mwait', 0xca: 'clac', 0xcb: 'stac', 0xd0: 'xgetbv',
  0xd1: 'xsetbv', 0xd5: 'xend', 0xd6: 'xtest', 0xf8: 'swapgs', 0xf9: 'rdtscp',
} // prettier-ignore

/** 0F 01: tables of the machine, and instructions by the whole byte. */
function machineText(instruction: Instruction): string | undefined {
  if (instruction.mode === 3) {
    const name = machine[instruction.modRm]
    if (name !== undefined) return name
    if (instruction.group === 4) return rowText('smsw* Ev', instruction)
    return instruction.group === 6 ? rowText('lmsw Ew', instruction) : undefined
  }
  const suffix = instruction.word === 8 ? 'q' : 'l'
  const name = ['sgdt', 'sidt', 'lgdt', 'lidt'][instruction.group]
  if (name !== undefined) return rowText(`${name}${suffix} M`, instruction)
  if (instruction.group === 4) return rowText('smsw M', instruction)
  return instruction.group === 6
    ? rowText('lmsw M', instruction)
    : instruction.group === 7
      ? rowText('invlpg M', instruction)
      : undefined
}

/** 0F C7: two words compared and exchanged, random numbers. */
function pairText(instruction: Instruction): string | undefined {
  if (instruction.mode !== 3)
    return instruction.group === 1 ? rowText(`cmpxchg${instruction.w ? '16' : '8'}b M`, instruction) : undefined
  const name = { 6: 'rdrand*', 7: 'rdseed*' }[instruction.group]
  return name && rowText(`${name} Rv`, instruction)
}

/** 0F 38 F0 to F6: swapped bytes, checksums, additions with two carries. */
function specialText(instruction: Instruction): string | undefined {
  const { map, opcode, repeat } = instruction
  if (map !== 2 || opcode < 0xf0) return undefined
  if (opcode < 0xf2 && repeat === 0xf2) {
    instruction.usedRepeat = true
    const size = opcode === 0xf0 ? 'b' : instruction.w ? 'q' : instruction.operandSize ? 'w' : 'l'
    const text = operandsText(opcode === 0xf0 ? 'Gy,Eb' : 'Gy,Ev', instruction)
    return text && `crc32${size} ${text}`
  }
  if (opcode < 0xf2) return rowText(opcode === 0xf0 ? 'movbe* Gv,M' : 'movbe* M,Gv:v', instruction)
  if (opcode !== 0xf6) return undefined
  if (repeat === 0xf3) instruction.usedRepeat = true
  else if (instruction.operandSize) instruction.usedOperandSize = true
  else return undefined
  return rowText(`${repeat === 0xf3 ? 'adox' : 'adcx'}* Gy,Ey`, instruction)
}

const suffixes: Readonly<Record<number, string>> = { 1: 'b', 2: 'w', 4: 'l', 8: 'q' }

/** A row of the tables as text: `name* operands:size`, or a group that ModRM decides. */
function rowText(row: string, instruction: Instruction): string | undefined {
  const [head = '', tail = ''] = row.split(' ')
  const group = /^\((.)\)$/.exec(head)?.[1]
  if (group !== undefined) {
    const member = groups[group]?.[instruction.group]
    return member
      ? rowText(member.includes(' ') ? withOwn(member, tail, instruction) : `${member} ${tail}`, instruction)
      : undefined
  }
  const [codes = '', given] = tail.split(':')
  const letter = given ?? /[A-Z]([a-z])/.exec(codes)?.[1] ?? 'v'
  const bytes = letter === 'a' ? instruction.addressBytes : bytesOf(wordSized(letter, instruction), instruction)
  if (/[vzs]/.test(letter) || codes.includes('v')) instruction.usedOperandSize = true
  const operands = operandsText(codes, instruction)
  if (operands === undefined) return undefined
  const name = letter === 'a' ? head.replace('*', { 2: '', 4: 'e', 8: 'r' }[instruction.addressBytes]) : head
  return `${name.replace('*', suffixes[bytes] ?? '')} ${operands}`
}

/** Members of a group that have operands of their own; TEST takes an immediate of the size that the group has. */
function withOwn(member: string, tail: string, instruction: Instruction): string {
  if (!member.startsWith('test')) return member
  return tail.startsWith('Eb') && instruction.opcode === 0xf6 ? 'test* Eb,Ib' : 'test* Ev,Iz'
}

/** Pushes and calls are of a whole word even with REX.W. */
const wordSized = (letter: string, instruction: Instruction): string =>
  letter === 's' && instruction.word === 8 && instruction.w ? 'q' : letter

/** Prefixes that the instruction itself did not take are written before it. */
function prefixText(instruction: Instruction, text: string): string {
  let prefixes = ''
  if (instruction.lock) prefixes += 'lock '
  if (instruction.repeat !== 0 && instruction.map === 0 && !instruction.usedRepeat)
    prefixes += instruction.repeat === 0xf2 ? 'repne ' : /^(cmps|scas)/.test(text) ? 'repe ' : 'rep '
  if (instruction.addressSize && !instruction.usedAddressSize) prefixes += 'addr32 '
  return prefixes
}
