/** Instructions of x86_64 and i386, in the AT&T syntax that LLVM writes by default. */
import type { Decoded } from '../decoded.ts'
import { nameOf } from '../parts.ts'
import { asm, type Text } from '../spelled.ts'
import { readEvex } from './evex.ts'
import { Reader, type Word } from './reader.ts'
import { groups, oneByte, oneByte32, twoByte, twoByteRepeat } from './integer-tables.ts'
import { readMask } from './masks.ts'
import { bytesOf } from './operands.ts'
import { joined, readFloat, readGather, readOperands, readVector } from './vectors.ts'

const segmentPrefixes: Readonly<Record<number, string>> = {
  0x26: 'es', 0x2e: 'cs', 0x36: 'ss', 0x3e: 'ds', 0x64: 'fs', 0x65: 'gs',
} // prettier-ignore

/**
 * The instruction at `at`; `pc` is its address. It has no text where the bytes are no instruction. Then `size` is the
 * number of bytes read to see that, or one where the bytes end within it.
 */
export function readX86(code: Uint8Array, at: number, word: Word, pc: bigint): Decoded {
  const alone = prefixInFront(code, at)
  if (alone !== undefined) return { size: 1, spelled: alone }
  const reader = new Reader(code, at, word, pc)
  const opcode = readPrefixes(reader)
  if (reader.prefixAlone !== undefined) return { size: reader.at - at, spelled: reader.prefixAlone }
  const spelled = reader.failed ? undefined : readOpcode(reader, opcode)
  if (spelled !== undefined) reader.finishAddress()
  if (spelled === undefined || reader.failed) return { size: reader.failed ? 1 : reader.at - at, spelled: undefined }
  const prefixes = prefixText(reader, spelled)
  return { size: reader.at - at, spelled: prefixes === '' ? spelled : asm`${prefixes}${spelled}` }
}

const prefixNames: Readonly<Record<number, string>> = {
  ...segmentPrefixes, 0x66: 'data16', 0x67: 'addr32', 0xf0: 'lock', 0xf2: 'repne', 0xf3: 'rep',
} // prettier-ignore

/**
 * A prefix that LLVM lists as a line of its own: LOCK in front, and those before an exchange or a store that hint at
 * the end of a lock. A spinning `pause` is none.
 */
function prefixInFront(code: Uint8Array, at: number): Text | undefined {
  const [first, next = 0] = [code[at], code[at + 1]]
  if (first === 0xf0) return 'lock'
  if (first !== 0xf2 && first !== 0xf3) return undefined
  if (first === 0xf3 && next === 0x90) return undefined
  const isExchange = next === 0xf0 || (next & 0xfe) === 0x86 || (next & 0xf8) === 0x90
  if (isExchange) return first === 0xf2 ? 'xacquire' : 'xrelease'
  return first === 0xf3 && (next & ~1) in stores ? 'xrelease' : undefined
}

const stores: Readonly<Record<number, true>> = { 0x88: true, 0xc6: true }

/** Reads the prefixes, and gives the first byte of the opcode. */
function readPrefixes(reader: Reader): number {
  for (;;) {
    const byte = reader.byte()
    if (reader.failed) return 0
    const segment = segmentPrefixes[byte]
    if (segment !== undefined) reader.segment = segment
    else if (byte === 0x66) reader.operandSize = true
    else if (byte === 0x67) reader.addressSize = true
    else if (byte === 0xf0) reader.lock = true
    else if (byte === 0xf2 || byte === 0xf3) reader.repeat = byte
    else if (reader.word === 8 && (byte & 0xf0) === 0x40) {
      reader.rex = byte
      const next = reader.byte()
      // REX counts only right before the opcode.
      if (prefixNames[next] === undefined) return next
      reader.prefixAlone = prefixNames[next]
      return 0
    } else return byte
  }
}

function readOpcode(reader: Reader, first: number): Text | undefined {
  if ((first === 0xc4 || first === 0xc5) && isVex(reader)) return readVex(reader, first)
  if (first === 0x62 && isVex(reader)) return isBare(reader) ? readEvex(reader) : undefined
  if (first !== 0x0f) {
    reader.opcode = first
    if (first >= 0xd8 && first <= 0xdf) return readFloat(reader)
    return readOneByte(reader)
  }
  const second = reader.byte()
  reader.map = second === 0x38 ? 2 : second === 0x3a ? 3 : 1
  reader.opcode = reader.map === 1 ? second : reader.byte()
  return (reader.map === 1 ? readTwoBytes(reader) : readSpecial(reader)) ?? readVector(reader)
}

