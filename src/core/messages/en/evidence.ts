/** Evidence from a report. Each is a part of one sentence; semicolons join them. */
import { formatSeconds } from '../quantities.ts'
import { type Digits, formatNumber, plural } from '../numbers.ts'
import { memoryPlace, type MemoryDiagnosis } from './explain/memory.ts'
import { titles } from '../labels.ts'

const quote = (text: string): string => `“${text}”`
const optional = (before: string, text: string | undefined): string => (text === undefined ? '' : `${before}${text}`)

const patterns = {
  freed: 'freed memory as MallocScribble leaves it (0x55)',
  fresh: 'new memory as MallocScribble leaves it (0xaa), never written',
  debug: 'a value that debugging code writes into dead memory',
  repeated: 'one byte again and again, as code that fills memory leaves it',
} as const

/** Values that memory is filled with. */
export type FillPattern = keyof typeof patterns

export const evidence = {
  quoted: ({ text }: { text: string }) => quote(text),
  codes: ({ names }: { names: readonly string[] }) => names.join(', '),
  'frame-is': (p: { frame: Digits; function: string }) => `frame ${p.frame} is ${p.function}`,
  'report-says': ({ text }: { text: string }) => `the report says ${quote(text)}`,
  'report-kind': ({ label }: { label: string }) => `this is a ${label}`,
  'event-is': ({ event }: { event: string }) => `the event is ${quote(event)}`,
  'waits-in': (p: { function: string }) => `the thread waits in ${p.function}`,
  'waits-in-circle': ({ links, more }: { links: readonly string[]; more: number }) =>
    `${links.join(' waits for ')}${more === 0 ? '' : `, and so on over ${plural(more, 'thread', 'threads')} more`}, waits for the first`,
  'trap-text': (p: { frame?: Digits | undefined; text: string }) =>
    `${p.frame === undefined ? 'the report' : `frame ${p.frame}`} says ${quote(p.text)}`,
  recursion: ({ functions, count }: { functions: readonly string[]; count: number }) =>
    `${functions.map((name) => name || 'an unnamed function').join(' → ')} repeats ${plural(count, 'time', 'times')}`,
  'frames-elided': (p: { left: number; all?: number | undefined; depth?: number | undefined; function: string }) =>
    `the crash reporter left out ${plural(p.left, 'repeated frame', 'repeated frames')}${p.all === undefined ? '' : ` of ${formatNumber(p.all)}`}${p.depth === undefined ? '' : `, ${plural(p.depth, 'level', 'levels')} deep`}${p.function === '' ? '' : `; ${p.function} comes again and again`}`,
  'at-stack-pointer': ({ address, sp }: { address: string; sp: string }) =>
    `the faulting address ${address} is near the stack pointer ${sp}`,
  'stack-guard': () => 'the address is in a stack’s guard region',
  'zombie-says': ({ address }: { address: string }) => `the zombie at ${address} says so itself`,
  'faulting-at': ({ address }: { address: string }) => `faulting at ${address}`,
  selector: ({ selector }: { selector: string }) => `selector ${selector}`,
  'namespace-is': ({ namespace }: { namespace: string }) => `the termination’s namespace is ${namespace}`,
  'syndrome-of-call': ({ esr }: { esr: string }) => `esr ${esr} is of a system call`,
  'authentication-fault': ({ esr }: { esr: string }) => `esr ${esr} is a pointer authentication fault`,
  'brk-number': ({ number }: { number: string }) => `esr says that the trap is brk ${number}`,
  'pc-at-fault': ({ address }: { address: string }) => `the program counter is ${address}, the address of the fault`,
  'processor-trap': (p: { number: Digits; error?: string | undefined; address?: string | undefined }) =>
    `trap number ${p.number}${optional(', error code ', p.error)}${optional(', cr2 ', p.address)}`,
  'syndrome-of-access': (p: { esr: string; address?: string | undefined }) =>
    `esr ${p.esr} is of a failed access${optional(', far ', p.address)}`,
  'pc-is-null': () => 'the program counter is 0',
  'bad-access': (p: { address: string; offset: number; access?: 'read' | 'write' | undefined }) =>
    `bad access at ${p.address}${p.offset === 0 ? '' : `, ${plural(p.offset, 'byte', 'bytes')} from null`}${p.access === undefined ? '' : `; esr says that it was a ${p.access}`}`,
  'general-protection': () => 'general protection fault, which gives no address',
  'fill-pattern': ({ address, pattern }: { address: string; pattern: FillPattern }) =>
    `the address ${address} is ${patterns[pattern]}`,
  'text-as-address': ({ address, text }: { address: string; text: string }) =>
    `the address ${address} reads ${quote(text)} as text`,
  'memory-diagnosed': ({ detector, ...p }: MemoryDiagnosis & { detector: keyof typeof titles.detectors }) =>
    `${titles.detectors[detector]}: ${quote(p.error)}${optional(', ', memoryPlace(p))}${optional(', confidence ', p.confidence)}`,
  'access-code': (p: { code: string; address?: string | undefined }) => `${p.code}${optional(' at ', p.address)}`,
  'samples-in': (p: { waiting: number; samples: number; function: string }) =>
    `${formatNumber(p.waiting)} of ${plural(p.samples, 'sample', 'samples')} ${p.waiting === 1 ? 'is' : 'are'} in ${p.function}`,
  'abort-called': () => 'abort() called',
  'innermost-in-swift': ({ type }: { type: string }) =>
    `${type || 'a trap'} at the innermost frame, which is in libswiftCore`,
  thrown: (p: { name: string; reason: string; isUncaught: boolean }) =>
    `${p.isUncaught ? 'uncaught' : 'reported'} ${p.name}${p.reason === '' ? '' : `, ${quote(p.reason)}`}`,
  'stack-is-deep': ({ frames }: { frames: number }) => `the stack has ${plural(frames, 'frame', 'frames')}`,
  'thrown-stack': (p: { function?: string | undefined }) =>
    `the report has the stack of an exception${p.function === undefined ? '' : `, thrown by ${p.function}`}`,
  resource: (p: { type: string; subtype?: string | undefined; measured?: string | undefined }) =>
    `${p.type}${optional(' ', p.subtype)}${optional(': ', p.measured)}`,
  guard: (p: { subtype?: string | undefined; message?: string | undefined }) =>
    `EXC_GUARD${optional(' ', p.subtype)}${p.message === undefined ? '' : `: ${quote(p.message)}`}`,
  'largest-process': ({ process }: { process: string }) => `largest process: ${process}`,
  'terminated-processes': ({ processes, more }: { processes: readonly string[]; more: number }) =>
    `terminated: ${processes.join(', ')}${more === 0 ? '' : ` and ${formatNumber(more)} more`}`,
  'library-not-loaded': (p: { library: string; from?: string | undefined; reason?: string | undefined }) =>
    `dyld: library not loaded: ${p.library}${optional(', referenced from ', p.from)}${p.reason === undefined ? '' : `; reason ${quote(p.reason)}`}`,
  'symbol-not-found': (p: { symbol: string; from?: string | undefined; expected?: string | undefined }) =>
    `dyld: symbol not found: ${p.symbol}${optional(', referenced from ', p.from)}${optional(', expected in ', p.expected)}`,
  'time-allowed': ({ seconds, isCpu }: { seconds: number; isCpu: boolean }) =>
    `${formatSeconds(seconds, 3)}${isCpu ? ' of CPU time' : ''} were allowed`,
  'cpu-of-app': ({ seconds }: { seconds: number }) =>
    `all threads of the app together used ${formatSeconds(seconds, 3)} of CPU time`,
  'cpu-of-all': ({ seconds }: { seconds: number }) => `all processes together used ${formatSeconds(seconds, 3)}`,
  'termination-code': ({ code }: { code: string }) => `termination code ${code}`,
  termination: (p: { namespace: string; code?: string | undefined; by?: string | undefined }) =>
    `termination ${p.namespace}${optional(', code ', p.code)}${optional(', by ', p.by)}`,
} as const
