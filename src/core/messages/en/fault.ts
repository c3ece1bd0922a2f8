/** Facts from the instructions at a fault: the access, the kind of trap, the processor's own registers. */
import { type Digits, formatList, plural } from '../numbers.ts'

/** Kinds of access to memory. */
export type Touch = 'read' | 'write' | 'execute'

const did: Readonly<Record<Touch, string>> = { read: 'read', write: 'wrote', execute: 'ran' }
const place = (p: { place: string; registers: readonly string[]; address: string }): string =>
  p.place === p.address ? p.address : `${p.place}: ${[...p.registers, `so ${p.address}`].join(', ')}`

type Operation = keyof typeof operations
const operations = {
  addition: 'an addition',
  subtraction: 'a subtraction',
  multiplication: 'a multiplication',
  negation: 'a negation',
} as const

/** Kinds of functions that end a program. */
export type EndingFunction = keyof typeof endingTexts

/** Why a program calls such functions. */
export const endingTexts = {
  swift: 'a fatalError, precondition or assertion of Swift failed',
  'swift-runtime': 'a check of the Swift runtime failed',
  'pure-virtual': 'a pure virtual function was called, of an object that is being made or destroyed',
  'deleted-virtual': 'a deleted virtual function was called',
  terminate: 'a C++ exception was not caught, or must not be thrown there',
  libcxx: 'a check of the C++ library failed',
  'stack-check': 'the canary of the stack was overwritten',
  abort: 'the program aborted itself',
  objc: 'the Objective-C runtime gave up, or an exception was not caught',
  rust: 'a panic of Rust',
} as const

/** Failed checks by their numbers: `SanitizerHandler.h` of clang. */
const sanitizerChecks: readonly string[] = [
  'an addition overflowed',
  '__builtin_unreachable was reached',
  'a check of control flow integrity failed',
  'a division by zero, or one that overflowed',
  'an object is of another type than its pointer says',
  'a floating-point number does not fit the integer',
  'a function was called by a pointer of another type',
  'an implicit conversion changed a value',
  'a builtin was given 0, which it does not take',
  'an Objective-C object is of another class than the cast says',
  'a value is none of its type, as a bool that is neither 0 nor 1',
  'the end of a function that returns a value was reached',
  'a multiplication overflowed',
  'a negation overflowed',
  'nil was passed where the parameter is _Nonnull',
  'nil was returned where the function returns _Nonnull',
  'null was passed where the parameter is nonnull',
  'null was returned where the function returns nonnull',
  'an index is out of bounds',
  'arithmetic on a pointer overflowed',
  'a shift by a negative number, or by more bits than there are',
  'a subtraction overflowed',
  'a pointer is null, not aligned, or to too small an object',
  'a pointer is not aligned as it was stated',
  'a variable length array has a length that is not positive',
]

/** Each is a sentence without its full stop. */
export const faultFacts = {
  /** The address of the access, made of the operands and the registers, is the one that the report gives. */
  access: (p: {
    instruction: string
    touch: Touch
    bytes?: number | undefined
    place: string
    registers: readonly string[]
    address: string
  }) =>
    `${p.instruction} ${did[p.touch]} ${p.bytes === undefined ? 'memory' : plural(p.bytes, 'byte', 'bytes')} at ${place(p)}`,
  'bad-call': (p: { instruction: string; register: string; address: string }) =>
    `${p.instruction} called the address in ${p.register}, which is ${p.address}: no code is there`,
  'trap-general': (p: { instruction: string }) =>
    `${p.instruction} is a trap of the compiler: for a failed check of Swift, for __builtin_trap, or for code that cannot be reached`,
  'trap-debugger': (p: { instruction: string }) =>
    `${p.instruction} is a breakpoint: code stops itself so, for a debugger or where a check fails`,
  'trap-sanitizer': (p: { instruction: string; check: Digits }) =>
    `${p.instruction} is a trap of UndefinedBehaviorSanitizer: ${sanitizerChecks[p.check] ?? `check ${p.check} failed`}`,
  'trap-bounds-safety': (p: { instruction: string }) =>
    `${p.instruction} is the trap of a bounds check of -fbounds-safety: a pointer was used outside of its bounds`,
  'trap-signature': (p: { instruction: string; key: string }) =>
    `${p.instruction} is the trap behind a pointer authentication with key ${p.key} that failed`,
  'trap-signature-or-webkit': (p: { instruction: string }) =>
    `${p.instruction} is the trap behind a pointer authentication with key IB that failed, or CRASH() of WebKit, which has the same number`,
  'trap-undefined': (p: { instruction: string }) =>
    `${p.instruction} is no instruction that can run: the program came to data, or a compiler put it where it must not come`,
  'trap-other': (p: { instruction: string }) =>
    `${p.instruction} is a breakpoint with a number that compilers do not use: the program’s own code put it here`,
  /** Of an artificial inlined call. */
  'trap-reason': (p: { instruction: string; reason: string }) =>
    `${p.instruction} is the trap of a check that failed. The debug information names it: ${p.reason}`,
  'trap-function': (p: { instruction: string; name: string; ending: EndingFunction }) =>
    `${p.instruction} is how ${p.name} ends a program: ${endingTexts[p.ending]}`,
  'trap-behind-call': (p: { instruction: string; name: string; ending: EndingFunction }) =>
    `${p.instruction} follows a call of ${p.name}, which does not return: ${endingTexts[p.ending]}`,
  'trap-divide': (p: { instruction: string }) => `${p.instruction} divides by zero, or its quotient does not fit`,
  overflow: (p: { branch: string; at: string; operation?: Operation | undefined; isUnsigned?: true | undefined }) =>
    `${p.branch} at ${p.at} came here, and the flags agree: an integer overflow${p.operation === undefined ? '' : ` in ${p.isUnsigned ? `an unsigned ${p.operation}` : operations[p.operation]}`}`,
  'arrival-zero': (p: { branch: string; at: string; register: string }) =>
    `${p.branch} at ${p.at} came here because ${p.register} is 0: nil, a null pointer or a divisor of 0`,
  'arrival-bit': (p: { branch: string; at: string; register: string; bit: Digits; isSet: boolean }) =>
    `${p.branch} at ${p.at} came here because bit ${p.bit} of ${p.register} is ${p.isSet ? 'set' : 'clear'}`,
  'arrival-compare': (p: { branch: string; at: string; test: string; values: readonly string[] }) =>
    `${p.branch} at ${p.at} came here after ${p.test}, where ${formatList(p.values)}`,
  'index-check': (p: { test: string }) =>
    `${p.test} compares without sign before a trap, as the check of an index or a size does`,
  'esr-says': (p: { esr: string; says: string }) => `esr ${p.esr}: ${p.says}`,
  'page-fault': (p: { error: string; touch: Touch; isPresent: boolean }) =>
    `error code ${p.error}: a page fault, ${p.touch === 'execute' ? 'fetching code' : `on a ${p.touch}`}, ${p.isPresent ? 'which the page does not allow' : 'where nothing is mapped'}`,
} as const

