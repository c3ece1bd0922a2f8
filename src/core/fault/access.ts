/** Addresses of accesses, made of the registers of a report. */
import { formatHex } from '../model/address.ts'
import type { Access } from '../instructions/meaning.ts'

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

/** `x8 + x9 * 8 + 0x18`. */
export function placeText({ base, index, displacement }: Access): string {
  const scale = index && (index.scale < 0n ? -index.scale : index.scale)
  const scaled = index && (scale === 1n ? index.register : `${index.register} * ${scale}`)
  const sum = [base, scaled].filter((term) => term !== undefined).join(index && index.scale < 0n ? ' - ' : ' + ')
  if (sum === '') return formatHex(BigInt.asUintN(64, displacement))
  if (displacement === 0n) return sum
  return displacement < 0n ? `${sum} - ${formatHex(-displacement)}` : `${sum} + ${formatHex(displacement)}`
}
