/** Reads the text of a panic log: kernel and kexts, the panicked thread's stack and registers, stacks of co-processors. */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import type { Register, TextSpan } from '../../model/report.ts'
import { splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow, ImageRow } from '../base/report-builder.ts'
import { append } from '../../model/lists.ts'

/** A stack of a panic log. */
export interface PanicStack {
  readonly title: string
  readonly rows: FrameRow[]
  readonly span: TextSpan
  /** The stack of the thread that panicked. */
  readonly panicked: boolean
}

export interface PanicText {
  /** `panic(cpu 1 caller 0x…): what happened`, which may go on over several lines. */
  readonly reason: string | undefined
  /** The line with the time that older logs have above the words of the panic. */
  readonly date: string | undefined
  readonly fields: readonly (readonly [key: string, value: string])[]
  readonly registers: readonly Register[]
  readonly stacks: readonly PanicStack[]
  readonly images: readonly ImageRow[]
}

/** Text that was copied with it may be glued to its front. */
const PANIC = /^[ \t]*(?:\w{1,12}(?=panic ?\(cpu \d))?panic\s*\(/
const FIELD = /^([A-Z][A-Za-z0-9 _./?()-]{1,48})::?[ \t]+(\S.*)$/
/** Someone who looked up an address may have cut the frame pointer, and written the name as a comment. */
const FRAME =
  /^[ \t]*lr:[ \t]*(0x[0-9a-fA-F]+)(?:[ \t]+fp:[ \t]*0x[0-9a-fA-F]+|[ \t]*$|[ \t]+(?:#|\/\/|;)[ \t]*([A-Za-z_]\S{0,2000}))/
const DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} {1,2}\d{1,2} \d{2}:\d{2}:\d{2} \d{4}$/
/** `Mac OS version:`, with the value on the next line. */
const LONE_FIELD = /^((?:[A-Z][A-Za-z]{1,12} ){1,2}version):$/
/** Behind the return address: `mach_kernel : _panic + 0x84`; a name that is cut has no offset. */
const NAMED =
  /^([\w.-]{1,120})[ \t]+:[ \t]+([A-Za-z_$][^\s]{0,2000})(?:[ \t]+\+[ \t]*(0x[0-9a-fA-F]{1,12}|\d{1,12}))?[ \t]*$/
const INTEL = /^[ \t]*(0x[0-9a-fA-F]+)[ \t]*:[ \t]*(0x[0-9a-fA-F]+)[ \t]*(.*)$/
const KEXT =
  /^[ \t]*(?:dependency:[ \t]*)?([\w.-]+)\(([^)]*)\)\[([0-9A-Fa-f-]{32,36})\][ \t]*@(0x[0-9a-fA-F]+)(?:->(0x[0-9a-fA-F]+))?/
/** A kext below its heading without its range of addresses, which people cut. */
const BARE_KEXT = /^[ \t]*((?:[\w-]+\.){2,12}[\w-]+)\(([\w.]{1,40})\)(?:\[([0-9A-Fa-f-]{32,36})\])?[ \t]*$/
const KEXT_BEGINS = /^[ \t]*(?:dependency:[ \t]*)?[\w.-]+\([^)]*\)\[[0-9A-Fa-f-]{32,36}\][ \t]*$/
const KEXTS_HEADING = /^Kernel Extensions in backtrace:/
const CORE = /^CORE (\d+)\b.*?PC=(0x[0-9a-fA-F]+)(?:, LR=(0x[0-9a-fA-F]+))?/
const CALL_STACK = /^(.*Call Stack):[ \t]*((?:0x[0-9a-fA-F]+|0{18})(?:[ \t]+(?:0x[0-9a-fA-F]+|0{18}))*)[ \t]*$/
const TASK = /^[ \t]*(\d+ \S+)[ \t]+\|/
const ADDRESSES = /^[ \t]+0x[0-9a-fA-F]{8,16}(?:[ \t]+(?:0x[0-9a-fA-F]{8,16}|0{18}))*[ \t]*$/
const REGISTER = /(?:^|[ \t(,])([a-z][a-z0-9]{0,5})(?::[ \t]*|=)(0x[0-9a-fA-F]{1,16}|0{18})/gi
const STATE = /^[ \t]*(?:(?:x|r)\d+|sp|pc|lr|fp|psr|cpsr|rax|rbx|rsi|r8|r12|cr0|rfl|rsp|rdi|R?(?:AX|IP))(?::|=)/i

const LONGEST_REASON = 1000
/** Lines that end the words of a panic. */
const BELOW =
  /^[ \t]*(?:$|(?:Debugger message|Backtrace|Panicked|BSD process|Process name|Mac OS version|Kernel)\b|[@*-]{3}|!?\w[\w ]{0,40}:[ \t]*\S)/i

/** True if a line after the first still belongs to the words of the panic. */
function continuesReason(text: string): boolean {
  // The rest of `userspace watchdog timeout:`, after a line break that a mail or a window made.
  if (/^[ \t]*(?:watchdog timeout:|service returned not alive\b)/.test(text)) return true
  if (BELOW.test(text) || STATE.test(text) || FIELD.test(text.trim())) return PANIC.test(text)
  return [FRAME, INTEL, KEXT, CORE, CALL_STACK, TASK, ADDRESSES].every((row) => !row.test(text))
}

/** Reads a panic log. Spans count from `base`. Never throws; what isn't understood stays in the text. */
export function parsePanicText(text: string): PanicText {
  const fields: (readonly [string, string])[] = []
  const registers: Register[] = []
  const stacks: PanicStack[] = []
  const images: ImageRow[] = []
  const lines = splitLines(joinWraps(text))
  let reason: string | undefined
  let isReasonOpen = false
  let open: PanicStack | undefined
  let title = 'Stack'
  let date: string | undefined
  let lone: string | undefined
  let areKexts = false
  const add = (line: Line, rows: readonly FrameRow[], name: string, panicked: boolean, goOn: boolean): void => {
    if (goOn && open) {
      append(open.rows, rows)
      return
    }
    open = { title: name, rows: [...rows], span: { start: line.start, end: line.end }, panicked }
    stacks.push(open)
  }
  for (const line of lines) {
    const trimmed = line.text.trim()
    const isFirst = reason === undefined && PANIC.test(line.text)
    if (isFirst) reason = trimmed.replace(/^\w{1,12}(?=panic ?\()/, '')
    else if (isReasonOpen && reason !== undefined && reason.length < LONGEST_REASON && continuesReason(line.text))
      reason = `${reason} ${trimmed}`
    isReasonOpen = reason !== undefined && (isReasonOpen ? continuesReason(line.text) : isFirst)
    const frame = FRAME.exec(line.text)
    const intel = frame ? null : INTEL.exec(line.text)
    const core = CORE.exec(trimmed)
    const calls = CALL_STACK.exec(trimmed)
    const kext = KEXT.exec(line.text)
    const bare = BARE_KEXT.exec(line.text)
    if (KEXTS_HEADING.test(trimmed)) areKexts = true
    else if (trimmed !== '' && !kext && !bare) areKexts = false
    if (frame?.[1])
      add(line, [frameRow(frame[1], frame[2])], title, /^Panicked thread/.test(title), open?.title === title)
    else if (intel?.[2]) {
      add(line, [intelRow(intel)], title, /^Panicked|Backtrace/.test(title), open?.title === title)
    } else if (core?.[2]) {
      // A link register of 0 is no caller.
      const rows = core.slice(2, 4).flatMap((digits, at) => {
        const address = BigInt(digits ?? 0)
        return at === 0 || address !== 0n ? [{ address }] : []
      })
      add(line, rows, `Core ${core[1] ?? ''}`, false, false)
    } else if (calls?.[2]) add(line, readAddresses(calls[2]), calls[1] ?? 'Call Stack', false, false)
    else if (ADDRESSES.test(line.text) && trimmed !== '') add(line, readAddresses(trimmed), title, false, false)
    else if (kext?.[3]) addKext(images, kext)
    else if (areKexts && bare?.[1]) images.push(bareKext(bare))
    else {
      const task = TASK.exec(line.text)
      if (/^(?:Panicked thread|Backtrace\b)/.test(trimmed) || /\bbacktrace\b.*:?$/i.test(trimmed)) title = trimmed
      else if (task?.[1]) title = task[1]
      if (trimmed !== '') open = undefined
      if (STATE.test(line.text)) append(registers, readRegisters(line.text))
      const field = FIELD.exec(trimmed)
      if (lone !== undefined && trimmed !== '') fields.push([lone, trimmed])
      else if (field?.[1] && !STATE.test(line.text))
        append(fields, fieldsOf(field[1], (field[2] ?? '').replace(/[ \t]{2,}/g, ' ')))
      if (DATE.test(trimmed)) date ??= trimmed
      lone = LONE_FIELD.exec(trimmed)?.[1]
    }
  }
  // A watchdog of the hardware leaves no other words.
  reason ??= /^Debugger message:[ \t]*(?!panic[ \t]*$)(\S.{0,300})$/m.exec(text)?.[1]?.trimEnd()
  // Behind these words an Intel log lists the registers, which are kept as such.
  reason = reason?.replace(/,? registers:$/, '')
  return {
    reason,
    date,
    fields,
    registers: firstOfEach(registers),
    stacks,
    images: [...kernelImages(fields), ...images],
  }
}

/** The rest of a field, of a kernel's version, or of a kext's range that was wrapped onto a line of its own. */
const REST = /^[ \t]*(?:root:xnu|@0x[0-9a-fA-F]|[a-z][\w,;.%-]*(?: [^:\t]*)?$)/
const NO_REST = /^[ \t]*(?:(?:[\w-]+\.)+[\w-]+\b|loaded kexts\b)/

/** The text with such lines joined to the line before. It keeps its length, since places in it are counted. */
function joinWraps(text: string): string {
  const lines = text.split('\n')
  return lines.reduce((joined, line, at) => {
    const before = lines[at - 1] ?? ''
    const isOpen = FIELD.test(before.trim()) || KEXT_BEGINS.test(before)
    return `${joined}${at === 0 ? '' : isOpen && REST.test(line.trimEnd()) && !NO_REST.test(line) ? ' ' : '\n'}${line}`
  }, '')
}

/** A row of the panicked thread, with the name that somebody wrote behind it. */
function frameRow(address: string, named: string | undefined): FrameRow {
  return {
    address: BigInt(address),
    ...(named !== undefined && { symbol: { name: named.replace(/^_/, '') } }),
  }
}

/** A row of an Intel backtrace, with the names that a kernel prints that keeps its symbols. */
function intelRow([, , address = '0', rest = '']: RegExpExecArray): FrameRow {
  const named = NAMED.exec(rest)
  if (!named?.[1] || !named[2]) return { address: BigInt(address) }
  // The names are those of the symbol table, which has one `_` more than the source.
  const name = named[2].replace(/^_/, '')
  const offset = named[3] === undefined ? undefined : Number(named[3])
  return {
    address: BigInt(address),
    imageName: named[1],
    symbol: { name, ...(offset !== undefined && { offset }) },
  }
}

/** `Fault CR2: 0x…, Error code: 0x…, Fault CPU: 0x0` is several fields on one line. */
function fieldsOf(key: string, value: string): readonly (readonly [string, string])[] {
  if (key !== 'Fault CR2') return [[key, value]]
  const [first = '', ...others] = value.split(/,[ \t]*/)
  return [
    [key, first],
    ...others.flatMap((part): readonly (readonly [string, string])[] => {
      const [, name, text] = /^([^:]{1,40}):[ \t]*(\S.*)$/.exec(part) ?? []
      return name === undefined || text === undefined ? [] : [[name, text]]
    }),
  ]
}

function readAddresses(text: string): FrameRow[] {
  return [...text.matchAll(/0x[0-9a-fA-F]{1,16}/g)].map((match) => ({ address: BigInt(match[0]) }))
}

function readRegisters(text: string): Register[] {
  return [...text.matchAll(REGISTER)].map(([, name = '', digits = '0']) => ({
    name: name.toLowerCase(),
    value: BigInt(digits.startsWith('0x') ? digits : '0'),
  }))
}

/** Logs of several processors repeat the names; the first state is that of the one that panicked. */
function firstOfEach(registers: readonly Register[]): Register[] {
  const seen = new Map<string, Register>()
  for (const register of registers) if (!seen.has(register.name)) seen.set(register.name, register)
  return [...seen.values()]
}

function addKext(images: ImageRow[], [, name = '', version = '', uuid = '', start = '0', end]: RegExpExecArray): void {
  const loadAddress = BigInt(start)
  if (images.some((image) => image.loadAddress === loadAddress)) return
  const id = parseUuid(uuid)
  images.push({
    name,
    bundleId: name,
    version,
    loadAddress: runtimeAddress(loadAddress),
    origin: 'system',
    ...(id ? { uuid: id } : {}),
    ...(end === undefined || BigInt(end) < loadAddress ? {} : { size: Number(BigInt(end) - loadAddress) + 1 }),
  })
}

function bareKext([, name = '', version = '', uuid = '']: RegExpExecArray): ImageRow {
  const id = parseUuid(uuid)
  return { name, bundleId: name, version, origin: 'system', ...(id ? { uuid: id } : {}) }
}

/** The kernel from its fields. On arm64 it is one of many images of the kernel cache, which reaches further. */
function kernelImages(fields: readonly (readonly [string, string])[]): ImageRow[] {
  const get = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1]
  const base = /0x[0-9a-fA-F]+/.exec(get('Kernel text base') ?? '')?.[0]
  if (base === undefined) return []
  const uuid = parseUuid(get('Kernel UUID') ?? '')
  return [{ name: 'kernel', loadAddress: runtimeAddress(BigInt(base)), origin: 'system', ...(uuid ? { uuid } : {}) }]
}
