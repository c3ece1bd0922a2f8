/**
 * Counts the passed and failed tests in a test runner's output, and lists the failed ones. Reads the closing lines of
 * vitest (`Tests  3 failed | 5 passed (8)`, ` FAIL  file > test`) and Playwright. Playwright prints `5 passed (12s)`,
 * and `1 failed` above a line for each failed test.
 * Each failed test is listed with the first line of its error.
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
    failures: [...new Set([...after(lines, /^ *FAIL +(.*)$/), ...under(lines, 'failed')])].map((test) =>
      withError(lines, test),
    ),
  }
}

/** Playwright's closing lines, indented by two; the tests under them by four. */
const CLOSING = /^ {2}\d+ (passed|failed|interrupted|skipped|did not run)\b/

/** A failed test with the first line of its error, if the run printed one. */
function withError(lines, test) {
  const named = lines.findIndex((line) => /^ *FAIL |^ *\d+\) /.test(line) && line.includes(test))
  const rest = named < 0 ? [] : lines.slice(named + 1)
  const next = rest.findIndex((line) => /^ *FAIL |^ *\d+\) /.test(line) && !line.includes(test))
  const error = rest.slice(0, next < 0 ? undefined : next).find((line) => /^\s*\w*Error\b/.test(line))
  return error === undefined ? test : `${test} · ${error.trim().slice(0, 300)}`
}

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
