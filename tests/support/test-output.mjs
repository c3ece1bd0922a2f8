/**
 * Counts the passed and failed tests in a test runner's output, and lists the failed ones. Reads the closing lines of
 * vitest (`Tests  3 failed | 5 passed (8)`, ` FAIL  file > test`) and Playwright. Playwright prints `5 passed (12s)`,
 * and `1 failed` above a line for each failed test.
 *
 * @param {string} output without control characters
 * @returns {{passed: number, failed: number, failures: string[]}}
 */
export function readTestOutput(output) {
  const lines = output.split('\n')
  const vitest = lines.filter((line) => /^\s*Tests\s+\d/.test(line))
  const closing = vitest.length > 0 ? vitest : lines.filter((line) => CLOSING.test(line))
  const count = (word) =>
    closing
      .flatMap((line) => [...line.matchAll(new RegExp(`(\\d+) ${word}\\b`, 'g'))])
      .reduce((sum, [, n]) => sum + Number(n), 0)
  return {
    passed: count('passed'),
    failed: count('failed'),
    failures: [...new Set([...after(lines, /^ *FAIL +(.*)$/), ...under(lines, 'failed')])],
  }
}

/** Playwright's closing lines, indented by two; the tests under them by four. */
const CLOSING = /^ {2}\d+ (passed|failed|interrupted|skipped|did not run)\b/

function after(lines, pattern) {
  return lines.flatMap((line) => pattern.exec(line)?.[1]?.trim() ?? [])
}

function under(lines, word) {
  const start = lines.findIndex((line) => new RegExp(`^ {2}\\d+ ${word}\\b`).test(line))
  if (start < 0) return []
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => !/^ {4}\S/.test(line))
  return (end < 0 ? rest : rest.slice(0, end)).map((line) => line.trim().replace(/ ─+$/, ''))
}
