/** The overview quotes unusual circumstances of an end, and leaves out the usual ones. */
import { expect, test } from 'vitest'
import { circumstancesOf } from '../../../src/core/reading/circumstances.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { makeReport } from '../../support/report-builder.ts'

const report = (fields: readonly (readonly [string, string])[], given: Partial<Report> = {}): Report =>
  makeReport({
    threads: [],
    header: { fields, process: 'Made' },
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    ...given,
  })

const told = (...fields: readonly (readonly [string, string])[]): readonly string[] =>
  circumstancesOf(report(fields)).map(({ label, text }) => `${label}: ${text}`)

test('text and .ips name the same circumstances', () => {
  expect(
    told(
      ['Role', 'Background'],
      ['Parent Process', 'zsh [12]'],
      ['Responsible', 'Terminal [10]'],
      ['Beta', 'YES'],
      ['Release Type', 'Beta'],
      ['System Integrity Protection', 'disabled'],
      ['Time Since Wake', '47 seconds'],
      ['Crashes Since Last Report', '70'],
    ),
  ).toEqual([
    'Role: Background',
    'Parent Process: zsh [12]',
    'Responsible: Terminal [10]',
    'Beta: YES',
    'Release Type: Beta',
    'System Integrity Protection: disabled',
    'Time Since Wake: 47 seconds',
    'Crashes Since Last Report: 70',
  ])
  expect(told(['procRole', 'Foreground'], ['parentProc', 'Exited process'], ['responsibleProc', 'Tools'])).toEqual([
    'Role: Foreground',
    'Parent process: Exited process',
    'Responsible process: Tools',
  ])
  expect(told(['wakeTime', '90'], ['sip', 'disabled'], ['osVersion.releaseType', 'Internal'])).toEqual([
    'Time since wake: 1 min 30 s',
    'System Integrity Protection: disabled',
    'Release type: Internal',
  ])
})

test.each([
  ['Role', 'Unspecified'],
  ['procRole', 'Unspecified'],
  ['Parent Process', 'launchd [1]'],
  ['Parent Process', '??? [1]'],
  ['parentProc', 'launchd'],
  ['Responsible', 'Made [77]'],
  ['responsibleProc', 'Made'],
  ['Beta', 'NO'],
  ['Release Type', 'User'],
  ['System Integrity Protection', 'enabled'],
  ['Time Since Wake', ''],
  ['Crashes Since Last Report', '0'],
  ['Coalition', 'com.example.made [5]'],
] as const)('%s of “%s” is in nearly every report', (key, value) => {
  expect(told([key, value])).toEqual([])
})

test('a report that tells of no end has none', () => {
  const fields = [['Role', 'Background']] as const
  const { exception, ...rest } = report(fields)
  expect(exception).toBeDefined()
  expect(circumstancesOf(rest)).toEqual([])
})

test('they stand below the words on the end, and what another row holds is repeated', () => {
  const rows = quotedRows({
    report: report([['Responsible', 'SIGABRT helper [3]']], {
      sections: [{ kind: 'text', title: 'Application Specific Signatures', text: 'made mark 0xfffffffb' }],
    }),
  })
  expect(rows.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Exception: EXC_CRASH (SIGABRT)',
    'Application Specific Signatures: made mark 0xfffffffb',
    'Responsible: SIGABRT helper [3]',
  ])
})

test('a list without entries says nothing', () => {
  expect(quotedRows({ report: report([['Blame', '[]']]) }).map(({ label }) => label)).toEqual(['Exception'])
})
