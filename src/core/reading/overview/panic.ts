/** A panic: its string, what panicked, the kernel, extensions in the backtrace and loaded, zones, processes. */
import { ownWords } from '../../messages/message.ts'
import { overviewWords as words } from '../../messages/overview.ts'
import { columns } from '../../messages/export.ts'
import { formatDuration, formatMemory } from '../../messages/quantities.ts'
import { formatHex } from '../../model/address.ts'
import type { Report, SymbolicatedReport } from '../../model/report.ts'
import { readableKey, readableValue } from '../readable.ts'
import { fieldOf, tableWith, type Cell, type OverviewPart } from './overview.ts'
import { stackshotParts } from './stackshot.ts'

export function panicParts(symbolicated: SymbolicatedReport): readonly OverviewPart[] {
  const { report } = symbolicated
  const reason = report.exception?.reason
  return [
    ...(reason === undefined ? [] : [{ kind: 'quote' as const, title: words.panicString, text: messageOf(reason) }]),
    ...facts(words.panicked, panicked(report, reason)),
    ...facts(words.kernel, [
      [words.kernelVersion, fieldOf(report, 'Kernel version')],
      [words.kernelUuid, fieldOf(report, 'Kernel UUID')],
      [words.kernelSlide, fieldOf(report, 'Kernel slide')],
      [words.kernelBase, fieldOf(report, 'Kernel text base')],
      [words.cacheUuid, fieldOf(report, 'Fileset Kernelcache UUID')],
      [words.compressor, fieldOf(report, 'Compressor Info')],
      [words.flags, fieldOf(report, 'panicFlags')],
    ]),
    ...kextsInBacktrace(symbolicated),
    ...tables(report, ['zone', 'zoneRange', 'kext']),
    ...stackshotParts(report),
  ]
}

/** `panic(cpu 1 caller 0x…): what happened` without what the facts below it say. */
function messageOf(reason: string): string {
  return /^[ \t]*panic ?\(cpu \d+ caller 0x[0-9a-fA-F]+\):[ \t]*([\s\S]+)$/.exec(reason)?.[1] ?? reason
}

function panicked(report: Report, reason: string | undefined): readonly (readonly [string, string | undefined])[] {
  const place = /panic ?\(cpu (\d+) caller (0x[0-9a-fA-F]+)\)/.exec(reason ?? '')
  const task = report.header.fields.find(([key]) => key.startsWith('Panicked task'))
  return [
    [words.panickedCore, place ? words.coreOf({ core: place[1] ?? '', caller: place[2] ?? '' }) : undefined],
    [words.panickedTask, taskOf(task?.[1])],
    [words.panickedThread, fieldOf(report, 'Panicked thread')],
    [words.bootArgs, fieldOf(report, 'Boot args')],
    [words.uptime, uptimeOf(fieldOf(report, 'System uptime in nanoseconds'))],
    [words.shutdownBegun, fieldOf(report, 'System shutdown begun')],
  ]
}

/** `228 threads: pid 0: kernel_task` as the task and what it has; other texts as they are. */
function taskOf(text: string | undefined): string | undefined {
  const told = /^(?:(.*?):[ \t]*)?pid (\d+):[ \t]*(\S.*)$/.exec(text ?? '')
  return told ? words.taskOf({ has: told[1] ?? '', pid: told[2] ?? '', name: told[3] ?? '' }) : text
}

function uptimeOf(nanoseconds: string | undefined): string | undefined {
  return nanoseconds !== undefined && /^\d{1,19}$/.test(nanoseconds)
    ? formatDuration(Number(nanoseconds) / 1e9)
    : nanoseconds
}

function facts(title: string, told: readonly (readonly [string, string | undefined])[]): readonly OverviewPart[] {
  const known = told.flatMap(([term, text]) => (text === undefined || text === '' ? [] : [[term, { text }] as const]))
  return known.length > 0 ? [{ kind: 'facts', title, facts: known }] : []
}

/** Images with a bundle identifier are those that the backtrace lists. */
function kextsInBacktrace({ report, images }: SymbolicatedReport): readonly OverviewPart[] {
  const kexts = report.images.filter(({ bundleId }) => bundleId !== undefined)
  if (kexts.length === 0) return []
  const number = (value: number | undefined): Cell =>
    value === undefined ? { text: '' } : { text: String(value), value }
  return [
    {
      kind: 'table',
      title: words.kextsInBacktrace,
      columns: [
        { heading: columns.image },
        { heading: columns.version },
        { heading: columns.frames, isNumber: true },
        { heading: columns.loadAddress, isCode: true },
        { heading: columns.size, isNumber: true },
        { heading: columns.uuid, isCode: true, copies: true },
      ],
      rows: kexts.map(({ index, name, version = '', uuid = '', loadAddress, size }) => ({
        cells: [
          { text: name },
          { text: version },
          number(images[index]?.frames),
          { text: loadAddress === undefined ? '' : formatHex(loadAddress) },
          size === undefined ? { text: '' } : { text: formatMemory(size), value: size },
          { text: uuid },
        ],
      })),
    },
  ]
}

/** Tables of the report, found by their first column; zones largest first. */
function tables(report: Report, first: readonly string[]): readonly OverviewPart[] {
  return first.flatMap((column): readonly OverviewPart[] => {
    const table = tableWith(report, column)
    if (!table) return []
    const told = table.columns.map((name) => readableKey(name))
    const rows = table.rows.map((row) => ({ cells: row.map((cell, at) => readableValue(cell, told[at]?.unit, {})) }))
    const size = told.findIndex(({ unit }) => unit === 'bytes')
    if (column === 'zone') rows.sort((a, b) => (b.cells[size]?.value ?? 0) - (a.cells[size]?.value ?? 0))
    return [
      {
        kind: 'table',
        title: ownWords(table.title),
        columns: told.map(({ word, unit }, at) => ({
          heading: word,
          ...(unit === 'bytes' && { isNumber: true as const }),
          ...(table.rows.some((row) => /^0x/.test(row[at] ?? '')) && { isCode: true as const }),
        })),
        rows,
      },
    ]
  })
}
