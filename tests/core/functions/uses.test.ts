/** Uses and users of a function, over code that the test writes word by word; and the hints about them. */
import { expect, test } from 'vitest'
import { hintsAt } from '../../../src/core/engine/frames/function-hints.ts'
import type { FunctionCode } from '../../../src/core/engine/frames/function-code.ts'
import type { Blocks } from '../../../src/core/functions/blocks.ts'
import type { CodeView } from '../../../src/core/functions/code-view.ts'
import { problem } from '../../../src/core/messages/problems.ts'
import { parseUuid } from '../../../src/core/model/image.ts'
import { FormatError, success } from '../../../src/core/model/problem.ts'
import { makePrints } from '../../../src/core/functions/prints.ts'
import { callersOf, usesOf } from '../../../src/core/functions/uses.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { FunctionHints } from '../../../src/core/model/hints.ts'
import { hintRows } from '../../../src/core/reading/hints.ts'
import { bl, codeViewOf, NOP, RET, textAt } from '../../support/code-builder.ts'

const NO_BLOCKS: Blocks = { stackClasses: new Set(), constants: [], literals: new Map() }

test('texts and functions in the order of the code, each once, and no more than asked for', async () => {
  const view = await codeViewOf([
    [...textAt(0x1000, 0), ...textAt(0x1008, 6), ...textAt(0x1010, 0), bl(3), bl(2), RET],
    [NOP, bl(-1), RET],
  ])
  expect(usesOf(view, 0, 9)).toEqual({ texts: ['price', 'weight'], selectors: [], imports: [], functions: [1] })
  expect(usesOf(view, 0, 1).texts).toEqual(['price'])
})

test('callers are counted once each, and a function that calls itself is none', async () => {
  const prints = makePrints(
    await codeViewOf([
      [bl(3), bl(2), RET],
      [NOP, bl(-1), RET],
      [bl(-3), RET],
    ]),
  )
  expect(callersOf(prints, 1)).toEqual([0, 2])
  expect(callersOf(prints, 0)).toEqual([])
})

test('an image whose texts cost more than they may has no hints, and no exception', async () => {
  const view = await codeViewOf([[...textAt(0x1000, 0), RET]])
  const prints = makePrints(view)
  const hints = (seen: CodeView) =>
    hintsAt(
      {
        fileOf: async () => ({}),
        of: async () => ({ view: seen, prints, blocks: async () => NO_BLOCKS }),
      } as unknown as FunctionCode,
      async () => success([]),
      { uuid: parseUuid('1'.repeat(32))!, arch: 'arm64' },
      [imageOffset(0x1004), imageOffset(0x9000)],
    )
  expect((await hints(view)).map((one) => one?.texts)).toEqual([['price'], undefined])
  view.memory.textAt = () => {
    throw new FormatError(problem('over-budget.text', {}))
  }
  expect(await hints(view)).toEqual([undefined, undefined])
})

const none: FunctionHints = {
  start: imageOffset(0),
  size: 4,
  texts: [],
  selectors: [],
  calls: [],
  callers: { named: [], count: 0 },
}

test('rows only for what is known; texts of a binary stay in their line', () => {
  expect(hintRows(none)).toEqual([])
  expect(
    hintRows({
      ...none,
      texts: ['two\nlines\u001b[31m'],
      callers: { named: ['main'], count: 3 },
      after: { name: 'next', between: 2, bytes: 64 },
    }),
  ).toEqual([
    { label: 'Uses the texts', text: '“two lines [31m”' },
    { label: 'Called by', text: 'main and 2 more' },
    { label: 'Lies', text: '3 functions before next' },
  ])
  expect(hintRows({ ...none, callers: { named: [], count: 2 } })).toEqual([
    { label: 'Called by', text: '2 functions without a name' },
  ])
})

test('a function that reaches over the end of its section is read up to there', async () => {
  const view = await codeViewOf([[bl(2), RET], [RET]])
  const long = { ...view, ends: view.ends.map((end) => end + 0x1000) }
  expect(usesOf(long, 0, 9)).toMatchObject({ functions: [1] })
})
