/** Programs that ended themselves on purpose: assertions, and libraries that found their rules broken. */
import { sanitizerFindings } from '../messages/en/explain/ends.ts'
import type { Rule } from './rule.ts'
import { explanation, findCall, findWords, frameIs, quoted, sign, type Seen } from './seen.ts'

const heap: Rule = (seen) => {
  const words = findWords(
    seen,
    /(?:pointer being freed was not allocated|[Cc]orruption of|heap corruption|double free|incorrect checksum for freed object|[Hh]eap block .* modified).*/,
  )
  if (words) {
    const isFree = /being freed was not allocated|double free/.test(words[0])
    const evidence = [quoted(words[0])]
    return explanation(seen, isFree ? 'heap-bad-free' : 'heap-corruption', {}, { grade: 'proved', evidence })
  }
  const guard = findCall(seen, /^__stack_chk_fail/)
  return guard && explanation(seen, 'stack-smashed', {}, { evidence: [frameIs(guard)], frames: [guard.frame] })
}

const sanitizer: Rule = (seen) => {
  const { exception } = seen.report
  const words = findWords(seen, /(?:Address|Thread|Undefined ?Behavior)Sanitizer: .*/i)
  const isReport = exception?.type?.endsWith('Sanitizer') === true
  if (!words && !isReport) return undefined
  const said = words?.[0] ?? exception?.message ?? exception?.subtype ?? ''
  const finding = sanitizerFindings.find((name) => said.includes(name))
  const text = said.split(/ on (?:unknown )?address|\n/)[0]?.trim() ?? said
  const evidence = [quoted(isReport ? `${exception.type ?? ''}: ${said}` : said)]
  return explanation(seen, 'sanitizer', { finding, text }, { grade: 'proved', evidence })
}

const dispatch: Rule = (seen) => {
  const bug = findWords(seen, /BUG IN CLIENT OF ([A-Z0-9_ ]+): ([^\n]{1,200})/)
  if (bug) {
    const [all, library = '', rule = ''] = bug
    const ground = { grade: 'proved', evidence: [quoted(all)] } as const
    return /dispatch_sync called on queue already owned/.test(rule)
      ? explanation(seen, 'dispatch-sync-deadlock', {}, ground)
      : explanation(seen, 'library-misuse', { library: library.trim(), rule: rule.trim() }, ground)
  }
  const assertion = findCall(
    seen,
    /^_?dispatch_assert_queue|^_?dispatch_assert_queue_fail|swift_task_checkIsolated|_checkExpectedExecutor/,
  )
  return (
    assertion && explanation(seen, 'wrong-queue', {}, { evidence: [frameIs(assertion)], frames: [assertion.frame] })
  )
}

const assertion: Rule = (seen) => {
  const words = findWords(
    seen,
    /Assertion failed: \(?([\s\S]{1,300}?)\)?, function ([^,]{1,200}), file ([^,]{1,300}), line (\d+)/,
  )
  if (words) {
    const [all, condition = '', name = '', file = '', line = ''] = words
    const evidence = [quoted(all)]
    return explanation(seen, 'assertion', { condition, function: name, file, line }, { grade: 'proved', evidence })
  }
  const call = findCall(seen, /^_*assert_rtn|^__assert|NSAssertionHandler handleFailure/)
  return call && explanation(seen, 'assertion', {}, { evidence: [frameIs(call)], frames: [call.frame] })
}

const plainAbort: Rule = (seen) => {
  const call = findCall(seen, /^_?abort$|^__abort/)
  const words = findWords(seen, /abort\(\) called/)
  if (!call && !words) return undefined
  const text = seen.report.applicationInfo.find(
    (line) => !/abort\(\) called|^dyld|^objc\[/.test(line) && line.trim() !== '',
  )
  return explanation(
    seen,
    'abort',
    { text: text?.trim().slice(0, 140) },
    {
      evidence: [call ? frameIs(call) : sign('abort-called', {}), text === undefined ? undefined : quoted(text)],
      ...(call && { frames: [call.frame] }),
    },
  )
}

const rules: readonly Rule[] = [sanitizer, heap, dispatch, assertion, plainAbort]

export const aborts: Rule = (seen: Seen) => {
  for (const rule of rules) {
    const found = rule(seen)
    if (found) return found
  }
  return undefined
}
