/**
 * Length and flow of an x86 instruction: Intel SDM volume 2, chapter 2 and appendix A. Its other effects are not
 * decoded. Undefined where the bytes end or are no instruction that compilers write.
 */

/** The parts of an instruction that walks need. */
export interface X86Instruction {
  /** Bytes of all of it. */
  readonly size: number
  /** Bytes of its prefixes, REX among them. */
  readonly prefixes: number
  readonly opcode: number
  /** 0 for one-byte opcodes, 1 for those behind 0F. */
  readonly map: number
  readonly modRm: number | undefined
  /** The last immediate or displacement of a jump, sign-extended. */
  readonly immediate: number
}

/** Operand sizes by letter: none, 1 byte, 2, 4 (2 with prefix 66), an address, 4 or 8 with REX.W, the distance of a near jump, ENTER's 3. */
type Operand = '' | 'b' | 'w' | 'z' | 'o' | 'v' | 'j' | 'e'

const legacyPrefixes = new Set([0x66, 0x67, 0xf2, 0xf3, 0xf0, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65])

/** Says if a one-byte opcode has a ModRM byte, and gives its immediate. */
function oneByte(op: number): { readonly hasModRm: boolean; readonly operand: Operand } | undefined {
  if (op < 0x40) {
    const low = op & 7
    return low < 4 ? withModRm : low === 4 ? plain('b') : low === 5 ? plain('z') : plain('')
  }
  if (op < 0x60) return plain('')
  if (op >= 0x70 && op < 0x80) return plain('b')
  if (op >= 0x84 && op < 0x90) return withModRm
  if (op >= 0x90 && op < 0xa0) return op === 0x9a ? undefined : plain('')
  if (op >= 0xb0 && op < 0xc0) return plain(op < 0xb8 ? 'b' : 'v')
  if (op >= 0xd8 && op < 0xe0) return withModRm
  return others.get(op)
}

const withModRm = { hasModRm: true, operand: '' } as const
const plain = (operand: Operand) => ({ hasModRm: false, operand })
const both = (operand: Operand) => ({ hasModRm: true, operand })

const others = new Map<number, { readonly hasModRm: boolean; readonly operand: Operand }>([
  [0x63, withModRm],
  [0x68, plain('z')],
  [0x69, both('z')],
  [0x6a, plain('b')],
  [0x6b, both('b')],
  [0x80, both('b')],
  [0x81, both('z')],
  [0x83, both('b')],
  ...[0xa0, 0xa1, 0xa2, 0xa3].map((op) => [op, plain('o')] as const),
  ...[0xa4, 0xa5, 0xa6, 0xa7, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf].map((op) => [op, plain('')] as const),
  [0xa8, plain('b')],
  [0xa9, plain('z')],
  [0xc0, both('b')],
  [0xc1, both('b')],
  [0xc2, plain('w')],
  [0xc3, plain('')],
  [0xc6, both('b')],
  [0xc7, both('z')],
  [0xc8, plain('e')],
  [0xc9, plain('')],
  [0xcc, plain('')],
  [0xcd, plain('b')],
  ...[0xd0, 0xd1, 0xd2, 0xd3, 0xf6, 0xf7, 0xfe, 0xff].map((op) => [op, withModRm] as const),
  [0xd7, plain('')],
  ...[0xe0, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xeb].map((op) => [op, plain('b')] as const),
  [0xe8, plain('j')],
  [0xe9, plain('j')],
  ...[0xec, 0xed, 0xee, 0xef, 0xf1, 0xf4, 0xf5, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd].map(
    (op) => [op, plain('')] as const,
  ),
])

/** Opcodes behind 0F without a ModRM byte. */
const bareTwoByte = new Set([
  0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x37, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9,
  0xaa,
])
/** Opcodes behind 0F with an immediate byte. */
const byteTwoByte = new Set([0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6])

/** The opcode maps: one byte, 0F, 0F 38, 0F 3A. */
function shapeOf(map: number, op: number): ReturnType<typeof oneByte> {
  if (map === 0) return oneByte(op)
  if (map === 2) return withModRm
  if (map === 3) return both('b')
  if (op >= 0x80 && op < 0x90) return plain('j')
  if (bareTwoByte.has(op) || (op >= 0xc8 && op < 0xd0)) return plain('')
  return byteTwoByte.has(op) ? both('b') : withModRm
}