/** In code of 32 bits, VEX and EVEX are LES, LDS or BOUND with a register, which none of them takes. */
const isVex = (reader: Reader): boolean => reader.word === 8 || (reader.code[reader.at] ?? 0) >= 0xc0

/** VEX and EVEX replace these prefixes, so none of them may precede one. */
const isBare = ({ rex, operandSize, repeat, lock }: Reader): boolean =>
  rex === 0 && !operandSize && repeat === 0 && !lock

function readVex(reader: Reader, first: number): Text | undefined {
  if (!isBare(reader)) return undefined
  let bits = reader.byte()
  let rex = (~bits >> 5) & 4
  let map = 1
  if (first === 0xc4) {
    rex = (~bits >> 5) & 7
    map = bits & 0x1f
    bits = reader.byte()
    if (bits & 0x80) rex |= 8
  }
  if (map < 1 || map > 3) return undefined
  reader.map = map === 1 ? 1 : map === 2 ? 2 : 3
  reader.rex = reader.word === 8 ? rex : rex & 8
  reader.vex = { register: (~bits >> 3) & reader.lastRegister, isSet: (~bits & 0x78) !== 0, is256: (bits & 4) !== 0 }
  reader.operandSize = (bits & 3) === 1
  reader.repeat = [0, 0, 0xf3, 0xf2][bits & 3] ?? 0
  reader.opcode = reader.byte()
  reader.usedRepeat = true
  reader.usedOperandSize = true
  const general = reader.vex.is256 ? undefined : readBits(reader)
  const text = general ?? readMask(reader) ?? readGather(reader) ?? readVector(reader)
  if (text !== undefined && reader.vex.isSet && !reader.usedThird) return undefined
  return text !== undefined && hasForm(text, reader) ? text : undefined
}

/** Of 16 bytes alone, of 32 alone, with W clear alone, and set. */
const shortOnly =
  /^v(mov([lh]p[sd]|lhps|hlps|[dq])$|p?insr[bwdq]$|pextr|insertps|extractps|dppd|aesimc|aeskey|pcmp[ei]str|phmin|maskmovdqu)/
const longOnly = /^v(insert[fi]128|extract[fi]128|perm2[fi]128|permd|permps|permq|permpd|broadcast[fi]128|broadcastsd)/
const narrowOnly =
  /^v(permilp|insert[fi]128|extract[fi]128|perm2[fi]128|permd|permps|p?blendv|pblendd|maskmovp|psravd|p?broadcast|testp|gf2p8mul)/
const wideOnly = /^v(permq|permpd|gf2p8affine)/

/** True if an instruction with VEX has a form for this length and W. */
function hasForm(spelled: Text, { vex, w }: Reader): boolean {
  const name = nameOf(spelled)
  const isLong = vex?.is256 === true
  return !(isLong ? shortOnly : longOnly).test(name) && !(w ? narrowOnly : wideOnly).test(name)
}

/** BMI: bits of general registers, with VEX. */
function readBits(reader: Reader): Text | undefined {
  const { map, opcode, repeat } = reader
  const suffix = reader.w && reader.word === 8 ? 'q' : 'l'
  const made = (name: string, codes: string): Text | undefined => {
    const text = readOperands(codes, reader)
    return text && asm`${name}${suffix} ${text}`
  }
  if (map === 3) return opcode === 0xf0 && repeat === 0xf2 ? made('rorx', 'Gy,Ey,Iu') : undefined
  if (map !== 2) return undefined
  if (opcode === 0xf2 && !repeat && !reader.operandSize) return made('andn', 'Gy,By,Ey')
  if (opcode === 0xf3 && !repeat && !reader.operandSize) {
    const name = ['', 'blsr', 'blsmsk', 'blsi'][reader.group]
    return name ? made(name, 'By,Ey') : undefined
  }
  if (opcode === 0xf5 && repeat === 0) return reader.operandSize ? undefined : made('bzhi', 'Gy,Ey,By')
  if (opcode === 0xf5) return made(repeat === 0xf3 ? 'pext' : 'pdep', 'Gy,By,Ey')
  if (opcode === 0xf6 && repeat === 0xf2) return made('mulx', 'Gy,By,Ey')
  if (opcode !== 0xf7) return undefined
  const name = reader.operandSize ? 'shlx' : repeat === 0xf3 ? 'sarx' : repeat === 0xf2 ? 'shrx' : 'bextr'
  return made(name, 'Gy,Ey,By')
}

