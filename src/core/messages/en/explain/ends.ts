/** How a program ended when nothing more specific is known: aborts, assertions, hangs, signals. */
import { advice, inFunction, type ExplanationText, type Where } from './text.ts'

const sanitizerKinds: Readonly<Record<string, string>> = {
  'heap-use-after-free': 'Memory was used after it was freed',
  'heap-buffer-overflow': 'Memory was accessed past the end of its allocation',
  'stack-buffer-overflow': 'A local variable was accessed past its end',
  'global-buffer-overflow': 'A global variable was accessed past its end',
  'stack-use-after-return': 'A local variable was used after its function returned',
  'stack-use-after-scope': 'A local variable was used outside its scope',
  'double-free': 'Memory was freed twice',
  'data race': 'Data race: two threads accessed one variable at the same time',
}

/** What a sanitizer calls what it found, where there are words for it. */
export const sanitizerFindings: readonly string[] = Object.keys(sanitizerKinds)

const instruction = {
  title: 'The program reached a trap or an invalid instruction',
  meaning:
    'Compilers place such an instruction where a check fails or where code must never run. A call through an invalid pointer can end here, too.',
  checks: [
    'What is checked at this place? The innermost system frames name the check.',
    'With the symbols of this build the innermost call says more.',
  ],
}

const signals: Readonly<Record<string, ExplanationText>> = {
  EXC_BAD_ACCESS: {
    title: 'Invalid memory access',
    meaning: 'A pointer was null, freed or overwritten. This report does not give the address.',
    checks: ['Run with Address Sanitizer.'],
  },
  EXC_BREAKPOINT: instruction,
  EXC_BAD_INSTRUCTION: instruction,
  EXC_ARITHMETIC: {
    title: 'Arithmetic error',
    meaning: 'An integer was divided by zero.',
    checks: [advice.divisor],
  },
  SIGABRT: {
    title: 'The program aborted',
    meaning:
      'The program or a library called abort: an assertion, an uncaught exception, or corrupted memory. This report does not contain the text.',
    checks: ['The first frame of your code led to it.', 'Look in the console log at the time of the crash.'],
  },
  SIGPIPE: {
    title: 'Write to a connection whose other end is closed',
    meaning: 'Without a handler, SIGPIPE terminates the process.',
    checks: ['Set SO_NOSIGPIPE on the socket, or ignore SIGPIPE.'],
  },
  SIGSYS: {
    title: 'Invalid or forbidden system call',
    meaning: 'The sandbox or the kernel refused a system call.',
    checks: ['Which call is at the innermost frame?'],
  },
  SIGTERM: {
    title: 'Another process asked the program to quit',
    meaning: 'Another process sent SIGTERM. This is not a fault in the code.',
    checks: ['Which process sent it, and did the program take too long to quit?'],
  },
  SIGQUIT: {
    title: 'The process was terminated by the process that supervises it',
    meaning: 'An app extension, such as a keyboard, is terminated this way when it takes too long to load.',
    checks: ['What does the extension do when it starts?'],
  },
  SIGKILL: {
    title: 'The system killed the program',
    meaning: 'The program could not react. The termination reason, if there is one, says why.',
    checks: ['Common reasons are memory, a watchdog, or an invalid signature.'],
  },
  EXC_CRASH: {
    title: 'The process was terminated',
    meaning: 'This report says no more than that.',
    checks: ['Look in the system log at the time of the crash.'],
  },
}

const sameWords: Readonly<Record<string, string>> = {
  SIGSEGV: 'EXC_BAD_ACCESS',
  SIGBUS: 'EXC_BAD_ACCESS',
  SIGFPE: 'EXC_ARITHMETIC',
  SIGTRAP: 'EXC_BREAKPOINT',
  SIGILL: 'EXC_BAD_INSTRUCTION',
}

const SENT_FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGTERM', 'SIGKILL', 'SIGQUIT'])

const signalText = (name: string): ExplanationText | undefined => signals[sameWords[name] ?? name]

