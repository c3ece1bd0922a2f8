/** Accesses to memory that is not there or not allowed, and checks of the heap. */
import { plural } from '../../numbers.ts'
import { titles } from '../labels.ts'
import { advice, inFunction, nextFrame, type AroundAccess, type ExplanationText, type Where } from './text.ts'

const bytes = (count: number): string => plural(count, 'byte', 'bytes')

const wildCauses = {
  unreachable: [
    'The pointer may be overwritten, or of a freed object',
    'Intel processors fault so for pointers that are no addresses, and for some instructions that touch no memory at all.',
  ],
  pattern: [
    'The pointer may come from memory that was freed or never initialized',
    'The address is a value that memory is filled with.',
  ],
  small: [
    'A small number may have been used as a pointer',
    'It may be an error code, a flag, what an overwritten pointer left, or a single byte in a missing object.',
  ],
  negative: [
    'A small negative number may have been used as a pointer',
    'It may be an error code, an index such as -1, or an offset before a null pointer.',
  ],
  text: [
    'Text may have been written over a pointer',
    'A string may have overrun its buffer, or the memory was reused after it was freed.',
  ],
  unmapped: [
    'The object may have been freed, or the pointer to it overwritten',
    'Pointers into memory that was given back, and overwritten ones, fault in this way.',
  ],
} as const

export type WildKind = keyof typeof wildCauses

/** The kind of access, where the report says it. */
export type Access = 'read' | 'write'

const accessed = (access: Access | undefined): string =>
  access === undefined ? 'read or wrote' : access === 'read' ? 'read' : 'wrote'

/** The pointer to look for after an access near address 0. */
const nullAdvice = ({ isNullSafe, hasLine }: AroundAccess): string =>
  isNullSafe ? advice.emptyObject : hasLine ? advice.nullPointer : advice.nullSomewhere

/** An allocator's diagnosis of the memory of a failed access. */
export interface MemoryDiagnosis {
  readonly error: string
  readonly size?: number | undefined
  readonly isFreed?: boolean | undefined
  /** From the start of the allocation to the access. */
  readonly distance?: number | undefined
  readonly confidence?: string | undefined
  readonly freedIn?: string | undefined
}

const memoryErrors: ReadonlyMap<string, string> = new Map([
  ['use-after-free', 'Use after free'],
  ['buffer-overflow', 'Buffer overflow'],
  ['out-of-bounds', 'Access out of bounds'],
  ['double-free', 'Double free'],
  ['invalid-free', 'Invalid free'],
])

function placeWords(distance: number, size: number): string {
  if (distance < 0) return titles.beforeAllocation({ bytes: -distance })
  if (distance < size) return titles.inAllocation({ bytes: distance })
  return distance === size ? titles.behindAllocation : titles.pastAllocation({ bytes: distance - size })
}

/** `access 16 bytes into an allocation of 48 bytes`; undefined where the report gives neither place nor size. */
export function memoryPlace({ size, distance }: MemoryDiagnosis): string | undefined {
  if (size === undefined) return undefined
  return distance === undefined
    ? `an allocation of ${bytes(size)}`
    : `access ${placeWords(distance, size)} of ${bytes(size)}`
}