const named: Readonly<Record<number, readonly [number: number, bits: string, wide: string, short: string]>> = {
  0x98: [0, 'cwtl', 'cltq', 'cbtw'],
  0x99: [0, 'cltd', 'cqto', 'cwtd'],
}

function readOneByte(reader: Reader): Text | undefined {
  const { opcode } = reader
  if (opcode === 0x86 || opcode === 0x87) {
    const letter = opcode === 0x86 ? 'b' : 'v'
    return readRow(`xchg* ${reader.mode === 3 ? `G${letter},E${letter}` : `E${letter},G${letter}`}`, reader)
  }
  if (opcode === 0xc8) return asm`enter ${readOperands('Iw', reader) ?? ''}, ${readOperands('Ib', reader) ?? ''}`
  // Segments in memory have 16 bits, whatever the prefixes say.
  if ((opcode === 0x8c || opcode === 0x8e) && reader.mode !== 3)
    return readRow(opcode === 0x8c ? 'movw Mw,Sw' : 'movw Sw,Mw', reader)
  const names = named[opcode]
  if (names) {
    reader.usedOperandSize = true
    return reader.w ? names[2] : reader.operandSize ? names[3] : names[1]
  }
  if (opcode === 0x90 && (reader.rex & 1) === 0) {
    if (reader.repeat === 0xf3) {
      reader.usedRepeat = true
      return 'pause'
    }
    return 'nop'
  }
  // Of an address, `movabs` says that it has 64 bits; of a number, that it does.
  const isAbsolute =
    reader.word === 8 &&
    ((opcode >= 0xa0 && opcode < 0xa4 && !reader.addressSize) || (opcode >= 0xb8 && opcode < 0xc0 && reader.w))
  if (isAbsolute) return readRow((oneByte[opcode] ?? '').replace('mov', 'movabs'), reader)
  const old = reader.word === 4 ? oneByte32[opcode] : undefined
  const row = old ?? oneByte[opcode]
  if (row === undefined || (reader.word === 8 && opcode === 0x82)) return undefined
  return readRow(row, reader)
}

function readTwoBytes(reader: Reader): Text | undefined {
  const { opcode, repeat } = reader
  if (opcode === 0x01) return readMachine(reader)
  if (opcode === 0xc7) return readPair(reader)
  if (opcode === 0x1e && repeat === 0xf3 && (reader.code[reader.at] ?? 0) >= 0xfa) {
    const which = reader.modRm
    if (which === 0xfa || which === 0xfb) {
      reader.usedRepeat = true
      return which === 0xfa ? 'endbr64' : 'endbr32'
    }
  }
  const repeated = repeat === 0xf3 ? twoByteRepeat[opcode] : undefined
  if (repeated !== undefined) reader.usedRepeat = true
  const row = repeated ?? twoByte[opcode]
  return row === undefined ? undefined : readRow(row, reader)
}

const machine: Readonly<Record<number, string>> = {
  0xc1: 'vmcall', 0xc2: 'vmlaunch', 0xc8: 'monitor', 0xc9: 'mwait', 0xca: 'clac', 0xcb: 'stac', 0xd0: 'xgetbv',
  0xd1: 'xsetbv', 0xd5: 'xend', 0xd6: 'xtest', 0xf8: 'swapgs', 0xf9: 'rdtscp',
} // prettier-ignore

/** 0F 01: tables of the machine, and instructions by the whole byte. */
function readMachine(reader: Reader): Text | undefined {
  if (reader.mode === 3) {
    const name = machine[reader.modRm]
    if (name !== undefined) return name
    if (reader.group === 4) return readRow('smsw* Ev', reader)
    return reader.group === 6 ? readRow('lmsw Ew', reader) : undefined
  }
  const suffix = reader.word === 8 ? 'q' : 'l'
  const name = ['sgdt', 'sidt', 'lgdt', 'lidt'][reader.group]
  if (name !== undefined) return readRow(`${name}${suffix} M`, reader)
  if (reader.group === 4) return readRow('smsw M', reader)
  return reader.group === 6 ? readRow('lmsw M', reader) : reader.group === 7 ? readRow('invlpg M', reader) : undefined
}

