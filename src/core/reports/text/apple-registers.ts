/** Thread states in text reports. */
import { archFamily } from '../../model/architecture.ts'
import type { Register } from '../../model/report.ts'
import { spanIn, type Line } from '../base/lines.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { parseSymbolText } from './apple-rows.ts'

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

const NAME =
  /^(?:[xr]\d{1,2}|fp|lr|sp|pc|ip|cpsr|far|esr|r(?:ax|bx|cx|dx|di|si|bp|sp|ip|fl)|e(?:ax|bx|cx|dx|di|si|bp|sp|ip|fl)|[c-gs]s|cr2|trap|err)$/
/** A row, perhaps without its beginning: a text may be cut off inside one. */
const ROW =
  /^[ \t]*(?:(?:\d{0,2}:[ \t]+)?(?:0?x)?[0-9a-f]{1,16}[ \t]+)?[a-z][a-z0-9]{1,4}:[ \t]*0x[0-9a-f]{8,16}(?:[ \t]|$)/
const LONGEST_ROW = 200

/** The registers of a row of a crashed thread's state as Apple's systems print it, without a heading above; none for any other line. */
export function readStateRow(text: string): Register[] {
  if (text.length > LONGEST_ROW || !ROW.test(text)) return []
  const registers = parseRegisters(text)
  return registers.every(({ name }) => NAME.test(name)) ? registers : []
}

const COUNTER = /(?:^|[ \t])(pc|rip|eip):[ \t]*0x[0-9a-fA-F]+/

/** The instruction that ran, among the registers of a line; undefined without one. An export of ours puts a name behind it. */
export function rowOfCounter(line: Line, registers: readonly Register[]): FrameRow | undefined {
  const found = COUNTER.exec(line.text)
  const counter = registers.find(({ name }) => name === found?.[1])
  if (!found || !counter || counter.value === 0n) return undefined
  const behind = found.index + found[0].length
  const end = behind + (counter.note === undefined ? 0 : 1 + counter.note.length)
  const symbol = counter.note === undefined ? undefined : parseSymbolText(counter.note)
  return {
    index: 0,
    address: counter.value,
    span: spanIn(line, found.index, end),
    symbolSpan: spanIn(line, behind, end),
    ...(symbol && { symbol }),
  }
}

/** The last rows of such a state, which no other writer prints so: a syndrome with words, and the flags of Intel processors. */
const LAST_ROW =
  /^[ \t]*(?:far:[ \t]+0x[0-9a-f]{16}[ \t]+esr:[ \t]+0x[0-9a-f]{8}[ \t]+[(A-Z]|rip:[ \t]+0x[0-9a-f]{16}[ \t]+rfl:[ \t]+0x[0-9a-f]{16}[ \t]|(?:ss:[ \t]+0x[0-9a-f]{8}[ \t]+)?efl:[ \t]+0x[0-9a-f]{8}[ \t]+eip:[ \t]+0x)/m

export const holdsStateRows = (text: string): boolean => LAST_ROW.test(text)

/** The architecture of a known code type; else the code type's first word in lower case. */
export function archOfCodeType(codeType: string): string {
  if (/^ARM-?64E/i.test(codeType)) return 'arm64e'
  const family = archFamily(codeType)
  if (family !== 'other') return family
  const word = (codeType.split(' ')[0] ?? '').toLowerCase()
  return word.startsWith('ppc') ? (/^ppc-?64/.test(word) ? 'ppc64' : 'ppc') : word
}
