/** Programs that ended themselves on purpose: assertions, sanitizers, and libraries that found their rules broken. */
import { sanitizerFindings, type SanitizerSubject } from '../messages/explain/sanitizers.ts'
import { isCaughtSignal } from '../model/ended-words.ts'
import { is, says, type Fact, type Found } from './fact.ts'
import type { CrashFacts } from './crash-facts.ts'
import type { Family, Rule } from './rule.ts'
import { isAccess } from './rules-allocator.ts'
import { call, cut, foundCall, hasCall, quoted, sign } from './statement.ts'
import { aroundAbort, ownFrame } from './surroundings.ts'

/** How malloc begins its lines: in full, or as the crash report keeps them. */
const MALLOC = String.raw`^(?:[\w .+>-]{1,120}\(\d{1,10},0x[0-9a-f]{1,16}\) malloc: |malloc: |BUG IN CLIENT OF LIBMALLOC: )?(?:[*\\]{3,6} )?(?:error for object 0x[0-9a-f]+: )?`

const malloc = (
  rest: string,
  example: string,
  params: (match: RegExpExecArray) => NonNullable<Found['params']> = () => ({}),
): Fact =>
  says('info', new RegExp(MALLOC + rest), example, (match) => ({
    params: params(match),
    evidence: [quoted(match.input)],
  }))

/** What the first words of a sanitizer's finding are about; the first that fits counts. */
const subjects: readonly (readonly [subject: SanitizerSubject, words: RegExp])[] = [
  ['race', /\brace\b/i],
  ['leak', /\bmemory leaks?\b|\bleaked in\b/],
  ['itself', /^(?:CHECK failed|failed to \w|internal |Shadow memory range interleaves|interceptors are not working)/],
  [
    'free',
    /\b(?:double-free|bad-free|alloc-dealloc-mismatch|new-delete-type-mismatch|invalid-free)\b|^attempting free /,
  ],
  [
    'access',
    /^(?:\S*(?:overflow|underflow|use-after-\w+|tag-mismatch)|(?:SEGV|BUS|unknown-crash|wild-\w+)|crashed on unknown address)\b/,
  ],
]

function subjectOf(tool: string, said: string): SanitizerSubject {
  const other = isCaughtSignal(said) ? 'signal' : tool === 'UndefinedBehaviorSanitizer' ? 'undefined' : 'other'
  if (tool === 'UndefinedBehaviorSanitizer') return other
  const found = subjects.find(([, words]) => words.test(said))?.[0] ?? other
  return found === 'race' && tool !== 'ThreadSanitizer' ? 'other' : found
}

