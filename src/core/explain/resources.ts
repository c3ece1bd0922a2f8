/** Limits: CPU, wake-ups, memory, disk, threads, guarded resources, and the system short of memory. */
import type { guards, limits, MemoryReason } from '../messages/en/explain/system.ts'
import type { ReportKind } from '../model/report-kind.ts'
import type { Rule } from './rule.ts'
import { cut, explanation, findWords, headerField, sign, type CrashFacts } from './crash-facts.ts'

const limitPatterns: readonly (readonly [pattern: RegExp, code: keyof typeof limits])[] = [
  [/\bwakeups\b/i, 'resource-wakeups'],
  [/\bMEMORY\b|high watermark|memory limit/i, 'resource-memory'],
  [/disk writes?|\bIO\b|logical writes|PHYSICAL_WRITES/i, 'resource-disk'],
  [/\bTHREADS\b/i, 'resource-threads'],
  [/\bPORTS\b|port[ -]space|portspace/i, 'resource-ports'],
  [/\bCPU(?:_FATAL)?\b/i, 'resource-cpu'],
]

/** The limit that a diagnostic of MetricKit is about. */
const limitOfKind: Readonly<Partial<Record<ReportKind, keyof typeof limits>>> = {
  'cpu-limit': 'resource-cpu',
  'disk-writes': 'resource-disk',
}

const resource: Rule = (facts) => {
  const { exception, label } = facts.report
  const event = headerField(facts.report, /^Event$/i)
  const byKind = facts.report.kind && limitOfKind[facts.report.kind]
  const isMeasured = event !== undefined && /cpu usage|wakeups|disk writes|memory/i.test(event)
  if (facts.type !== 'EXC_RESOURCE' && byKind === undefined && !isMeasured) return undefined
  const said = [exception?.subtype, exception?.message, exception?.codes, event]
    .filter((text) => text !== undefined)
    .join(' ')
  const measured = isMeasured ? headerField(facts.report, /^(?:CPU|Wakeups|Writes|Footprint)$/) : undefined
  const code = byKind ?? limitPatterns.find(([pattern]) => pattern.test(said))?.[1] ?? 'resource'
  const numbers = measured ?? /\(?Limit [^)]{1,60}\)? ?Observed [^\n]{1,60}?secs?\b/i.exec(said)?.[0]
  const type = facts.type || (event ?? label)
  const evidence = [sign('resource', { type, subtype: exception?.subtype, measured: numbers })]
  return explanation(facts, code, { isFatal: findWords(facts, /FATAL/) !== undefined }, { grade: 'proved', evidence })
}

const guardPatterns: readonly (readonly [pattern: RegExp, code: keyof typeof guards])[] = [
  [/GUARD_TYPE_FD|file descriptor/i, 'guard-file-descriptor'],
  [/GUARD_TYPE_MACH_PORT|mach port/i, 'guard-mach-port'],
  [/GUARD_TYPE_VN|vnode/i, 'guard-vnode'],
  [/GUARD_TYPE_VIRT_MEMORY/i, 'guard-memory'],
]

const guarded: Rule = (facts) => {
  if (facts.type !== 'EXC_GUARD') return undefined
  const said = facts.words.join(' ')
  const code = guardPatterns.find(([pattern]) => pattern.test(said))?.[1] ?? 'guard'
  const { subtype, message } = facts.report.exception ?? {}
  const evidence = [sign('guard', { subtype, message: message === undefined ? undefined : cut(message) })]
  return explanation(facts, code, {}, { grade: 'proved', evidence })
}

const memoryReasons: readonly (readonly [pattern: RegExp, reason: MemoryReason])[] = [
  [/per-process-limit/, 'limit'],
  [/highwater/, 'background'],
  [/vm-pageshortage|vm-thrashing|memory pressure/, 'pressure'],
  [/fc-thrashing|vnode-limit|zone-map-exhaustion|compressor/, 'kernel'],
  [/disk-space/, 'disk'],
  [/idle-exit|long-idle/, 'idle'],
]

/** The system ran out of memory: which process was largest, and which were ended for what. */
const jetsam: Rule = (facts) => {
  const { report } = facts
  const told = findWords(facts, /^memory_(?:limit|pressure|termination)$/)
  if (told) {
    const reason = told[0] === 'memory_limit' ? 'limit' : told[0] === 'memory_pressure' ? 'pressure' : undefined
    // Reporters conclude it at the next launch from what they kept.
    const evidence = [sign('report-says', { text: told[0] })]
    return explanation(facts, 'jetsam', { killed: report.header.process ?? '', reason }, { grade: 'likely', evidence })
  }
  const largest = headerField(report, /^largestProcess$|^Largest process$/i)
  if (largest === undefined && report.kind !== 'memory-kill' && report.termination?.namespace !== 'JETSAM')
    return undefined
  const table = report.sections.find(
    (section) => section.kind === 'table' && section.columns.some((column) => /^reason$/i.test(column)),
  )
  const killed: string[] = []
  if (table?.kind === 'table') {
    const at = table.columns.findIndex((column) => /^reason$/i.test(column))
    const name = table.columns.findIndex((column) => /^(?:name|process)$/i.test(column))
    for (const row of table.rows) if (row[at]) killed.push(`${row[name] ?? '?'} (${row[at] ?? ''})`)
  }
  const [first] = killed
  const reason = memoryReasons.find(([pattern]) => pattern.test(first ?? ''))?.[1]
  return explanation(
    facts,
    'jetsam',
    { killed: first?.replace(/ \(.*/, ''), reason, largest },
    {
      grade: 'proved',
      evidence: [
        largest === undefined ? undefined : sign('largest-process', { process: largest }),
        killed.length > 0 && sign('terminated-processes', { processes: killed.slice(0, 5) }),
        sign('report-kind', { label: report.label }),
      ],
    },
  )
}

const rules: readonly Rule[] = [jetsam, guarded, resource]

export const resources: Rule = (facts: CrashFacts) => {
  for (const rule of rules) {
    const found = rule(facts)
    if (found) return found
  }
  return undefined
}
