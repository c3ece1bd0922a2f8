/** Programs that ended themselves on purpose: assertions, and libraries that found their rules broken. */
import { sanitizerFindings } from '../messages/en/explain/ends.ts'
import type { Rule } from './rule.ts'
import { explanation, findCall, findWords, frameIs, quoted, sign } from './crash-facts.ts'

const heapSaid: Rule = (facts) => {
  const words = findWords(
    facts,
    /(?:pointer being freed was not allocated|[Cc]orruption of|heap corruption|(?<!\b(?:no|not|without) )double free|incorrect checksum for freed object|[Hh]eap block .* modified).*/,
  )
  if (!words) return undefined
  const isFree = /being freed was not allocated|double free/.test(words[0])
  const evidence = [quoted(words[0])]
  return explanation(facts, isFree ? 'heap-bad-free' : 'heap-corruption', {}, { grade: 'proved', evidence })
}

const stackGuard: Rule = (facts) => {
  const guard = findCall(facts, /^__stack_chk_fail/)
  return (
    guard &&
    explanation(facts, 'stack-smashed', {}, { grade: 'proved', evidence: [frameIs(guard)], frames: [guard.frame] })
  )
}

const sanitizer: Rule = (facts) => {
  const { exception } = facts.report
  const words = findWords(facts, /(?:Address|Thread|Undefined ?Behavior)Sanitizer: .*/i)
  const isReport = exception?.type?.endsWith('Sanitizer') === true
  if (!words && !isReport) return undefined
  const said = words?.[0] ?? exception?.message ?? exception?.subtype ?? ''
  const finding = sanitizerFindings.find((name) => said.includes(name))
  const text = said.split(/ on (?:unknown )?address|\n/)[0]?.trim() ?? said
  const evidence = [quoted(isReport ? `${exception.type ?? ''}: ${said}` : said)]
  return explanation(facts, 'sanitizer', { finding, text }, { grade: 'proved', evidence })
}

const misuseSaid: Rule = (facts) => {
  const bug = findWords(facts, /BUG IN CLIENT OF ([A-Z0-9_ ]+): ([^\n]{1,200})/)
  if (!bug) return undefined
  const [all, library = '', rule = ''] = bug
  const ground = { grade: 'proved', evidence: [quoted(all)] } as const
  return /dispatch_sync called on queue already owned/.test(rule)
    ? explanation(facts, 'dispatch-sync-deadlock', {}, ground)
    : explanation(facts, 'library-misuse', { library: library.trim(), rule: rule.trim() }, ground)
}

const wrongQueue: Rule = (facts) => {
  const assertion = findCall(
    facts,
    /^_?dispatch_assert_queue|^_?dispatch_assert_queue_fail|swift_task_checkIsolated|_checkExpectedExecutor/,
  )
  return (
    assertion &&
    explanation(
      facts,
      'wrong-queue',
      {},
      { grade: 'likely', evidence: [frameIs(assertion)], frames: [assertion.frame] },
    )
  )
}

const assertionSaid: Rule = (facts) => {
  const words = findWords(
    facts,
    /Assertion failed: \(?([\s\S]{1,300}?)\)?, function ([^,]{1,200}), file ([^,]{1,300}), line (\d+)/,
  )
  if (words) {
    const [all, condition = '', name = '', file = '', line = ''] = words
    const evidence = [quoted(all)]
    return explanation(facts, 'assertion', { condition, function: name, file, line }, { grade: 'proved', evidence })
  }
  // libc++ names the place and the condition, and no function.
  const library = findWords(
    facts,
    /([^\s:]{1,300}):(\d{1,7}): (?:libc\+\+ Hardening )?assertion ([\s\S]{1,300}?) failed\b[^\n]{0,200}/i,
  )
  if (!library) return undefined
  const [all, file = '', line = '', condition = ''] = library
  return explanation(facts, 'assertion', { condition, file, line }, { grade: 'proved', evidence: [quoted(all)] })
}

const assertionCall: Rule = (facts) => {
  const call = findCall(facts, /^_*assert_rtn|^__assert|NSAssertionHandler handleFailure/)
  return (
    call && explanation(facts, 'assertion', {}, { grade: 'proved', evidence: [frameIs(call)], frames: [call.frame] })
  )
}

const plainAbort: Rule = (facts) => {
  const call = findCall(facts, /^_?abort$|^__abort/)
  const words = findWords(facts, /abort\(\) called/)
  if (!call && !words) return undefined
  const text = facts.report.applicationInfo.find(
    (line) => !/abort\(\) called|^dyld|^objc\[/.test(line) && line.trim() !== '',
  )
  return explanation(
    facts,
    'abort',
    { text: text?.trim().slice(0, 140) },
    {
      grade: 'proved',
      evidence: [call ? frameIs(call) : sign('abort-called', {}), text === undefined ? undefined : quoted(text)],
      ...(call && { frames: [call.frame] }),
    },
  )
}

function firstOf(rules: readonly Rule[]): Rule {
  return (facts) => {
    for (const rule of rules) {
      const found = rule(facts)
      if (found) return found
    }
    return undefined
  }
}

/** What the report says in words: it outweighs whatever its stack and registers look like. */
export const saidEnds: Rule = firstOf([sanitizer, heapSaid, misuseSaid, assertionSaid])

/** What the calls on the stack tell. */
export const aborts: Rule = firstOf([stackGuard, wrongQueue, assertionCall, plainAbort])
