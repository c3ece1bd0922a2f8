/** Reports on CPU use, wakeups and disk writes: what was used against what was allowed, and the stack that used most. */
import { overviewWords as words } from '../../messages/overview.ts'
import { formatBytes, formatDuration } from '../../messages/quantities.ts'
import type { Report } from '../../model/report.ts'
import { fieldOf, type Bar, type OverviewPart } from './overview.ts'

/** Apple writes these in thousands. */
const MULTIPLES: Readonly<Record<string, number>> = { bytes: 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

export function limitParts(report: Report): readonly OverviewPart[] {
  const said = ['CPU', 'Wakeups', 'Writes'].flatMap((key) => fieldOf(report, key) ?? [])
  const pairs = [cpu(said.join(' ')), writes(report), wakeups(said.join(' '))].filter((bars) => bars !== undefined)
  const path = report.callTrees.findIndex(({ excerpt }) => excerpt)
  const facts = (
    [
      [words.said, said.join('; ')],
      [words.action, fieldOf(report, 'Action taken')],
      [words.duration, durationOf(report)],
    ] as const
  ).flatMap(([term, text]) => (text === undefined || text === '' ? [] : [[term, { text }] as const]))
  return [
    ...pairs,
    ...(path >= 0 ? [{ kind: 'path' as const, title: words.heaviest, tree: path }] : []),
    ...(facts.length > 0 ? [{ kind: 'facts' as const, title: words.againstLimit, facts }] : []),
  ]
}

function durationOf(report: Report): string | undefined {
  const seconds = /^([\d.]+)s$/.exec(fieldOf(report, 'Duration') ?? '')?.[1]
  return seconds === undefined ? undefined : formatDuration(Number(seconds))
}

function pair(title: string, used: Omit<Bar, 'label'>, allowed: Omit<Bar, 'label'>): OverviewPart | undefined {
  if (!Number.isFinite(used.value) || !Number.isFinite(allowed.value)) return undefined
  return {
    kind: 'bars',
    title,
    bars: [
      { label: words.used, ...used },
      { label: words.allowed, ...allowed },
    ],
  }
}

/** `90 seconds cpu time over 150 seconds (60% cpu average), exceeding limit of 50% cpu over 180 seconds`. */
function cpu(said: string): OverviewPart | undefined {
  const [, used, over = '', share, limit, within = ''] =
    /([\d.]+) seconds? cpu time over ([\d.]+) seconds? \(([\d.]+)% cpu average\), exceeding limit of ([\d.]+)% cpu over ([\d.]+) seconds?/.exec(
      said,
    ) ?? []
  if (used === undefined) return undefined
  const told = (percent: number, seconds: string): Omit<Bar, 'label'> => ({
    value: percent,
    text: words.over({ amount: words.percent({ value: percent }), seconds: formatDuration(Number(seconds)) }),
  })
  return pair(words.cpuShare, told(Number(share), over), told(Number(limit), within))
}

/** `45001 wakeups over the last 120 seconds (375 wakeups per second average), exceeding limit of 150 wakeups per second over 300 seconds`. */
function wakeups(said: string): OverviewPart | undefined {
  const [, over = '', rate, limit, within = ''] =
    /wakeups over (?:the last )?([\d.]+) seconds? \(([\d.]+) wakeups per second average\), exceeding limit of ([\d.]+) wakeups per second over ([\d.]+) seconds?/.exec(
      said,
    ) ?? []
  if (rate === undefined) return undefined
  const told = (value: string | undefined, seconds: string): Omit<Bar, 'label'> => ({
    value: Number(value),
    text: words.over({ amount: words.perSecond({ amount: value ?? '' }), seconds: formatDuration(Number(seconds)) }),
  })
  return pair(words.wakeups, told(rate, over), told(limit, within))
}

/** `Writes caused` and `Writes limit` with their durations, as rates: the limit is for a longer time than the writes took. */
function writes(report: Report): OverviewPart | undefined {
  const rateOf = (amount: string, time: string): Omit<Bar, 'label'> | undefined => {
    const bytes = bytesOf(fieldOf(report, amount))
    const seconds = Number(/^([\d.]+)s$/.exec(fieldOf(report, time) ?? '')?.[1])
    if (bytes === undefined || !(seconds > 0)) return undefined
    const rate = words.perSecond({ amount: formatBytes(bytes / seconds) })
    return {
      value: bytes / seconds,
      text: rate,
      hint: words.over({ amount: formatBytes(bytes), seconds: formatDuration(seconds) }),
    }
  }
  const used = rateOf('Writes caused', 'Writes duration')
  const allowed = rateOf('Writes limit', 'Limit duration')
  return used && allowed && pair(words.writes, used, allowed)
}

function bytesOf(text: string | undefined): number | undefined {
  const [, number, unit = ''] = /^([\d.]+) (bytes|[KMGT]?B)$/.exec(text ?? '') ?? []
  const multiple = MULTIPLES[unit]
  return number === undefined || multiple === undefined ? undefined : Number(number) * multiple
}
