/** Exceptions that nobody caught: Objective-C, C++, JavaScript, Kotlin, Rust. */
import type { Rule } from './rule.ts'
import { explainSaid, type SaidKind } from './said.ts'
import { explanation, findCall, findWords, frameIs, inCulprit, quoted, type Seen } from './seen.ts'

interface Thrown {
  readonly name: string
  readonly reason: string
  /** The report says that it reached the top; services also log exceptions that were handled. */
  readonly isUncaught: boolean
}

function thrownObject(seen: Seen): Thrown | undefined {
  const text = seen.words.join('\n')
  const match = /uncaught exception '([^']{1,300})',\s*reason: '([\s\S]*?)(?:'\s*(?:$|\n|\*\*\*|terminating)|$)/.exec(
    text,
  )
  if (match?.[1] !== undefined) return { name: match[1], reason: (match[2] ?? '').trim(), isUncaught: true }
  const { exception } = seen.report
  if (exception?.name !== undefined && !exception.name.startsWith('EXC_') && exception.reason !== undefined) {
    const isUncaught = seen.type !== '' || seen.signal !== '' || /uncaught/i.test(text)
    return { name: exception.name, reason: exception.reason, isUncaught }
  }
  if (seen.report.lastException === undefined && !findWords(seen, /exception of type NSException/)) return undefined
  return { name: exception?.name ?? 'NSException', reason: exception?.reason ?? '', isUncaught: true }
}

const kinds: readonly SaidKind[] = [
  {
    pattern: /([-+]\[[^\]]{1,200}\]): unrecognized selector sent to (instance|class)(?: (0x[0-9a-f]+))?/,
    id: 'objc-unrecognized-selector',
    title: (match) => `An object was sent a message that it does not know: ${match[1] ?? ''}`,
    meaning:
      'The object is of another class than the caller took it for, or it was freed and something else lives at its address now.',
    checks: [
      'Is the class before the selector the one that the code expects? If not, find where the object comes from.',
      'Is the method in a category or static library that was not linked (`-ObjC`)?',
      'If the class makes no sense at all, look for an object that was freed too early.',
    ],
  },
  {
    pattern: /(index|range) .{0,60}beyond bounds|out of bounds/i,
    id: 'objc-bounds',
    title: () => 'An index beyond the bounds of a collection or string',
    meaning: 'An element, range or character was asked for that is not there.',
    checks: ['Can the collection have become shorter since the index was computed, for instance on another thread?'],
  },
  {
    pattern: /(object|key|value) cannot be nil|nil (?:argument|object|string parameter)|attempt to insert nil/i,
    id: 'objc-nil',
    title: () => 'nil was put where an object is required',
    meaning: 'Collections and many methods of Foundation throw when they get nil.',
    checks: [
      'Which of the arguments of this call can be nil?',
      'Swift values that come from Objective-C without nullability can be nil, too.',
    ],
  },
  {
    pattern: /was mutated while being enumerated/,
    id: 'objc-mutation',
    title: () => 'A collection was changed while it was being walked through',
    meaning: 'Something added or removed elements inside a loop over the same collection, often on another thread.',
    checks: [
      'Walk through a copy, or collect changes and apply them afterwards.',
      'Guard the collection if several threads use it.',
    ],
  },
  {
    pattern: /not key value coding-compliant for the key\s+"?([\w.]+)/,
    id: 'objc-kvc',
    title: (match) => `No property named ${match[1] ?? ''}`,
    meaning: 'A storyboard, xib or key path names a property that the class does not have.',
    checks: [
      'Is an outlet in Interface Builder still connected to a property that was renamed?',
      'Is the class of the view set right?',
    ],
  },
  {
    pattern:
      /[Ii]nvalid (?:update|number of (?:rows|sections|items))|attempt to (?:delete|insert) (?:row|item|section)/,
    id: 'uikit-batch-update',
    title: () => 'A table or collection view was told of changes that its data does not show',
    meaning: 'After the update the number of rows must equal the number before plus inserted minus deleted ones.',
    checks: ['Change the data and the view in one step on the main thread.', 'Use a diffable data source.'],
  },
  {
    pattern: /[Mm]ain [Tt]hread|background thread|Modifications to the layout engine/,
    id: 'main-thread',
    title: () => 'The user interface was used from a background thread',
    meaning: 'UIKit and AppKit belong to the main thread.',
    checks: ['Hop with `DispatchQueue.main.async` or `@MainActor` in the callback.'],
  },
  {
    pattern: /(?:bounds|position|frame|rect|geometry).{0,40}NaN|CALayerInvalidGeometry/i,
    id: 'uikit-nan',
    title: () => 'A view or layer was given a size or position that is not a number',
    meaning: 'A computation gave NaN, mostly a division by zero.',
    checks: ['Look for a division by a width, height or scale that can be zero.'],
  },
  {
    pattern: /Invalid type in JSON write/,
    id: 'objc-json',
    title: () => 'A value that JSON cannot hold was to be written as JSON',
    meaning: 'NSJSONSerialization takes strings, numbers, arrays, dictionaries and null only.',
    checks: ['Ask `isValidJSONObject` first.'],
  },
  {
    pattern: /Unhandled JS Exception: (.{1,160})/,
    id: 'javascript',
    title: (match) => `JavaScript threw: ${match[1] ?? ''}`,
    meaning: 'React Native ends the app when JavaScript throws and nobody catches.',
    checks: ['Resolve the JavaScript stack in the reason with the source map of this bundle.'],
  },
]

