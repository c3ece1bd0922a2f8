/** The fields of a report that facts are read from. Tests plant values in each of them. */
import { accessWordOf } from './access-codes.ts'
import { refusedArithmetic } from './arithmetic.ts'
import { headerField, type CrashFacts } from './crash-facts.ts'
import { hasNoteOfNoCrash, isLoggedError } from '../model/ended-words.ts'
import { guardOf, limitOf } from '../model/exception-codes.ts'
import { belowHandlers } from '../reading/blame.ts'
import { mainWaitOf, waitsOf } from '../reading/waits.ts'
import { sampleWaits } from './sample-waits.ts'
import { isHandled } from './surroundings.ts'
import { callerOfTerminate, reporterCalls } from './handler-calls.ts'
import {
  accessRegisters,
  belowGuardEnd,
  belowStackPointer,
  distanceToStackPointer,
  receiverOf,
  recursionRounds,
  zeroRegisters,
} from './measures.ts'

const text = (value: string | undefined): readonly string[] => (value === undefined || value === '' ? [] : [value])
const names = (facts: CrashFacts, depth: number): readonly string[] =>
  facts.calls.slice(0, depth).map(({ call }) => call.function)

const MOST_SEARCHED = 200_000

/** Class of a syndrome: `svc` of 64-bit code. */
const SYSTEM_CALL = 0x15n

/** The fault that a panic lists: `Fault CR2` of Intel processors, the register `far` of Arm. */
function kernelFault({ panic, report, thread }: CrashFacts): bigint | undefined {
  if (panic === undefined) return undefined
  const listed = /^0x[0-9a-f]{1,16}\b/i.exec(headerField(report, /^Fault CR2$/) ?? '')?.[0]
  return listed === undefined ? thread?.registers?.find(({ name }) => name === 'far')?.value : BigInt(listed)
}

/** The kernel cuts names of processes here. */
const KERNEL_NAME = 15

/** `other`, `self`; nothing where the report names no sender, or the kernel's handler of exceptions, or not the process itself. */
function senderOf({ report: { termination, header } }: CrashFacts): readonly string[] {
  const [, sender = '', pid] = /^(.*?)(?: ?\[(\d{1,10})\])?$/s.exec(termination?.byProcess ?? '') ?? []
  if (sender === '' || sender === 'exc handler') return []
  if (pid !== undefined && Number(pid) === header.pid) return ['self']
  if (header.process === undefined) return []
  const isCut = sender.length >= KERNEL_NAME && header.process.startsWith(sender)
  return [sender === header.process || isCut ? 'self' : 'other']
}

/** `SIGKILL - CODESIGNING`: the kernel's reason is behind the signal. */
const whoKilled = (signal: string | undefined): string | undefined => (signal?.includes(' - ') ? signal : undefined)

/** Old reports have the words on an access among the codes. */
const saidInCodes = (exception: CrashFacts['report']['exception']): string | undefined =>
  exception?.subtype === undefined && /\(possible pointer authentication failure\)/i.test(exception?.codes ?? '')
    ? exception?.codes
    : undefined