/** Meanings of the exception class and the fault status of an arm64 `esr`. */
export const esrTexts = {
  unknown: 'an instruction that the processor does not know or does not allow',
  'branch-target': 'a jump to a place that is no branch target (BTI)',
  'pointer-authentication': 'pointer authentication failed',
  'instruction-abort': 'fetching code failed',
  'pc-alignment': 'the program counter is not aligned',
  'data-abort.read': 'a read of memory failed',
  'data-abort.write': 'a write to memory failed',
  'sp-alignment': 'the stack pointer is not aligned',
  breakpoint: 'a brk instruction',
  translation: 'nothing is mapped there',
  'access-flag': 'the page is marked as never used',
  permission: 'the page does not allow it',
  alignment: 'the address is not aligned',
  tag: 'the memory has another tag (MTE)',
  'address-size': 'the address is larger than the processor can reach',
} as const

/** Purposes of instructions for pointer authentication and branch targets, by the beginning of their names. */
export const protections = {
  sign: 'Signs a pointer (PAC), so that it cannot be exchanged unnoticed.',
  authenticate:
    'Checks the signature of a pointer (PAC). One that was changed becomes an address that faults, or traps at once.',
  strip: 'Takes the signature off a pointer (PAC) without checking it.',
  branch: 'Checks the signature of a pointer (PAC), then goes where it points.',
  load: 'Checks the signature of a pointer (PAC), then reads what it points at.',
  target: 'Marks a place where indirect branches may arrive (BTI); elsewhere they fault.',
} as const

export const faultWords = {
  title: 'Crash point',
  caller: 'At the call that led to the fault',
  /** Follow facts that are not proved. */
  grades: { likely: 'likely', possible: 'possible' },
  from: {
    report: 'Instructions from the report’s own bytes.',
    memory: 'Instructions from the memory of the dump.',
    binary: 'Instructions from the binary of this build.',
  },
  stopped: 'the program stopped here',
  called: 'the call',
  here: 'the thread was here',
  noCall: 'the frame’s address; no call comes before it',
  instructions: 'Instructions',
  noInstruction: 'no instruction',
  address: 'Address',
  bytes: 'Bytes',
  instruction: 'Instruction',
  note: 'Note',
} as const

/** Notes after an instruction. */
export const faultNotes = {
  target: ({ name }: { name: string }) => `→ ${name}`,
  string: ({ text }: { text: string }) => `“${text}”`,
  constant: ({ text }: { text: string }) => `@“${text}”`,
  selector: ({ name }: { name: string }) => `selector ${name}`,
  class: ({ name }: { name: string }) => `class ${name}`,
  import: ({ name }: { name: string }) => `pointer to ${name}`,
  section: ({ section }: { section: string }) => `in ${section}`,
  protection: ({ kind }: { kind: keyof typeof protections }) => protections[kind],
} as const
