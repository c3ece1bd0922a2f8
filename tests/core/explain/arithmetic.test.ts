/** An arithmetic error: on integers, on floating-point numbers, or on what the report does not show. */
import { expect, test } from 'vitest'
import { signals } from '../../../src/core/explain/rules-signals.ts'
import { explanations } from '../../../src/core/messages/explanations.ts'
import type { ExceptionInfo } from '../../../src/core/model/report.ts'
import { statedBy } from '../../support/rule-families.ts'

const type = 'EXC_ARITHMETIC'
const floating = (exception: ExceptionInfo, arch: string, trap?: string): unknown =>
  statedBy(signals, { exception, arch, ...(trap !== undefined && { fields: [['Trap Number', trap]] }) })?.params[
    'isFloating'
  ]

test.each<readonly [ExceptionInfo, arch: string, trap: string | undefined, expected: boolean | undefined]>([
  [{ type, codes: 'code=EXC_I386_SSEEXTERR, subcode=0x1d33' }, 'x86_64', undefined, true],
  [{ type, codes: 'EXC_I386_EXTERR' }, 'x86_64', undefined, true],
  [{ type, codes: 'code=EXC_I386_DIV, subcode=0x0' }, 'x86_64', undefined, false],
  [{ signal: 'SIGFPE', codes: 'FPE_INTDIV at 0x10' }, 'x86_64', undefined, false],
  [{ signal: 'SIGFPE', codes: 'FPE_FLTDIV' }, 'arm64', undefined, true],
  [{ type, codes: '0x1, 0x0' }, 'x86_64', undefined, undefined],
  [{ type }, 'x86_64', '19', true],
  [{ type }, 'x86_64', '16', true],
  [{ type }, 'x86_64', '0', false],
  [{ type }, 'x86_64', '14', undefined],
  // The processor does not trap when an integer is divided by zero.
  [{ type }, 'arm64', undefined, true],
  // Code may have sent the signal.
  [{ signal: 'SIGFPE' }, 'x86_64', '0', undefined],
  [{ signal: 'SIGFPE' }, 'arm64', undefined, undefined],
])('%j on %s with the trap %s', (exception, arch, trap, expected) => {
  expect(floating(exception, arch, trap)).toBe(expected)
})

test('advice on a divisor stands where an integer may have been divided', () => {
  const checks = (isFloating?: boolean): string =>
    explanations.signal({ name: type, ...(isFloating !== undefined && { isFloating }) }).checks.join()
  expect(checks(false)).toContain('divisor')
  expect(checks()).toContain('Is it a division?')
  expect(checks(true)).not.toContain('divisor')
})