/** 0F C7: two words compared and exchanged, random numbers. */
function readPair(reader: Reader): Text | undefined {
  if (reader.mode !== 3) return reader.group === 1 ? readRow(`cmpxchg${reader.w ? '16' : '8'}b M`, reader) : undefined
  const name = { 6: 'rdrand*', 7: 'rdseed*' }[reader.group]
  return name && readRow(`${name} Rv`, reader)
}

/** 0F 38 F0 to F6: swapped bytes, checksums, additions with two carries. */
function readSpecial(reader: Reader): Text | undefined {
  const { map, opcode, repeat } = reader
  if (map !== 2 || opcode < 0xf0) return undefined
  if (opcode < 0xf2 && repeat === 0xf2) {
    reader.usedRepeat = true
    const size = opcode === 0xf0 ? 'b' : reader.w ? 'q' : reader.operandSize ? 'w' : 'l'
    const text = readOperands(opcode === 0xf0 ? 'Gy,Eb' : 'Gy,Ev', reader)
    return text && asm`crc32${size} ${text}`
  }
  if (opcode < 0xf2) return readRow(opcode === 0xf0 ? 'movbe* Gv,M' : 'movbe* M,Gv:v', reader)
  if (opcode !== 0xf6) return undefined
  if (repeat === 0xf3) reader.usedRepeat = true
  else if (reader.operandSize) reader.usedOperandSize = true
  else return undefined
  return readRow(`${repeat === 0xf3 ? 'adox' : 'adcx'}* Gy,Ey`, reader)
}

const suffixes: Readonly<Record<number, string>> = { 1: 'b', 2: 'w', 4: 'l', 8: 'q' }

/** A row of the tables as text: `name* operands:size`, or a group that ModRM decides. */
function readRow(row: string, reader: Reader): Text | undefined {
  const [head = '', tail = ''] = row.split(' ')
  const group = /^\((.)\)$/.exec(head)?.[1]
  if (group !== undefined) {
    const member = groups[group]?.[reader.group]
    return member
      ? readRow(member.includes(' ') ? withOwn(member, tail, reader) : `${member} ${tail}`, reader)
      : undefined
  }
  const [codes = '', given] = tail.split(':')
  const letter = given ?? /[A-Z]([a-z])/.exec(codes)?.[1] ?? 'v'
  const bytes = letter === 'a' ? reader.addressBytes : bytesOf(wordSized(letter, reader), reader)
  if (/[vzs]/.test(letter) || codes.includes('v')) reader.usedOperandSize = true
  const operands = readOperands(codes, reader)
  if (operands === undefined) return undefined
  const name = letter === 'a' ? head.replace('*', { 2: '', 4: 'e', 8: 'r' }[reader.addressBytes]) : head
  return joined(name.replace('*', suffixes[bytes] ?? ''), operands)
}

/** Members of a group that have operands of their own; TEST takes an immediate of the size that the group has. */
function withOwn(member: string, tail: string, reader: Reader): string {
  if (!member.startsWith('test')) return member
  return tail.startsWith('Eb') && reader.opcode === 0xf6 ? 'test* Eb,Ib' : 'test* Ev,Iz'
}

/** Pushes and calls are of a whole word even with REX.W. */
const wordSized = (letter: string, reader: Reader): string =>
  letter === 's' && reader.word === 8 && reader.w ? 'q' : letter

/** Prefixes that the instruction itself did not take are written before it. */
function prefixText(reader: Reader, spelled: Text): string {
  let prefixes = ''
  if (reader.lock) prefixes += 'lock '
  if (reader.repeat !== 0 && reader.map === 0 && !reader.usedRepeat)
    prefixes += reader.repeat === 0xf2 ? 'repne ' : /^(cmps|scas)/.test(nameOf(spelled)) ? 'repe ' : 'rep '
  if (reader.addressSize && !reader.usedAddressSize) prefixes += reader.word === 8 ? 'addr32 ' : 'addr16 '
  return prefixes
}
