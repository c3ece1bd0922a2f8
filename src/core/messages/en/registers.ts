/** Meanings of a register's value. Parts of sentences, without full stops. */
import { plural } from '../numbers.ts'
import type { Digits } from '../numbers.ts'
import { faultNotes } from '../fault.ts'

const patterns = {
  freed: 'freed memory (MallocScribble writes 0x55)',
  fresh: 'memory that was never written (MallocPreScribble and Clang’s -ftrivial-auto-var-init write 0xaa)',
  freedBlock: 'freed block (Apple’s allocator)',
  sanitizerFresh: 'new memory that was never written (AddressSanitizer writes 0xbe)',
  deadBeef: 'a marker that programs leave on purpose',
} as const

/** Bits of a pointer that are no part of the address. */
const strayBits = {
  signature: 'signature or tag',
} as const

/** Of a thread with this number; without one, of the only stack that is meant. */
const stackOf = (thread: Digits | undefined): string =>
  thread === undefined ? 'the stack' : `stack of thread ${thread}`

export const valueFacts = {
  // Contents of an image's file at an address.
  ...faultNotes,
  zero: () => 'null',
  pattern: ({ name }: { name: keyof typeof patterns }) => patterns[name],
  'near-pattern': ({ name, bytes }: { name: keyof typeof patterns; bytes: number }) =>
    `${plural(bytes, 'byte', 'bytes')} from a pointer that was read from ${patterns[name]}`,
  /** A function, or a named place in data. */
  symbol: ({ name, bytes, image }: { name: string; bytes: Digits; image: string }) =>
    `${name}${bytes > 0 ? ` + ${bytes}` : ''} (${image})`,
  'return-address': ({ name, bytes, image }: { name: string; bytes: Digits; image: string }) =>
    `return address in ${name} + ${bytes} (${image})`,
  image: ({ image, offset }: { image: string; offset: Digits }) => `${image} + ${offset}`,
  class: ({ name, image }: { name: string; image: string }) => `class ${name} (${image})`,
  'stripped-bits': ({ address, bits }: { address: string; bits: string }) =>
    `${address} without the ${strayBits.signature} ${bits}`,
  'stack-pointer': ({ thread }: { thread?: Digits }) =>
    `top of ${thread === undefined ? '' : 'the '}${stackOf(thread)}`,
  stack: ({ thread, register, bytes }: { thread?: Digits; register: string; bytes: number }) => {
    const distance: Digits = Math.abs(bytes)
    return `${stackOf(thread)}, ${register} ${bytes < 0 ? '−' : '+'} ${distance}`
  },
  region: ({ name, access, range }: { name: string; access: string; range: string }) => `${name}, ${access} (${range})`,
  guard: ({ name, range }: { name: string; range: string }) => `${name}: no access (${range})`,
  unmapped: ({ range }: { range: string }) => `nothing is mapped here (${range})`,
  'points-to-text': ({ text }: { text: string }) => `points to “${text}”`,
  'points-to': ({ name, image }: { name: string; image: string }) => `points to a pointer to ${name} (${image})`,
  object: ({ name }: { name: string }) => `object of ${name}`,
  tagged: () => 'an Objective-C tagged pointer; the runtime scrambles what it holds',
  'tagged-number': ({ number }: { number: string }) => `NSNumber ${number}, a tagged pointer`,
  'tagged-string': ({ text }: { text: string }) => `NSString “${text}”, a tagged pointer`,
  isa: ({ address }: { address: string }) => `isa word of an object, class at ${address}`,
  number: ({ number }: { number: string }) => `number ${number}`,
  'number-32': ({ number }: { number: string }) => `${number}, if it is a number of 32 bits`,
  float: ({ number }: { number: string }) => `floating-point number ${number}`,
  text: ({ text }: { text: string }) => `the letters “${text}”`,
} as const

/** Words of the table of registers. */
export const registerWords = {
  title: ({ thread }: { thread: Digits | undefined }) =>
    thread === undefined ? 'Registers' : `Registers of thread ${thread}`,
  register: 'Register',
  value: 'Value',
  meaning: 'Meaning',
  copy: 'Copy these registers',
  /** Behind a reading that is not proved. */
  grades: { likely: 'likely', possible: 'possible' },
} as const
