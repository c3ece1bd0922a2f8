/**
 * Call instructions, recognised by the bytes before a return address. Sources: Arm Architecture Reference Manual for
 * A-profile, C6.2 (BL, BLR, BLRAA and kin) and F5.1 (A32, T32: BL, BLX); Intel SDM volume 2, CALL (E8, FF /2).
 */

/** A call that ends at a return address. */
export interface CallInstruction {
  /** Bytes from the return address to the function called; absent for calls through a register or memory. */
  readonly target?: number
}

function word(code: Uint8Array, at: number): number | undefined {
  const [a, b, c, d] = [code[at], code[at + 1], code[at + 2], code[at + 3]]
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0
}

function half(code: Uint8Array, at: number): number {
  return (code[at] ?? 0) | ((code[at + 1] ?? 0) << 8)
}

/** A field of `bits` bits as a signed number. */
function signed(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits)
}

export function arm64Call(code: Uint8Array, at: number): CallInstruction | undefined {
  const op = word(code, at - 4)
  if (op === undefined) return undefined
  if (op >>> 26 === 0x25) return { target: signed(op & 0x3ffffff, 26) * 4 - 4 }
  const blr = (op & 0xfffffc1f) >>> 0 === 0xd63f0000
  const blraaz = (op & 0xfffff81f) >>> 0 === 0xd63f081f
  const blraa = (op & 0xfffff800) >>> 0 === 0xd73f0800
  return blr || blraaz || blraa ? {} : undefined
}

/** Thumb or A32: a report does not say which. */
export function armCall(code: Uint8Array, at: number): CallInstruction | undefined {
  return thumbCall(code, at) ?? a32Call(code, at)
}

function thumbCall(code: Uint8Array, at: number): CallInstruction | undefined {
  if (at < 2) return undefined
  const last = half(code, at - 2)
  if ((last & 0xff87) === 0x4780) return {}
  if (at < 4) return undefined
  const first = half(code, at - 4)
  if (first >>> 11 !== 0x1e || (last & 0xc000) !== 0xc000) return undefined
  const sign = (first >>> 10) & 1
  const i1 = ~((last >>> 13) ^ sign) & 1
  const i2 = ~((last >>> 11) ^ sign) & 1
  const distance = (sign << 24) | (i1 << 23) | (i2 << 22) | ((first & 0x3ff) << 12) | ((last & 0x7ff) << 1)
  // BLX goes to A32 code, whose addresses are multiples of 4: its base is the program counter rounded down.
  const toArm = (last & 0x1000) === 0
  return { target: signed(distance, 25) - (toArm ? at % 4 : 0) }
}

function a32Call(code: Uint8Array, at: number): CallInstruction | undefined {
  if (at % 4 !== 0) return undefined
  const op = word(code, at - 4)
  if (op === undefined) return undefined
  const unconditional = op >>> 28 === 0xf
  if (!unconditional && ((op >>> 24) & 0xf) === 0xb) return { target: signed(op & 0xffffff, 24) * 4 + 4 }
  if (op >>> 25 === 0x7d) return { target: signed(op & 0xffffff, 24) * 4 + ((op >>> 24) & 1) * 2 + 4 }
  return !unconditional && (op & 0x0ffffff0) === 0x012fff30 ? {} : undefined
}

export function x86Call(code: Uint8Array, at: number): CallInstruction | undefined {
  if (at >= 5 && at <= code.length && code[at - 5] === 0xe8) {
    return { target: (word(code, at - 4) ?? 0) | 0 }
  }
  for (const size of [2, 3, 4, 6, 7]) {
    if (at >= size && at <= code.length && code[at - size] === 0xff && indirectSize(code, at - size) === size) return {}
  }
  return undefined
}

/** Bytes of `FF /2` with its addressing form; 0 if it is another instruction of that opcode. */
function indirectSize(code: Uint8Array, at: number): number {
  const modrm = code[at + 1] ?? 0
  if (((modrm >> 3) & 7) !== 2) return 0
  const mode = modrm >> 6
  const register = modrm & 7
  if (mode === 3) return 2
  const index = register === 4 ? 1 : 0
  if (mode === 1) return 3 + index
  if (mode === 2) return 6 + index
  if (register === 5) return 6
  return index === 1 && ((code[at + 2] ?? 0) & 7) === 5 ? 7 : 2 + index
}