export const memory = {
  'memory-error': (p: Where & MemoryDiagnosis): ExplanationText => ({
    title: `${memoryErrors.get(p.error) ?? capital(p.error)}${inFunction(p)}${p.size === undefined ? '' : `: ${bytes(p.size)}`}${p.freedIn === undefined ? '' : `, freed in ${p.freedIn}`}`,
    meaning: `The allocator reports this error${p.confidence === undefined ? '' : ` with ${p.confidence} confidence`}.${p.isFreed === true ? ' The memory was freed before the access.' : p.isFreed === false ? ' The allocation was still in use.' : ''}`,
    checks: [
      'The stacks below show who allocated and freed the memory, where the report has them.',
      ...(p.isFreed === true ? ['Who still held the pointer after the memory was freed?'] : []),
      ...(p.isFreed === false ? ['Which size or index let the access leave the allocation?'] : []),
    ],
  }),
  'stack-overflow': (p: Where & Recursion): ExplanationText => ({
    title: p.function === undefined ? `Stack overflow${inFunction(p)}` : recursionThrough(p.function),
    meaning:
      'The thread’s stack was full. On Apple’s systems the main thread has 8 MB on a Mac and 1 MB on a phone. Other threads have 512 KB unless the program asks for another size.',
    checks: stackChecks(p),
  }),
  'stack-exceeded': (p: Where & Recursion & { text: string }): ExplanationText => ({
    title: p.function === undefined ? p.text + inFunction(p) : `${recursionThrough(p.function)}: ${p.text}`,
    meaning: 'The system says that the thread’s stack was full.',
    checks: stackChecks(p),
  }),
  'stack-guard-of-other': (p: Where & { text: string }): ExplanationText => ({
    title: p.text,
    meaning: 'The program accessed the guard page at the end of the stack of another thread than the one that crashed.',
    checks: ['Does this thread hold a pointer to a local variable of that thread?'],
    needing: { addressSanitizer: 'Run with Address Sanitizer.' },
  }),
  'page-in-error': (p: Where & { text: string }): ExplanationText => ({
    title: `A mapped file could not be read${inFunction(p)}: ${p.text}`,
    meaning:
      'The memory is a part of a file, and the system could not read that part when it was needed. The file may be gone, shorter than before, or on a disk that failed.',
    checks: ['Which file is mapped there, and who changes or removes it?', 'Is it on a network or removable volume?'],
  }),
  'page-unreadable': (p: Where & { address?: string | undefined }): ExplanationText => ({
    title: `A page of memory could not be read${inFunction(p)}`,
    meaning:
      'The kernel’s code is KERN_MEMORY_ERROR: the memory is mapped, but what is behind the mapping (a file, or memory that was compressed) did not give the page.',
    checks: [
      'Which file is mapped at that address? It may be gone, shorter than before, or protected while the device is locked.',
      'Kernel triage lines, where the report has them, say what the file system answered.',
    ],
  }),
  'tag-check': (p: Where & { address?: string | undefined }): ExplanationText => ({
    title: `Memory tag check failed${inFunction(p)}`,
    meaning:
      'The tag in the pointer is not the tag of the memory at that address (memory tagging, MTE). The memory is there, but belongs to another allocation than the pointer: a use after free, or an access past the bounds.',
    checks: ['Look at the stacks that allocated and freed the memory, where the report has them.'],
    needing: { addressSanitizer: 'Run with Address Sanitizer: it shows which of the two it is.' },
  }),
  'tag-canonical': (p: Where & { address?: string | undefined }): ExplanationText => ({
    title: `Memory tag check failed: a tagged pointer into memory without tags${inFunction(p)}`,
    meaning: 'The pointer has a tag (memory tagging, MTE), and the memory at its address has none.',
    checks: ['Was the pointer computed from an allocation with tags, and left its bounds?'],
  }),
  quarantine: (p: Where & { address?: string | undefined }): ExplanationText => ({
    title: `Access to memory in the sanitizer’s quarantine${inFunction(p)}`,
    meaning: 'The allocator keeps memory that was freed for a while, and the program accessed it there.',
    checks: ['Look at the stacks that allocated and freed the memory, where the report has them.'],
  }),
  'garbage-pointer': (p: Where & AroundAccess & { text: string }): ExplanationText => ({
    title: `${capital(p.text)}${inFunction(p)}`,
    meaning: 'The program that wrote the report says that the pointer is no address.',
    ...wildChecks(p),
  }),
  'general-protection': (p: Where & AroundAccess): ExplanationText => ({
    title: `General protection fault${inFunction(p)}`,
    meaning: 'The processor refused the instruction, and gives neither a reason nor an address.',
    ...wildChecks(p),
  }),
  'invalid-access': (p: Where & { address: string; access?: Access | undefined }): ExplanationText => ({
    title: `Invalid memory access at ${p.address}${inFunction(p)}`,
    meaning: `The program ${accessed(p.access)} memory at an address that it could not access in this way.`,
    checks: [],
    needing: { addressSanitizer: 'Run with Address Sanitizer: it stops at the first invalid access.' },
  }),
  zombie: (p: Where & { class: string; selector: string }): ExplanationText => ({
    title: `The message ${p.selector} was sent to a freed ${p.class}${inFunction(p)}`,
    meaning: 'The object was freed while something still referred to it.',
    checks: ['What should have kept it alive?'],
    needing: { arc: 'Look for `unowned`, `assign`, `unsafe_unretained`, and observers that were not removed.' },
  }),
  'zombie-exception': (p: Where & { name?: string | undefined }): ExplanationText => ({
    title: `Access to ${p.name === undefined ? 'an exception' : `a ${p.name}`} that was already freed${inFunction(p)}`,
    meaning:
      'An exception object was used after it was freed. Its name and reason are those of the object, not of this crash.',
    checks: ['Look for an exception that is kept without being retained, or rethrown from a block that ran later.'],
  }),
  'freed-object': (p: Where & { isMessage: boolean; selector?: string | undefined }): ExplanationText => ({
    title: p.isMessage
      ? `${p.selector === undefined ? 'A message' : `The message “${p.selector}”`} may have been sent to an object that no longer exists${inFunction(p)}`
      : `An object that no longer exists may have been retained or released${inFunction(p)}`,
    meaning: 'Accesses that fail in this function are most often of an object whose memory was freed or overwritten.',
    checks: [
      ...(p.selector === undefined ? [] : [`Which objects does this code send “${p.selector}” to?`]),
      'Run with Zombie Objects: it names the object.',
    ],
    needing: {
      arc: 'Look for `unowned`, `assign` and `unsafe_unretained` references, delegates that are not weak, and values shared between threads.',
      addressSanitizer: 'Run with Address Sanitizer: it shows what freed the object.',
    },
  }),
  'bounds-safety': (p: Where): ExplanationText => ({
    title: `A bounds check failed${inFunction(p)}`,
    meaning: 'The program was built with -fbounds-safety, and a pointer left the bounds that are declared for it.',
    checks: ['Which pointer is indexed there, and who gives its count?'],
  }),
  'undefined-behavior': (p: Where): ExplanationText => ({
    title: `A check for undefined behavior failed${inFunction(p)}`,
    meaning: 'The program was built with checks of the Undefined Behavior Sanitizer that trap.',
    checks: ['The instruction at the fault names the check.'],
  }),
  division: (p: Where): ExplanationText => ({
    title: `An integer division failed${inFunction(p)}`,
    meaning: 'The processor refused a division: the divisor was 0, or the quotient did not fit.',
    checks: [advice.divisor],
  }),
  'floating-point': (p: Where): ExplanationText => ({
    title: `A floating-point operation failed${inFunction(p)}`,
    meaning:
      'The processor stops for such an operation only where the program, or a library of it, switched floating-point exceptions on.',
    checks: [
      'Which code switches them on? Debug builds and libraries for numeric work do, and other libraries do not expect it.',
      'Which operation overflows, divides by zero or has no value there?',
    ],
  }),
  'null-call': (p: Where): ExplanationText => ({
    title: `Execution at address 0${nextFrame(p)}`,
    meaning:
      'The program counter is 0. Most often a block, callback or weakly linked function was called that does not exist.',
    checks: [
      'Check the block or pointer for nil before the call.',
      'Does this version of the system have the function?',
    ],
  }),
  'refused-instruction': (p: Where & { mnemonic: string }): ExplanationText => ({
    title: `The processor refused the instruction ${p.mnemonic}${inFunction(p)}`,
    meaning: 'The debugger shows this instruction where the program stopped.',
    checks: ['Does this processor have that instruction, and for which processors was the program compiled?'],
  }),
  'ended-by-access': (p: { ender: string }): ExplanationText => ({
    title: `The program ended itself in ${p.ender}`,
    meaning:
      'Code calls this function for an error after which it cannot go on. The function then makes an access that fails.',
    checks: [
      'The frames below it show which code found the error.',
      'Look for its message in the console log at the time of the crash.',
    ],
  }),
  'access-in-call': (): ExplanationText => ({
    title: 'A failed access is reported, but the thread was in a system call',
    meaning:
      'The registers are of a system call, not of an access. A signal that code sent leaves such a report, and its address then means nothing.',
    checks: ['Did code send the signal, or did a handler catch a fault first? See the innermost frames.'],
  }),
  'null-dereference': (
    p: Where & AroundAccess & { offset: number; access?: Access | undefined; mayBeJump?: boolean | undefined },
  ): ExplanationText =>
    p.offset === 0 && p.mayBeJump === true
      ? {
          title: `Access to address 0${inFunction(p)}`,
          meaning: 'The program read or wrote at address 0, or tried to run code there. The report does not say which.',
          checks: ['Which pointer, block or callback can be null, and why is it not checked?'],
        }
      : p.offset === 0
        ? {
            title: `Null pointer access${inFunction(p)}`,
            meaning: `The program ${accessed(p.access)} through a null pointer.`,
            checks: [p.hasLine ? advice.nullPointer : advice.nullSomewhere],
          }
        : {
            title: `Access to a field of a null pointer, ${bytes(p.offset)} past it${inFunction(p)}`,
            meaning: `The program ${accessed(p.access)} ${bytes(p.offset)} past a null pointer: ${p.isNullSafe ? 'one in the memory of the object.' : 'a field of a missing object, or an element of a missing array.'}`,
            checks: [
              nullAdvice(p),
              ...(p.isOwn ? [`The field at offset 0x${p.offset.toString(16)} of its type shows which one.`] : []),
            ],
          },
  'null-page': (p: Where & AroundAccess & { address?: string | undefined }): ExplanationText => ({
    title: `Access to the first page of memory${p.address === undefined ? '' : `, at ${p.address}`}${inFunction(p)}`,
    meaning:
      'No program may access that page: systems keep it closed, so that null pointers fault, with an offset, too.',
    checks: [nullAdvice(p)],
  }),
  protection: (p: Where): ExplanationText => ({
    title: `Access that the memory’s protection does not allow${inFunction(p)}`,
    meaning:
      'The address is mapped, but not for this kind of access: constants and code cannot be written, data cannot be executed, and guard pages cannot be touched.',
    checks: ['What is mapped at that address? See the list of memory regions, where the report has one.'],
  }),
  alignment: (p: Where & AroundAccess): ExplanationText => ({
    title: `Misaligned memory access${inFunction(p)}`,
    meaning: 'Some instructions need an address that is a multiple of their operand’s size.',
    checks: [
      p.isObject
        ? 'This function takes an object, and objects lie at aligned addresses: which pointer was it given? The object may be freed or overwritten.'
        : 'Look for a byte pointer cast to a larger type; use memcpy.',
    ],
    needing: { swift: p.isObject ? undefined : 'In Swift, use `loadUnaligned`.' },
  }),
  'code-not-runnable': (p: Where & { address: string }): ExplanationText => ({
    title: `Code at ${p.address}${inFunction(p)} could not be run`,
    meaning:
      'The program counter is the address of the fault, and it lies in the code of an image. The page was not one that may run, so the address may be right.',
    checks: ['What may have changed that page or its protection: a hook, a debugger, a fork, an injected library?'],
  }),
  'jump-nowhere': (p: Where & { address: string; isMapped?: boolean | undefined }): ExplanationText => ({
    title: `Execution at ${p.address}, ${p.isMapped === undefined ? 'where no code could run' : p.isMapped ? 'which holds no code that may run' : 'where there is no code'}${nextFrame(p)}`,
    meaning:
      'The program counter is the address of the fault: the program called or returned to an address that is wrong.',
    checks: ['Which function pointer, block or virtual function was called? Its object may be freed or overwritten.'],
    needing: { addressSanitizer: 'Run with Address Sanitizer.' },
  }),
  'wild-pointer': (p: Where & AroundAccess & { kind: WildKind }): ExplanationText => ({
    title: wildCauses[p.kind][0],
    meaning: wildCauses[p.kind][1],
    ...wildChecks(p),
  }),
  'heap-bad-free': (p: Where): ExplanationText => ({
    title: `The program freed a pointer that is no allocation${inFunction(p)}`,
    meaning: 'The memory was freed before, was never allocated, or the pointer is not the start of its block.',
    checks: [mallocTools],
    needing: {
      addressSanitizer:
        'Run with Address Sanitizer: it stops at the free, and shows whether something freed the memory before.',
    },
  }),
  'heap-corruption': (): ExplanationText => ({
    title: 'The heap is corrupted',
    meaning:
      'Something wrote outside its allocation, or into memory that it had freed. The crash is where this was noticed, not where it happened.',
    checks: [mallocTools],
    needing: { addressSanitizer: 'Run with Address Sanitizer: it stops at the invalid write itself.' },
  }),
  'heap-check': (p: Where): ExplanationText => ({
    title: `A check of malloc failed${inFunction(p)}`,
    meaning:
      'malloc checks the pointers that it is given and its own data. It found one that cannot be right, and called abort().',
    checks: ['Look in the console log for malloc’s message: it names the pointer and the error.', mallocTools],
    needing: { addressSanitizer: 'Run with Address Sanitizer: it stops at the first error in the heap.' },
  }),
  'stack-smashed': (p: Where): ExplanationText => ({
    title: `Stack buffer overflow${inFunction(p)}`,
    meaning: 'The value that guards the return address was overwritten before the function returned.',
    checks: ['Look for a copy into a local array whose size is not checked.'],
  }),
} as const

