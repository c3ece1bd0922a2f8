/** Numbers as people type them: hex with or without `0x`, decimal where it is said, with spaces, commas or underscores. */
export function parseNumber(text: string): bigint | undefined {
  const plain = text
    .trim()
    .replace(/[\s_,]/g, '')
    .toLowerCase()
  const negative = plain.startsWith('-')
  const digits = negative ? plain.slice(1) : plain
  if (/^0x[0-9a-f]{1,16}$/.test(digits)) return negative ? -BigInt(digits) : BigInt(digits)
  if (/^\d{1,20}$/.test(digits)) return negative ? -BigInt(digits) : BigInt(digits)
  if (/^[0-9a-f]{1,16}$/.test(digits)) return negative ? -BigInt(`0x${digits}`) : BigInt(`0x${digits}`)
  return undefined
}

/** An address: without a prefix it is hex, as atos reads it. */
export function parseAddress(text: string): bigint | undefined {
  const plain = text.trim().replace(/[\s_,]/g, '')
  return parseNumber(/^-?[0-9a-f]+$/i.test(plain) ? plain.replace(/^-?/, '$&0x') : plain)
}
