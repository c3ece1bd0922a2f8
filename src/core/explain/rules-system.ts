/** The system itself went down, or the linker could not start the program. */
import { readableName } from '../demangle/readable.ts'
import type { CrashFacts } from './crash-facts.ts'
import { formatHex } from '../model/address.ts'
import { imageNameOf } from '../model/frames.ts'
import type { SymbolHome } from '../messages/explain/system.ts'
import { isIncomplete } from '../reading/damage.ts'
import { counts, is, says, type Fact } from './fact.ts'
import { stageOf } from './launch-stage.ts'
import { FIRST_PAGE } from './measures.ts'
import type { Family, Rule } from './rule.ts'
import { cut, quoted, sign } from './statement.ts'
import { isOnPhone } from './tools.ts'

const panicText = (pattern: RegExp, example: string): Fact =>
  says('panic', pattern, example, (match) => ({
    params: { subject: match[1] ?? match[2] ?? '' },
    evidence: [quoted(match.input)],
  }))

/** True if the panic lists its calls. */
const hasStack = ({ stack }: CrashFacts) => ({ hasStack: stack !== undefined && stack.frames.length > 0 })

/** The kernel and its maker's extensions. */
const APPLES = /^(?:com\.apple\.\S+|(?:mach_)?kernel(?:\.\S+)?)$/

/** A bundle identifier, as the list of extensions has it. */
const EXTENSION = /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/

/** True if the backtrace names an extension that is not Apple's. Phones load none. */
const hasOthers = ({ stack, report }: CrashFacts) => ({
  hasOthers:
    !isOnPhone(report) &&
    (stack?.frames ?? []).some((frame) => {
      const name = imageNameOf(report, frame)
      return EXTENSION.test(name) && !APPLES.test(name)
    }),
})

const anyPanic = says(
  'panic',
  /\S/,
  'panic(cpu 1 caller 0x1): something unheard of',
  ({ input }) => ({
    params: { text: cut(/panic\([^)]*\):\s*([^\n]{1,300})/.exec(input)?.[1] ?? input.split('\n')[0] ?? '', 240) },
    evidence: [quoted(input)],
  }),
  ' ',
)