interface Recursion {
  /** The function that repeats. */
  readonly function?: string | undefined
  /** It frees objects. */
  readonly isOfFree?: boolean | undefined
}

const recursionThrough = (name: string): string => `Recursion too deep through ${name || 'an unnamed function'}`

const COMMON_RECURSIONS =
  'Common causes: a setter or an observer that sets its own property, or `layoutSubviews` that requests layout.'

/** A function of C++ sets no property. */
const isOfCpp = (name: string): boolean => name.includes('::')

const stackChecks = ({ function: name, isOfFree }: Recursion): readonly string[] =>
  name === undefined
    ? ['Are there large local variables, or calls that go very deep?']
    : isOfFree
      ? ['Does a long chain of objects hold one another, such as a linked list? Take it apart in a loop.']
      : ['Which condition should have ended the recursion?', ...(isOfCpp(name) ? [] : [COMMON_RECURSIONS])]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const wildChecks = ({ hasThreads }: AroundAccess): Pick<ExplanationText, 'checks' | 'needing'> => ({
  checks: hasThreads ? ['Look for data that several threads use without a lock.'] : [],
  needing: {
    addressSanitizer:
      'Run with Address Sanitizer: it stops at the first invalid access, and shows what freed the memory if something did.',
  },
})

const mallocTools = 'Turn on Malloc Scribble and Guard Malloc.'
