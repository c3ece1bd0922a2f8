/** Floating-point literals as C's `%a` prints them. */

/**
 * The text of a number given as the hexadecimal digits of its bytes, most significant first: 8 (binary32), 16
 * (binary64), 20 (x87 extended) or 32 digits (binary128). IEEE 754; ISO C, 7.23.6.1.
 */
export function formatHexFloat(hex: string): string {
  const bits = BigInt(`0x${hex}`)
  switch (hex.length) {
    case 8:
      return formatBinary(bits, 8, 23)
    case 16:
      return formatBinary(bits, 11, 52)
    case 20:
      return formatExtended(bits)
    default:
      return formatBinary(bits, 15, 112)
  }
}

function formatBinary(bits: bigint, exponentBits: number, fractionBits: number): string {
  const fraction = bits & ((1n << BigInt(fractionBits)) - 1n)
  const most = (1 << exponentBits) - 1
  const exponent = Number((bits >> BigInt(fractionBits)) & BigInt(most))
  const sign = bits >> BigInt(exponentBits + fractionBits) ? '-' : ''
  if (exponent === most) return sign + (fraction === 0n ? 'inf' : 'nan')
  if (exponent === 0 && fraction === 0n) return `${sign}0x0p+0`
  const bias = most >> 1
  // A float is printed as the double that it becomes, and as a double it is normal.
  if (exponent === 0 && exponentBits === 8) return sign + formatSubnormalFloat(fraction)
  const digits = toDigits(fraction << BigInt((4 - (fractionBits % 4)) % 4), Math.ceil(fractionBits / 4))
  const lead = exponent === 0 ? '0' : '1'
  return `${sign}0x${lead}${digits}p${formatExponent(exponent === 0 ? 1 - bias : exponent - bias)}`
}

function formatSubnormalFloat(fraction: bigint): string {
  const length = fraction.toString(2).length
  const rest = (fraction - (1n << BigInt(length - 1))) << BigInt(24 - length)
  return `0x1${toDigits(rest << 1n, 6)}p${formatExponent(length - 1 - 149)}`
}

/** x87 numbers carry their leading bit; C libraries print its whole nibble. */
function formatExtended(bits: bigint): string {
  const mantissa = bits & 0xffffffffffffffffn
  const exponent = Number((bits >> 64n) & 0x7fffn)
  const sign = bits >> 79n ? '-' : ''
  if (exponent === 0x7fff) return sign + (mantissa << 1n === 1n << 64n ? 'inf' : 'nan')
  if (mantissa === 0n) return `${sign}0x0p+0`
  const hex = mantissa.toString(16).padStart(16, '0')
  const digits = hex.slice(1).replace(/0+$/, '')
  const power = Math.max(exponent, 1) - 16383 - 3
  return `${sign}0x${hex[0] ?? '0'}${digits === '' ? '' : `.${digits}`}p${formatExponent(power)}`
}

function toDigits(fraction: bigint, count: number): string {
  const digits = fraction.toString(16).padStart(count, '0').replace(/0+$/, '')
  return digits === '' ? '' : `.${digits}`
}

const formatExponent = (power: number): string => (power < 0 ? String(power) : `+${power}`)
