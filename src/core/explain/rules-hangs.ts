/** Programs that stood still: reports of hangs, threads that wait for each other, samples that all wait. */
import { xctraceWords } from '../messages/labels.ts'
import { mainWaitOf, waitsOf, type Deadlock } from '../reading/waits.ts'
import { headerField, type CrashFacts } from './crash-facts.ts'
import { is, says, type Fact, type Found } from './fact.ts'
import type { Family, Rule } from './rule.ts'
import { anyPanic, isOfRuntime } from './rules-panics.ts'
import { sampleWaits, samplesShow } from './sample-waits.ts'
import { cut, sign } from './statement.ts'
import { isLocked, waitingCall } from './waiting.ts'
import { joined } from '../messages/joins.ts'

/** How long it did not respond: the time before the samples where a report tells both, else the time that it gives. */
function durationOf(report: CrashFacts['report']): { readonly duration: string | undefined; readonly isBefore?: true } {
  const listed = report.header.fields.find(([key]) => key === xctraceWords.hangDuration)?.[1]
  const stated = listed ?? headerField(report, /hang ?duration|^duration$/i)
  const before = /\bunresponsive for ([^()\n]{1,60}?) before sampling\b/.exec(stated ?? '')?.[1]
  if (before !== undefined) return { duration: before, isBefore: true }
  return { duration: stated !== undefined && isOfSamples(report, stated) ? undefined : stated }
}

/** True for the time that the samples took: their number times the time between them. */
function isOfSamples(report: CrashFacts['report'], stated: string): boolean {
  const [, steps, milliseconds] =
    /^(\d{1,6}) \((\d{1,5})ms sampling interval\)/.exec(headerField(report, /^steps$/i) ?? '') ?? []
  const seconds = Number(/^([\d.]{1,9}) ?s\b/.exec(stated)?.[1] ?? NaN)
  const took = (Number(steps) * Number(milliseconds)) / 1000
  return Math.abs(seconds - took) <= took / 5
}

/** Proof of the hang: the event, the words of a service's title, or the kind of the report. */
function hangSign({ report, event, info }: CrashFacts) {
  if (event !== undefined) return sign('event-is', { event })
  const title = info.find((line) => /^App hang(?:ing|ed)? for at least \d/i.test(line))
  return title === undefined ? sign('report-kind', { label: report.label }) : sign('report-says', { text: cut(title) })
}

function hangSeen(facts: CrashFacts): Found {
  const { report } = facts
  const waiting = waitingCall(facts)
  const sampled = waiting ? undefined : sampleWaits(facts.symbolicated)
  const isLockSampled = sampled?.params?.['isLock'] === true
  return {
    params: {
      ...durationOf(report),
      isWaiting: waiting ? isLocked(waiting) : isLockSampled,
      samples: samplesShow(facts.symbolicated),
    },
    evidence: [
      hangSign(facts),
      waiting && sign('waits-in', { function: waiting.call.function }),
      ...(sampled?.evidence ?? []),
    ],
    ...(waiting && { frames: [waiting.frame] }),
  }
}

const hang = (fact: Fact): Rule => ({ code: 'hang', kind: 'said', requires: [fact], adds: hangSeen })

const ANDROID =
  /^(?:ANR in [\w.]|Input dispatching timed out\b|Broadcast of Intent \{|executing service [\w.]+\/|ContentProvider not responding\b|No response to on(?:Start|Stop)Job\b|Context\.startForegroundService\(\) did not then call )/

const calledHang = says('vendor-type', /^(?:(?:app )?hang(?:ing)?|deadlock)$/i, 'App Hang')

const hangRules: readonly Rule[] = [
  hang(is('kind', 'hang')),
  hang(says('event', /\bhang\b|unresponsive/i, 'hang')),
  hang(calledHang),
  // KSCrash's words for it in Apple's layout.
  hang(says('info', /^Application main thread deadlocked$/, 'Application main thread deadlocked')),
  hang(
    // Android's reasons.
    says('info', ANDROID, 'Input dispatching timed out (Till)', ({ input }) => ({
      evidence: [sign('report-says', { text: cut(input) })],
    })),
  ),
  hang(
    says('note', /\bunresponsive for\b/i, 'Unresponsive for 2 seconds before sampling', ({ input }) => ({
      evidence: [sign('report-says', { text: input })],
    })),
  ),
]

/** Links of a circle that are told as evidence. */
const TOLD = 6

const circle = ({ links, length }: Deadlock): Found => ({
  evidence: [
    sign('waits-in-circle', {
      links: links.slice(0, TOLD).map(({ title, text = '' }) => joined.aside(title, text)),
      more: Math.max(0, length - TOLD),
    }),
  ],
})

/** A circle of waits: `proved` where all of them stood in one sample. */
function deadlock(grade: 'proved' | 'likely'): Fact {
  return {
    on: 'deadlock',
    example: grade,
    other: 'none',
    find: ({ report }) => {
      const found = waitsOf(report)?.deadlocks ?? []
      const first = found.find((one) => one.grade === grade)
      return first && { ...circle(first), params: { threads: first.length, others: found.length - 1 } }
    },
  }
}

const mainWaits = says(
  'main-waits-for',
  /.+/,
  'Thread 7',
  ({ input }, { report }) => ({
    params: { holder: input },
    evidence: [sign('report-says', { text: cut(mainWaitOf(report)?.text ?? '') })],
  }),
  '',
)

const samples: Fact = {
  on: 'samples',
  example: 'waiting',
  other: 'running',
  find: ({ symbolicated }) => sampleWaits(symbolicated),
}

export const deadlocks: Family = {
  // The kernel wrote down who waits for whom.
  rules: [{ code: 'deadlock', kind: 'said', requires: [deadlock('proved')] }],
}
export const hangs: Family = {
  rules: [...hangRules, { code: 'main-waits', kind: 'shown', requires: [mainWaits], excludes: [deadlock('proved')] }],
}
export const sampled: Family = { rules: [{ code: 'samples-wait', kind: 'shown', requires: [samples] }], isLast: true }

export const hangCauses: readonly Family[] = [
  { rules: [{ code: 'deadlock', kind: 'possible', requires: [deadlock('likely')] }] },
  {
    rules: [
      {
        code: 'hang',
        kind: 'possible',
        // A program that ended may speak of deadlocks and hangs in any sentence.
        requires: [
          says(
            'info',
            /\bdeadlock(?:ed)?\b|\bhang\b.{0,80}|unresponsive.{0,80}/i,
            'main thread deadlocked',
            (match) => ({
              evidence: [sign('report-says', { text: match[0] })],
            }),
          ),
        ],
        excludes: [
          is('end', 'abort', 'access', 'trap', 'arithmetic', 'killed', 'raised'),
          isOfRuntime,
          anyPanic,
          calledHang,
        ],
        adds: hangSeen,
      },
    ],
  },
]
