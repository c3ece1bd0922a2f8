/** The system ended the program: watchdogs, codes in hexadecimal words, privacy, signatures, every namespace. */
import type { Stage } from '../messages/explain/system.ts'
import { formatHex } from '../model/address.ts'
import { hasNoteOfNoCrash } from '../model/ended-words.ts'
import type { MessageParameters } from '../messages/message.ts'
import type { CrashFacts } from './crash-facts.ts'
import { counts, equals, is, says, type Fact, type Found } from './fact.ts'
import { systemAssertion } from './rules-ends.ts'
import { ranLong } from './launch-stage.ts'
import { isLocked, waitingCall } from './waiting.ts'
import type { Family, Rule } from './rule.ts'
import { isOnMac } from './tools.ts'
import { cut, quoted, sign } from './statement.ts'
import { codeMeanings, WATCHDOG } from './termination-codes.ts'

/** The first match of a pattern in what the system says of the termination. */
function findWords(facts: CrashFacts, pattern: RegExp): RegExpExecArray | undefined {
  const { message } = facts.report.exception ?? {}
  for (const line of [...facts.terminationWords, ...facts.info, ...(message === undefined ? [] : [message])]) {
    const match = pattern.exec(line)
    if (match) return match
  }
  return undefined
}

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/** The watchdog's word for the time that ran out: `scene-create watchdog transgression`. */
const stages: Readonly<Record<string, Stage>> = {
  'scene-create': 'launch',
  'process-launch': 'launch',
  launch: 'launch',
  'scene-update': 'update',
  'process-exit': 'quit',
  'scene-destroy': 'quit',
  terminate: 'quit',
  suspend: 'suspend',
  resume: 'resume',
  background: 'background',
}

function stageOf(facts: CrashFacts): Stage {
  const word =
    findWords(facts, /\b(background)(?: task)? watchdog transgression/i)?.[1] ??
    findWords(facts, /\b([a-z]+(?:-[a-z]+)?) watchdog transgression/i)?.[1] ??
    findWords(facts, /\bfailed to (launch|scene-create|scene-update|resume|suspend|terminate)\b/i)?.[1] ??
    findWords(facts, /\b(background) task/i)?.[1] ??
    (findWords(facts, /\bactive assertions beyond permitted time/i) ? 'background' : undefined) ??
    (findWords(facts, /\bfailed to terminate gracefully/i) ? 'terminate' : undefined)
  const stage = stages[word?.toLowerCase() ?? ''] ?? 'unsaid'
  // A program that runs makes a scene for each new window, also on the screen of a car.
  return word?.toLowerCase() === 'scene-create' && ranLong(facts.report.header) ? 'scene' : stage
}