/** The instruction at `at`; `word` 8 for x86_64, 4 for i386. */
export function x86InstructionAt(code: Uint8Array, at: number, word: 4 | 8): X86Instruction | undefined {
  let place = at
  while (legacyPrefixes.has(code[place] ?? 0) && place - at < 14) place++
  const legacy = code.subarray(at, place)
  const rex = word === 8 && ((code[place] ?? 0) & 0xf0) === 0x40 ? (code[place++] ?? 0) : 0
  const prefixes = place - at
  const isWide = (rex & 8) !== 0
  const sizes: Sizes = { word, isWide, isShort: legacy.includes(0x66) && !isWide, isNear: legacy.includes(0x67) }
  const found = openOpcode(code, place, word)
  if (!found) return undefined
  const { map, opcode } = found
  place = found.next
  const shape = shapeOf(map, opcode)
  if (!shape) return undefined
  const modRm = shape.hasModRm ? code[place] : undefined
  if (modRm !== undefined)
    place += sizes.isNear && word === 4 ? shortAddressBytes(modRm) : addressBytes(code, place, modRm)
  const operand = map === 0 ? testOperand(opcode, modRm) || shape.operand : shape.operand
  const bytes = operandBytes(operand, sizes)
  const size = place + bytes - at
  if (at + size > code.length || size > 15 || (shape.hasModRm && modRm === undefined)) return undefined
  return { size, prefixes, opcode, map, modRm, immediate: signedAt(code, place, bytes) }
}

/** The opcode behind the prefixes, with those of AVX. */
function openOpcode(
  code: Uint8Array,
  at: number,
  word: 4 | 8,
): { readonly map: number; readonly opcode: number; readonly next: number } | undefined {
  const first = code[at]
  const second = code[at + 1]
  if (first === undefined) return undefined
  if (first === 0x0f) {
    const map = second === 0x38 ? 2 : second === 0x3a ? 3 : 1
    const opcode = code[at + (map === 1 ? 1 : 2)]
    return opcode === undefined ? undefined : { map, opcode, next: at + (map === 1 ? 2 : 3) }
  }
  // In 32-bit code these are other instructions unless the next byte names registers.
  const isAvx = word === 8 || (second ?? 0) >= 0xc0
  const avx = { 0xc5: 2, 0xc4: 3, 0x62: 4 }[first]
  if (avx === undefined || !isAvx) return { map: 0, opcode: first, next: at + 1 }
  const opcode = code[at + avx]
  const map = first === 0xc5 ? 1 : (second ?? 0) & (first === 0x62 ? 7 : 0x1f)
  return opcode === undefined || map < 1 || map > 3 ? undefined : { map, opcode, next: at + avx + 1 }
}

/** Bytes of ModRM, SIB and displacement. */
function addressBytes(code: Uint8Array, at: number, modRm: number): number {
  const mode = modRm >> 6
  const base = modRm & 7
  if (mode === 3) return 1
  const sib = base === 4 ? 1 : 0
  const isFar = mode === 0 && (base === 5 || (sib === 1 && ((code[at + 1] ?? 0) & 7) === 5))
  return 1 + sib + (mode === 1 ? 1 : mode === 2 || isFar ? 4 : 0)
}

/** The same in 32-bit code behind prefix 67, where addresses have 16 bits and no SIB. */
function shortAddressBytes(modRm: number): number {
  const mode = modRm >> 6
  return 1 + (mode === 1 ? 1 : mode === 2 || (mode === 0 && (modRm & 7) === 6) ? 2 : 0)
}

/** TEST has an immediate, its neighbours of the same opcode have none. */
function testOperand(opcode: number, modRm = 0): Operand {
  const isTest = ((modRm >> 3) & 7) < 2
  return isTest && opcode === 0xf6 ? 'b' : isTest && opcode === 0xf7 ? 'z' : ''
}

/** What decides how long the parts of an instruction are. */
interface Sizes {
  readonly word: 4 | 8
  /** REX.W. */
  readonly isWide: boolean
  /** Prefix 66 without REX.W, which goes before it. */
  readonly isShort: boolean
  /** Prefix 67. */
  readonly isNear: boolean
}

function operandBytes(operand: Operand, { word, isWide, isShort, isNear }: Sizes): number {
  switch (operand) {
    case '':
      return 0
    case 'b':
      return 1
    case 'w':
      return 2
    case 'e':
      return 3
    case 'j':
      return isShort && word === 4 ? 2 : 4
    case 'z':
      return isShort ? 2 : 4
    case 'o':
      return isNear ? word / 2 : word
    case 'v':
      return isWide ? 8 : isShort ? 2 : 4
  }
}

function signedAt(code: Uint8Array, at: number, bytes: number): number {
  if (bytes === 1) return ((code[at] ?? 0) << 24) >> 24
  if (bytes === 2) return (((code[at] ?? 0) | ((code[at + 1] ?? 0) << 8)) << 16) >> 16
  if (bytes !== 4) return 0
  return (code[at] ?? 0) | ((code[at + 1] ?? 0) << 8) | ((code[at + 2] ?? 0) << 16) | ((code[at + 3] ?? 0) << 24)
}
