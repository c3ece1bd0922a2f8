/** Registers that an instruction names, as reports and debuggers spell the whole ones. */
import { archFamily, architectureOf } from '../model/architecture.ts'

const armPart = /\b[wx](\d{1,2})\b|\b(sp|wsp|fp|lr)\b/g
const arm32Part = /\b(?:r\d{1,2}|sp|lr|pc)\b/g
const x86Part = /%(\w+)/g

/** `w8` and `x8` are `x8`; `eax` and `al` are `rax`. */
export function registersIn(text: string, arch: string): readonly string[] {
  const family = archFamily(arch)
  const names = new Set<string>()
  if (family.startsWith('arm64')) {
    for (const [, number, name] of text.matchAll(armPart)) {
      const plain = number === undefined ? (name === 'wsp' ? 'sp' : (name ?? '')) : `x${number}`
      // Reports print x29 and x30 by their other names.
      names.add(architectureOf(family)?.registers.aliases[plain] ?? plain)
      names.add(plain)
    }
    return [...names]
  }
  if (family === 'arm') return [...new Set([...text.matchAll(arm32Part)].map(([name]) => name))]
  for (const [, part = ''] of text.matchAll(x86Part)) names.add(wholeOf(part, family === 'i386' ? 'e' : 'r'))
  return [...names]
}

function wholeOf(part: string, prefix: 'e' | 'r'): string {
  const numbered = /^(r\d{1,2})[bwd]?$/.exec(part)?.[1]
  if (numbered !== undefined) return numbered
  const letter = /^([abcd])[hl]$/.exec(part)?.[1]
  if (letter !== undefined) return `${prefix}${letter}x`
  const name = part.replace(/^[er](?=(?:[abcd]x|[sbi]p|[sd]i)$)/, '').replace(/^([sd]i|[sb]p)l$/, '$1')
  return /^(?:[abcd]x|[sd]i|[sb]p|ip)$/.test(name) ? `${prefix}${name}` : part
}
