/** How a program ended when nothing more specific is known: aborts, assertions, hangs, signals. */
import { statedDuration } from '../../quantities.ts'
import { formatNumber, plural } from '../../numbers.ts'
import {
  checksOfFinding,
  meaningOfFinding,
  wordsOfFinding,
  type MemoryStacks,
  type SanitizerSubject,
} from './sanitizers.ts'
import { abortChecks, SENT_FROM_OUTSIDE, signalText } from './signals.ts'
import { inFunction, type AroundAbort, type AroundTrap, type ExplanationText, type Own, type Where } from './text.ts'

const pageFaults = { read: 'A read of memory', write: 'A write to memory', execute: 'A fetch of code' } as const

const processorTraps = {
  opcode: {
    title: 'The processor reached an instruction that no program may run',
    meaning: 'Compilers place such an instruction, ud2, where a check fails or where code must never run.',
    checks: ['What is checked at this place? The names of the innermost frames may say it.'],
  },
  breakpoint: {
    title: 'The processor reached a breakpoint instruction',
    meaning: 'Code stops itself so, for a debugger or where a check fails.',
    checks: ['What is checked at this place? The names of the innermost frames may say it.'],
  },
  protection: {
    title: 'The processor refused an access: general protection fault',
    meaning: 'Most often the address is none that a pointer can hold. The processor does not tell which it was.',
    checks: ['Which register that the instruction uses holds no sane address?'],
  },
} as const satisfies Record<string, ExplanationText>

const waitsInSamples = {
  lock: {
    meaning: 'Nearly all samples of the main thread are in one call that waits for a lock, a queue or an answer.',
    checks: ['Which thread holds what this one waits for?', 'Which of your functions called it on the main thread?'],
  },
  call: {
    meaning:
      'Nearly all samples of the main thread are in one call into the system. It returns when data, a child process, another thread, a connection or a time is there.',
    checks: [
      'What does this call wait for, and may it take that long?',
      'Which of your functions called it on the main thread?',
    ],
  },
  event: {
    meaning:
      'Nearly all samples of the main thread are in a call that returns when an event, a message or data is there. A program that has nothing to do looks like this.',
    checks: ['Should the program have been busy? Then look in the other threads for what had to wake this one.'],
  },
} as const

const hangChecks = {
  work: 'Look at the heaviest path of the main thread: move work of your own to another queue, and do not wait there.',
  event: 'The heaviest path waits for the next event: what kept the main thread before is not in these samples.',
  others: 'The samples are of other processes: none shows what this program did.',
  none: 'There are no samples here. A whole report shows what the main thread did.',
} as const

/** The samples of a hang: work, the wait for the next event, other processes, or nothing. */
export type Samples = keyof typeof hangChecks

