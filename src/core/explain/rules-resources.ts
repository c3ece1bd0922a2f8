/** Limits: CPU, wake-ups, memory, disk, threads, ports; guarded resources; the system short of memory. */
import type { guards, limits, MemoryReason, PortUse } from '../messages/explain/system.ts'
import { hasNoteOfNoCrash } from '../model/ended-words.ts'
import { isIncomplete } from '../reading/damage.ts'
import { saysFatal, wordsOnLimit } from '../reading/end.ts'
import type { Report } from '../model/report.ts'
import { headerField, type CrashFacts } from './crash-facts.ts'
import { equals, is, says, type Fact, type Found } from './fact.ts'
import type { Family, Rule } from './rule.ts'
import { isSaidToCrash } from '../reading/words-around.ts'
import { cut, sign } from './statement.ts'

type Limit = keyof typeof limits

/** Types of EXC_RESOURCE in the system's words. */
const limitTypes: readonly (readonly [code: Limit, number: bigint, pattern: RegExp, example: string])[] = [
  ['resource-wakeups', 2n, /^WAKEUPS(?:_FATAL)?\b/, 'WAKEUPS'],
  ['resource-memory', 3n, /^MEMORY\b|high watermark memory limit|^exceeded mem limit\b/, 'MEMORY (Limit 1850 MB)'],
  ['resource-disk', 4n, /^(?:IO|DISK_WRITES|PHYSICAL_WRITES|LOGICAL_WRITES)\b/, 'IO'],
  ['resource-threads', 5n, /^THREADS\b/, 'THREADS'],
  ['resource-ports', 6n, /^PORTS\b/, 'PORTS'],
  ['resource-cpu', 1n, /^CPU(?:_FATAL)?\b/, 'CPU'],
]

