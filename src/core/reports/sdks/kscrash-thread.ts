/** A thread of a KSCrash report, with its registers and stack memory. */
import { formatHex, offsetFrom, runtimeAddress } from '../../model/address.ts'
import type { Register, ReportSection, Thread } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'

/** Stack dumps are a few hundred bytes; more is not a stack dump. */
const MAX_STACK_BYTES = 1 << 20

/**
 * `thrown`: the report is of an uncaught exception, whose stack is a list of return addresses from its first row on. `alive`:
 * nothing crashed, the writer marks the thread that it watched.
 */
export function readKscrashThread(
  builder: ReportBuilder,
  document: JsonDocument,
  thread: JsonObject,
  position: number,
  thrown: boolean,
  alive: boolean,
): Thread {
  const backtrace = thread['backtrace']
  const rows = (isJsonObject(backtrace) ? asArray(backtrace['contents']) : asArray(backtrace)).filter(isJsonObject)
  const registers = readRegisters(thread)
  const crashed = thread['crashed'] === true && !alive
  const pc = registers.find(({ name }) => name === 'pc' || name === 'rip' || name === 'eip')?.value
  const first = asBigint(rows[0]?.['instruction_addr'])
  // The registers decide if the first row is the program counter or already a return address.
  const isReturn =
    pc === undefined ? crashed && thrown : crashed && thrown && first !== undefined && !samePlace(pc, first)
  const state = asString(thread['state'])
  const skipped = asNumber(isJsonObject(backtrace) ? backtrace['skipped'] : thread['backtrace_skipped']) ?? 0
  if (skipped > 0) {
    const params = { frames: skipped, thread: formatJson(thread['index'] ?? position) }
    builder.problem(problem('skipped-frames', params, { severity: 'note' }))
  }
  return omitUndefined({
    id: asNumber(thread['index']) ?? position,
    name: asString(thread['name']),
    queue: asString(thread['dispatch_queue']),
    crashed,
    state: state === undefined ? undefined : [state],
    registers: registers.length > 0 ? registers : undefined,
    stackMemory: readStack(asObject(thread['stack'])),
    frames: builder.addStack(
      rows.map((row) => readRow(row, document)),
      isReturn ? 'return' : 'thread',
    ),
  })
}

/** Thumb code: the report may keep bit 0 in one place and not in the other. */
function samePlace(a: bigint, b: bigint): boolean {
  return a >> 1n === b >> 1n
}

function readRow(row: JsonObject, document: JsonDocument): FrameRow {
  const address = asBigint(row['instruction_addr'])
  const name = asString(row['symbol_name'])
  const start = asBigint(row['symbol_addr'])
  const offset = offsetFrom(start || undefined, address)
  return omitUndefined({
    address,
    imageName: asString(row['object_name']),
    loadAddress: asBigint(row['object_addr']) || undefined,
    symbol: name === undefined ? undefined : omitUndefined({ name, offset }),
    span: document.spans.get(row),
  })
}

function readRegisters(thread: JsonObject): Register[] {
  const groups = asObject(thread['registers'])
  const notes = asObject(thread['notable_addresses'])
  const nested = isJsonObject(groups['basic']) || isJsonObject(groups['exception'])
  const basic = nested ? asObject(groups['basic']) : groups
  const exception = nested ? asObject(groups['exception']) : asObject(thread['exception_registers'])
  return [...Object.entries(basic), ...Object.entries(exception)].flatMap(([name, value]) => {
    const number = asBigint(value)
    const note = noteOf(notes[name])
    return number === undefined ? [] : [omitUndefined({ name, value: BigInt.asUintN(64, number), note })]
  })
}

/** What the crash reporter found at addresses in a thread's registers and on its stack, as text. */
export function notableSection(thread: JsonObject, position: number): ReportSection[] {
  const rows = Object.entries(asObject(thread['notable_addresses'])).map(([place, value]) => {
    const { address, ...rest } = asObject(value)
    const number = asBigint(address)
    return [place, number === undefined ? '' : formatHex(number), noteOf(rest) ?? formatJson(value)]
  })
  if (rows.length === 0) return []
  const title = titles.notableAddresses({ thread: formatJson(thread['index'] ?? position) })
  return [{ kind: 'table', title, columns: [titles.place, titles.address, titles.content], rows }]
}

/** What the crash reporter says of a thread's stack: its bounds, whether it overflowed, why it could not be read. */
export function stackSection(thread: JsonObject, position: number): ReportSection[] {
  const skipped = asObject(thread['backtrace'])['skipped'] ?? thread['backtrace_skipped']
  const said: readonly (readonly [string, JsonValue | undefined])[] = [
    ...Object.entries(asObject(thread['stack'])).filter(([key]) => key !== 'contents'),
    ['skipped_frames', asNumber(skipped) ? skipped : undefined],
  ]
  const rows = said.flatMap(([key, value]) => {
    const number = /^dump_|pointer$/.test(key) ? asBigint(value) : undefined
    const text = number === undefined ? formatJson(value) : formatHex(number)
    return text === '' ? [] : [[key.replaceAll('_', ' '), text]]
  })
  if (rows.length === 0) return []
  const title = titles.stackOfThread({ thread: formatJson(thread['index'] ?? position) })
  return [{ kind: 'table', title, columns: ['Field', 'Value'], rows }]
}

/** What the crash reporter found at the address in a register: a string, an object, a zombie. */
function noteOf(notable: JsonValue | undefined): string | undefined {
  if (!isJsonObject(notable)) return undefined
  const known = ['type', 'class', 'value', 'last_deallocated_obj']
  const others = Object.keys(notable).filter((key) => key !== 'address' && !known.includes(key))
  const parts = [...known, ...others].flatMap((key) => {
    const value = formatJson(notable[key])
    if (!value) return []
    return [known.indexOf(key) < 3 && known.includes(key) ? value : `${key.replaceAll('_', ' ')}: ${value}`]
  })
  return parts.join(' ') || undefined
}

function readStack(stack: JsonObject): Thread['stackMemory'] {
  const start = asBigint(stack['dump_start'])
  const hex = asString(stack['contents'])
  if (start === undefined || !hex || hex.length > MAX_STACK_BYTES * 2 || !/^(?:[0-9a-f]{2})+$/i.test(hex))
    return undefined
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return { start: runtimeAddress(start), bytes }
}
