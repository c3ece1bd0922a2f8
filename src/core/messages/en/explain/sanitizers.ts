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

const meanings: Readonly<Record<string, string>> = {
  ThreadSanitizer:
    'Thread Sanitizer saw two accesses, of which at least one is a write, and no lock or other order between them. The program may have continued.',
  UndefinedBehaviorSanitizer: 'The Undefined Behavior Sanitizer found an operation that the language does not define.',
}

export const meaningOfTool = (tool: string): string =>
  Object.hasOwn(meanings, tool)
    ? (meanings[tool] ?? '')
    : 'A sanitizer built into this program found an invalid access to memory.'

/** Stacks that a sanitizer's report has beside that of the access. */
export interface MemoryStacks {
  /** It has any stack. */
  readonly hasStack?: boolean | undefined
  readonly hasAllocated?: boolean | undefined
  readonly hasFreed?: boolean | undefined
  /** The stack of an earlier access. */
  readonly hasOther?: boolean | undefined
}

export function checksOfTool(
  tool: string,
  { hasStack, hasAllocated, hasFreed, hasOther }: MemoryStacks,
): readonly string[] {
  if (tool === 'ThreadSanitizer')
    return [
      hasOther
        ? 'The first two stacks are of the two accesses: which lock or queue should both use?'
        : 'Which lock or queue should both accesses use?',
    ]
  if (hasAllocated && hasFreed)
    return ['The first stack is the access; the others show where the memory was freed and where it was allocated.']
  if (hasAllocated) return ['The first stack is the access; another shows where the memory was allocated.']
  return [
    hasStack
      ? 'The first stack is the access: which pointer, size or index does it use?'
      : 'Which pointer, size or index is used there? The whole output of the sanitizer has its stack.',
  ]
}
