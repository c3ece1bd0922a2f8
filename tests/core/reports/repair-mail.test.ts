/** Rows that a mail wrapped at any width, with quote marks and without: the same rows as before. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const HEAD = `Host Name:      till
Date/Time:      2009-01-15 07:33:15.825 -0500
OS Version:     10.4.11 (Build 8S2167)
Report Version: 4

Command: Till
Path:    /Applications/Till.app/Contents/MacOS/Till
Parent:  WindowServer [94]

PID:    401
Thread: 0

Exception:  EXC_BAD_ACCESS (0x0001)
Codes:      KERN_PROTECTION_FAILURE (0x0002) at 0x00000084

Thread 0 Crashed:
`
const CALLS = [
  ['org.example.Drawer', 'CoinWindow(OpaqueCoinPtr*)'],
  ['org.example.Drawer', '-[CoinController countDrawer:withLedger:]'],
  ['org.example.Drawer', '+[NSBundle(CoinLoading) _loadLedger:nameTable:withZone:ownerBundle:]'],
  ['org.example.Drawer', 'Coins::sendToTarget(OpaqueCoinRef*, OpaqueTargetRef*, CoinCall*)'],
  [
    'org.example.Till',
    'popUpLedger(LedgerData*, Place, double, Place, Device**, Frame const*, unsigned short, unsigned long, Frame const*, short*)',
  ],
  ['org.example.Till', 'coins_next'],
  ['org.example.Till', 'main'],
] as const

/** As the writers of PowerPC (hex) and of Intel (decimal) print offsets. */
const rowsWith = (offset: (at: number) => string): readonly string[] =>
  CALLS.map(
    ([image, name], at) =>
      `${String(at).padEnd(4)}${image.padEnd(25)}\t0x${(0x92e10000 + at * 0x1234).toString(16)} ${name} + ${offset(at)}`,
  )

/** Breaks at blanks, as mail programs do; each broken line keeps blanks at its end. */
function wrapped(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line]
  const at = line.lastIndexOf(' ', width)
  return at <= 4 ? [line] : [`${line.slice(0, at)}  `, ...wrapped(line.slice(at + 1), width)]
}

function names(text: string): readonly (readonly [number, string | undefined, number | undefined])[] {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  return (report?.threads[0]?.frames ?? []).map(({ index, symbol }) => [
    index,
    // A line of the width that a terminal would break keeps the blank that the mail added.
    symbol?.name.replace(/ +/g, ' '),
    symbol?.offset,
  ])
}

const offsets = {
  decimal: (at: number) => `${17 + at * 200}`,
  hexadecimal: (at: number) => `0x${(0x18 + at * 0x70).toString(16)}`,
  'with places': (at: number) => `${17 + at * 200} (coins.cpp:${at + 8})`,
}

for (const [kind, offset] of Object.entries(offsets))
  for (const mark of ['', '> '])
    test.each(Array.from({ length: 12 }, (_, at) => 58 + at * 3))(
      `${kind} offsets, mark "${mark}", %i columns`,
      (width) => {
        const rows = rowsWith(offset)
        const whole = names(HEAD + rows.join('\n'))
        expect(whole).toHaveLength(CALLS.length)
        expect(whole.map(([, name]) => name)).toEqual(CALLS.map(([, name]) => name))
        const lines = [...HEAD.trimEnd().split('\n'), ...rows].flatMap((line) => wrapped(line, width))
        expect(names(lines.map((line) => mark + line).join('\n'))).toEqual(whole)
      },
    )