const textFields = {
  /** How it ended, by its codes: an access to memory, a trap, a signal that code sent … */
  end: (facts: CrashFacts) => [facts.end],
  type: (facts: CrashFacts) => text(facts.type),
  signal: (facts: CrashFacts) => text(facts.signal),
  /** The word for the code of a signal: `SEGV_ACCERR`. */
  'signal-code': ({ report }: CrashFacts) => text(accessWordOf(report)),
  /** The system's words on the exception. */
  exception: ({ report: { exception } }: CrashFacts) =>
    [
      exception?.type,
      exception?.subtype,
      exception?.message,
      whoKilled(exception?.signal),
      saidInCodes(exception),
    ].filter((line) => line !== undefined),
  /** The kind of error in the words of a crash reporter, not of the system. */
  'vendor-type': ({ type, report: { exception } }: CrashFacts) =>
    type === '' ? [exception?.type, exception?.subtype, exception?.message].filter((line) => line !== undefined) : [],
  namespace: ({ report }: CrashFacts) => text(report.termination?.namespace),
  /** Who sent a signal: `other` where the report names another process than itself. */
  by: senderOf,
  /** The system's words on a termination. */
  termination: (facts: CrashFacts) => facts.terminationWords,
  /** Lines that libraries of the system left; what the app left is not among them. */
  info: (facts: CrashFacts) => facts.info,
  /** The dynamic linker's words. */
  linker: (facts: CrashFacts) => facts.linkerWords,
  /** An exception object that was thrown: `NSRangeException: index 5 …`. */
  thrown: ({ thrown }: CrashFacts) => text(thrown && `${thrown.name}: ${thrown.reason}`),
  /** True if that exception was uncaught; false if it was only reported. */
  'thrown-state': ({ thrown }: CrashFacts) => text(thrown && (thrown.isUncaught ? 'uncaught' : 'reported')),
  /** `runtime` for an exception of a runtime above the system. */
  'thrown-by': ({ thrown, report: { exception } }: CrashFacts) =>
    text(thrown && exception && isLoggedError(exception) ? 'runtime' : undefined),
  panic: (facts: CrashFacts) => text(facts.panic),
  kind: ({ report }: CrashFacts) => text(report.kind),
  /** The report's note that nothing was ended. */
  survival: ({ report }: CrashFacts) => (hasNoteOfNoCrash(report.header) ? ['noted'] : []),
  event: (facts: CrashFacts) => text(facts.event),
  note: ({ report }: CrashFacts) => report.header.fields.filter(([key]) => key === 'Note').map(([, value]) => value),
  /** The calls of the innermost frame. */
  innermost: (facts: CrashFacts) =>
    facts.calls.filter(({ frame }) => frame.id === facts.calls[0]?.frame.id).map(({ call }) => call.function),
  /** The innermost calls of the stack. */
  near: (facts: CrashFacts) => names(facts, 12),
  /** The innermost calls of what a handler of signals interrupted. */
  interrupted: ({ calls, stack, symbolicated }: CrashFacts) => {
    const below = new Set(stack ? belowHandlers(symbolicated, stack.frames) : [])
    if (below.size === (stack?.frames.length ?? 0)) return []
    return calls.flatMap(({ frame, call }) => (below.has(frame) ? call.function : [])).slice(0, 12)
  },
  /** The innermost calls, also of a stack that is of no thread, where the report gives no reason in words. */
  handler: (facts: CrashFacts) =>
    facts.report.exception?.reason === undefined ? reporterCalls(facts).map(({ call }) => call.function) : [],
  /** What called `std::terminate` on the thread that crashed. */
  'terminated-by': (facts: CrashFacts) => text(callerOfTerminate(facts)?.call.function),
  /** Mono gives a debugger this file of commands, in its handler of crashes alone. */
  'debugger-called': ({ report }: CrashFacts) =>
    report.textKind === 'rows' ? text(/\bmono-gdb-commands\b/.exec(report.text.slice(0, MOST_SEARCHED))?.[0]) : [],
  /** Owner of the innermost frame's code. */
  'innermost-image': (facts: CrashFacts) => text(facts.innermostImage),
  /** A line of the memory map that the report marks as the place of the access. */
  region: (facts: CrashFacts) => facts.region,
  /** An allocator's word for the error that it diagnosed. */
  'memory-error': ({ report: { memoryError } }: CrashFacts) => text(memoryError?.errorType),
  /** How sure that allocator is, in its own word. */
  'memory-confidence': ({ report: { memoryError } }: CrashFacts) => text(memoryError?.confidence),
  /** The instruction at which a debugger stopped, in its words. */
  instruction: ({ report }: CrashFacts) => text(headerField(report, /^stopped_instruction$/)),
  /** The operation on numbers that was refused, by its code. */
  arithmetic: ({ report, isArm }: CrashFacts) => text(refusedArithmetic(report, isArm)),
  /** The kind of trap at the fault, where it is certain. */
  trap: ({ symbolicated }: CrashFacts) =>
    (symbolicated.fault?.told ?? []).filter(({ grade }) => grade === undefined).map(({ code }) => code),
  /** How sure circles of waits are. */
  deadlock: ({ report }: CrashFacts) => (waitsOf(report)?.deadlocks ?? []).map(({ grade }) => grade),
  /** Who holds what the thread that is called main waits for. */
  'main-waits-for': ({ report }: CrashFacts) => text(mainWaitOf(report)?.holder),
  /** True if the main thread waits in every sample. */
  samples: ({ symbolicated }: CrashFacts) => (sampleWaits(symbolicated) ? ['waiting'] : []),
} as const

