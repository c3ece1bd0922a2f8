/** A crash report with its header on one line or in paragraphs reads like the same report in lines. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { splitFields } from '../../../src/core/reports/repair/repair-fields.ts'

const HEAD = [
  'Incident Identifier: 0F0F0F0F-0000-1111-2222-333333333333',
  'Hardware Model:      iPhone11,2',
  'Process:             Harbor [410]',
  'Identifier:          org.example.harbor',
  'Version:             210 (2.1)',
  'Code Type:           ARM-64 (Native)',
  'Date/Time:           2020-05-02 10:11:11.5000 +0200',
  'OS Version:          iPhone OS 13.4 (17E255)',
]
const ends: readonly (readonly [name: string, lines: readonly string[], info: readonly string[]])[] = [
  [
    'access',
    [
      'Exception Type:  EXC_BAD_ACCESS (SIGSEGV)',
      'Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000018',
      'Exception Codes: 0x0000000000000001, 0x0000000000000018',
      'Triggered by Thread:  3',
    ],
    [],
  ],
  [
    'abort',
    [
      'Exception Type:  EXC_CRASH (SIGABRT)',
      'Exception Codes: 0x0000000000000000, 0x0000000000000000',
      'Exception Note:  EXC_CORPSE_NOTIFY',
      'Triggered by Thread:  0',
    ],
    ["*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 4 beyond bounds'"],
  ],
  [
    'simulated',
    [
      'Exception Type:  00000020',
      'Exception Codes: 0x000000008badf00d',
      'Exception Note:  SIMULATED (this is NOT a crash)',
      'Highlighted by Thread:  11',
    ],
    ['example.kiosk failed to scene-update after 10.00s'],
  ],
  [
    'watchdog',
    [
      'Exception Type:  EXC_CRASH (SIGKILL)',
      'Exception Codes: 0x0000000000000000, 0x0000000000000000',
      'Termination Reason: Namespace SPRINGBOARD, Code 0x8badf00d',
      'Triggered by Thread:  0',
    ],
    [],
  ],
]

const factsOf = (report: Report | undefined) => ({
  exception: report?.exception,
  termination: report?.termination,
  process: report?.header.process,
  os: report?.header.os,
  device: report?.header.device,
  info: report?.applicationInfo.join(' ').trim(),
})
const read = (text: string): Report => {
  const outcome = parseReport('a.crash', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return outcome.value[0]
}

const flattened: Readonly<Record<string, (paragraphs: readonly (readonly string[])[]) => string>> = {
  'one line': (paragraphs) => paragraphs.flat().join(' '),
  'one line of double blanks': (paragraphs) => paragraphs.flat().join('  '),
  'lines of paragraphs': (paragraphs) => paragraphs.map((lines) => lines.join(' ')).join('\n'),
  'paragraphs apart': (paragraphs) => paragraphs.map((lines) => lines.join('  ')).join('\n\n'),
  'one line behind words': (paragraphs) => `This is what the device wrote: ${paragraphs.flat().join(' ')}`,
}

const cases = ends.flatMap(([name, lines, info]) =>
  [true, false].flatMap((isWhole) =>
    Object.keys(flattened).map(
      (form) => [`${name}, ${isWhole ? 'with' : 'without'} head, ${form}`, form, isWhole, lines, info] as const,
    ),
  ),
)

test.each(cases)('%s', (_, form, isWhole, lines, info) => {
  const parts = [
    ...(isWhole ? [HEAD] : []),
    lines,
    ...(info.length > 0 ? [['Application Specific Information:', ...info]] : []),
  ]
  const flat = flattened[form]?.(parts) ?? ''
  expect(factsOf(read(flat))).toEqual(factsOf(read(parts.map((part) => part.join('\n')).join('\n\n'))))
})

test('the parts of a line are told to have been separated', () => {
  const outcome = parseReport('a.crash', new TextEncoder().encode((ends[0]?.[1] ?? []).join(' ')))
  expect(outcome.problems.map(({ code }) => code)).toContain('repaired-fields')
})

test.each([
  HEAD.join('\n'),
  ...ends.map(([, lines]) => lines.join('\n')),
  'I looked at the Exception Type: and at the Exception Codes: of it',
  '{"text":"Exception Type: EXC_CRASH (SIGABRT) Exception Codes: 0x0 OS Version: 13"}',
  'Exception Type: EXC_CRASH (SIGABRT)\\nException Codes: 0x0, 0x0\\nOS Version: 13',
  'Date/Time: today, as it says',
])('%j is left as it is', (text) => {
  expect(splitFields(text)).toBe(text)
})
