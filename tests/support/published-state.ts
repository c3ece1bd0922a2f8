/** Reads the output of the program on the state of a published folder. */
import type { VerifiedFileLine, VerifiedLine } from '../../src/cli/documents/files.ts'
import { linesOf, unslide } from './cli.ts'

type Line = VerifiedFileLine | VerifiedLine

/** The output of `--verify` or `--repair`, without whole files. */
export function look(args: readonly string[]) {
  const run = unslide(['publish', ...args, '--format', 'json'])
  const lines = linesOf<Line>(run.out)
  const files = lines.filter((line) => 'state' in line)
  return {
    status: run.status,
    err: run.err,
    odd: files.filter(({ state }) => state !== 'whole'),
    counts: lines.flatMap((line) => ('verified' in line ? [line.verified] : [])).at(-1),
  }
}
