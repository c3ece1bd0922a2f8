/** Exceptions and panics that nobody caught, by language. */
import { inFunction, type ExplanationText, type Where } from './text.ts'

/** The part of the exception's reason that a pattern found. */
type Subject = Where & { readonly subject: string }

const plain =
  (title: string, meaning: string, checks: readonly string[], needing?: ExplanationText['needing']) =>
  (p: Subject): ExplanationText => ({
    title: title + inFunction(p),
    meaning,
    checks,
    needing,
  })

/** Objective-C exceptions that are recognised by their reason. */
export const reasons = {
  'objc-unrecognized-selector': (p: Subject): ExplanationText => ({
    title: `Unrecognized selector: ${p.subject}${inFunction(p)}`,
    meaning:
      'The object has no such method: its class lacks it or is not the one that the caller expected, or the object was freed and something else is at its address now.',
    checks: [
      'Is the class before the selector the one that the code expects? If not, find where the object comes from.',
      'Is the method in a category or static library that was not linked (`-ObjC`)?',
      'If the class makes no sense at all, look for an object that was freed too early.',
    ],
  }),
  'objc-bounds': plain(
    'Index beyond the bounds of a collection or string',
    'An element, range or character was requested that does not exist.',
    ['Can the collection have become shorter since the index was computed, for instance on another thread?'],
  ),
  'objc-nil': plain(
    'nil was passed where an object is required',
    'Collections and many Foundation methods throw when they are given nil.',
    ['Which arguments of this call can be nil?'],
    { swift: 'Swift values from Objective-C code without nullability annotations can be nil, too.' },
  ),
  'objc-mutation': plain(
    'A collection was mutated while being enumerated',
    'Something added or removed elements inside a loop over the same collection, often on another thread.',
    [
      'Enumerate a copy, or collect changes and apply them afterwards.',
      'Guard the collection if several threads use it.',
    ],
  ),
  'objc-kvc': (p: Subject): ExplanationText => ({
    title: `No property named ${p.subject}${inFunction(p)}`,
    meaning: 'A storyboard, xib or key path names a property that the class does not have.',
    checks: [
      'Is an outlet in Interface Builder still connected to a property that was renamed?',
      'Is the class of the view set correctly?',
    ],
  }),
  'uikit-batch-update': plain(
    'A table or collection view update does not match its data',
    'After the update, the number of rows must equal the number before it, plus inserted and minus deleted rows.',
    ['Change the data and the view in one step on the main thread.'],
    { diffableDataSource: 'Use a diffable data source.' },
  ),
  'main-thread': plain(
    'The user interface was used from a background thread',
    'UIKit and AppKit must be used on the main thread.',
    ['Which callback arrives on a background thread?'],
    { swift: 'Switch with `DispatchQueue.main.async` or `@MainActor` in the callback.' },
  ),
  'uikit-nan': plain(
    'A view or layer was given a size or position that is not a number',
    'A computation produced NaN, usually a division by zero.',
    ['Look for a division by a width, height or scale that can be zero.'],
  ),
  'objc-json': plain(
    'A value that JSON cannot represent was written as JSON',
    'NSJSONSerialization accepts strings, numbers, arrays, dictionaries and null only.',
    ['Check `isValidJSONObject` first.'],
  ),
  javascript: (p: Subject & { isMapped?: boolean | undefined }): ExplanationText => ({
    title: `JavaScript threw: ${p.subject}${inFunction(p)}`,
    meaning: 'React Native terminates the app when JavaScript throws and nothing catches.',
    checks: [
      p.isMapped === true
        ? 'Read the JavaScript stack: its first frame of your own code is the place to begin.'
        : 'Resolve the JavaScript stack in the reason with the source map of this bundle.',
    ],
  }),
} as const

const rustChecks = {
  null: 'a null pointer was dereferenced',
  alignment: 'a misaligned pointer was dereferenced',
  bounds: 'index out of bounds',
  arithmetic: 'an arithmetic operation failed',
  unwrap: 'unwrap or expect of None or Err',
  unwinding: 'a panic in a function that cannot unwind',
} as const

