export interface TestOutput {
  passed: number
  failed: number
  failures: string[]
  secondTries: string[]
}

export function readTestOutput(output: string): TestOutput

export const SECOND_TRY: string