/** An NSException that reached the top. */
export const objectiveCExceptions: Rule = (seen) => {
  const thrown = thrownObject(seen)
  if (!thrown) return undefined
  const said = `${thrown.name}: ${thrown.reason}`
  const how = thrown.isUncaught ? 'uncaught' : 'reported'
  const evidence = `${how} ${thrown.name}${thrown.reason === '' ? '' : `, ${quoted(thrown.reason)}`}`
  const known = explainSaid(seen, kinds, said, evidence, inCulprit(seen))
  if (known) return known
  const short = thrown.reason.split('\n')[0]?.slice(0, 140) ?? ''
  return explanation(seen, {
    id: 'nsexception',
    title: `${thrown.isUncaught ? 'Uncaught ' : ''}${thrown.name}${short === '' ? inCulprit(seen) : `: ${short}`}`,
    evidence,
    meaning: thrown.isUncaught
      ? 'An exception was thrown and nobody caught it, so the program was ended.'
      : 'An exception or error was reported. The report does not say that it ended the program.',
    checks: [
      'Read the stack of the exception: it shows who threw, not who ended the program.',
      'The reason names what the thrower did not accept.',
    ],
  })
}

/** Exceptions and panics of other languages. */
export const otherExceptions: Rule = (seen) => {
  const kotlin = findWords(seen, /Uncaught Kotlin exception: (.{1,200})/)
  if (kotlin) {
    return explanation(seen, {
      id: 'kotlin-exception',
      title: `Uncaught Kotlin exception: ${kotlin[1] ?? ''}`,
      grade: 'proved',
      evidence: quoted(kotlin[0]),
      meaning: 'A Kotlin exception crossed into Swift or Objective-C through a function without `@Throws`.',
      checks: ['Mark the function `@Throws`, or catch in Kotlin.'],
    })
  }
  const cpp = findWords(
    seen,
    /(?:terminating (?:due to|with) uncaught exception|terminate called after throwing).*?(?:of type|instance of) ([^\n]{1,300})/,
  )
  if (cpp && !/NSException/.test(cpp[1] ?? '')) {
    return explanation(seen, {
      id: 'cpp-exception',
      title: `Uncaught C++ exception ${(cpp[1] ?? '').trim()}`,
      grade: 'proved',
      evidence: quoted(cpp[0]),
      meaning: 'A C++ exception was thrown and nobody caught it, so std::terminate ended the program.',
      checks: [
        'The frame below __cxa_throw threw it.',
        'Exceptions must not cross a noexcept function or a thread’s start.',
      ],
    })
  }
  const rust = findWords(seen, /panicked at (.{1,200})/) ?? undefined
  const panic = findCall(seen, /^(?:rust_panic|rust_begin_unwind|core::panicking::\w+)/)
  if (rust || panic) {
    return explanation(seen, {
      id: 'rust-panic',
      title: `Rust panicked${inCulprit(seen)}`,
      evidence: rust ? quoted(rust[0]) : `frame ${panic?.frame.index ?? 0} is ${panic?.call.function ?? ''}`,
      meaning: 'A Rust function gave up: an unwrap of None or Err, an index out of bounds, an explicit panic.',
      checks: ['The first frame below the panicking functions says which.'],
      ...(panic && { frames: [panic.frame] }),
    })
  }
  const terminate = findCall(
    seen,
    /^(?:std::(?:__1::)?(?:__)?terminate|_objc_terminate|__cxa_throw|demangling_terminate_handler|demangling_unexpected_handler)/,
  )
  const pure = findWords(seen, /[Pp]ure virtual (?:function|method) called/) ?? findCall(seen, /^__cxa_pure_virtual/)
  if (pure) {
    return explanation(seen, {
      id: 'pure-virtual',
      title: `A pure virtual function was called${inCulprit(seen)}`,
      evidence: 'the program ended in __cxa_pure_virtual',
      meaning: 'A virtual function was called while its object was being made or destroyed.',
      checks: [
        'Look for a call of a virtual function in a constructor or destructor, or for an object used after it was destroyed.',
      ],
    })
  }
  if (!terminate) return undefined
  return explanation(seen, {
    id: 'cpp-terminate',
    title: `An exception was thrown and nobody caught it${inCulprit(seen)}`,
    evidence: frameIs(terminate),
    meaning:
      'The runtime found no handler for a C++ or Objective-C exception and ended the program. This report does not hold its text.',
    checks: [
      'The frames below show who threw, unless the stack begins at the top of the thread.',
      'Set an exception breakpoint and repeat.',
    ],
    frames: [terminate.frame],
  })
}
