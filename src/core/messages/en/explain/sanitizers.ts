/** Findings of sanitizers. */

const kinds: Readonly<Record<string, string>> = {
  'heap-use-after-free': 'Memory was used after it was freed',
  'heap-buffer-overflow': 'Memory was accessed outside its allocation',
  'stack-buffer-overflow': 'A local variable was accessed outside its bounds',
  'global-buffer-overflow': 'A global variable was accessed outside its bounds',
  'stack-use-after-return': 'A local variable was used after its function returned',
  'stack-use-after-scope': 'A local variable was used outside its scope',
  'double-free': 'Memory was freed twice',
  'data race': 'Data race: two threads accessed one variable, and nothing puts the accesses in order',
}

/** The sanitizers' names of findings that have words here. */
export const sanitizerFindings: readonly string[] = Object.keys(kinds)

export const wordsOfFinding = (finding: string | undefined): string | undefined =>
  finding !== undefined && Object.hasOwn(kinds, finding) ? kinds[finding] : undefined

/** What a sanitizer's words are about, by which they are explained. */
export type SanitizerSubject = 'access' | 'free' | 'race' | 'leak' | 'undefined' | 'signal' | 'itself' | 'other'

const meanings: Readonly<Record<SanitizerSubject, string>> = {
  access: 'A sanitizer built into this program found an invalid access to memory.',
  free: 'A sanitizer built into this program found an invalid free of memory.',
  race: 'Thread Sanitizer saw two accesses, of which at least one is a write, and no lock or other order between them. The program may have continued.',
  leak: 'A sanitizer built into this program found memory that was allocated and that no pointer reaches any more.',
  undefined: 'The Undefined Behavior Sanitizer found an operation that the language does not define.',
  signal: 'A signal ended the program, and the sanitizer built into it wrote this report.',
  itself: 'The sanitizer built into this program failed at its own work. It names no invalid access of the program.',
  other: 'A sanitizer built into this program found an error.',
}

export const meaningOfFinding = (subject: SanitizerSubject): string => meanings[subject]

/** Stacks that a sanitizer's report has beside that of the access. */
export interface MemoryStacks {
  /** It has any stack. */
  readonly hasStack?: boolean | undefined
  readonly hasAllocated?: boolean | undefined
  readonly hasFreed?: boolean | undefined
  /** The address lies beside the block that the stacks of memory are of. */
  readonly isBeside?: boolean | undefined
  /** The stack of an earlier access. */
  readonly hasOther?: boolean | undefined
}

const firstStack = { access: 'The first stack is the access', free: 'The first stack is the free' } as const

function checksOfMemory(subject: 'access' | 'free', stacks: MemoryStacks): string {
  const { hasStack, hasAllocated, hasFreed, isBeside } = stacks
  const first = firstStack[subject]
  if (isBeside && hasAllocated && hasFreed)
    return `${first}; the others are of the block beside the address: where it was freed and where it was allocated.`
  if (isBeside && hasAllocated && subject === 'free')
    return `${first}; another shows where the block beside the address was allocated.`
  if (hasAllocated && hasFreed)
    return `${first}; the others show where the memory was freed${subject === 'free' ? ' before' : ''} and where it was allocated.`
  if (hasAllocated) return `${first}; another shows where the memory was allocated.`
  const question = subject === 'free' ? 'where does its pointer come from' : 'which pointer, size or index does it use'
  if (hasStack) return `${first}: ${question}?`
  return subject === 'free'
    ? 'Which pointer is freed there? The whole output of the sanitizer has its stack.'
    : 'Which pointer, size or index is used there? The whole output of the sanitizer has its stack.'
}

export function checksOfFinding(subject: SanitizerSubject, stacks: MemoryStacks): readonly string[] {
  switch (subject) {
    case 'access':
    case 'free':
      return [checksOfMemory(subject, stacks)]
    case 'race':
      return [
        stacks.hasOther
          ? 'The first two stacks are of the two accesses: which lock or queue should both use?'
          : 'Which lock or queue should both accesses use?',
      ]
    case 'leak':
      return ['Which owner should have freed the memory? The sanitizer’s stacks are of its allocation.']
    case 'undefined':
      return [
        stacks.hasStack
          ? 'Which value does the operation in the first stack use?'
          : 'Which value does the operation use there? With UBSAN_OPTIONS=print_stacktrace=1 the sanitizer prints stacks, too.',
      ]
    case 'signal':
      return [
        stacks.hasStack
          ? 'The first stack is where the signal arrived.'
          : 'There is no stack here: the text does not show what the thread did.',
      ]
    case 'itself':
      return ['Does it also happen with the sanitizer of a newer compiler?']
    case 'other':
      return [
        stacks.hasStack
          ? 'Look at the first stack for where the sanitizer found it.'
          : 'The whole output of the sanitizer says more of it.',
      ]
  }
}
