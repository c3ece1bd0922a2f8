/** Thread states in text reports. */
import type { Register } from '../model/report.ts'

const REGISTER = /(?:^|[ \t])([a-z][a-z0-9_]{0,7}):[ \t]*(0x[0-9a-fA-F]{1,16})(?=[ \t]|$)/g

/** The registers of one line; what stands behind the last one is its note (`esr: 0x56000080 Address size fault`). */
export function parseRegisters(text: string): Register[] {
  const matches = [...text.matchAll(REGISTER)]
  return matches.map((match, at) => {
    const end = match.index + match[0].length
    const note = text.slice(end, matches[at + 1]?.index ?? text.length).trim()
    return { name: match[1] ?? '', value: BigInt(match[2] ?? '0'), ...(note ? { note } : {}) }
  })
}

/** Words of `Code Type` and `cpuType` as architecture names. */
const architectures: readonly (readonly [RegExp, string])[] = [
  [/^ARM64_32/i, 'arm64_32'],
  [/^ARM-?64E/i, 'arm64e'],
  [/^ARM-?64/i, 'arm64'],
  [/^X86[-_]64/i, 'x86_64'],
  [/^(?:X86|i386)/i, 'i386'],
  [/^ARM/i, 'arm'],
  [/^PPC-?64/i, 'ppc64'],
  [/^PPC/i, 'ppc'],
]

/** The architecture that a code type stands for; the word itself in lower case for others. */
export function archOfCodeType(codeType: string): string {
  return architectures.find(([word]) => word.test(codeType))?.[1] ?? (codeType.split(' ')[0] ?? '').toLowerCase()
}
