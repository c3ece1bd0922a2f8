/** An arithmetic error: on integers, on floating-point numbers, or on numbers that the report does not show. */
import { expect, test } from 'vitest'
import { namedTraps } from '../../../src/core/explain/rules-memory.ts'
import { explanations } from '../../../src/core/messages/explanations.ts'
import type { ExceptionInfo } from '../../../src/core/model/report.ts'
import { statedBy } from '../../support/rule-families.ts'

const type = 'EXC_ARITHMETIC'

test.each<readonly [ExceptionInfo, arch: string, expected: string | undefined]>([
  [{ type, codes: 'code=EXC_I386_SSEEXTERR, subcode=0x1d33' }, 'x86_64', 'floating-point'],
  [{ type, codes: 'EXC_I386_EXTERR' }, 'x86_64', 'floating-point'],
  [{ type, codes: 'code=EXC_I386_DIV, subcode=0x0' }, 'x86_64', 'division'],
  [{ signal: 'SIGFPE', codes: 'FPE_INTDIV at 0x10' }, 'x86_64', 'division'],
  [{ signal: 'SIGFPE', codes: 'FPE_INTOVF' }, 'x86_64', undefined],
  [{ signal: 'SIGFPE', codes: 'FPE_FLTDIV' }, 'arm64', 'floating-point'],
  [{ type, rawCodes: [1n, 0n] }, 'x86_64', 'division'],
  [{ type, rawCodes: [5n, 0n] }, 'x86_64', 'floating-point'],
  [{ type, rawCodes: [8n, 0n] }, 'x86_64', 'floating-point'],
  [{ type, rawCodes: [2n, 0n] }, 'x86_64', undefined],
  // The processor does not trap when an integer is divided by zero.
  [{ type, rawCodes: [1n, 0n] }, 'arm64', 'floating-point'],
  // Code may have sent the signal.
  [{ signal: 'SIGFPE' }, 'x86_64', undefined],
  [{ signal: 'SIGFPE' }, 'arm64', undefined],
  [{ signal: 'SIGFPE', rawCodes: [1n, 0n] }, 'x86_64', undefined],
])('%o on %s', (exception, arch, expected) => {
  expect(statedBy(namedTraps, { exception, arch })?.code).toBe(expected)
})

test('advice names the divisor only if the report may be of a division', () => {
  const checks = explanations.signal({ name: type }).checks.join()
  expect(checks).toContain('Is it a division?')
})