const panickingRuntimes = {
  go: 'Go panic',
  'go-fatal': 'Go fatal error',
  zig: 'Zig panic',
  nim: 'Uncaught Nim exception',
} as const

/** Runtimes whose last words a report may hold. */
export type PanickingRuntime = keyof typeof panickingRuntimes

/** Checks of Rust that a function on the stack names. */
export type RustCheck = keyof typeof rustChecks

const RETHROWN = 'The exception was thrown again here. What threw it first is no longer on this stack.'

const unanswered = ({ isUnanswered }: { isUnanswered?: boolean | undefined }): string =>
  isUnanswered ? ' An object was sent a message that it does not have.' : ''

export const exceptions = {
  nsexception: (
    p: Where & {
      name: string
      reason: string
      isUncaught: boolean
      isLikely?: boolean | undefined
      /** All that is said to have ended is the thread. */
      isOfThread?: boolean | undefined
      /** The text around the report says that the program crashed. */
      isSaidEnded?: boolean | undefined
      /** The report marks a thread as the one that crashed. */
      isMarked?: boolean | undefined
      hasStack?: boolean | undefined
      /** The stack shows that an object was sent a message that it does not have. */
      isUnanswered?: boolean | undefined
      /** The frames below the end are of the code that threw. */
      isThrownHere?: boolean | undefined
    },
  ): ExplanationText => ({
    title: `${p.isUncaught ? 'Uncaught ' : ''}${p.name}${p.reason === '' ? inFunction(p) : `: ${p.reason}`}`,
    meaning: p.isUncaught
      ? p.isLikely
        ? `An exception was thrown. It seems that nothing caught it, so the program was terminated.${unanswered(p)}`
        : p.isOfThread
          ? 'An exception was thrown and nothing caught it, so its thread ended. The report does not say that the program ended.'
          : `An exception was thrown and nothing caught it, so the program was terminated.${unanswered(p)}`
      : p.isSaidEnded
        ? 'An exception or error was reported. The text around the report says that the program crashed.'
        : p.isMarked
          ? 'An exception or error was reported. The report marks a thread as the one that crashed.'
          : 'An exception or error was reported. The report does not say that it terminated the program.',
    checks: [
      ...(p.hasStack ? ['Read the stack of the exception: it shows what threw, not what terminated the program.'] : []),
      ...(p.isThrownHere ? ['The frames below the throw show what threw.'] : []),
      p.reason === ''
        ? 'Look in the console log for the reason of the exception.'
        : 'Read the reason: the code that threw wrote it.',
    ],
  }),
  'kotlin-exception': (
    p: Where & { text?: string | undefined; hasCrossed?: boolean | undefined },
  ): ExplanationText => ({
    title: `Uncaught Kotlin exception${p.text === undefined ? inFunction(p) : `: ${p.text}`}`,
    meaning:
      p.hasCrossed === true
        ? 'A Kotlin exception crossed into Swift or Objective-C through a function without `@Throws`.'
        : 'Kotlin threw an exception and nothing caught it, so Kotlin’s runtime ended the program.',
    checks: [
      p.hasCrossed === true
        ? 'Mark the function `@Throws`, or catch in Kotlin.'
        : p.text === undefined
          ? 'Look in the console log for “Uncaught Kotlin exception”: its words and its stack stand there.'
          : 'Read the stack of the exception: the frame below its constructors threw it.',
    ],
  }),
  'rust-stack-overflow': (p: { text: string }): ExplanationText => ({
    title: `Stack overflow: ${p.text}`,
    meaning: 'Rust’s runtime found that the thread’s stack was full, and ended the program.',
    checks: ['Are there large local variables, or calls that go very deep?'],
  }),
  'r-stack': (p: { text: string }): ExplanationText => ({
    title: `R’s stack is full: ${p.text}`,
    meaning: 'R found that calls used up its C stack. It stopped the expression with an error.',
    checks: [
      'Which function calls itself without end?',
      'Cstack_info() shows the limit. In a shell, ulimit -s sets it for programs that start there.',
    ],
  }),
  'cpp-exception': (p: {
    type: string
    hasStack?: boolean | undefined
    hasThrow?: boolean | undefined
    isRethrown?: boolean | undefined
  }): ExplanationText => ({
    title: `Uncaught C++ exception ${p.type}`,
    meaning: 'A C++ exception was thrown and nothing caught it, so std::terminate ended the program.',
    checks: [
      p.hasStack === false
        ? 'There is no stack here: set an exception breakpoint and reproduce the crash.'
        : p.hasThrow
          ? 'The frame below __cxa_throw threw it.'
          : p.isRethrown
            ? RETHROWN
            : 'Set an exception breakpoint and reproduce the crash: the throw is not on this stack.',
      'Exceptions must not leave a noexcept function or the start function of a thread.',
    ],
  }),
  'managed-exception': (p: Where): ExplanationText => ({
    title: `Uncaught .NET exception${inFunction(p)}`,
    meaning: 'A managed exception was thrown and nothing caught it, so the runtime ended the program.',
    checks: [
      'The managed frames below the runtime’s show what threw.',
      'The device log has the exception with its stack.',
    ],
  }),
  'runtime-panic': (p: { runtime: PanickingRuntime; text: string }): ExplanationText => ({
    title: `${panickingRuntimes[p.runtime]}: ${p.text}`,
    meaning: 'The runtime of the language ended the program, and these are its words.',
    checks: ['The first function of your own below the functions of the runtime shows where.'],
  }),
  'rust-panic': (
    p: Where & {
      text?: string | undefined
      check?: RustCheck | undefined
      hasStack?: boolean | undefined
      isOfThread?: boolean | undefined
      isTraced?: boolean | undefined
      isStopped?: boolean | undefined
    },
  ): ExplanationText => ({
    title: `Rust panic${p.text === undefined ? (p.check === undefined ? '' : `: ${rustChecks[p.check]}`) + inFunction(p) : `: ${p.text}`}`,
    meaning: p.isOfThread
      ? 'A check of the Rust code failed, or the code called for a panic, in a thread other than the main one.'
      : p.isStopped
        ? 'A check of the Rust code failed, or the code called for a panic. A debugger stopped the program there.'
        : 'A check of the Rust code failed, or the code called for a panic, and the program ended.',
    checks: [
      p.hasStack
        ? 'The first frame below the panicking functions shows which.'
        : p.isTraced
          ? 'The file and the line behind “panicked at” show where.'
          : 'Run it with `RUST_BACKTRACE=1`: the stack shows which.',
    ],
  }),
  'pure-virtual': (p: Where): ExplanationText => ({
    title: `Pure virtual function called${inFunction(p)}`,
    meaning: 'A virtual function was called while its object was being constructed or destroyed.',
    checks: ['Look for a virtual call in a constructor or destructor, or for an object used after it was destroyed.'],
  }),
  'cpp-terminate': (
    p: Where & { isRethrown?: boolean | undefined; isUnwound?: boolean | undefined; hasBelow?: boolean | undefined },
  ): ExplanationText => ({
    title: `The program called std::terminate${inFunction(p)}`,
    meaning:
      'The runtime found no handler for a C++ or Objective-C exception, or std::terminate was called, and the program ended.',
    checks: [
      p.isRethrown
        ? RETHROWN
        : p.isUnwound
          ? 'The exception left a block that libdispatch ran. What threw it is no longer on this stack.'
          : p.hasBelow
            ? 'The frames below show what threw, unless the stack begins at the top of the thread.'
            : 'The stack ends here: what threw is not in it.',
      'Set an exception breakpoint and reproduce the crash.',
    ],
  }),
} as const
