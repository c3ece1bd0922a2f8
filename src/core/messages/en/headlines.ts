/** Headlines of reports that no explanation was found for. */
import { labelText } from '../joins.ts'
import { plural } from '../numbers.ts'
import { formatMemory } from '../quantities.ts'

const codes: Readonly<Record<string, string>> = {
  EXC_BAD_ACCESS: 'Invalid memory access',
  EXC_BAD_INSTRUCTION: 'Invalid instruction',
  EXC_BREAKPOINT: 'Trap or breakpoint instruction',
  EXC_CRASH: 'Terminated by a signal',
  EXC_RESOURCE: 'Resource limit exceeded',
  EXC_GUARD: 'Misuse of a guarded resource',
  EXC_ARITHMETIC: 'Arithmetic error',
  SIGABRT: 'The program aborted',
  SIGSEGV: 'Invalid memory access',
  SIGBUS: 'Invalid memory access',
  SIGILL: 'Invalid instruction',
  SIGTRAP: 'Trap or breakpoint instruction',
  SIGKILL: 'Killed from outside',
  SIGFPE: 'Arithmetic error',
  SIGSTOP: 'Stopped with SIGSTOP, as debuggers do',
  SIGINT: 'Interrupted',
}

/** The code of an exception or a signal in plain words; undefined for unknown codes. */
export const wordsOfCode = (code: string): string | undefined => codes[code]

export const headlines = {
  'exception-reason': ({ reason }: { reason: string }) => reason,
  'exception-name': ({ name }: { name: string }) => `Uncaught ${name}`,
  'exception-name-survived': ({ name }: { name: string }) => `${name} was reported`,
  'exception-code': ({ code }: { code: string }) => codes[code] ?? code,
  'code-said-around': ({ code }: { code: string }) => `Crashed with ${code}, as the text around the report says`,
  terminated: () => 'The program was terminated',
  'crashed-in': ({ function: name, innermost }: { function: string; innermost?: string | undefined }) =>
    innermost === undefined ? `Crashed in ${name}` : `Crashed in ${innermost}, called from ${name}`,
  'stopped-in': ({ function: name }: { function: string }) => `Stopped in ${name}; no cause was found`,
  'crashed-untold': () => 'Crashed; no cause was found',
  'kind-of-report': ({ label, process }: { label: string; process: string }) =>
    [labelText(label), process].filter(Boolean).join(': '),
  /** The event of a spindump in its own words: `Shutdown stall: loginwindow`. */
  event: ({ event, process }: { event: string; process: string }) =>
    [event.charAt(0).toUpperCase() + event.slice(1), process].filter(Boolean).join(': '),
  /** The total of `leaks(1)`: `8 leaks, 384 B: Shelf`. */
  leaks: ({ leaks, bytes, process }: { leaks: number; bytes: number; process: string }) =>
    [leaks === 0 ? 'No leaks were found' : `${plural(leaks, 'leak', 'leaks')}, ${formatMemory(bytes)}`, process]
      .filter(Boolean)
      .join(': '),
  untold: () => 'No cause was found in this report',
} as const
