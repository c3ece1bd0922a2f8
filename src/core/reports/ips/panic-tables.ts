/** Lists of a panic log: kernel extensions that were loaded, zones and their ranges (XNU: `kext_dump_panic_lists`, `panic_print_zones`). */
import { titles } from '../../messages/labels.ts'
import type { ReportSection } from '../../model/report.ts'
import { splitLines } from '../base/lines.ts'

/** No list of a log is longer. */
const MOST_ROWS = 5000
/** XNU writes `@`, `>`, `|` and `$` for `com.apple.` and its parts, `!A` for `Apple` and so on. */
const KEXT = /^([>@|$]?!?[A-Za-z][\w.!-]*)[ \t]+(\S+)(?:[ \t]+(\S.*))?$/
const LAST = /^(last (?:started|stopped|loaded|unloaded) kext) at (\d+): ([>@|$]?[\w.!-]+)[ \t]+(\S+)/
const RANGE = /^[ \t]*(?:\. )?([A-Za-z][\w ]{0,20}?)[ \t]*: (0x[0-9a-fA-F]{1,16}|0) - (0x[0-9a-fA-F]{1,16}|0)$/
const ZONE = /^([A-Za-z][\w. :-]{0,60}?)[ \t]+(\d{1,18})[ \t]+(\d{1,18})$/

/** The kexts, address ranges and zones of a panic log as tables. Sizes are in bytes. Never throws. */
export function panicTables(text: string): readonly ReportSection[] {
  const kexts: string[][] = []
  const ranges: string[][] = []
  const zones: string[][] = []
  let list: 'kexts' | 'ranges' | 'zones' | undefined
  for (const { text: line } of splitLines(text)) {
    const trimmed = line.trim()
    const last = LAST.exec(trimmed)
    if (last?.[3] && last[4] && kexts.length < MOST_ROWS)
      kexts.push([last[3], last[4], `${last[1] ?? ''} at ${last[2] ?? ''}`])
    else if (/^loaded kexts:$/.test(trimmed)) list = 'kexts'
    else if (/^Zone info:$/.test(trimmed)) list = 'ranges'
    else if (/^Zone Name[ \t]+Cur Size[ \t]+Free Size/i.test(trimmed)) list = 'zones'
    else if (list !== undefined) {
      const rows = list === 'kexts' ? kexts : list === 'ranges' ? ranges : zones
      const row = list === 'kexts' ? kextRow(trimmed) : list === 'ranges' ? rangeRow(line) : zoneRow(trimmed)
      if (row && rows.length < MOST_ROWS) rows.push(row)
      else if (!row) list = undefined
    }
  }
  const table = (title: string, columns: readonly string[], rows: readonly string[][]): ReportSection[] =>
    rows.length > 0 ? [{ kind: 'table', title, columns, rows }] : []
  return [
    ...table(titles.kexts, ['kext', 'version', 'note'], kexts),
    ...table(titles.zones, ['zone', 'zoneSize', 'zoneFree'], zones),
    ...table(titles.zoneRanges, ['zoneRange', 'start', 'end', 'rangeSize'], ranges),
  ]
}

function kextRow(line: string): string[] | undefined {
  const [, name, version = '', note = ''] = KEXT.exec(line) ?? []
  return name === undefined ? undefined : [name, version, note]
}

function rangeRow(line: string): string[] | undefined {
  const [, name, start = '0', end = '0'] = RANGE.exec(line) ?? []
  const size = BigInt(end) - BigInt(start)
  return name === undefined ? undefined : [name, start, end, size < 0n ? '' : String(size)]
}

function zoneRow(line: string): string[] | undefined {
  const [, name, size = '', free = ''] = ZONE.exec(line) ?? []
  return name === undefined ? undefined : [name, size, free]
}
