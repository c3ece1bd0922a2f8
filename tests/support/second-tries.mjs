import { SECOND_TRY } from './test-output.mjs'

/** Names the tests that passed only when they were tried again, which vitest counts as passed. */
class SecondTries {
  onTestCaseResult(testCase) {
    if (testCase.result().state !== 'passed' || !testCase.diagnostic()?.retryCount) return
    console.log(`${SECOND_TRY}${testCase.module.relativeModuleId} > ${testCase.fullName}`)
  }
}

/**
 * Vitest's settings where `SECOND_TRY` is set, as `npm test` does: what fails is tried once more. A machine that is busy with other
 * things can keep a browser or a process waiting; whoever works on one test wants to see each failure.
 */
export const secondTries = process.env.SECOND_TRY ? { retry: 1, reporters: ['default', new SecondTries()] } : {}
