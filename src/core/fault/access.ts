/** The memory that an instruction touches, as its text says: a base, an index, a displacement. */

import type { InstructionSet } from '../model/architecture.ts'
import { arm32Access } from './access-arm.ts'

export interface Access {
  /** Registers as reports name them: `x8`, `rax`. */
  readonly base?: string
  readonly index?: { readonly register: string; readonly scale: bigint; readonly extend?: 'uxtw' | 'sxtw' }
  readonly displacement: bigint
  /** Bytes touched, where the name of the instruction or its registers tell. */
  readonly bytes?: number
  readonly reads: boolean
  readonly writes: boolean
}

/** What `text` touches; undefined where it touches nothing, or more than one place. `next` is the address behind it. */
export function accessOf(text: string, set: InstructionSet, next: bigint): Access | undefined {
  if (set === 'arm') return arm32Access(text)
  return set === 'arm64' ? armAccess(text) : x86Access(text, next)
}

const armOperand =
  /^(\w+)(?:\.\w+)? (.*?)\[(x\d+|sp)(?:, (?:#(-?0x[\da-f]+|\d+)|([xw])(\d+|zr)(?:, (lsl|uxtw|sxtw|sxtx)(?: #(\d+))?)?))?\](!?)/

function armAccess(text: string): Access | undefined {
  const match = armOperand.exec(text)
  if (!match) return undefined
  const [, name = '', operands = '', base = '', offset, kind, number, extend, shift] = match
  if (/^(prf|dc|ic|stg|stz|st2g|ldg|ldra)/.test(name)) return undefined
  const isAtomic =
    /^(cas|swp|ld(add|clr|eor|set|smax|smin|umax|umin))/.test(name) ||
    /^st(add|clr|eor|set|smax|smin|umax|umin)/.test(name)
  const reads = name.startsWith('ld') || isAtomic
  const writes = name.startsWith('st') || isAtomic
  if (!reads && !writes) return undefined
  const bytes = armBytes(name, operands, isAtomic)
  return {
    base: base === 'x29' ? 'fp' : base === 'x30' ? 'lr' : base,
    ...(number !== undefined &&
      number !== 'zr' && {
        index: {
          register: armName(number),
          scale: 1n << BigInt(shift ?? 0),
          ...(kind === 'w' && { extend: extend === 'sxtw' ? 'sxtw' : 'uxtw' }),
        },
      }),
    displacement: offset === undefined ? 0n : signedHex(offset),
    ...(bytes !== undefined && { bytes }),
    reads,
    writes,
  }
}

const armName = (number: string): string => (number === '29' ? 'fp' : number === '30' ? 'lr' : `x${number}`)

const registerBytes: Readonly<Record<string, number>> = { w: 4, x: 8, b: 1, h: 2, s: 4, d: 8, q: 16 }

/** Bytes of the registers named before the memory operand, unless the name says fewer. */
function armBytes(name: string, operands: string, isAtomic: boolean): number | undefined {
  const registers = operands.split(', ').filter((one) => /^[wxbhsdq](\d+|zr)$/.test(one))
  const narrow = /^(?:ld|st|cas|swp)\w*?(s?[bh]|sw)$/.exec(name)?.[1]
  const isPair = /^(ld|st)n?p/.test(name) || /^(ld|st)(a|l)?xp/.test(name)
  if (name === 'ldpsw') return 8
  if (!isPair && narrow && !/^(ldclr|stclr)$/.test(name)) return narrow.endsWith('b') ? 1 : narrow.endsWith('h') ? 2 : 4
  const last = isAtomic ? registers[0] : registers.at(-1)
  const one = registerBytes[last?.charAt(0) ?? '']
  return one === undefined ? undefined : one * (isPair ? 2 : 1)
}

const signedHex = (text: string): bigint => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text))

const x86Operand = /(?:%([c-gs]s):)?(-?0x[\da-f]+)?\((%\w+)?(?:,(%\w+)(?:,(\d))?)?\)/

/** Those that only compute an address, or touch nothing. */
const untouched = /^(lea|nop|prefetch|clflush|invlpg|jmp|call|ljmp|lcall|bnd)/
/** Strings: two places, or one by a register that is not the destination's form. */
const strings = /^(rep |repe |repne )?(movs[bwlq]|cmps|scas|stos|lods|ins|outs)/

function x86Access(text: string, next: bigint): Access | undefined {
  const bare = text.replace(/^lock /, '')
  const [name = ''] = bare.split(' ')
  const implied = impliedAccess(name, bare)
  if (implied) return implied
  const match = x86Operand.exec(bare)
  if (!match || strings.test(bare) || (untouched.test(name) && !/^(call|jmp)/.test(name))) return undefined
  const [whole, segment, displacement, base, index, scale] = match
  // Where a thread's own data begin is not in the report.
  if (segment === 'fs' || segment === 'gs') return undefined
  const isLast = bare.endsWith(whole)
  const isIndirect = /^(call|jmp)/.test(name)
  const comparesOnly =
    /^(cmp|test|bt[wlq]|ucomi|comi|vucomi|vcomi|push|mul|div|idiv|imul|f(ld|ild|add|sub|mul|div|com)|ldmxcsr)/.test(
      name,
    )
  const storesOnly = /^v?(mov|set|pextr|fst|fist|stmxcsr|pop|fnst)/.test(name)
  const operands = bare.slice(name.length).includes(', ') || !comparesOnly
  const writes = isLast && operands && !isIndirect && !comparesOnly
  const reads = !(writes && storesOnly)
  const bytes = isIndirect ? 8 : x86Bytes(name, bare)
  const isRelative = base === '%rip'
  return {
    ...(base !== undefined && !isRelative && { base: base.slice(1) }),
    ...(index !== undefined &&
      !/iz$/.test(index) && { index: { register: index.slice(1), scale: BigInt(scale ?? 1) } }),
    displacement: (displacement === undefined ? 0n : signedHex(displacement)) + (isRelative ? next : 0n),
    ...(bytes !== undefined && { bytes }),
    reads,
    writes,
  }
}

/** Instructions that touch the stack without saying so. */
function impliedAccess(name: string, text: string): Access | undefined {
  const isMemory = text.includes('(')
  if ((name === 'pushq' || name === 'callq') && !isMemory)
    return { base: 'rsp', displacement: -8n, bytes: 8, reads: false, writes: true }
  if (name === 'popq' || name === 'retq')
    return isMemory ? undefined : { base: 'rsp', displacement: 0n, bytes: 8, reads: true, writes: false }
  return name === 'leave' ? { base: 'rbp', displacement: 0n, bytes: 8, reads: true, writes: false } : undefined
}

const suffixBytes: Readonly<Record<string, number>> = { b: 1, w: 2, l: 4, q: 8 }

function x86Bytes(name: string, text: string): number | undefined {
  const extended = /^mov[sz]([bwl])[wlq]$/.exec(name)?.[1]
  if (extended) return suffixBytes[extended]
  if (/^(v?)(mov[au]p[sd]|movdq[au])$/.test(name)) return text.includes('%ymm') ? 32 : 16
  if (/s[sd]$/.test(name) && text.includes('%xmm')) return name.endsWith('ss') ? 4 : 8
  const plain =
    /^(?:mov(?:abs)?|add|sub|and|or|xor|cmp|test|inc|dec|neg|not|adc|sbb|xchg|xadd|cmpxchg|imul|push|pop|cmov[a-z]+?|shl|shr|sar)([bwlq])$/.exec(
      name,
    )?.[1]
  return plain && !/%xmm|%mm/.test(text) ? suffixBytes[plain] : undefined
}

/**
 * The address of an access, which wraps at so many bits, and the registers it is made of; undefined where one of them is not in the
 * report.
 */
export function addressOf(
  access: Access,
  registers: ReadonlyMap<string, bigint>,
  bits = 64,
): { readonly address: bigint; readonly parts: readonly (readonly [name: string, value: bigint])[] } | undefined {
  const { base, index, displacement } = access
  const parts: (readonly [string, bigint])[] = []
  let sum = displacement
  if (base !== undefined) {
    const value = registers.get(base)
    if (value === undefined) return undefined
    parts.push([base, value])
    sum += value
  }
  if (index) {
    const value = registers.get(index.register)
    if (value === undefined) return undefined
    parts.push([index.register, value])
    const narrow =
      index.extend === undefined ? value : BigInt[index.extend === 'sxtw' ? 'asIntN' : 'asUintN'](32, value)
    sum += narrow * index.scale
  }
  return { address: BigInt.asUintN(bits, sum), parts }
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

/** `x8 + x9 * 8 + 0x18`. */
export function placeText({ base, index, displacement }: Access): string {
  const scale = index && (index.scale < 0n ? -index.scale : index.scale)
  const scaled = index && (scale === 1n ? index.register : `${index.register} * ${scale}`)
  const sum = [base, scaled].filter((term) => term !== undefined).join(index && index.scale < 0n ? ' - ' : ' + ')
  if (sum === '') return hex(BigInt.asUintN(64, displacement))
  if (displacement === 0n) return sum
  return displacement < 0n ? `${sum} - ${hex(-displacement)}` : `${sum} + ${hex(displacement)}`
}
