/** Limits: CPU, wake-ups, memory, disk, threads, guarded resources, and the system short of memory. */
import type { Rule } from './rule.ts'
import { explanation, findWords, headerField, inCulprit, quoted, type Seen } from './seen.ts'

interface Limit {
  readonly pattern: RegExp
  readonly id: string
  readonly title: string
  readonly meaning: string
  readonly checks: readonly string[]
}

const limits: readonly Limit[] = [
  {
    pattern: /\bwakeups\b/i,
    id: 'resource-wakeups',
    title: 'The process woke the processor too often',
    meaning: 'Timers or many small waits kept the processor from sleeping.',
    checks: ['Look for timers with short intervals and for polling; give timers a tolerance.'],
  },
  {
    pattern: /\bMEMORY\b|high watermark|memory limit/i,
    id: 'resource-memory',
    title: 'The process used more memory than it may',
    meaning: 'Its footprint went over the limit that the system sets for it.',
    checks: ['Take a memory graph and look for what grows.', 'App extensions have a far lower limit than apps.'],
  },
  {
    pattern: /disk writes?|\bIO\b|logical writes|PHYSICAL_WRITES/i,
    id: 'resource-disk',
    title: 'The process wrote too much to the disk',
    meaning: 'The system limits how much is written in a day to spare the flash.',
    checks: ['Write only what changed, and collect small writes.', 'The heaviest stack shows who writes.'],
  },
  {
    pattern: /\bTHREADS\b/i,
    id: 'resource-threads',
    title: 'The process made too many threads',
    meaning: 'It went over the limit of threads.',
    checks: ['Look for work items that wait for each other on concurrent queues.'],
  },
  {
    pattern: /\bPORTS\b|port[ -]space|portspace/i,
    id: 'resource-ports',
    title: 'The process used too many Mach ports',
    meaning: 'Ports were made or received and never given back.',
    checks: ['Look for connections and timers that are made again and again.'],
  },
  {
    pattern: /\bCPU(?:_FATAL)?\b/i,
    id: 'resource-cpu',
    title: 'The process used too much CPU time',
    meaning: 'It used more of the processor over some minutes than the system allows, often in the background.',
    checks: [
      'The heaviest stack shows who worked.',
      'Look for loops that do not end and for work that starts itself again.',
    ],
  },
]

const resource: Rule = (seen) => {
  const { exception, label } = seen.report
  const event = headerField(seen.report, /^Event$/i)
  const isMetric = /^MetricKit (?:CPU exception|disk write)/i.test(label)
  const isMeasured = event !== undefined && /cpu usage|wakeups|disk writes|memory/i.test(event)
  if (seen.type !== 'EXC_RESOURCE' && !isMetric && !isMeasured) return undefined
  const said = [exception?.subtype, exception?.message, exception?.codes, isMetric ? label : event]
    .filter((text) => text !== undefined)
    .join(' ')
  const measured = isMeasured ? headerField(seen.report, /^(?:CPU|Wakeups|Writes|Footprint)$/) : undefined
  const limit = limits.find(({ pattern }) => pattern.test(said))
  const numbers = measured ?? /\(?Limit [^)]{1,60}\)? ?Observed [^\n]{1,60}?secs?\b/i.exec(said)?.[0]
  return explanation(seen, {
    id: limit?.id ?? 'resource',
    title: (limit?.title ?? 'The process went over a limit of the system') + inCulprit(seen),
    evidence: `${seen.type || (event ?? label)}${exception?.subtype === undefined ? '' : ` ${exception.subtype}`}${numbers === undefined ? '' : `: ${numbers}`}`,
    meaning: `${limit?.meaning ?? 'The system measured a resource and found too much use.'}${findWords(seen, /FATAL/) ? ' It was ended for it.' : ' Such a report need not mean that it was ended.'}`,
    checks: limit?.checks ?? ['The message names the limit and what was measured.'],
  })
}

