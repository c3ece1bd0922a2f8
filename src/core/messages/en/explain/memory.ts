/** Accesses to memory that is not there or not allowed, and checks of the heap. */
import { plural } from '../../message.ts'
import { advice, inFunction, type ExplanationText, type Where } from './text.ts'

const bytes = (count: number): string => plural(count, 'byte', 'bytes')

const wildMeanings = {
  unreachable: 'The pointer was overwritten, or it belongs to a freed object.',
  pattern: 'A pointer was read from memory that was freed or never initialized.',
  small:
    'A small number was used as a pointer: an error code, a flag, or what an overwritten pointer left. It may be a single byte in a missing object, too.',
  text: 'Text was written over a pointer: a string overran its buffer, or the memory was reused after it was freed.',
  unmapped:
    'The pointer is neither null nor valid. Most often the object was freed, or the memory that holds the pointer was overwritten.',
} as const

export type WildKind = keyof typeof wildMeanings

/** What was done with the memory, where the report says it. */
export type Access = 'read' | 'write'

const accessed = (access: Access | undefined): string =>
  access === undefined ? 'read or wrote' : access === 'read' ? 'read' : 'wrote'

export const memory = {
  'stack-overflow': (p: Where & { function?: string | undefined }): ExplanationText => ({
    title:
      p.function === undefined
        ? `Stack overflow${inFunction(p)}`
        : `Infinite recursion through ${p.function || 'an unnamed function'}`,
    meaning:
      'Functions called each other until the thread’s stack was full. The main thread has 8 MB on a Mac and 1 MB on a phone, other threads 512 KB.',
    checks: [
      'Which condition should have ended the recursion?',
      'Common causes: a property setter or `didSet` that sets its own property, or `layoutSubviews` that requests layout.',
    ],
  }),
  zombie: (p: Where & { class: string; selector: string }): ExplanationText => ({
    title: `The message ${p.selector} was sent to a freed ${p.class}${inFunction(p)}`,
    meaning: 'The object was freed while something still referred to it.',
    checks: [
      'What should have kept it alive? Look for `unowned`, `assign`, `unsafe_unretained`, and observers that were not removed.',
    ],
  }),
  'zombie-exception': (p: Where & { name?: string | undefined }): ExplanationText => ({
    title: `Access to ${p.name === undefined ? 'an exception' : `a ${p.name}`} that was already freed${inFunction(p)}`,
    meaning:
      'An exception object was used after it was freed. Its name and reason are those of the object, not of this crash.',
    checks: ['Look for an exception that is kept without being retained, or rethrown from a block that ran later.'],
  }),
  'freed-object': (p: Where & { isMessage: boolean; selector?: string | undefined }): ExplanationText => ({
    title: p.isMessage
      ? `${p.selector === undefined ? 'A message' : `The message “${p.selector}”`} was sent to an object that no longer exists${inFunction(p)}`
      : `An object that no longer exists was retained or released${inFunction(p)}`,
    meaning: 'The object’s memory was freed or overwritten while a reference to it was still in use.',
    checks: [
      ...(p.selector === undefined ? [] : [`Which objects does this code send “${p.selector}” to?`]),
      'Look for `unowned`, `assign` and `unsafe_unretained` references, delegates that are not weak, and values shared between threads.',
      'Run with Zombie Objects or Address Sanitizer: both name the object.',
    ],
  }),
  'code-signing': (p: { isLaunch: boolean }): ExplanationText => ({
    title: p.isLaunch
      ? 'The system refused to launch the program: launch constraint violation'
      : 'The system terminated the program because its code signature is invalid',
    meaning: p.isLaunch
      ? 'The program, or one of its helpers, was started in a way that its signature does not allow.'
      : 'A page of code that was about to run does not match the signature. The file was changed after signing, replaced while it ran, or the code was generated without the required entitlement.',
    checks: [
      'Run `codesign --verify --deep --strict --verbose=2` on the bundle.',
      'Was an update installed over the running program?',
      'Code generated at run time needs MAP_JIT and the allow-jit entitlement.',
    ],
  }),
  'pointer-authentication': (p: Where): ExplanationText => ({
    title: `Pointer authentication failed${inFunction(p)}`,
    meaning:
      'On arm64e the upper bits of code pointers and some data pointers hold a signature. It did not match: the pointer was overwritten, belongs to a freed object, or was cast to another function type.',
    checks: [
      'Look for a call through a freed object, or a function pointer cast to another type.',
      'Address Sanitizer finds most overwritten pointers.',
    ],
  }),
  'null-call': (p: Where): ExplanationText => ({
    title: `Call through a null function pointer${inFunction(p)}`,
    meaning: 'The block, callback or weakly linked function that was called does not exist.',
    checks: [
      'Check the block or pointer for nil before the call.',
      'Does this version of the system have the function?',
    ],
  }),
  'null-dereference': (p: Where & { offset: number; access?: Access | undefined }): ExplanationText =>
    p.offset === 0
      ? {
          title: `Null pointer access${inFunction(p)}`,
          meaning: `The program ${accessed(p.access)} through a null pointer.`,
          checks: [advice.nullPointer],
        }
      : {
          title: `Access to a field of a null pointer${inFunction(p)}`,
          meaning: `The program ${accessed(p.access)} ${bytes(p.offset)} past a null pointer: a field of a missing object, or an element of a missing array.`,
          checks: [advice.nullPointer, `The field at offset 0x${p.offset.toString(16)} of its type shows which one.`],
        },
  protection: (p: Where): ExplanationText => ({
    title: `Access that the memory’s protection does not allow${inFunction(p)}`,
    meaning:
      'The address is mapped, but not for this kind of access: constants and code cannot be written, and data cannot be executed.',
    checks: ['Was a string literal or other constant written to?', 'Was a pointer to data called as a function?'],
  }),
  alignment: (p: Where): ExplanationText => ({
    title: `Misaligned memory access${inFunction(p)}`,
    meaning: 'Some instructions need an address that is a multiple of their operand’s size.',
    checks: ['Look for a byte pointer cast to a larger type; use memcpy or `loadUnaligned`.'],
  }),
  'wild-pointer': (p: Where & { kind: WildKind }): ExplanationText => ({
    title: `Access through an invalid pointer${inFunction(p)}`,
    meaning: wildMeanings[p.kind],
    checks: [
      'Run with Address Sanitizer: it stops at the first invalid access and shows what freed the memory.',
      'Look for data that several threads use without a lock.',
    ],
  }),
  'heap-bad-free': (p: Where): ExplanationText => ({
    title: `Memory was freed twice, or was never allocated${inFunction(p)}`,
    meaning: 'free() was given a pointer that is not a live allocation.',
    checks: heapChecks,
  }),
  'heap-corruption': (): ExplanationText => ({
    title: 'The heap is corrupted',
    meaning:
      'Something wrote outside its allocation, or into memory that it had freed. The crash is where this was noticed, not where it happened.',
    checks: heapChecks,
  }),
  'stack-smashed': (p: Where): ExplanationText => ({
    title: `Stack buffer overflow${inFunction(p)}`,
    meaning: 'The value that guards the return address was overwritten before the function returned.',
    checks: ['Look for a copy into a local array whose size is not checked.'],
  }),
} as const

const heapChecks = [
  'Run with Address Sanitizer: it stops at the invalid write itself.',
  'Turn on Malloc Scribble and Guard Malloc.',
]
