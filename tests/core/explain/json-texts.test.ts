/** A debugger's file of commands is told of by the rows that it wrote, not by a text that JSON carries along. */
import { expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { fields } from '../../../src/core/explain/fields.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'

test.each([
  ['rows', ['mono-gdb-commands']],
  ['json', []],
  ['none', []],
] as const)('in a report of %s', (textKind, told) => {
  const report = makeReport({ textKind, text: "(lldb) command source -s 0 '/tmp/mono-gdb-commands.wmmn4p'" })
  expect(fields['debugger-called'](factsOf(unresolved(report)))).toEqual(told)
})