const guards: readonly Limit[] = [
  {
    pattern: /GUARD_TYPE_FD|file descriptor/i,
    id: 'guard-file-descriptor',
    title: 'A file descriptor that belongs to a library was closed or used',
    meaning: 'A library, often SQLite, guards its descriptors; the program closed or changed one of them.',
    checks: ['Look for a `close` of a number that was closed before: it may be another file’s by now.'],
  },
  {
    pattern: /GUARD_TYPE_MACH_PORT|mach port/i,
    id: 'guard-mach-port',
    title: 'A Mach port was used against its rules',
    meaning: 'A right of a guarded port was destroyed or changed by somebody who does not own it.',
    checks: ['Look for a port that is deallocated twice.'],
  },
  {
    pattern: /GUARD_TYPE_VN|vnode/i,
    id: 'guard-vnode',
    title: 'A guarded file was changed',
    meaning: 'A file that its owner guards was renamed, deleted or written by somebody else, often a database in use.',
    checks: ['Is a database moved or deleted while it is open?'],
  },
  {
    pattern: /GUARD_TYPE_VIRT_MEMORY/i,
    id: 'guard-memory',
    title: 'Memory was given back that was not the caller’s',
    meaning: 'A range of memory was deallocated that is guarded or not mapped.',
    checks: ['Look for a wrong size in munmap or vm_deallocate.'],
  },
]

const guarded: Rule = (seen) => {
  if (seen.type !== 'EXC_GUARD') return undefined
  const said = seen.words.join(' ')
  const guard = guards.find(({ pattern }) => pattern.test(said))
  const { exception } = seen.report
  return explanation(seen, {
    id: guard?.id ?? 'guard',
    title: (guard?.title ?? 'A guarded resource was used against its rules') + inCulprit(seen),
    evidence: `EXC_GUARD${exception?.subtype === undefined ? '' : ` ${exception.subtype}`}${exception?.message === undefined ? '' : `: ${quoted(exception.message)}`}`,
    meaning: guard?.meaning ?? 'The owner of a resource asked the system to guard it, and somebody else touched it.',
    checks: guard?.checks ?? ['The message names the resource and what was done with it.'],
  })
}

const reasons: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/per-process-limit/, 'it used more memory than this process may'],
  [/highwater/, 'it was over its mark for background memory'],
  [/vm-pageshortage|vm-thrashing|memory pressure/, 'the whole system ran short of memory'],
  [/fc-thrashing|vnode-limit|zone-map-exhaustion|compressor/, 'the system ran short of a kernel resource'],
  [/disk-space/, 'the disk was full'],
  [/idle-exit|long-idle/, 'it was idle and memory was needed'],
]

/** The system ran out of memory: which process was largest, and which were ended for what. */
const jetsam: Rule = (seen) => {
  const { report } = seen
  const largest = headerField(report, /^largestProcess$|^Largest process$/i)
  if (
    largest === undefined &&
    !/jetsam/i.test(`${report.format} ${report.label}`) &&
    report.termination?.namespace !== 'JETSAM'
  )
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
  const first = killed[0]
  const why = reasons.find(([pattern]) => pattern.test(first ?? ''))?.[1]
  return explanation(seen, {
    id: 'jetsam',
    title:
      first === undefined
        ? `The system ran short of memory${largest === undefined ? '' : `; ${largest} used most`}`
        : `${first.replace(/ \(.*/, '')} was ended for memory${why === undefined ? '' : `: ${why}`}`,
    evidence: [
      largest !== undefined && `largest process: ${largest}`,
      killed.length > 0 && `ended: ${killed.slice(0, 5).join(', ')}`,
      `this is a ${report.label}`,
    ]
      .filter((text) => typeof text === 'string')
      .join('; '),
    meaning:
      'iOS has no swap: when memory runs out, or a process passes its own limit, processes are ended without a crash report of their own.',
    checks: [
      'Compare the pages of your app with the others.',
      'For a limit of its own, look at the app’s footprint in Instruments; for a shortage of the system the app may be innocent.',
    ],
  })
}

const rules: readonly Rule[] = [jetsam, guarded, resource]

export const resources: Rule = (seen: Seen) => {
  for (const rule of rules) {
    const found = rule(seen)
    if (found) return found
  }
  return undefined
}
