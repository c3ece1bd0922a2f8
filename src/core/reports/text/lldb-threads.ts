/** Threads of lldb's `bt` and `thread list`: their headings and what stopped them. */
import type { ExceptionInfo, Thread } from '../../model/report.ts'
import { runtimeAddress } from '../../model/address.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportBuilder } from '../base/report-builder.ts'
import { addTextStack } from './text-report.ts'
import type { TextImages } from './text-report.ts'
import type { TextStack } from './text-stacks.ts'

const WHOLE_HEAD = /(?:^|[ \t])(\*[ \t]+)?thread #(\d{1,6})(?:: tid = (0x[0-9a-f]+|\d+))?\b(.*)$/i
/** The same without its beginning, which somebody cut off: only a thread that stopped has a reason. */
const CUT_HEAD = /^[ \t]*(\*[ \t]+)?[a-z]{0,6} ?#(\d{1,6}): tid = (0x[0-9a-f]{1,16}|\d{1,20})(, .*\bstop reason = .*)$/

const headIn = (text: string): RegExpExecArray | null => WHOLE_HEAD.exec(text) ?? CUT_HEAD.exec(text)

/** As Xcode's debug navigator copies it. */
const XCODE_HEAD = /^[ \t]*Thread (\d{1,6})(?:[ \t]+Queue[ \t]*:[ \t]*(.*?)(?: \((?:serial|concurrent)\))?)?[ \t]*$/

/** As gdb prints it: `Thread 7 (process 21355):`, `Thread 1 (Thread 0x7ffff7fc1740 (LWP 123) "till"):`. */
const GDB_HEAD = /^[ \t]*Thread (\d{1,6}) \((?:process|Thread|LWP) [^\n]{1,200}\):?[ \t]*$/

/** True for the heading of a thread. */
export function isThreadHead(text: string): boolean {
  return headIn(text) !== null || XCODE_HEAD.test(text) || GDB_HEAD.test(text)
}

/** The stacks as threads; the one with a star is the one that stopped. */
export function addLldbThreads(builder: ReportBuilder, images: TextImages, stacks: readonly TextStack[]): Thread[] {
  return withoutRepeats(stacks).map((stack, position): Thread => {
    const head = stack.title === undefined ? null : headIn(stack.title.text)
    const title = stack.title?.text ?? ''
    const copied = XCODE_HEAD.exec(title) ?? GDB_HEAD.exec(title)
    const number = head?.[2] ?? copied?.[1]
    const about = head?.[4] ?? ''
    const starred = stack.title?.text.includes('*') === true || /stop reason = (?!none)/.test(about)
    return omitUndefined({
      // Debuggers count threads from 1; a stack without a heading keeps its position.
      id: number === undefined ? position : Number(number),
      unnumbered: number === undefined || undefined,
      name: /\bname = '([^']*)'/.exec(about)?.[1],
      queue: /\bqueue = '?([^',]*)'?/.exec(about)?.[1] ?? copied?.[2],
      crashed: head !== null && starred,
      frames: addTextStack(builder, images, stack.rows, 'thread'),
      span: stack.span,
    })
  })
}

/** The stacks without the row that lldb prints where a thread stops, where its whole stack follows. */
function withoutRepeats(stacks: readonly TextStack[]): readonly TextStack[] {
  const keys = stacks.map(
    ({ title, rows: [first] }) => `${headIn(title?.text ?? '')?.[2] ?? ''} ${first?.address ?? ''}`,
  )
  return stacks.filter(
    ({ rows }, at) =>
      !(rows.length === 1 && keys.some((key, other) => other > at && key === keys[at] && !/^ | $/.test(key))),
  )
}

/** What gdb prints: `Program received signal EXC_BAD_ACCESS, Could not access memory.` with the reason in the next line. */
export const GDB_STOP =
  /^[ \t>]*(?:[Pp]rogram|Thread \d{1,6}) received signal:? +[“"]?(EXC_\w{1,40}|SIG[A-Z]{2,9})[”"]?(?:, ([^\n]{1,200}))?/m

function readGdbStop(text: string, next: string): ExceptionInfo | undefined {
  const [, name, words] = GDB_STOP.exec(text) ?? []
  if (name === undefined) return undefined
  const reason = /^[ \t>]*Reason: (\S[^\n]{0,200})/.exec(next)?.[1]?.trim()
  const address = /\baddress: (0x[0-9a-f]{1,16})/i.exec(reason ?? '')?.[1]
  return omitUndefined({
    type: name.startsWith('EXC_') ? name : undefined,
    signal: name.startsWith('SIG') ? name : undefined,
    subtype: reason,
    message: words?.trim(),
    address: address === undefined ? undefined : runtimeAddress(BigInt(address)),
  })
}

/** Linux has no address of some faults, and the debugger prints 0 for it in the words of those that have one. */
const UNKNOWN_FAULT = /\binvalid address \(fault address: 0x0\)/

/** `stop reason = EXC_BAD_ACCESS (code=1, address=0x10)` or `signal SIGABRT`. */
export function readStopReason(lines: readonly Line[]): ExceptionInfo | undefined {
  for (const [at, { text }] of lines.entries()) {
    const gdb = readGdbStop(text, lines[at + 1]?.text ?? '')
    if (gdb) return gdb
    const reason = /stop reason = (\S.*?)(?:, queue = .*)?$/.exec(text)?.[1]
    if (!reason || reason === 'none') continue
    const mach = /^(EXC_\w+)(?: \((.*)\))?/.exec(reason)
    const address = UNKNOWN_FAULT.test(reason) ? undefined : /\baddress(?:=|: )(0x[0-9a-f]{1,16})/i.exec(reason)?.[1]
    const limit = mach?.[1] === 'EXC_RESOURCE' ? mach[2]?.replace(/^RESOURCE_TYPE_/, '') : undefined
    return omitUndefined({
      type: mach?.[1],
      codes: limit === undefined ? mach?.[2] : undefined,
      subtype: limit?.replace(/\).*/, ''),
      signal: /\bsignal (?:= )?(SIG\w+)/.exec(reason)?.[1],
      message: mach ? limit?.replace(/\) \((limit=[^()]*)$/, ' ($1)') : reason,
      address: address === undefined ? undefined : runtimeAddress(BigInt(address)),
    })
  }
  return undefined
}
