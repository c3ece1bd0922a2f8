import { describe, expect, it } from 'vitest'
import { readTestOutput } from './support/test-output.mjs'

const lines = (...all: string[]): string => all.join('\n')

describe('what a test run printed', () => {
  it('vitest: counts and failures', () => {
    const output = lines(
      ' ❯ tests/core/a.test.ts (2 tests | 1 failed) 7ms',
      '   × never 1ms',
      ' FAIL  tests/core/a.test.ts > never',
      'AssertionError: expected 1 to be 2',
      ' FAIL  tests/core/b.test.ts > nowhere',
      'TypeError: of another test',
      ' Test Files  1 failed | 4 passed (5)',
      '      Tests  1 failed | 7 passed (8)',
    )
    expect(readTestOutput(output)).toEqual({
      passed: 7,
      failed: 1,
      failures: [
        'tests/core/a.test.ts > never · AssertionError: expected 1 to be 2',
        'tests/core/b.test.ts > nowhere · TypeError: of another test',
      ],
    })
  })

  it('Playwright: counts and failures', () => {
    const output = lines(
      '  1) tests/app/a.spec.ts:3:1 › never ────────',
      '',
      '    Error: strict mode violation',
      '  1 failed',
      '    tests/app/a.spec.ts:3:1 › never ────────────────',
      '  12 passed (15.0s)',
    )
    expect(readTestOutput(output)).toEqual({
      passed: 12,
      failed: 1,
      failures: ['tests/app/a.spec.ts:3:1 › never · Error: strict mode violation'],
    })
  })

  it('words of other programs are no counts', () => {
    const output = lines('the walk told "3 passed, 1 failed"', 'Tests of nothing', '  5 passed (2.0s)')
    expect(readTestOutput(output)).toEqual({ passed: 5, failed: 0, failures: [] })
  })

  it('nothing is counted where nothing was told', () => {
    expect(readTestOutput('')).toEqual({ passed: 0, failed: 0, failures: [] })
  })
})
