/** A report's own words about the end are quoted, whatever the headline is. */
import { expect, test } from 'vitest'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { makeReport } from '../../support/report-builder.ts'

const report = (given: Partial<Report>): { readonly report: Report } => ({
  report: makeReport({ threads: [], header: { fields: [] }, ...given }),
})

const said = (given: Partial<Report>): readonly string[] =>
  quotedRows(report(given)).map(({ label, text }) => `${label}: ${text}`)

test('exception and termination are quoted whole', () => {
  expect(
    said({
      exception: { type: 'EXC_CRASH', signal: 'SIGKILL', subtype: 'a subtype', message: 'a message' },
      termination: {
        namespace: 'TEST',
        code: 0xfn,
        indicator: 'Ended: 15',
        reasons: ['why'],
        byProcess: 'launchd [1]',
      },
    }),
  ).toEqual([
    'Exception: EXC_CRASH (SIGKILL)',
    'Subtype: a subtype',
    'Message: a message',
    'Termination: Namespace TEST, Code 0xf, Ended: 15',
    'Termination reason: why',
    'Terminated by: launchd [1]',
  ])
})

test('Crashlytics’ heading is no message', () => {
  const exception = { type: 'NSException', name: 'NSRangeException', message: 'Fatal Exception', reason: 'why' }
  expect(said({ exception })).toEqual(['Exception: NSException', 'Name: NSRangeException', 'Reason: why'])
})

test('fields are found in each spelling, others are left', () => {
  const fields = [
    ['VM Region Info', '0x10 is not in any region.\n      REGION TYPE   START - END'],
    ['hangDuration', '20 s'],
    ['Data Source', 'Stackshots'],
    ['Path', '/made/path'],
  ] as const
  const texts = quotedRows(report({ header: { fields } })).map(({ text }) => text)
  expect(texts).toEqual(['0x10 is not in any region.', '20 s', 'Stackshots'])
})

test('what is empty, and what is said already, is no row', () => {
  expect(said({ exception: { codes: '0x0000000000000000, 0x0000000000000000' } })).toEqual([])
  expect(said({ exception: { type: 'SIGSEGV', message: 'SIGSEGV' } })).toEqual(['Exception: SIGSEGV'])
})

test('rows and texts are bounded', () => {
  const fields = Array.from({ length: 500 }, (_, at): readonly [string, string] => ['Note', `${at}${'x'.repeat(5000)}`])
  const rows = quotedRows(report({ header: { fields } }))
  expect(rows.length).toBeLessThanOrEqual(40)
  for (const { text } of rows) expect(text.length).toBeLessThanOrEqual(401)
})

test('a panic tells where its access failed', () => {
  const registers = [
    { name: 'x0', value: 1n },
    { name: 'far', value: 0x28n },
  ]
  expect(
    said({
      exception: { type: 'panic', reason: 'panic(cpu 0)' },
      threads: [{ id: 0, crashed: true, frames: [], registers }],
    }),
  ).toEqual(['far: 0x28'])
})

test('the region near the fault and what changed the process from outside are quoted', () => {
  const sections = [
    {
      kind: 'text',
      title: 'VM Regions Near 0x2c64f3fd0',
      text: '    Image      2c6468000-2c646c000    [   16K] r--/r-- SM=PRV\n--> STACK GUARD  2c64f0000-2c64f4000    [   16K] ---/rwx SM=NUL  stack guard for thread 3',
    },
    { kind: 'text', title: 'External Modification Warnings', text: 'Debugger attached to process.' },
  ] as const
  expect(said({ sections })).toEqual([
    'Region of that address: STACK GUARD 2c64f0000-2c64f4000 [ 16K] ---/rwx SM=NUL stack guard for thread 3',
    'External Modification Warnings: Debugger attached to process.',
  ])
})
