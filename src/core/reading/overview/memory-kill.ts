/** A memory kill: who was ended and why, what each process held, and where the memory of the device was. */
import { overviewWords as words } from '../../messages/overview.ts'
import { formatNumber } from '../../messages/numbers.ts'
import { formatMemory } from '../../messages/quantities.ts'
import { joined } from '../../messages/joins.ts'
import type { Report } from '../../model/report.ts'
import { isIncomplete } from '../damage.ts'
import { readableValue, scalesOf, type Scales } from '../readable.ts'
import { cellOf, fieldOf, tableWith, type Bar, type Cell, type OverviewPart, type Table } from './overview.ts'

export function memoryKillParts(report: Report): readonly OverviewPart[] {
  const table = tableWith(report, 'pages')
  if (!table) return []
  const scales = scalesOf(report)
  const rows = table.rows.map((row) => ({ row, pages: Number(cellOf(table, row, 'pages')) || 0 }))
  rows.sort((a, b) => b.pages - a.pages)
  const pages = rows.reduce((sum, one) => sum + one.pages, 0)
  const sum = pageText(pages, scales).text
  return [
    ended(report, table, scales),
    {
      kind: 'table',
      title: words.processes,
      note: [
        words.sumOfProcesses({ processes: rows.length, sum }),
        ...(scales.page === undefined ? [words.noPageSize] : []),
      ].join(' '),
      columns: [
        { heading: words.process },
        { heading: words.footprint, isNumber: true },
        { heading: words.lifetimeMax, isNumber: true },
        { heading: words.reason },
        { heading: words.states },
        { heading: words.cpuTime, isNumber: true },
        { heading: words.age, isNumber: true },
        { heading: words.pid, isNumber: true },
        { heading: words.uuid, isCode: true, copies: true },
      ],
      rows: rows.map(({ row }) => {
        const told = (column: string): string => cellOf(table, row, column)
        return {
          cells: [
            { text: told('name') },
            readableValue(told('pages'), 'pages', scales),
            readableValue(told('lifetimeMax'), 'pages', scales),
            reasonCell(told('reason')),
            { text: told('states') },
            readableValue(told('cpuTime'), 'seconds', scales),
            readableValue(told('age'), 'ticks', scales),
            readableValue(told('pid'), undefined, scales),
            { text: told('uuid') },
          ],
        }
      }),
    },
    ...memoryOfDevice(report, scales),
  ]
}

const pageText = (pages: number, scales: Scales): Cell => readableValue(String(pages), 'pages', scales)

/** The report's word for a reason; what it means on hover. */
function reasonCell(reason: string): Cell {
  const hint = Object.hasOwn(words.reasons, reason) ? words.reasons[reason] : undefined
  return { text: reason, ...(hint !== undefined && { hint }) }
}

/** Those with a reason were ended; with the limit that they passed, where the report has it. */
function ended(report: Report, table: Table, scales: Scales): OverviewPart {
  const killed = table.rows.filter((row) => cellOf(table, row, 'reason') !== '')
  const largest = fieldOf(report, 'largestProcess')
  const facts = killed.slice(0, 20).map((row): readonly [string, Cell] => {
    const told = (column: string): string => cellOf(table, row, column)
    const { text, hint } = reasonCell(told('reason'))
    const limit = readableValue(told('adjusted_memory_limit'), 'megabytes', scales).text
    return [
      told('name'),
      {
        text: joined.list(
          [
            hint === undefined ? text : joined.labelled(text, hint),
            joined.labelled(words.footprint, pageText(Number(told('pages')) || 0, scales).text),
            limit === '' ? '' : `${words.limit} ${limit}`,
          ].filter(Boolean),
        ),
      },
    ]
  })
  return {
    kind: 'facts',
    title: words.ended,
    facts: [
      ...(facts.length > 0
        ? facts
        : [['', { text: isIncomplete(report) ? words.endedNoneHere : words.endedNone }] as const]),
      ...(largest === undefined ? [] : [[words.largest, { text: largest }] as const]),
    ],
  }
}

/** Lists of pages that do not overlap: anonymous and file-backed pages lie among the active and inactive ones. */
const PLACES: readonly (readonly [
  key: string,
  label: 'wired' | 'active' | 'inactive' | 'speculative' | 'throttled' | 'compressorSize' | 'free',
])[] = [
  ['memoryStatus.memoryPages.wired', 'wired'],
  ['memoryStatus.memoryPages.active', 'active'],
  ['memoryStatus.memoryPages.inactive', 'inactive'],
  ['memoryStatus.memoryPages.speculative', 'speculative'],
  ['memoryStatus.memoryPages.throttled', 'throttled'],
  ['memoryStatus.compressorSize', 'compressorSize'],
  ['memoryStatus.memoryPages.free', 'free'],
]

/** Where the memory of the device was, by its lists of pages. */
export function memoryOfDevice(report: Report, { page }: Scales): readonly OverviewPart[] {
  const bars = PLACES.flatMap(([key, label]): readonly Bar[] => {
    const pages = Number(fieldOf(report, key))
    if (!Number.isFinite(pages) || page === undefined || pages === 0) return []
    const hint = words.pagesTimesSize({ pages: formatNumber(pages), page: formatMemory(page) })
    return [{ label: words[label], value: pages * page, text: formatMemory(pages * page), hint }]
  })
  return bars.length > 0 ? [{ kind: 'bars', title: words.memory, bars }] : []
}
