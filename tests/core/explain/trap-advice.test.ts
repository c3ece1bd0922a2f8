/** Advice on a trap does not say that stacks are missing which the report has. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from '../reports/fixture.ts'

const head = 'Program received signal EXC_BAD_INSTRUCTION, Illegal instruction/operand.\n'
const rows = '#0  0x000000010000c4d0 in load () at dock.c:7\n#1  0x000000010000c5d0 in main () at main.c:3\n'
const checksOf = (text: string): string => {
  const report = readPasted(text)
  return explain({ report, resolutions: [], images: [], explanations: [] })
    .explanations.flatMap(({ checks }) => checks)
    .join('\n')
}

test.each([
  ['a stack', head + rows, 'What is checked at this place?'],
  ['unmarked threads', `EXC_BREAKPOINT (SIGTRAP)\n\nThread 1:\n${rows}\nThread 2:\n${rows}`, ''],
])('%s', (_, text, expected) => {
  const checks = checksOf(text)
  expect(checks).toContain(expected)
  expect(checks).not.toContain('has no stack of the thread')
})