const panicRules: readonly Rule[] = [
  {
    code: 'forced-reset',
    kind: 'said',
    requires: [panicText(/\bbtn_rst\b|\bforced reset\b/i, 'panic(cpu 1 caller 0x1): btn_rst')],
  },
  {
    code: 'panic-watchdog',
    kind: 'said',
    requires: [
      panicText(
        /(?:userspace )?watchdog timeout ?:\s*((?:(?!\s+\S{1,60} returned not alive\b)[^\n]){1,160})|\b(no (?:successful )?checkins? from [^\n]{1,120})/i,
        'panic(cpu 1 caller 0x1): userspace watchdog timeout: no successful checkins from logd',
      ),
    ],
  },
  {
    code: 'panic-launchd',
    kind: 'said',
    requires: [panicText(/\binitproc exited|\blaunchd exited/i, 'panic(cpu 1 caller 0x1): initproc exited')],
  },
  {
    // The hardware resets a machine whose kernel wrote nothing.
    code: 'panic-reset',
    kind: 'said',
    requires: [panicText(/^(?![^]*\bpanic ?\()([^\n]{0,200}\breset\b[^\n]{0,100})/i, 'WDOG reset asserted')],
  },
  { code: 'panic', kind: 'said', requires: [anyPanic], params: hasOthers },
]

const panicAccess: Rule = {
  code: 'panic-null',
  kind: 'shown',
  // A small number may also come from elsewhere.
  grade: 'likely',
  requires: [
    panicText(/\bpage fault\b|\bKernel data abort\b/i, 'panic(cpu 0): Kernel data abort'),
    counts(
      'kernel-fault',
      (value) => value < FIRST_PAGE,
      [0xd8n, FIRST_PAGE],
      (value) => ({
        params: { address: formatHex(value), offset: Number(value) },
        evidence: [sign('faulting-at', { address: formatHex(value) })],
      }),
    ),
  ],
}

/** Causes that words of a panic suggest. A panic of another cause may have the same words. */
const panicCauses: readonly Rule[] = [
  {
    code: 'panic-hardware',
    kind: 'possible',
    requires: [panicText(/\bSError\b|\bmachine check\b|AppleANS|\bNVMe\b|\bnand\b|\bECC\b/i, 'panic(cpu 0): SError')],
  },
  {
    code: 'panic-memory',
    kind: 'possible',
    requires: [
      panicText(
        /tag check fault|use.after.free|element modified after free|zone .{0,40}(?:corrupt|bound)/i,
        'panic(cpu 0): Kernel tag check fault',
      ),
    ],
    params: hasStack,
  },
]

const lines = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]?.trim()
/** The linker's reason; above a list of files, what it says of the first of them. */
const linkerWhy = (text: string): string | undefined =>
  lines(text, /\bDid find:[ \t]*\n['"]?\/[^:\n]{1,600}: ([^\n]{1,1000})/) ?? lines(text, /Reason: ([^\n]{1,400})/)
const from = (text: string): string | undefined =>
  lines(text, /Referenced from:[ \t]*(?:<[^>\n]*>[ \t]*)?([^\n]{1,300})/)

/** The file has no signature at all. */
const UNSIGNED = /code signature missing|\bunsigned\b|\bno code signature\b|code object is not signed/i
/** It has one, which does not fit. */
const REFUSED = /code signature invalid|\bdifferent Team IDs\b/i

/** "Not found" only where the linker says so; it also fails at files that are there. */
function failureIn(reason: string): 'unsigned' | 'signature' | 'architecture' | 'missing' | 'unusable' {
  if (UNSIGNED.test(reason) && !REFUSED.test(reason)) return 'unsigned'
  if (/code signature|Team IDs|mapping process/i.test(reason)) return 'signature'
  if (/incompatible architecture|wrong architecture|mach-o, but/i.test(reason)) return 'architecture'
  if (/\berrno=|Did find:/.test(reason)) return 'unusable'
  return /image not found|no such file|not found|does not exist/i.test(reason) ? 'missing' : 'unusable'
}

/** The linker's title, where its reason is lost. */
const whatFailed = (text: string): string => (/^Library missing$/m.test(text) ? 'not found' : '')
const SYSTEM_PATH = /^\/(?:System|usr\/lib)\//

const IN_PROGRAM = /^@|\.app(?:ex)?\//

const libraryMissing = says(
  'linker',
  /Library (?:not loaded|missing): ?([^\n]{1,300})/i,
  'Library not loaded: @rpath/Pay.framework/Pay',
  (match) => {
    const library = match[1]?.trim().replace(/^'(.*)'$/, '$1') ?? ''
    const reason = linkerWhy(match.input)
    return {
      params: {
        name: library.slice(library.lastIndexOf('/') + 1),
        failure: /^Code Signature$/m.test(match.input)
          ? 'signature'
          : failureIn(/Reason: ([^]{1,2000})/.exec(match.input)?.[1] ?? whatFailed(match.input)),
        hasReason: reason !== undefined,
        isOfSystem: SYSTEM_PATH.test(/\bDid find:\s+['"]?(\/[^:\n]{1,600})/.exec(match.input)?.[1] ?? library),
        path: /^@rpath\//.test(library) ? 'run-path' : SYSTEM_PATH.test(library) ? 'system' : 'fixed',
        isEmbedded:
          /\.framework\//.test(library) && IN_PROGRAM.test(library) && /\.app(?:ex)?\//.test(from(match.input) ?? ''),
      },
      evidence: [sign('library-not-loaded', { library, from: from(match.input), reason: reason && cut(reason) })],
    }
  },
)

/** Folders that hold a whole system: the kits in Xcode, the systems of simulators. */
const ROOT = /^.*(?:\.sdk|\/RuntimeRoot|\/Cryptexes\/OS)(?=\/(?:System|usr)\/)/
const inSystem = (path: string): string => path.replace(ROOT, '')

/** Functions that compilers call by themselves, such as `___chkstk_darwin` and `___divti3`, with the underscore of C. */
const OF_COMPILER =
  /^_{3,4}(?:chkstk_darwin|is(?:OS|Platform)VersionAtLeast|darwin_check_fd_set_overflow|stack_chk_\w{1,20}|[a-z]{3,12}[sdt][ifc]\d?)\b/

/** Whose file the linker expected a symbol in; undefined where it does not say. */
function homeOf(symbol: string, found: string | undefined, user: string | undefined): SymbolHome | undefined {
  if (found === undefined) return undefined
  const expected = inSystem(found)
  if (/^['"]?flat namespace/i.test(expected)) return 'flat'
  // The system's libraries were never built with the program's own.
  if (IN_PROGRAM.test(expected)) return SYSTEM_PATH.test(inSystem(user ?? '')) ? 'other' : 'program'
  // What uses the symbol is the system's, too: no code of a developer can be linked in another way.
  if (!SYSTEM_PATH.test(expected) || SYSTEM_PATH.test(inSystem(user ?? ''))) return 'other'
  return OF_COMPILER.test(symbol) ? 'compiler' : 'system'
}

const symbolMissing = says(
  'linker',
  /Symbol (?:not found|missing)[: ]\s*(?=\S)(?!\(terminated at launch)([^\n]{1,300})/i,
  'Symbol not found: _pay',
  (match, { report }) => {
    const symbol = match[1]?.trim() ?? ''
    const expected = lines(match.input, /Expected in:[ \t]*(?:<[^>\n]*>[ \t]*)?([^\n]{1,300})/)
    const user = from(match.input)
    return {
      // A name that was cut reads as another one.
      params: { symbol: isIncomplete(report) ? symbol : readableName(symbol), home: homeOf(symbol, expected, user) },
      evidence: [sign('symbol-not-found', { symbol, from: user, expected })],
    }
  },
)

/** What a program asked for that has no library of its own which is missing. */
const libraryRefused = says(
  'linker',
  /^dlopen\(([^()\n]{1,1000}?)(?:, ?(?:\d{1,6}|0x[\da-f]{1,8}))?\): ([^\n]{1,400})/,
  'dlopen(/tmp/Pay.so, 2): no suitable image found.',
  ({ input, 1: path = '', 2: words = '' }) => ({
    params: {
      name: path.slice(path.lastIndexOf('/') + 1),
      failure: failureIn(`${words}\n${linkerWhy(input) ?? ''}`),
      hasReason: true,
      isOfSystem: SYSTEM_PATH.test(path),
      path: 'fixed',
      isEmbedded: false,
    },
    evidence: [quoted(cut(input.split('\n')[0] ?? input))],
  }),
)

/** What the linker notes while it works is no error: `dyld: launch, running initializers`. */
const linkerSaid = says(
  'linker',
  /^dyld: (?!launch, (?:loading|running) |in dl\w{1,12}\(\)|using shared cache\b)([^\n]{1,140})/,
  'dyld: unknown required load command 0x80000022',
  (match) => ({
    params: { reason: match[1]?.trim() },
    evidence: [quoted(match[0])],
  }),
)

/** The linker goes on after a library that a running program asks for: its own words, without more, are of a launch. */
const linkerStage = (facts: CrashFacts) => ({ stage: stageOf(facts) ?? 'launch' })

const linkerReason = ({ report: { termination }, terminationWords, info }: CrashFacts) => ({
  code: termination?.code === undefined ? undefined : Number(termination.code),
  reason: firstLine(terminationWords[0] ?? info[0]),
})

const loadingRules: readonly Rule[] = [
  { code: 'dyld-library-missing', kind: 'said', requires: [libraryMissing], params: linkerStage },
  { code: 'dyld-symbol-missing', kind: 'said', requires: [symbolMissing], params: linkerStage },
  { code: 'dyld-library-missing', kind: 'said', requires: [libraryRefused], params: linkerStage },
  {
    code: 'dyld',
    kind: 'said',
    requires: [linkerSaid],
    params: linkerStage,
  },
  {
    code: 'dyld',
    kind: 'said',
    requires: [is('namespace', 'DYLD')],
    params: (facts) => ({
      stage: stageOf(facts),
      ...linkerReason(facts),
    }),
    adds: ({ terminationWords: [first] }) => ({
      evidence: [first === undefined ? sign('namespace-is', { namespace: 'DYLD' }) : quoted(first)],
    }),
  },
]

const firstLine = (text: string | undefined): string | undefined => text?.split('\n')[0]?.slice(0, 140)

export const kernel: Family = { rules: panicRules }
export const kernelCauses: readonly Family[] = [panicAccess, ...panicCauses].map((rule) => ({ rules: [rule] }))
export const loading: Family = { rules: loadingRules }