const NUMBERS = /\((?:Limit |limit=)[^)]{1,60}\)[^\n]{0,120}|\bmem limit: ([^\n(]{1,60}?\d ?[KMG]B)\b/

function numbersIn({ report: { exception } }: CrashFacts): string | undefined {
  const match = NUMBERS.exec([exception?.subtype, exception?.message].join(' '))
  return (match?.[1] ?? match?.[0])?.trim()
}

/** True if a number other than the limit, and other than a field that is not used, stands beside it. */
const hasMeasured = (numbers: string | undefined): boolean =>
  /\d/.test((numbers ?? '').replace(/\b(?:limit[ =]|unused=)[^,()]{1,40}/gi, ''))

function limitSeen(facts: CrashFacts): Found {
  const { report, type, event } = facts
  const numbers = numbersIn(facts)
  const measured = headerField(report, /^(?:CPU|Wakeups|Writes|Footprint)$/)
  return {
    params: {
      isFatal: isFatal(report),
      isSaidEnded: isSaidToCrash(report),
      numbers,
      hasMeasured: hasMeasured(numbers),
      hasHeaviest: report.callTrees.length > 0,
    },
    evidence: [
      sign('resource', {
        type: type || (event ?? report.label),
        subtype: report.exception?.subtype,
        measured: numbers ?? measured,
      }),
    ],
  }
}

/** The report says that the process ended for it. */
function isFatal(report: Report): boolean {
  if (hasNoteOfNoCrash(report.header)) return false
  return report.termination !== undefined || saysFatal(wordsOnLimit(report))
}

const isResource = is('type', 'EXC_RESOURCE')

const limitRule = (code: Limit, requires: readonly Fact[]): Rule => ({ code, kind: 'said', requires, adds: limitSeen })

const events: readonly (readonly [code: Limit, pattern: RegExp, example: string])[] = [
  ['resource-wakeups', /^(?:wakeups\b|caught waking\b|caught causing excessive wakeups\b)/i, 'wakeups'],
  ['resource-disk', /^disk writes\b/i, 'disk writes'],
  ['resource-memory', /^memory\b/i, 'memory'],
  ['resource-cpu', /^cpu usage\b/i, 'cpu usage'],
]

/** Types of EXC_GUARD, as `GUARD_TYPE_…` or in the message. */
const guardTypes: readonly (readonly [code: keyof typeof guards, pattern: RegExp, example: string])[] = [
  ['guard-file-descriptor', /^GUARD_TYPE_FD\b|\bon file descriptor \d/, 'GUARD_TYPE_FD'],
  ['guard-mach-port', /^GUARD_TYPE_MACH_PORT\b|\bon mach port \d/, 'GUARD_TYPE_MACH_PORT'],
  ['guard-vnode', /^GUARD_TYPE_VN\b/, 'GUARD_TYPE_VN'],
  ['guard-tag', /flavor=0x0*1?0*[cC][89aA]\b|\bMTE_(?:SYNC|ASYNC)/, 'flavor=0x001000c8 (GUARD_EXC_MTE_SYNC_FAULT)'],
  ['guard-memory', /^GUARD_TYPE_VIRT_MEMORY\b/, 'GUARD_TYPE_VIRT_MEMORY'],
  ['guard-user', /^GUARD_TYPE_USER\b|^namespc \d/, 'GUARD_TYPE_USER'],
  ['guard-rejected-call', /^GUARD_TYPE_REJECTED_SC\b/, 'GUARD_TYPE_REJECTED_SC'],
]

/** The kernel's numbers for them. */
const guardNumbers: readonly (readonly [code: keyof typeof guards, number: bigint])[] = [
  ['guard-mach-port', 1n],
  ['guard-file-descriptor', 2n],
  ['guard-user', 3n],
  ['guard-vnode', 4n],
  ['guard-memory', 5n],
  ['guard-rejected-call', 6n],
]

const isGuard = is('type', 'EXC_GUARD')

/** The act on a guarded port, by the kernel's name of it. */
const portUses: readonly (readonly [pattern: RegExp, use: PortUse])[] = [
  [/\bSET_EXCEPTION_BEHAVIOR\b|\bEXCEPTION_BEHAVIOR_ENFORCE\b/, 'handler'],
  [/\b(?:SET_CONTEXT|UNGUARDED|INCORRECT_GUARD)\b/, 'guard'],
  [/\b(?:DESTROY|MOD_REFS|INVALID_(?:NAME|RIGHT|VALUE))\b/, 'release'],
]

function guardSeen({ stack, report: { exception } }: CrashFacts): Found {
  const { subtype, message } = exception ?? {}
  return {
    params: {
      hasStack: (stack?.frames.length ?? 0) > 0,
      use: portUses.find(([pattern]) => pattern.test(message ?? ''))?.[1],
      text: message === undefined || message.trim() === '' ? undefined : cut(message, 200),
    },
    evidence: [sign('guard', { subtype, message: message === undefined ? undefined : cut(message) })],
  }
}

const memoryReasons: readonly (readonly [pattern: RegExp, reason: MemoryReason])[] = [
  [/per-process-limit/, 'limit'],
  [/highwater/, 'background'],
  [/vm-pageshortage|vm-thrashing|memory pressure/, 'pressure'],
  [/fc-thrashing|vnode-limit|zone-map-exhaustion|compressor/, 'kernel'],
  [/disk-space/, 'disk'],
  [/idle-exit|long-idle/, 'idle'],
]

/** The kernel's numbers for them, as a termination has them. */
const jetsamCodes: Readonly<Record<number, MemoryReason>> = {
  2: 'background',
  3: 'kernel',
  4: 'pressure',
  5: 'pressure',
  6: 'kernel',
  7: 'limit',
  8: 'disk',
  9: 'idle',
  10: 'kernel',
  11: 'kernel',
  12: 'kernel',
}

/** Processes that a memory kill lists with the reason of their end. */
function endedIn({ sections }: Report): readonly (readonly [name: string, reason: string])[] {
  const table = sections.find(
    (section) => section.kind === 'table' && section.columns.some((column) => /^reason$/i.test(column)),
  )
  if (table?.kind !== 'table') return []
  const at = table.columns.findIndex((column) => /^reason$/i.test(column))
  const name = table.columns.findIndex((column) => /^(?:name|process)$/i.test(column))
  return table.rows.flatMap((row) => (row[at] ? [[row[name] ?? '?', row[at]] as const] : []))
}

function memoryReason({ termination }: Report, listed: string | undefined): MemoryReason | undefined {
  const words = listed ?? termination?.indicator ?? ''
  const told = memoryReasons.find(([pattern]) => pattern.test(words))?.[1]
  return told ?? (termination?.namespace === 'JETSAM' ? jetsamCodes[Number(termination.code ?? 0n)] : undefined)
}

function jetsamSeen({ report }: CrashFacts): Found {
  const ended = endedIn(report)
  const [first] = ended
  const largest = headerField(report, /^largestProcess$|^Largest process$/i)
  const reason = memoryReason(report, first?.[1])
  return {
    params: {
      // The process of a list's header is only the largest.
      killed: (first?.[0] ?? (largest === undefined ? report.header.process : undefined)) || undefined,
      reason,
      largest,
      others: Math.max(0, ended.length - 1),
      isPart: isIncomplete(report),
      hasProcesses: report.kind === 'memory-kill' && report.sections.some(({ kind }) => kind === 'table'),
    },
    evidence: [
      largest !== undefined && sign('largest-process', { process: largest }),
      ended.length > 0 &&
        sign('terminated-processes', {
          processes: ended.slice(0, MOST_TOLD).map(([name, why]) => `${name} (${why})`),
          more: Math.max(0, ended.length - MOST_TOLD),
        }),
    ],
  }
}

const MOST_TOLD = 5

const toldKill = (word: string, reason?: MemoryReason): Rule => ({
  code: 'jetsam',
  kind: 'said',
  // Reporters of apps conclude it at the next launch from what they kept.
  grade: 'likely',
  requires: [
    says('vendor-type', new RegExp(`^${word}$`), word, ({ input }) => ({
      evidence: [sign('report-says', { text: input })],
    })),
  ],
  params: ({ report }) => ({ killed: report.header.process ?? '', reason, largest: undefined, others: 0 }),
})

const toldKills: readonly Rule[] = [
  toldKill('memory_limit', 'limit'),
  toldKill('memory_pressure', 'pressure'),
  toldKill('memory_termination'),
]

const rules: readonly Rule[] = [
  { code: 'jetsam', kind: 'said', requires: [is('kind', 'memory-kill')], adds: jetsamSeen },
  { code: 'jetsam', kind: 'said', requires: [is('namespace', 'JETSAM')], adds: jetsamSeen },
  ...guardTypes.map(([code, pattern, example]): Rule => ({
    code,
    kind: 'said',
    requires: [isGuard, says('exception', pattern, example)],
    adds: guardSeen,
  })),
  ...guardNumbers.map(([code, number]): Rule => ({
    code,
    kind: 'said',
    requires: [isGuard, equals('guard-type', number)],
    adds: guardSeen,
  })),
  { code: 'guard', kind: 'said', requires: [isGuard], adds: guardSeen },
  ...limitTypes.flatMap(([code, number, pattern, example]) => [
    limitRule(code, [isResource, says('exception', pattern, example)]),
    limitRule(code, [isResource, equals('limit-type', number)]),
  ]),
  limitRule('resource-cpu', [is('kind', 'cpu-limit')]),
  limitRule('resource-disk', [is('kind', 'disk-writes')]),
  ...events.map(([code, pattern, example]) => limitRule(code, [says('event', pattern, example)])),
  { code: 'resource', kind: 'said', requires: [isResource], adds: limitSeen },
]

export const resources: Family = { rules: [...rules, ...toldKills] }
