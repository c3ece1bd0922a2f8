/** Kinds of private texts and their pseudonyms. A pseudonym has the shape of the original, so that parsers read the report as before. */

export type PrivateKind =
  | 'user'
  | 'path'
  | 'device'
  | 'email'
  | 'phone'
  | 'network'
  | 'place'
  | 'device-key'
  | 'container'
  | 'id'
  | 'secret'
  | 'memory'
  | 'bundle-id'
  | 'app-name'

/** Kinds about the program, not about the person who made the report: replaced on request only. */
export const isOfApp = (kind: PrivateKind): boolean => kind === 'bundle-id' || kind === 'app-name'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const CHIP_AND_ECID = /^[0-9a-f]{8}-[0-9a-f]{16}$/i
const LONG_HEX = /^(?=.*\d)[0-9a-f]{16,128}$/i

const shapes: Readonly<Record<PrivateKind, (number: number) => string>> = {
  user: (number) => `user${number}`,
  path: (number) => `folder${number}`,
  device: (number) => `device${number}`,
  email: (number) => `person${number}@example.com`,
  phone: (number) => `+1-555-01${String(number).padStart(2, '0')}`,
  network: (number) => `host${number}.invalid`,
  place: (number) => `place${number}`,
  'device-key': (number) => `key${number}`,
  container: (number) => `container${number}`,
  id: (number) => `id${number}`,
  secret: (number) => `secret${number}`,
  memory: (number) => `memory${number}`,
  'bundle-id': (number) => `com.example.app${number}`,
  'app-name': (number) => `App${number}`,
}

/** The pseudonym of a text under a number. Addresses of networks are those that the standards keep for examples. */
export function pseudonymOf(kind: PrivateKind, text: string, number: number): string {
  const hex = number.toString(16)
  if (UUID.test(text)) return sameCase(text, `00000000-0000-0000-0000-${hex.padStart(12, '0')}`)
  if (CHIP_AND_ECID.test(text)) return sameCase(text, `00000000-${hex.padStart(16, '0')}`)
  // Words of a stack may have decimal digits alone.
  if (kind === 'memory' && /^[0-9a-f]{16,}$/i.test(text)) return sameCase(text, hex.padStart(text.length, '0'))
  // A number stays a number, so that JSON stays JSON.
  if (/^\d+$/.test(text)) return `${number}`
  if (/^[+-]?\d+\.\d+$/.test(text)) return `0.0000${number}`
  if (LONG_HEX.test(text) || (kind === 'memory' && /^[0-9a-f]{8,}$/i.test(text)))
    return sameCase(text, hex.padStart(text.length, '0'))
  if (kind === 'network') {
    if (/^\d+(?:\.\d+){3}$/.test(text)) return `${examples[(number >> 8) % 3] ?? ''}${number & 0xff}`
    if (/^[0-9a-f]{2}[:-]/i.test(text)) return `02:00:00:00:${hex.padStart(4, '0').replace(/^(..)(..)$/, '$1:$2')}`
    if (text.includes(':')) return `2001:db8::${hex}`
  }
  return shapes[kind](number)
}

/** RFC 5737. */
const examples = ['192.0.2.', '198.51.100.', '203.0.113.']

/** Whether a text is a pseudonym already: a report that was made safe before stays as it is. */
export function isPseudonym(text: string): boolean {
  return /^(?:(?:user|folder|device|key|container|id|secret|memory|place|App)\d{1,5}|0\.0000\d{1,6}|person\d{1,5}@example\.com|\+1-555-01\d{2,5}|host\d{1,5}\.invalid|com\.example\.app\d{1,5}|0{8}-(?:0{4}-){3}0{6}[0-9a-f]{6}|0{8}-0{10}[0-9a-f]{6}|0{10,}[0-9a-f]{1,6}|192\.0\.2\.\d+|198\.51\.100\.\d+|203\.0\.113\.\d+|02:00:00:00:..:..|2001:db8::[0-9a-f]+)$/i.test(
    text,
  )
}

const sameCase = (like: string, text: string): string => (/[a-f]/.test(like) ? text : text.toUpperCase())
