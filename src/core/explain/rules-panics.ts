/** Panics in the words of the runtimes that print them: Go, Rust, Zig, Nim. */
import { isOnlyLogged, ownText } from '../model/ended-words.ts'
import { wasStopped } from '../model/stopped.ts'
import type { CrashFacts } from './crash-facts.ts'
import { is, says } from './fact.ts'
import type { Rule } from './rule.ts'
import { call, cut, quoted } from './statement.ts'

const goPanic = says('info', /^panic: (.{1,200})/, 'panic: no till', (match) => ({
  params: { runtime: 'go', text: match[1] ?? '' },
  evidence: [quoted(match[0])],
}))

/** Other programs may print the word; Go writes one of these after it. */
const goMark = says('info', /^(?:\[signal SIG[A-Z]{2,6}: |goroutine \d{1,18} )/, 'goroutine 1 [running]:')

const goRuntime = says(
  'info',
  /^panic: (runtime error: .{1,200})/,
  'panic: runtime error: index out of range [5] with length 3',
  (match) => ({ params: { runtime: 'go', text: match[1] ?? '' }, evidence: [quoted(match[0])] }),
)

/** Swift's old words begin the same, so only those are taken that Go's runtime has. */
const goFatal = says(
  'info',
  /^fatal error: ((?:all goroutines are asleep|concurrent map |unexpected signal during runtime execution|found bad pointer in Go heap|runtime: |stack overflow$|sync: |checkptr: |no goroutines \(main called).{0,200})/,
  'fatal error: all goroutines are asleep - deadlock!',
  (match) => ({ params: { runtime: 'go-fatal', text: match[1] ?? '' }, evidence: [quoted(match[0])] }),
)

const zig = says(
  'info',
  /^thread \d{1,20} panic: (.{1,200})/,
  'thread 259 panic: reached unreachable code',
  (match) => ({ params: { runtime: 'zig', text: match[1] ?? '' }, evidence: [quoted(match[0])] }),
)

const nim = says(
  'info',
  /^(?:fatal\.nim\(\d+\) sysFatal\s+)?Error: unhandled exception: (.{1,300})/,
  'Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]',
  (match) => ({ params: { runtime: 'nim', text: match[1] ?? '' }, evidence: [quoted(match[0])] }),
)

const rust = says(
  'info',
  /^thread '[^']{0,80}' (?:\(\d+\) )?panicked at (?:'([^]{1,600}?)'[,:] \S{1,300}:\d{1,9}(?::\d{1,9})?|\S{1,300}:\d{1,9}:\d{1,9}:\s{1,8}(\S.{0,199})|(.{1,200}))/,
  "thread 'main' panicked at src/main.rs:4:5: empty",
  (match) => ({
    params: { text: cut(match[1] ?? match[2] ?? match[3] ?? '', 200) },
    evidence: [quoted(match[0])],
  }),
)

/** Methods, and functions of the program, as only Go's linker names them. */
const goCall = call(
  /^(?:runtime\.(?:raise|dieFromSignal|fatalpanic|gopanic|crash)$|main\.\w{1,200}$|[\w./-]{1,300}\.\(\*?\w{1,200}\)\.\w{1,200})/,
  'main.(*Till).Count',
)

export const withStack = ({ stack }: CrashFacts) => ({ hasStack: stack !== undefined && stack.frames.length > 0 })

/** Facts from the words around a panic: another thread than `main`’s, a debugger’s stop, a request for a backtrace. */
const rustWords = ({ report }: CrashFacts) => ({
  isOfThread: report.exception !== undefined && isOnlyLogged(report.exception, ownText(report)),
  isStopped: wasStopped(report),
  isTraced:
    /^[^\n]{0,80}\b(?:stack backtrace:[ \t]*\r?$|note: Some details are omitted\b)|^[ \t]*\d{1,4}:[ \t]+(?:0x[0-9a-f]{1,16} - )?[<\w][^\s:]{0,300}::/m.test(
      ownText(report),
    ),
})

/** An exception or a panic of a runtime: its words are about its own code, whatever they say. */
export const isOfRuntime = is('thrown-by', 'runtime')
export const anyPanic = says(
  'info',
  /^(?:panic|fatal error): |^thread '[^'\n]{0,100}' (?:\(\d{1,12}\) )?panicked at/,
  'panic: no till',
)

export const panics: readonly Rule[] = [
  {
    code: 'rust-panic',
    kind: 'said',
    requires: [rust],
    params: (facts) => ({ ...rustWords(facts), ...withStack(facts) }),
  },
  { code: 'runtime-panic', kind: 'said', requires: [goRuntime] },
  { code: 'runtime-panic', kind: 'said', requires: [goPanic, goMark] },
  { code: 'runtime-panic', kind: 'said', requires: [goPanic, goCall] },
  { code: 'runtime-panic', kind: 'said', requires: [goFatal] },
  { code: 'runtime-panic', kind: 'said', requires: [zig] },
  { code: 'runtime-panic', kind: 'said', requires: [nim] },
]