/** Whether there are words for an exception type or a signal. */
export const isKnownSignal = (name: string): boolean => signalText(name) !== undefined

export const ends = {
  sanitizer: (p: Where & { finding?: string | undefined; text: string }): ExplanationText => ({
    title: (sanitizerKinds[p.finding ?? ''] ?? p.text) + inFunction(p),
    meaning: 'A sanitizer built into this program found an invalid access and stopped the program there.',
    checks: ['The first stack is the access; the others show where the memory was allocated and freed.'],
  }),
  'dispatch-sync-deadlock': (p: Where): ExplanationText => ({
    title: `dispatch_sync on the queue that is already running${inFunction(p)}`,
    meaning: 'A block waited for the queue that it runs on. It would have waited forever.',
    checks: ['Call directly, or use async.'],
  }),
  'library-misuse': (p: { library: string; rule: string }): ExplanationText => ({
    title: `${p.library} was misused: ${p.rule}`,
    meaning: 'A system library found that its rules were broken and terminated the program.',
    checks: ['The text names the rule. The first frame of your code below the library made the call.'],
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
          meaning: 'A condition that the author declared must hold did not. This report does not contain its text.',
          checks: ['Look at the assertions in that function.'],
        }
      : {
          title: `Assertion failed: ${p.condition}${p.function === undefined ? '' : ` in ${p.function}`}`,
          meaning: 'A condition that the author declared must hold did not.',
          checks: [`Read line ${p.line ?? ''} of ${p.file ?? ''}.`],
        },
  abort: (p: Where & { text?: string | undefined }): ExplanationText => ({
    title: p.text === undefined ? `The program called abort()${inFunction(p)}` : `The program aborted: ${p.text}`,
    meaning: 'The program or one of its libraries decided to terminate at once.',
    checks: [
      'The first frame of your code below abort made that decision, or the call that led to it.',
      'Look for a message in the console log at the time of the crash.',
    ],
  }),
  hang: (p: Where & { duration?: string | undefined; isWaiting: boolean }): ExplanationText => ({
    title: `The app did not respond${p.duration === undefined ? '' : ` for ${p.duration}`}${p.isWaiting ? ': its thread was waiting' : ''}${inFunction(p)}`,
    meaning: p.isWaiting
      ? 'The thread waited for a lock, a queue or another process.'
      : 'The main thread did not return to its event loop in time.',
    checks: p.isWaiting
      ? ['Which thread holds what this one waits for?', 'Wait asynchronously.']
      : ['Look at the heaviest path of the main thread, and move that work to another queue.'],
  }),
  deadlock: (p: Where & { threads: number; others: number }): ExplanationText => ({
    title:
      (p.threads === 1 ? 'Deadlock: a thread waits for itself' : `Deadlock: ${p.threads} threads wait for each other`) +
      (p.others === 0 ? '' : `, one of ${p.others + 1} deadlocks`),
    meaning:
      p.threads === 1
        ? 'Only the thread itself could end its wait, so it waits for ever.'
        : 'Each of these threads waits for what the next one holds, so none of them goes on.',
    checks: [
      p.threads === 1
        ? 'Where does this thread take the lock, or enter the queue, for the first time?'
        : 'In which order do these threads take their locks? Take them in one order everywhere.',
      'Is other code called, or a queue waited for, while a lock is held?',
    ],
  }),
  'signal-sent': (p: Where & { name: string }): ExplanationText => ({
    title: `The program was ended by ${p.name}, which code sent`,
    meaning:
      'The processor reports a fault as another exception. Here a function such as raise or kill sent the signal, often a handler that had seen a first one.',
    checks: ['Which code sent the signal? The innermost frames show it where the program did so itself.'],
  }),
  signal: (p: Where & { name: string }): ExplanationText => {
    const { title, meaning, checks } = signalText(p.name) ?? { title: p.name, meaning: '', checks: [] }
    // What another process sends says nothing about where a thread happened to be.
    return { title: SENT_FROM_OUTSIDE.has(p.name) ? title : title + inFunction(p), meaning, checks }
  },
} as const