/** The first words of a finding, without the address that no headline needs. */
const shortFinding = (said: string): string =>
  cut(said.split(/(?<!crashed) on (?:unknown )?address (?=0x|\()|:? (?:on )?0x[0-9a-f]|\n/)[0] ?? said, 200)

const sanitizerFound = (tool: string, said: string): Found => ({
  params: {
    tool,
    subject: subjectOf(tool, said),
    finding: sanitizerFindings.find((name) => said.includes(name)),
    text: shortFinding(said),
  },
  evidence: [quoted(`${tool}: ${said}`)],
})

const sanitizerLine = says(
  'info',
  /^(?:==\d+==)?(?:ERROR|WARNING): (Address|Thread|UndefinedBehavior|HWAddress|Memory|Leak)Sanitizer: (.{1,300})/,
  '==42==ERROR: AddressSanitizer: heap-use-after-free on address 0x60',
  (match) => sanitizerFound(`${match[1] ?? ''}Sanitizer`, match[2] ?? ''),
)

const sanitizerReport = says(
  'vendor-type',
  /^(\w+Sanitizer)$/,
  'AddressSanitizer',
  (match, { report: { exception } }) => sanitizerFound(match[1] ?? '', exception?.message ?? exception?.subtype ?? ''),
)

/** The sanitizer describes the block nearest to the address, and the address is in none: its stacks are of that block. */
const BESIDE =
  /(?:^|\n)[ \t]{0,8}0x[0-9a-f]{1,16} is located \d{1,12} bytes? (?:to the (?:left|right) of|before|after) /i

/** Stacks of the memory that a sanitizer's report has. */
const memoryStacks = ({ report: { backtraces, threads, applicationInfo } }: CrashFacts) => ({
  isBeside: applicationInfo.some((line) => BESIDE.test(line)),
  hasStack: [...threads, ...backtraces].some(({ frames }) => frames.length > 0),
  hasAllocated: backtraces.some(({ title, role }) => role === 'allocated' || /\ballocated by\b/i.test(title ?? '')),
  hasFreed: backtraces.some(({ title, role }) => role === 'freed' || /\bfreed by\b/i.test(title ?? '')),
  hasOther: backtraces.some(({ title }) => /\b(?:read|write)\b/i.test(title ?? '')),
})

const noMemory = malloc(
  String.raw`(?:mmap|mach_vm_map|vm_allocate)\(size=(\d{1,15})\) failed`,
  'malloc: *** mmap(size=2097152) failed (error code=12)',
  ([, size]) => ({ size: Number(size) }),
)

const ownedQueue = says(
  'info',
  /^BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned/,
  'BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread',
  ({ input }) => ({ evidence: [quoted(input)] }),
)

const misuse = says(
  'info',
  /^BUG IN CLIENT OF ([A-Z0-9_ ]{1,60}): ([^\n]{1,200})/,
  'BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock',
  (match) => ({
    params: { library: (match[1] ?? '').trim(), rule: (match[2] ?? '').trim() },
    evidence: [quoted(match.input)],
  }),
)

const assertionLine = says(
  'info',
  /^Assertion failed: \(?([\s\S]{1,300}?)\)?, function ([^,]{1,200}), file ([^,]{1,300}), line (\d+)/,
  'Assertion failed: (count > 0), function -[Cart total], file Cart.m, line 7.',
  ({ input, 1: condition = '', 2: name = '', 3: file = '', 4: line = '' }) => ({
    params: { condition, function: name, file, line },
    evidence: [quoted(input)],
  }),
)

/** The same on Linux. */
const linuxAssertion = says(
  'info',
  /^(?:[^\s:]{1,80}: )?([^\s:]{1,300}):(\d{1,7}): ([^\n]{1,400}?): Assertion [`'‘]([^\n]{1,300}?)['’] failed\./,
  "till: till.c:7: int count(int): Assertion `coins > 0' failed.",
  ({ input, 1: file = '', 2: line = '', 3: name = '', 4: condition = '' }) => ({
    params: { condition, function: name, file, line },
    evidence: [quoted(input)],
  }),
)

/** Metal's checks name the method and its line. */
const metalAssertion = says(
  'info',
  /^(-\[\w{1,100} [^\]\n]{1,200}\]):(\d{1,6}): failed assertion [`'‘]([^\n]{1,300}?)['’]?[ \t]*(?:\n|$)/,
  "-[_MTLCommandBuffer commit]:7: failed assertion `no encoder'",
  ({ input, 1: name = '', 3: condition = '' }) => ({
    params: { condition, function: name },
    evidence: [quoted(input)],
  }),
)

const rosetta = says(
  'info',
  /^rosetta error: ([^\n]{1,300})/,
  'rosetta error: no code for this address',
  ({ input, 1: text = '' }) => ({ params: { text: text.trim() }, evidence: [quoted(input)] }),
)

const nullRelease = says(
  'info',
  /^\*\*\* (CF\w{1,60})\(\) called with NULL \*\*\*/,
  '*** CFRelease() called with NULL ***',
  ({ input, 1: name = '' }) => ({ params: { function: name }, evidence: [quoted(input)] }),
)

/** libSystem's words for a check of its own; the value is at times unformatted. */
export const systemAssertion = says(
  'info',
  /^assertion failure: "([^\n]{1,300}?)" -> [^\n]{1,200}/,
  'assertion failure: "fd != -1" -> 9',
  ({ input, 1: condition = '' }) => ({ params: { condition }, evidence: [quoted(input)] }),
)

/** Checks of Chromium's base library, which Flutter's engine has, too. */
const chromiumCheck = says(
  'info',
  /^Check failed: ([^\n]{1,300}?)(?:\. |$)/,
  'Check failed: vm. Must be able to initialize the VM.',
  ({ input, 1: condition = '' }) => ({ params: { condition }, evidence: [quoted(input)] }),
)

/** Checks of Dart's virtual machine. */
const dartCheck = says(
  'info',
  /^runtime\/[\w/]{1,120}\.(?:cc|h): \d{1,7}: error: (?:expected: )?([^\n]{1,300})/,
  'runtime/vm/till.cc: 57: error: expected: !till.IsNull()',
  ({ input, 1: condition = '' }) => ({ params: { condition }, evidence: [quoted(input)] }),
)

/** Failed checks of Metal and libraries built like it: the method, a line of theirs, and a sentence instead of a condition. */
const libraryAssertion = says(
  'info',
  /^([-+]\[[^\n\]]{1,200}\]|[A-Za-z_]\w{1,120}):\d{1,7}: failed assertion [`']([^\n]{1,600}?)'?$/,
  "-[MTLCart validateTotal]:135: failed assertion `total (7) must be set.'",
  ({ input, 1: name = '', 2: condition = '' }) => ({
    params: { condition: cut(condition, 200), function: name },
    evidence: [quoted(input)],
  }),
)

/** libc++ names the place and the condition, and no function. */
const hardening = says(
  'info',
  /^([^\s:]{1,300}):(\d{1,7}): (?:libc\+\+ Hardening )?assertion ([\s\S]{1,300}?) failed\b[^\n]{0,200}/i,
  '/usr/include/c++/v1/vector:1436: libc++ Hardening assertion __n < size() failed: out of bounds',
  ({ input, 1: file = '', 2: line = '', 3: condition = '' }) => ({
    params: { condition, file, line },
    evidence: [quoted(input)],
  }),
)

const zombieLine = says(
  'info',
  /^\*\*\* -\[(\S+) (\S+)\]: message sent to deallocated instance (0x[0-9a-f]+)/,
  '*** -[Cart total]: message sent to deallocated instance 0x60',
  ({ 1: name = '', 2: selector = '', 3: address = '' }) => ({
    params: { class: name, selector },
    evidence: [sign('zombie-says', { address })],
  }),
)

const objcLine = says(
  'info',
  /^objc\[\d+\]: (?!garbage collection is |Class \S{1,300} is implemented in both )([^\n]{1,300})/,
  'objc[42]: Attempt to use unknown class 0x60.',
  ({ input, 1: text = '' }) => ({ params: { library: 'libobjc', rule: text.trim() }, evidence: [quoted(input)] }),
)

const forkLine = says(
  'info',
  /^objc\[\d+\]: \+\[(\S{1,200}) initialize\] may have been in progress in another thread when fork\(\) was called\.[^\n]*\bCrashing instead\b/,
  'objc[42]: +[Cart initialize] may have been in progress in another thread when fork() was called. Crashing instead.',
  ({ input, 1: name = '' }) => ({ params: { class: name }, evidence: [quoted(input)] }),
)

const gpuReset = says(
  'info',
  /^Graphics hardware encountered an error and was reset\b/,
  'Graphics hardware encountered an error and was reset: 0x00000813',
  ({ input }) => ({ evidence: [quoted(cut(input))] }),
)

const said: readonly Rule[] = [
  { code: 'sanitizer', kind: 'said', requires: [sanitizerLine], params: memoryStacks },
  { code: 'sanitizer', kind: 'said', requires: [sanitizerReport], params: memoryStacks },
  { code: 'zombie', kind: 'said', requires: [zombieLine] },
  { code: 'gpu-reset', kind: 'said', requires: [gpuReset] },
  {
    code: 'heap-bad-free',
    kind: 'said',
    requires: [
      malloc(
        "(?:pointer being (?:freed|realloc'd) was not allocated|double free)",
        'Shop(42,0x1e3) malloc: *** error for object 0x60: pointer being freed was not allocated',
      ),
    ],
  },
  {
    code: 'heap-corruption',
    kind: 'said',
    requires: [
      malloc(
        '(?:Heap corruption detected|incorrect checksum for freed object|Incorrect guard value|Corruption of (?:free|tiny|small|medium|large)|memory corruption of free block|[Hh]eap block .{1,60} modified)',
        'Shop(42,0x1e3) malloc: Heap corruption detected, free list is damaged at 0x60',
      ),
    ],
  },
  { code: 'malloc-no-memory', kind: 'said', requires: [noMemory], excludes: [isAccess] },
  { code: 'malloc-no-memory', id: 'malloc-no-memory-before', kind: 'possible', requires: [isAccess, noMemory] },
  { code: 'dispatch-sync-deadlock', kind: 'said', requires: [ownedQueue], excludes: [is('end', 'killed')] },
  { code: 'library-misuse', kind: 'said', requires: [misuse], excludes: [is('end', 'killed')], params: ownFrame },
  { code: 'assertion', kind: 'said', requires: [assertionLine] },
  { code: 'assertion', kind: 'said', requires: [linuxAssertion] },
  { code: 'assertion', kind: 'said', requires: [hardening] },
  { code: 'assertion', kind: 'said', requires: [systemAssertion] },
  { code: 'assertion', kind: 'said', requires: [chromiumCheck] },
  { code: 'assertion', kind: 'said', requires: [dartCheck] },
  { code: 'assertion', kind: 'said', requires: [libraryAssertion] },
  { code: 'objc-after-fork', kind: 'said', requires: [forkLine] },
  { code: 'assertion', id: 'metal-assertion', kind: 'said', requires: [metalAssertion] },
  { code: 'called-with-null', kind: 'said', requires: [nullRelease] },
  { code: 'rosetta-error', kind: 'said', requires: [rosetta] },
  { code: 'library-misuse', kind: 'said', requires: [objcLine, is('end', 'abort', 'trap')], params: ownFrame },
]

const isOther = is('end', 'access', 'raised')

const sanitizerCall = says(
  'near',
  /^_*asan_report_(?:exp_)?(load|store)(\d{1,2})?(?:_n)?(?:_noabort)?$/,
  '__asan_report_load4',
  ({ input, 1: access = '', 2: bytes }, facts) => {
    const found = foundCall(facts, input)
    return {
      ...found,
      params: {
        ...found.params,
        access: access === 'load' ? 'read' : 'write',
        bytes: bytes === undefined ? undefined : Number(bytes),
      },
    }
  },
)

const lockAgain = call(/^_?os_unfair_(?:recursive_)?lock_recursive_abort$/, '_os_unfair_lock_recursive_abort')
const javaScriptHeap = call(
  /^(?:v8::internal::(?:V8::)?FatalProcessOutOfMemory|v8::Utils::ReportOOMFailure|node::OOMErrorHandler)\b/,
  'v8::internal::V8::FatalProcessOutOfMemory(v8::internal::Isolate*, char const*)',
)
export const monoHandler = call(/^mono_handle_native_(?:crash|sigsegv)$/, 'mono_handle_native_crash')
/** Functions through which Mono and its bindings log; after an error they call abort(). */
export const monoLog = call(
  /^(?:monoeg_)?(?:g_log|g_logv|assertion_message|g_assertion_message)$|^log_callback(?:\(|$)|^mono_assertion_message\w*$/,
  'monoeg_g_logv',
)
/** GTK's GLib has functions of the same names in a library of its own. */
const glibWrote = ({ calls, report }: CrashFacts): boolean =>
  calls.some(
    ({ frame, call }) =>
      /^g_logv?$/.test(call.function) &&
      (frame.image === undefined ? frame.imageName : report.images[frame.image]?.name)?.startsWith('libglib'),
  )
/** The same of Mono alone. */
export const monoOwnLog: Fact = { ...monoLog, find: (facts) => (glibWrote(facts) ? undefined : monoLog.find(facts)) }
const metalReport = call(/^MTLReportFailure(?:\.cold\.\d)?$/, 'MTLReportFailure')

const shown: readonly Rule[] = [
  {
    code: 'xpc-misuse',
    kind: 'shown',
    requires: [call(/^_xpc_api_misuse$/, '_xpc_api_misuse'), is('end', 'trap', 'abort')],
  },
  {
    code: 'mono-native-crash',
    kind: 'shown',
    requires: [monoHandler, is('end', 'abort')],
    excludes: [monoLog],
  },
  { code: 'mono-own-error', kind: 'shown', requires: [monoHandler, monoOwnLog, is('end', 'abort')] },
  { code: 'lock-again', kind: 'shown', requires: [lockAgain], excludes: [isOther] },
  { code: 'javascript-memory', kind: 'shown', requires: [javaScriptHeap], excludes: [isOther] },
  { code: 'metal-validation', kind: 'shown', requires: [metalReport], excludes: [isOther] },
  { code: 'sanitizer-call', kind: 'shown', requires: [sanitizerCall, is('end', 'abort')] },
  {
    code: 'stack-smashed',
    kind: 'shown',
    requires: [call(/^__stack_chk_fail$/, '__stack_chk_fail')],
    excludes: [isOther],
  },
  {
    code: 'wrong-queue',
    kind: 'shown',
    requires: [
      call(
        /^_?dispatch_assert_queue(?:_not|_barrier)?_fail$|^swift_task_reportUnexpectedExecutor$/,
        '_dispatch_assert_queue_fail',
      ),
    ],
    excludes: [isOther],
  },
  {
    code: 'dispatch-sync-deadlock',
    kind: 'shown',
    // The function that waits stops only for this; its words are lost.
    grade: 'likely',
    requires: [
      hasCall('innermost', /^_dispatch_sync_wait$|^__DISPATCH_WAIT_FOR_QUEUE__$/, '__DISPATCH_WAIT_FOR_QUEUE__'),
      is('end', 'trap'),
    ],
  },
  {
    code: 'assertion',
    kind: 'shown',
    requires: [call(/^_{0,3}assert_rtn$|^__assert$|^-\[NSAssertionHandler handleFailure/, '__assert_rtn')],
    excludes: [isOther],
  },
  {
    code: 'heap-check',
    kind: 'shown',
    requires: [
      call(
        /^_?(?:(?:nano|nanov2_|[a-z]|malloc_)zone_error|free_list_checksum_botch|malloc_v?report)$/,
        'nanozone_error',
      ),
      is('end', 'abort'),
    ],
  },
  {
    code: 'abort',
    kind: 'shown',
    requires: [call(/^_?abort$|^__abort$/, 'abort'), is('end', 'abort')],
    params: aroundAbort,
  },
  {
    code: 'abort',
    kind: 'said',
    requires: [
      says('info', /^(?:__)?abort\(\) called$/, 'abort() called', () => ({ evidence: [sign('abort-called', {})] })),
      is('end', 'abort'),
    ],
    params: aroundAbort,
  },
]

export const saidEnds: Family = { rules: said }
/** Rules that read the calls on the stack. */
export const aborts: Family = { rules: shown, isLast: true }
