/** Registers as debuggers and consoles print them. Without a stack beside them, pc and the return address in lr are its frames. */
import type { Register } from '../../model/report.ts'
import { spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { parseRegisters } from './apple-registers.ts'
import { readLldbRow } from './debugger-rows.ts'
import type { TextRow } from './text-rows.ts'

/** `pc = 0x0000000104ccc1a0  Harbor`load + 16` of `register read`. */
const LLDB = /^[ \t]*([a-z][a-z0-9]{1,5}) = (0x[0-9a-f]{8}(?:[0-9a-f]{8})?)(?:[ \t]+(\S.*))?$/
/** Several to a line: `fp: 0x16d3b2f10 lr: 0x104ccc084`. */
const COLUMNS = /^(?:[ \t]*[a-z][a-z0-9_]{0,7}:[ \t]*0x[0-9a-f]{1,16}(?=[ \t]|$)){1,8}[ \t]*$/i
const NAME =
  /^(?:[xrw]\d{1,2}|fp|lr|sp|pc|ip|cpsr|far|esr|r(?:ax|bx|cx|dx|di|si|bp|sp|ip|flags)|e(?:ax|bx|cx|dx|di|si|bp|sp|ip|flags)|[c-gs]s|[vsdq]\d{1,2}|fp[cs]r|trap|err|cr2)$/
const COUNTERS: readonly string[] = ['pc', 'rip', 'eip']
/** Fewer are values that somebody named. */
const FEWEST = 3
const LONGEST_LINE = 400

export interface RegisterRows {
  readonly registers: readonly Register[]
  /** The instruction that ran, and its return address where a register holds it. */
  readonly rows: readonly TextRow[]
  /** The lines that print registers, by their numbers. */
  readonly lines: ReadonlySet<number>
}

/** The registers that lines print; undefined where they are too few, or where the one of the instruction is missing. */
export function findRegisterRows(lines: Iterable<Line>): RegisterRows | undefined {
  const registers: Register[] = []
  const rows: TextRow[] = []
  const numbers = new Set<number>()
  for (const line of lines) {
    const found = readRegisters(line)
    if (found.length === 0) continue
    numbers.add(line.number)
    for (const register of found) {
      // Registers of another thread are another stack.
      if (registers.some(({ name }) => name === register.name)) continue
      registers.push(register)
      if (COUNTERS.includes(register.name)) rows.unshift(rowOf(line, register, 0))
      else if (register.name === 'lr' && register.value > 0n) rows.push(rowOf(line, register, 1))
    }
  }
  return registers.length >= FEWEST && rows[0]?.index === 0 ? { registers, rows, lines: numbers } : undefined
}

/** The registers of one line; none for a line that holds anything else. */
export function readRegisters({ text }: Line): Register[] {
  if (text.length > LONGEST_LINE) return []
  const [, name = '', value = '0', note] = LLDB.exec(text.trimEnd()) ?? []
  const found = name === '' ? [] : [omitUndefined({ name, value: BigInt(value), note })]
  const registers = found.length === 0 && COLUMNS.test(text) ? parseRegisters(text) : found
  return registers.every((register) => NAME.test(register.name)) ? registers : []
}

/** The row of a register, with the function that lldb prints behind its value. */
function rowOf(line: Line, { name, value, note }: Register, index: number): TextRow {
  const end = line.text.trimEnd().length
  const digits = new RegExp(`(?:^|[ \\t])${name}(?::[ \\t]*| = )0x[0-9a-f]+`, 'i').exec(line.text)
  const behind = digits ? digits.index + digits[0].length : end
  const plain = { index, address: value, span: spanIn(line, 0, end), symbolSpan: spanIn(line, behind, behind) }
  if (note === undefined) return plain
  const text = `frame #${index}: 0x${value.toString(16)} ${note.trimEnd()}`
  const row = readLldbRow({ ...line, text, start: line.start + end - text.length, end: line.start + end })
  return row?.imageName === undefined ? plain : { ...row, span: plain.span }
}
