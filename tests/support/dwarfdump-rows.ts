/** Rows of call frame information as lines that compare: those that llvm-dwarfdump prints, and ours. */
import { linkOf, type LinkAddress } from '../../src/core/model/address.ts'
import type { ArchFamily } from '../../src/core/model/architecture.ts'
import type { CfiRow, RegisterRule } from '../../src/core/dwarf/cfi/row.ts'
import { registerSet } from '../../src/core/memory/registers.ts'

/**
 * Rows of all functions in a printed text: `section:entry` to lines such as `1000: 6+16 6=[CFA-16] 16=[CFA-8]`, with
 * register numbers. The tool adds 32-bit addresses without wrapping them, and names registers of i386 by DWARF's numbers
 * in `__eh_frame`, too: the numbers are what is compared.
 */
export function printedRows(
  text: string,
  family: ArchFamily,
  addressBytes: 4 | 8,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  let section = ''
  let rows: string[] | undefined
  for (const line of text.split('\n')) {
    const contents = /^\.(eh_frame|debug_frame) contents:/.exec(line)
    if (contents) section = contents[1] ?? ''
    const entry = /^([0-9a-f]{8,}) [0-9a-f]+ [0-9a-f]+ (FDE|CIE)/.exec(line)
    if (entry) {
      rows = entry[2] === 'FDE' ? [] : undefined
      if (rows) found.set(`${section}:${parseInt(entry[1] ?? '', 16)}`, rows)
    }
    const row = /^ {2}0x([0-9a-f]+): (.*)$/.exec(line)
    const address = row && BigInt.asUintN(addressBytes * 8, BigInt(`0x${row[1]}`)).toString(16)
    if (row && rows) rows.push(`${address}: ${plainRow(row[2] ?? '', family)}`)
  }
  return found
}

/** `CFA=RSP+16: RBP=[CFA-16], RIP=[CFA-8]` with register numbers. */
function plainRow(text: string, family: ArchFamily): string {
  const number = (name: string): string => String(registerNumber(name, family))
  const [, cfa = '', rest = ''] = /^CFA=(.*?)(?:: (.*))?$/.exec(text) ?? []
  const place = /^([A-Z_a-z0-9]+?)([+-]\d+)?$/.exec(cfa)
  const cfaText = cfa.includes('DW_OP') ? 'expression' : place ? number(place[1] ?? '') + (place[2] ?? '+0') : cfa
  let signed = ''
  const rules: string[] = []
  for (const rule of rest.split(/, (?=[A-Z_a-z0-9]+=)/).filter((other) => other !== '')) {
    const [name = '', ...value] = rule.split('=')
    const said = value.join('=')
    if (name === 'RA_SIGN_STATE' || (name === 'reg34' && family === 'arm64')) signed = `signed=${said}`
    else rules.push(`${number(name)}=${plainRule(said, number)}`)
  }
  return [cfaText, ...rules, signed].filter((part) => part !== '').join(' ')
}

function plainRule(said: string, number: (name: string) => string): string {
  if (said.includes('DW_OP')) return said.startsWith('[') ? 'saved-expression' : 'value-expression'
  return said === 'same' || said === 'undefined' || /^\[?CFA/.test(said) ? said : `reg${number(said)}`
}

function registerNumber(name: string, family: ArchFamily): number {
  if (family === 'arm64' || family === 'arm64_32') {
    const special = { WSP: 31, SP: 31, FP: 29, LR: 30 }[name]
    if (special !== undefined) return special
    return Number(name.slice(1)) + (/^[BDQHS]/.test(name) ? 64 : 0)
  }
  if (family === 'arm' && /^D\d+$/.test(name)) return 256 + Number(name.slice(1))
  const known = registerSet(family)?.names.indexOf(name.toLowerCase()) ?? -1
  if (name.startsWith('XMM')) return Number(name.slice(3)) + 17
  return known < 0 ? Number(/\d+$/.exec(name)?.[0] ?? -1) : known
}

/** One of our rows in the same form. */
export function formatCfiRow(row: CfiRow, textVmaddr: LinkAddress): string {
  const { cfa } = row
  const signed = (offset: number): string => (offset < 0 ? String(offset) : `+${offset}`)
  const place = (offset: number): string => (offset === 0 ? 'CFA' : `CFA${signed(offset)}`)
  const said = (rule: RegisterRule): string => {
    if (rule.kind === 'saved') return `[${place(rule.offset)}]`
    if (rule.kind === 'value') return place(rule.offset)
    return rule.kind === 'register' ? `reg${rule.register}` : rule.kind
  }
  const rules = [...row.registers].sort(([a], [b]) => a - b).map(([register, rule]) => `${register}=${said(rule)}`)
  const cfaText = cfa?.kind === 'register' ? `${cfa.register}${signed(cfa.offset)}` : (cfa?.kind ?? 'unspecified')
  const key = row.signedReturn === undefined ? [] : [`signed=${row.signedReturn ? 1 : 0}`]
  return `${linkOf(textVmaddr, row.start).toString(16)}: ${[cfaText, ...rules, ...key].join(' ')}`
}
