export interface TestOutput {
  passed: number
  failed: number
  failures: string[]
}

export function readTestOutput(output: string): TestOutput
