/** Kills in namespaces whose end another exception usually tells: alone, the namespace still says who ended the process, and why. */
import { expect, test } from 'vitest'
import { terminations } from '../../../src/core/explain/rules-terminations.ts'
import type { ExceptionInfo } from '../../../src/core/model/report.ts'
import { ENDS, statedBy } from '../../support/rule-families.ts'

const said = (namespace: string, exception: ExceptionInfo): unknown =>
  statedBy(terminations, { exception }, { termination: { namespace, code: 1n, reasons: [] } })?.params['namespace']

test.each(['GUARD', 'MTE_FAIL', 'OBJC'])('%s alone', (namespace) => {
  expect(said(namespace, ENDS.killed)).toBe(namespace)
})

test('an abort, a failed access and a guard tell more', () => {
  expect(said('OBJC', ENDS.abort)).toBeUndefined()
  expect(said('MTE_FAIL', ENDS.access)).toBeUndefined()
  expect(said('GUARD', { type: 'EXC_GUARD', signal: 'SIGKILL' })).toBeUndefined()
})
