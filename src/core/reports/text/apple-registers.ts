/** Thread states in text reports. */
import { archFamily } from '../../model/architecture.ts'
import type { Register } from '../../model/report.ts'

const REGISTER = /(?:^|[ \t])([a-z][a-z0-9_]{0,7}):[ \t]*(0x[0-9a-fA-F]{1,16})(?=[ \t]|$)/g

/** The registers of one line. Text after a register is its note (`esr: 0x56000080 Address size fault`). */
export function parseRegisters(text: string): Register[] {
  const matches = [...text.matchAll(REGISTER)]
  return matches.map((match, at) => {
    const end = match.index + match[0].length
    const note = text.slice(end, matches[at + 1]?.index ?? text.length).trim()
    return { name: match[1] ?? '', value: BigInt(match[2] ?? '0'), ...(note ? { note } : {}) }
  })
}

/** The architecture of a known code type; else the code type's first word in lower case. */
export function archOfCodeType(codeType: string): string {
  if (/^ARM-?64E/i.test(codeType)) return 'arm64e'
  const family = archFamily(codeType)
  if (family !== 'other') return family
  const word = (codeType.split(' ')[0] ?? '').toLowerCase()
  return word.startsWith('ppc') ? (/^ppc-?64/.test(word) ? 'ppc64' : 'ppc') : word
}
