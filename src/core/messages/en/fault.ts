/** What the instructions at a fault tell: what was read or written, what a trap is, what the processor's own registers say. */
import { plural } from '../message.ts'

/** What was done to memory. */
export type Touch = 'read' | 'write' | 'execute'

const did: Readonly<Record<Touch, string>> = { read: 'read', write: 'wrote', execute: 'ran' }
const place = (p: { place: string; registers: readonly string[]; address: string }): string =>
  p.place === p.address ? p.address : `${p.place}: ${[...p.registers, `so ${p.address}`].join(', ')}`

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
    `${p.instruction} is a trap that the compiler put here: a check of Swift that failed, fatalError, __builtin_trap, or code that cannot be reached`,
  'trap-debugger': (p: { instruction: string }) =>
    `${p.instruction} is a breakpoint: __builtin_debugtrap, or a debugger`,
  'trap-sanitizer': (p: { instruction: string; check: number }) =>
    `${p.instruction} is a trap of UndefinedBehaviorSanitizer: check ${p.check} failed`,
  'trap-signature': (p: { instruction: string; key: string }) =>
    `${p.instruction} is the trap behind a pointer authentication with key ${p.key} that failed`,
  'trap-divide': (p: { instruction: string }) => `${p.instruction} divides by zero, or its quotient does not fit`,
  overflow: (p: { branch: string; at: string }) =>
    `${p.branch} at ${p.at} comes here when a sum does not fit, and the overflow flag is set: an integer overflow`,
  'esr-says': (p: { esr: string; says: string }) => `esr ${p.esr}: ${p.says}`,
  'page-fault': (p: { error: string; touch: Touch; isPresent: boolean }) =>
    `error code ${p.error}: a page fault, ${p.touch === 'execute' ? 'fetching code' : `on a ${p.touch}`}, ${p.isPresent ? 'which the page does not allow' : 'where nothing is mapped'}`,
} as const

/** What the exception class and the fault status of an arm64 `esr` mean. */
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

/** What instructions of pointer authentication and branch targets are for, by the begin of their names. */
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
  title: 'At the fault',
  caller: 'At the call that led to the fault',
  from: {
    report: 'Instructions from the report’s own bytes.',
    memory: 'Instructions from the memory of the dump.',
    binary: 'Instructions from the binary of this build.',
  },
  stopped: 'the program stopped here',
  called: 'the call',
  noInstruction: 'no instruction',
  address: 'Address',
  bytes: 'Bytes',
  instruction: 'Instruction',
  note: 'Note',
} as const

/** What stands behind an instruction. */
export const faultNotes = {
  target: ({ name }: { name: string }) => `→ ${name}`,
  string: ({ text }: { text: string }) => `“${text}”`,
  section: ({ section }: { section: string }) => `in ${section}`,
  protection: ({ kind }: { kind: keyof typeof protections }) => protections[kind],
} as const