/** CPU seconds are of all threads on all cores: they say nothing of one thread. */
function watchdogSeen(facts: CrashFacts): Found {
  const allowed = number(
    findWords(
      facts,
      /(?:allowance of|after|within|for more than|elapsed real time[^\d]{0,20})\s*(\d+(?:\.\d+)?)\s*(?:s\b|sec)/i,
    )?.[1],
  )
  const total = number(findWords(facts, /total CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const app = number(findWords(facts, /application CPU time \(seconds\):\s*(\d+(?:\.\d+)?)/i)?.[1])
  const isCpu = findWords(facts, /exhausted CPU time/i) !== undefined
  const waiting = facts.thread === facts.report.threads[0] ? waitingCall(facts) : undefined
  return {
    params: {
      stage: stageOf(facts),
      state: isCpu ? 'cpu' : waiting && isLocked(waiting) ? 'waiting' : 'unknown',
      hasStack: (facts.report.threads[0]?.frames.length ?? 0) > 0,
      isNoCrash: hasNoteOfNoCrash(facts.report.header),
    },
    evidence: [
      allowed !== undefined && sign('time-allowed', { seconds: allowed, isCpu }),
      app !== undefined && sign('cpu-of-app', { seconds: app }),
      total !== undefined && sign('cpu-of-all', { seconds: total }),
      waiting && sign('waits-in', { function: waiting.call.function }),
    ],
    ...(waiting && { frames: [waiting.frame] }),
  }
}

const hasCode = (code: bigint): Fact =>
  counts(
    'termination-code',
    (value) => value === code,
    [code, code + 1n],
    () => ({ evidence: [sign('termination-code', { code: formatHex(code) })] }),
  )

/** The key that the words on a usage description name; the system asks for some entitlements in the same words. */
function askedKey(words: string): MessageParameters {
  const key = /\b(NS\w{1,60}UsageDescription)\b/.exec(words)?.[1]
  const other = /\bmust\s{1,8}contain\s{1,8}an?\s{1,8}(com\.apple\.[\w.-]{1,80})\s{1,8}key\b/.exec(words)?.[1]
  return key === undefined && other !== undefined ? { key: other, isEntitlement: true } : { key }
}

const anyNamespace = says('namespace', /\S/, 'RUNNINGBOARD')
const usageAsked = says(
  'termination',
  /^This app has crashed because it attempted to access privacy-sensitive data without a usage description\b/,
  'This app has crashed because it attempted to access privacy-sensitive data without a usage description.',
  ({ input }) => ({ params: askedKey(input), evidence: [quoted(input)] }),
)

const usageDescription = says(
  'termination',
  /privacy-sensitive data without a usage description|\bNS\w+UsageDescription\b/,
  "The app's Info.plist must contain an NSCameraUsageDescription key",
  ({ input }) => ({
    params: askedKey(input),
    evidence: [quoted(/^.*(?:usage description|UsageDescription).*$/m.exec(input)?.[0] ?? input)],
  }),
)

const stated = ({ report: { termination } }: CrashFacts): Found => ({
  evidence: [
    sign('termination', {
      namespace: termination?.namespace ?? '',
      code: termination?.code === undefined ? undefined : formatHex(termination.code),
      by: termination?.byProcess,
    }),
  ],
})

/** True if a function on the stack ends the process with words of the process itself, which the report then has. */
const endsItself = (calls: CrashFacts['calls']): boolean =>
  calls.slice(0, 8).some(({ call }) => /^_{0,2}os_crash(?:_fmt|_msg)?\b/.test(call.function))

const byNamespace: Rule = {
  code: 'ended-by-system',
  kind: 'said',
  requires: [
    says(
      'namespace',
      /^(?!(?:SIGNAL|DYLD|GUARD|JETSAM|OBJC|<NO_NS>|PAC_EXCEPTION|MTE_FAIL)$)\S+$/,
      'SANDBOX',
      undefined,
      'SIGNAL',
    ),
  ],
  // The check that failed says more than who ended the process for it.
  excludes: [systemAssertion, says('exception', /^GUARD_TYPE_USER\b/, 'GUARD_TYPE_USER')],
  params: ({ report: { termination, header }, terminationWords, calls, info }) => ({
    ...(hasNoteOfNoCrash(header) && { isNoCrash: true }),
    ...(endsItself(calls) && { isOwn: true }),
    namespace: termination?.namespace ?? '',
    code: termination?.code === undefined ? undefined : formatHex(termination.code),
    number: termination?.code === undefined ? undefined : Number(BigInt.asUintN(32, termination.code)),
    reason: [...terminationWords, ...(endsItself(calls) ? info.slice(0, 1) : [])]
      .map((line) => cut(line, 200))
      .find((line) => line !== '' && !/^\(terminated at/.test(line)),
  }),
  adds: stated,
}

/** Namespaces whose end the exception tells better, where it is of their kind. */
const byQuietNamespace: Rule = {
  ...byNamespace,
  requires: [says('namespace', /^(?:GUARD|MTE_FAIL|OBJC)$/, 'MTE_FAIL', undefined, 'SIGNAL'), is('end', 'killed')],
  excludes: [is('type', 'EXC_GUARD')],
}

const onMac = ({ report }: CrashFacts) => ({ isMac: isOnMac(report) })

const codeRules = [...codeMeanings].map(([code, meaning]): Rule => ({
  code: meaning,
  kind: 'said',
  requires: [hasCode(code)],
  excludes: [is('survival', 'noted')],
  ...(meaning === 'file-lock-while-suspended' && { params: onMac }),
}))

/** Words that a console has in place of a code. */
const inConsole = (pattern: RegExp, example: string): Fact =>
  says('termination', pattern, example, ({ input }) => ({ evidence: [quoted(input)] }))

/** Xcode's and the system's words in a console, without a code. */
const consoleEnds: readonly Rule[] = [
  {
    code: 'file-lock-while-suspended',
    kind: 'said',
    requires: [inConsole(/^suspended with locked system files$/, 'suspended with locked system files')],
    params: onMac,
  },
  {
    code: 'debugger-memory',
    kind: 'said',
    requires: [
      inConsole(
        /^Message from debugger: Terminated due to memory (?:issue|error|pressure)\b/i,
        'Message from debugger: Terminated due to memory issue',
      ),
    ],
  },
]

const invalidSignature = says(
  'exception',
  /\bCODESIGNING\b|Code Signature Invalid|\bKERN_CODESIGN_ERROR\b/i,
  'EXC_BAD_ACCESS (Code Signature Invalid)',
  ({ input }) => ({ evidence: [sign('report-says', { text: cut(input) })] }),
)

/** The system named another reason for a program that it did not start. */
const otherNamespace = says('namespace', /^(?!(?:CODESIGNING|SIGNAL|<NO_NS>)$)\S+$/, 'EXEC', undefined, 'SIGNAL')

/** The kernel refused the file, so none of its code ran; the stack is of the process that asked for it. */
const isBeforeStart = (namespace: string | undefined, info: readonly string[]): boolean =>
  /^EXEC\b/.test(namespace ?? '') || info.some((line) => /\bpre-exec\b/.test(line))

/** A region that a file was mapped into, also as an image. */
const OF_FILE = /\bmapped file\b|^\s{0,8}-{1,4}>\s{1,20}__(?:TEXT|DATA|LINKEDIT)/

const signature = (requires: readonly Fact[]): Rule => ({
  code: 'code-signing',
  kind: 'said',
  requires,
  adds: (facts) => (facts.report.termination?.namespace === 'CODESIGNING' ? stated(facts) : {}),
  params: ({ report, report: { termination }, calls, region }) => ({
    isOfFile: region.some((line) => OF_FILE.test(line)),
    number: termination?.namespace === 'CODESIGNING' ? Number(termination.code ?? 0n) : undefined,
    reason: termination?.namespace === 'CODESIGNING' ? termination.indicator : undefined,
    hasRun:
      !isBeforeStart(report.termination?.namespace, report.applicationInfo) &&
      calls.length > 0 &&
      !calls.some(({ call }) => /^_?dyld_start$/.test(call.function)),
  }),
})

/** Sender of a signal, where the report names another process than itself and the kernel's handler of exceptions. */
const sentBy: Rule = {
  code: 'signal-by',
  kind: 'said',
  requires: [is('namespace', 'SIGNAL'), is('by', 'other')],
  excludes: [is('end', 'access', 'trap', 'arithmetic')],
  params: ({ report, signal }) => ({ sender: report.termination?.byProcess ?? '', signal }),
  adds: stated,
}

const rules: readonly Rule[] = [
  { code: 'watchdog', kind: 'said', requires: [hasCode(WATCHDOG)], adds: watchdogSeen },
  ...codeRules,
  ...consoleEnds,
  {
    code: 'privacy-usage-description',
    kind: 'said',
    requires: [is('namespace', 'TCC'), usageDescription],
  },
  // The system's sentence alone, as a console has it.
  { code: 'privacy-usage-description', kind: 'said', requires: [usageAsked], excludes: [anyNamespace] },
  signature([is('namespace', 'CODESIGNING')]),
  { ...signature([invalidSignature]), excludes: [otherNamespace] },
  signature([is('end', 'access'), equals('access-code', 50n)]),
  byNamespace,
  byQuietNamespace,
  sentBy,
]

export const terminations: Family = { rules }