export const ends = {
  sanitizer: (
    p: Where & MemoryStacks & { tool: string; subject: SanitizerSubject; finding?: string | undefined; text: string },
  ): ExplanationText => ({
    title: (wordsOfFinding(p.finding) ?? `${p.tool}: ${p.text}`) + inFunction(p),
    meaning: meaningOfFinding(p.subject),
    checks: checksOfFinding(p.subject, p),
  }),
  'sanitizer-call': (p: Where & { access: 'read' | 'write'; bytes?: number | undefined }): ExplanationText => ({
    title: `AddressSanitizer found an invalid ${p.access}${p.bytes === undefined ? '' : ` of ${plural(p.bytes, 'byte', 'bytes')}`}${inFunction(p)}`,
    meaning: 'The sanitizer that was built into this program ended it.',
    checks: ['The sanitizer’s own report is in the console: which memory it was, and what allocated and freed it.'],
  }),
  'malloc-no-memory': (p: { size: number }): ExplanationText => ({
    title: `malloc could not get ${plural(p.size, 'byte', 'bytes')}`,
    meaning: 'The system gave malloc no memory of this size, so malloc gave the program a null pointer.',
    checks: [
      'Is the size that was asked for right? A negative or uninitialized number becomes a very large one.',
      'Does the code check what malloc gives back?',
    ],
  }),
  'dispatch-sync-deadlock': (p: Where): ExplanationText => ({
    title: `dispatch_sync on the queue that is already running${inFunction(p)}`,
    meaning: 'A block waited for the queue that it runs on. It would have waited forever.',
    checks: ['Call directly, or use async.'],
  }),
  'library-misuse': (p: Own & { library: string; rule: string }): ExplanationText => ({
    title: `${p.library} was misused: ${p.rule}`,
    meaning: 'A system library found that its rules were broken and terminated the program.',
    checks: [
      p.hasOwn
        ? 'The text names the rule. The first frame of your code below the library made the call.'
        : 'The text names the rule. Which of your code calls that library?',
    ],
  }),
  'objc-after-fork': (p: { class: string }): ExplanationText => ({
    title: `The child of fork() was ended: +[${p.class} initialize] may have been running in another thread`,
    meaning:
      'fork() copies one thread only. The Objective-C runtime ends the child where it needs a class that another thread may have been initializing.',
    checks: [
      'Call exec() right after fork(), or use posix_spawn().',
      'Which threads ran before fork(), and used Objective-C?',
    ],
  }),
  'xpc-misuse': (p: Where): ExplanationText => ({
    title: `libxpc found that it was misused${inFunction(p)}`,
    meaning: 'libxpc checks how it is called, and ends the program where a rule is broken.',
    checks: ['Which object of XPC does the first frame below libxpc use, and in which state is it?'],
  }),
  'mono-native-crash': (p: Where): ExplanationText => ({
    title: `Native code crashed, and Mono ended the program${inFunction(p)}`,
    meaning:
      'Mono’s handler of signals ran and called abort(). The frames below it are of what the signal interrupted.',
    checks: ['Read on below Mono’s handlers and the system’s _sigtramp: there stands what the signal interrupted.'],
  }),
  'mono-own-error': (): ExplanationText => ({
    title: 'Mono reported an error of its own and ended the program',
    meaning: 'A function that writes Mono’s log called abort(). The frames below it show which code wrote the message.',
    checks: ['Read that message in the log: an assertion names the file and the line in Mono’s sources.'],
  }),
  'handled-signal': (
    p: Where & { handler?: string | undefined; name?: string | undefined; hasBelow?: boolean | undefined },
  ): ExplanationText => ({
    title: `The program received ${p.name ?? 'a signal of a crash'}${inFunction(p)}`,
    meaning: `${p.handler === undefined ? 'Mono’s handler of such signals called a debugger.' : `A handler of signals, ${p.handler}, is on the stack.`}${p.hasBelow ? ' The frames below it are of what the signal interrupted.' : ''}`,
    checks: [
      p.hasBelow
        ? 'Read on below the handlers and the system’s _sigtramp: there stands what the signal interrupted.'
        : 'What the signal interrupted is not in this stack: look for the frames below _sigtramp in a whole one.',
    ],
  }),
  'wrong-queue': (p: Where): ExplanationText => ({
    title: `Code ran on the wrong queue${inFunction(p)}`,
    meaning: 'A check that this code runs on a certain queue or actor, often the main one, failed.',
    checks: ['Find the callback that arrives on a background queue, and switch to the right one.'],
  }),
  assertion: (p: Where & { condition?: string; function?: string; file?: string; line?: string }): ExplanationText =>
    p.condition === undefined
      ? {
          title: `Assertion failed${inFunction(p)}`,
          meaning: 'A condition that the author declared must hold did not.',
          checks: [
            p.where === undefined
              ? 'The function that made the check is below the call that reports it.'
              : 'Look at the assertions in that function.',
          ],
        }
      : {
          title: `Assertion failed: ${p.condition}${p.function === undefined ? '' : ` in ${p.function}`}`,
          meaning: 'A condition that the author declared must hold did not.',
          checks: [
            p.file === undefined
              ? p.function === undefined
                ? 'Which function of the stack has this condition?'
                : 'That function made the check: what did its caller do that it does not allow?'
              : `Read line ${p.line ?? ''} of ${p.file}.`,
          ],
        },
  'called-with-null': (p: { function: string }): ExplanationText => ({
    title: `${p.function} was called with NULL`,
    meaning: 'Core Foundation takes no NULL here, and stops the program.',
    checks: ['Which value can be NULL there? Check it before the call.'],
  }),
  'rosetta-error': (p: { text: string }): ExplanationText => ({
    title: `Rosetta reported an error: ${p.text}`,
    meaning: 'Rosetta runs code for Intel on Apple silicon. These are its own words.',
    checks: ['Does a build for Apple silicon do the same?', 'Which code is written or loaded while the program runs?'],
  }),
  'lock-again': (p: Where): ExplanationText => ({
    title: `A thread locked a lock that it already holds${inFunction(p)}`,
    meaning: 'os_unfair_lock is not recursive: the system stops the program instead of letting it wait for itself.',
    checks: ['Which function further down this stack took the lock first?'],
  }),
  'javascript-memory': (p: Where): ExplanationText => ({
    title: `V8 ran out of memory for JavaScript${inFunction(p)}`,
    meaning: 'V8, which runs JavaScript, could not get the memory that it needed and ended the program.',
    checks: ['Take a heap snapshot and look for what grows.', 'The console may have the size of the heap.'],
  }),
  'metal-validation': (): ExplanationText => ({
    title: 'Metal’s validation ended the program',
    meaning: 'Metal found a call that breaks its rules. Its message names the rule, and is not in every report.',
    checks: ['Look in the console for the message.', 'The frames below show which call Metal checked.'],
  }),
  'processor-trap': (p: { trap: keyof typeof processorTraps }): ExplanationText => processorTraps[p.trap],
  'processor-page-fault': (p: {
    touch: 'read' | 'write' | 'execute'
    isPresent: boolean
    address?: string | undefined
  }): ExplanationText => ({
    title: `${pageFaults[p.touch]}${p.address === undefined ? '' : ` at ${p.address}`} failed`,
    meaning: p.isPresent
      ? 'The address is mapped, but not for this kind of access.'
      : 'No page is mapped at the address.',
    checks: ['The rest of the report has the exception and says whether this fault ended the program.'],
  }),
  abort: (p: Where & AroundAbort): ExplanationText => ({
    title: `${p.isHandled ? 'A signal handler called abort() after a signal' : 'The program called abort()'}${inFunction(p)}`,
    meaning: 'The program or one of its libraries decided to terminate at once.',
    checks: [...(p.hasOwn ? ['Read on from the first frame of your code below abort.'] : []), ...abortChecks(p)],
  }),
  hang: (
    p: Where & {
      duration?: string | undefined
      /** The time ended where the samples begin. */
      isBefore?: boolean | undefined
      isWaiting: boolean
      samples?: Samples | undefined
    },
  ): ExplanationText => ({
    title: `The app did not respond${p.duration === undefined ? '' : ` for ${statedDuration(p.duration)}${p.isBefore ? ' before it was sampled' : ''}`}${p.isWaiting ? ': its thread was waiting' : ''}${inFunction(p)}`,
    meaning: p.isWaiting
      ? 'When it was sampled, the thread waited for a lock, a queue or another process.'
      : 'The app did not return to its event loop in time.',
    checks: p.isWaiting
      ? ['Which thread holds what this one waits for?', 'Wait asynchronously.']
      : [hangChecks[p.samples ?? 'work']],
  }),
  deadlock: (p: Where & { threads: number; others: number }): ExplanationText => ({
    title:
      (p.threads === 1
        ? 'Deadlock: a thread waits for itself'
        : `Deadlock: ${formatNumber(p.threads)} threads wait for each other`) +
      (p.others === 0 ? '' : `, one of ${formatNumber(p.others + 1)} deadlocks`),
    meaning:
      p.threads === 1
        ? 'Only the thread itself could end its wait, so it waits for ever.'
        : 'Each of these threads waits for what the next one holds, so none of them continues.',
    checks: [
      p.threads === 1
        ? 'Where does this thread take the lock, or enter the queue, for the first time?'
        : 'In which order do these threads take their locks? Take them in one order everywhere.',
      'Is other code called, or a queue waited for, while a lock is held?',
    ],
  }),
  'main-waits': (p: Where & { holder: string }): ExplanationText => ({
    title: `The main thread waits for a lock that is held: ${p.holder}`,
    meaning:
      'The main thread goes on when the other thread lets go of the lock. Until then the program does not respond.',
    checks: ['What does the thread do that holds the lock?', 'Does the main thread need this lock?'],
  }),
  'gpu-reset': (): ExplanationText => ({
    title: 'The graphics hardware had an error and was reset',
    meaning: 'The system’s graphics library wrote this before the program ended.',
    checks: [
      'Does it happen on another machine? If so, look at what the program draws; if not, at the driver and the hardware.',
    ],
  }),
  'samples-wait': (
    p: Where & { waiting: number; samples: number; function: string; isLock?: boolean | undefined; isEvent?: boolean },
  ): ExplanationText => ({
    title: `The main thread waits${p.isEvent ? ' for an event' : ''}: ${formatNumber(p.waiting)} of ${plural(p.samples, 'sample', 'samples')} ${p.waiting === 1 ? 'is' : 'are'} in ${p.function}`,
    ...waitsInSamples[p.isEvent ? 'event' : p.isLock === false ? 'call' : 'lock'],
  }),
  'signal-sent': (p: Where & { name: string; isSender?: boolean | undefined }): ExplanationText => ({
    title: `${p.name} ended the program`,
    meaning:
      'EXC_CRASH gives the signal that ended the process, not its first cause. A fault of the processor usually shows as another exception, so code may have sent this signal: often a handler that had seen a fault first.',
    checks: [
      p.isSender
        ? 'Which code sent the signal? The frames below the innermost show it.'
        : 'Which code sent the signal?',
    ],
  }),
  'signal-by': (p: { sender: string; signal: string }): ExplanationText => ({
    title: `${p.sender} ended the program${p.signal === '' ? '' : ` with ${p.signal}`}`,
    meaning: 'Another process sent the signal. This alone is no fault in the code.',
    checks: ['Why does that process end this one? Look in its log at that time.'],
  }),
  signal: (p: Where & AroundAbort & AroundTrap & { name: string }): ExplanationText => {
    const words: ExplanationText = signalText(p.name, p) ?? { title: p.name, meaning: '', checks: [] }
    // Another process sent the signal, so the place of a thread is no evidence.
    return SENT_FROM_OUTSIDE.has(p.name) ? words : { ...words, title: words.title + inFunction(p) }
  },
} as const
