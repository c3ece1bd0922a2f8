/** Programs that ended themselves on purpose: assertions, and libraries that found their rules broken. */
import type { Rule } from './rule.ts'
import { explanation, findCall, findWords, frameIs, inCulprit, quoted, type Seen } from './seen.ts'

const heap: Rule = (seen) => {
  const words = findWords(
    seen,
    /(?:pointer being freed was not allocated|[Cc]orruption of|heap corruption|double free|incorrect checksum for freed object|[Hh]eap block .* modified).*/,
  )
  if (words) {
    const isFree = /being freed was not allocated|double free/.test(words[0])
    return explanation(seen, {
      id: isFree ? 'heap-bad-free' : 'heap-corruption',
      title: isFree ? `Memory was freed twice, or was never allocated${inCulprit(seen)}` : 'The heap is damaged',
      grade: 'proved',
      evidence: quoted(words[0]),
      meaning: isFree
        ? 'free() got a pointer that is no live allocation.'
        : 'Something wrote outside its memory or into memory that it had freed. The crash is where this was noticed, not where it happened.',
      checks: [
        'Run with Address Sanitizer: it stops at the wrong write itself.',
        'Turn on Malloc Scribble and Guard Malloc.',
      ],
    })
  }
  const guard = findCall(seen, /^__stack_chk_fail/)
  if (!guard) return undefined
  return explanation(seen, {
    id: 'stack-smashed',
    title: `A local buffer was written past its end${inCulprit(seen)}`,
    evidence: frameIs(guard),
    meaning: 'The value that guards the return address was overwritten before the function returned.',
    checks: ['Look for a copy into a local array whose size is not checked.'],
    frames: [guard.frame],
  })
}

const sanitizerKinds: Readonly<Record<string, string>> = {
  'heap-use-after-free': 'Memory was used after it was freed',
  'heap-buffer-overflow': 'Memory was accessed past the end of its allocation',
  'stack-buffer-overflow': 'A local variable was accessed past its end',
  'global-buffer-overflow': 'A global variable was accessed past its end',
  'stack-use-after-return': 'A local variable was used after its function returned',
  'stack-use-after-scope': 'A local variable was used outside its scope',
  'double-free': 'Memory was freed twice',
  'attempting double-free': 'Memory was freed twice',
  'data race': 'Two threads used one variable at the same time',
}

const sanitizer: Rule = (seen) => {
  const { exception } = seen.report
  const words = findWords(seen, /(?:Address|Thread|Undefined ?Behavior)Sanitizer: .*/i)
  const isReport = exception?.type?.endsWith('Sanitizer') === true
  if (!words && !isReport) return undefined
  const text = words?.[0] ?? exception?.message ?? exception?.subtype ?? ''
  const kind = Object.entries(sanitizerKinds).find(([name]) => text.includes(name))?.[1]
  const plain = text.split(/ on (?:unknown )?address|\n/)[0]?.trim() ?? text
  return explanation(seen, {
    id: 'sanitizer',
    title: (kind ?? plain) + inCulprit(seen),
    grade: 'proved',
    evidence: quoted(isReport ? `${exception.type ?? ''}: ${text}` : text),
    meaning: 'A sanitizer built into this program found a wrong access and stopped it there.',
    checks: ['The first stack is the access, the others show where the memory was allocated and freed.'],
  })
}

const dispatch: Rule = (seen) => {
  const bug = findWords(seen, /BUG IN CLIENT OF ([A-Z0-9_ ]+): ([^\n]{1,200})/)
  if (bug) {
    const isSync = /dispatch_sync called on queue already owned/.test(bug[2] ?? '')
    return explanation(seen, {
      id: isSync ? 'dispatch-sync-deadlock' : 'library-misuse',
      title: isSync
        ? `dispatch_sync on the queue that is already running${inCulprit(seen)}`
        : `${(bug[1] ?? '').trim()} was misused: ${(bug[2] ?? '').trim()}`,
      grade: 'proved',
      evidence: quoted(bug[0]),
      meaning: isSync
        ? 'A block waited for the queue that it runs on; it would wait for ever.'
        : 'A system library found that it was used against its rules and ended the program.',
      checks: isSync
        ? ['Call directly, or use async.']
        : ['The text names the rule; the first frame of your code below the library made the call.'],
    })
  }
  const assertion = findCall(
    seen,
    /^_?dispatch_assert_queue|^_?dispatch_assert_queue_fail|swift_task_checkIsolated|_checkExpectedExecutor/,
  )
  if (!assertion) return undefined
  return explanation(seen, {
    id: 'wrong-queue',
    title: `Code ran on another queue than it must${inCulprit(seen)}`,
    evidence: frameIs(assertion),
    meaning: 'A check that this code runs on a certain queue or actor failed, often the main one.',
    checks: ['Find the callback that comes from a background queue and hop to the right one.'],
    frames: [assertion.frame],
  })
}

const assertion: Rule = (seen) => {
  const words = findWords(
    seen,
    /Assertion failed: \(?([\s\S]{1,300}?)\)?, function ([^,]{1,200}), file ([^,]{1,300}), line (\d+)/,
  )
  if (words) {
    return explanation(seen, {
      id: 'assertion',
      title: `Assertion failed: ${words[1] ?? ''} in ${words[2] ?? ''}`,
      grade: 'proved',
      evidence: quoted(words[0]),
      meaning: 'A condition that the author declared must hold did not.',
      checks: [`Read line ${words[4] ?? ''} of ${words[3] ?? ''}.`],
    })
  }
  const call = findCall(seen, /^_*assert_rtn|^__assert|NSAssertionHandler handleFailure/)
  if (!call) return undefined
  return explanation(seen, {
    id: 'assertion',
    title: `An assertion failed${inCulprit(seen)}`,
    evidence: frameIs(call),
    meaning: 'A condition that the author declared must hold did not. This report does not hold its text.',
    checks: ['Look at the assertions in that function.'],
    frames: [call.frame],
  })
}

const plainAbort: Rule = (seen) => {
  const call = findCall(seen, /^_?abort$|^__abort/)
  const words = findWords(seen, /abort\(\) called/)
  if (!call && !words) return undefined
  const text = seen.report.applicationInfo.find(
    (line) => !/abort\(\) called|^dyld|^objc\[/.test(line) && line.trim() !== '',
  )
  return explanation(seen, {
    id: 'abort',
    title:
      text === undefined
        ? `The program called abort()${inCulprit(seen)}`
        : `The program ended itself: ${text.trim().slice(0, 140)}`,
    evidence: `${call ? frameIs(call) : 'abort() called'}${text === undefined ? '' : `; ${quoted(text)}`}`,
    meaning: 'The program or one of its libraries decided to end at once.',
    checks: [
      'The first frame of your code below abort made that decision or the call that led to it.',
      'Look in the console of that moment for a message.',
    ],
    ...(call && { frames: [call.frame] }),
  })
}

const rules: readonly Rule[] = [sanitizer, heap, dispatch, assertion, plainAbort]

export const aborts: Rule = (seen: Seen) => {
  for (const rule of rules) {
    const found = rule(seen)
    if (found) return found
  }
  return undefined
}
