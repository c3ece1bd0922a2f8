/** When the view of the fault is open at first. */
import { expect, test } from 'vitest'
import { isMachineFault } from '../../../src/app/views/report/at-fault.ts'
import type { ExceptionInfo, Frame } from '../../../src/core/model/report.ts'
import { app, buildReport } from '../../support/report-builder.ts'

const { report } = buildReport([app('load()')])
const frame: Frame = { id: 0, index: 0, kind: 'exact' }

test.each<readonly [what: string, exception: ExceptionInfo | undefined, frame: Frame, isOpen: boolean]>([
  ['a bad access', { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }, frame, true],
  ['a trap that only the signal tells', { signal: 'SIGTRAP' }, frame, true],
  ['a call of abort', { type: 'EXC_CRASH', signal: 'SIGABRT' }, frame, false],
  ['a text that tells no exception', undefined, frame, false],
  ['a dump that tells no exception', undefined, { ...frame, foundBy: 'registers' }, true],
  ['a dump of an abort', { signal: 'SIGABRT' }, { ...frame, foundBy: 'registers' }, false],
])('%s', (_, exception, at, isOpen) => {
  expect(report.exception).toBeUndefined()
  expect(isMachineFault({ ...report, ...(exception && { exception }) }, at)).toBe(isOpen)
})