const numberFields = {
  /** `kern_return_t`, or the processor's own number, of a failed access. */
  'access-code': (facts: CrashFacts) => facts.accessCode,
  address: (facts: CrashFacts) => facts.address,
  /** The kernel's numbers for the kinds of guards and of limits, where no words name them. */
  'guard-type': ({ report: { exception } }: CrashFacts) =>
    exception?.subtype === undefined ? guardOf(exception)?.type : undefined,
  'limit-type': ({ report: { exception } }: CrashFacts) =>
    exception?.subtype === undefined ? limitOf(exception) : undefined,
  'termination-code': (facts: CrashFacts) => facts.terminationCode,
  /** Class of the exception syndrome of 64-bit Arm. */
  'esr-class': ({ esr }: CrashFacts) => (esr === undefined ? undefined : (esr >> 26n) & 0x3fn),
  /** The number of the `brk` instruction that trapped, as the exception syndrome has it. */
  brk: ({ esr }: CrashFacts) => (esr !== undefined && ((esr >> 26n) & 0x3fn) === 0x3cn ? esr & 0xffffn : undefined),
  /** The number of an Intel processor's trap, where nothing else gives the end. */
  'processor-trap': ({ processorTrap }: CrashFacts) => processorTrap?.number,
  /** 1 where nothing but the syndrome of an Arm processor gives the end: an access that failed. */
  'processor-abort': ({ processorAbort }: CrashFacts) => (processorAbort === undefined ? undefined : 1n),
  /** 1 where the syndrome is of a system call, and no handler of signals on the stack made it. */
  'at-system-call': (facts: CrashFacts) =>
    facts.esr === undefined || isHandled(facts) ? undefined : facts.esr >> 26n === SYSTEM_CALL ? 1n : 0n,
  pc: (facts: CrashFacts) => facts.pc,
  /** 1 where the program counter is the address of the access, and not 0; 0 where it is another. */
  'pc-at-fault': ({ pc, address }: CrashFacts) =>
    pc === undefined || address === undefined ? undefined : pc === address && pc !== 0n ? 1n : 0n,
  /** The object that a message or a retain was about. */
  receiver: receiverOf,
  /** Bytes between the access and the stack pointer. */
  'from-stack-pointer': distanceToStackPointer,
  /** Bytes from the access up to the stack pointer; none where the access is above it. */
  'below-stack-pointer': belowStackPointer,
  /** Bytes from the access up to the stack whose guard it touched. */
  'below-guard-end': belowGuardEnd,
  /** The address of a failed access in the kernel. */
  'kernel-fault': kernelFault,
  /** How often the same calls repeat near the top of the stack. */
  rounds: recursionRounds,
  /** How many frames the stack has; the number of the outermost counts those that a pasted stack leaves out. */
  depth: ({ stack }: CrashFacts) =>
    BigInt(Math.max(stack?.frames.length ?? 0, (stack?.frames.at(-1)?.index ?? -1) + 1)),
  /** The value of the register that the faulting instruction built its address from, if it used only one. */
  base: accessRegisters,
  /** How many general registers hold 0 at the fault. */
  'zero-registers': (facts: CrashFacts) => (isHandled(facts) ? undefined : zeroRegisters(facts)),
  /** 1 where the report has the stack of a thrown exception. */
  'thrown-stack': ({ report }: CrashFacts) => (report.lastException === undefined ? 0n : 1n),
} as const

export type TextField = keyof typeof textFields
export type NumberField = keyof typeof numberFields

export const fields: { readonly [Name in TextField]: (facts: CrashFacts) => readonly string[] } & {
  readonly [Name in NumberField]: (facts: CrashFacts) => bigint | undefined
} = { ...textFields, ...numberFields }
