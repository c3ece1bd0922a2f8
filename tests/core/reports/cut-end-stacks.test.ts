/** A text of several stacks ends inside a row. The row belongs to the stack with the last row of the text. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { withCutEnd } from '../../../src/core/reports/cut-end.ts'

describe('of several stacks', () => {
  const text = 'at a(T.java:1)\nat b(T.java:2)\nat c(T.java:3)\nat d(T.java:4)\nat shop.open'
  const stackOf = (line: number) => {
    const start = (line - 1) * 15
    const frame = {
      id: line,
      index: 0,
      kind: 'exact',
      symbol: { name: 'x', line },
      language: 'java',
      span: { start, end: start + 14 },
    }
    return { title: `stack ${line}`, frames: [frame] }
  }
  const all = (thread: number, last: number, first: number, second: number): Report =>
    ({
      text,
      textKind: 'rows',
      frameCount: 4,
      threads: [stackOf(thread)],
      lastException: stackOf(last),
      backtraces: [stackOf(first), { title: 'empty', frames: [] }, stackOf(second)],
    }) as unknown as Report
  const added = {
    id: 4,
    index: 1,
    kind: 'exact',
    symbol: { name: 'shop.open…' },
    language: 'java',
    span: { start: 60, end: 72 },
  }
  const longer = (stack: { readonly frames: readonly object[] }) => ({ ...stack, frames: [...stack.frames, added] })
  test('the one with the last row goes on', () => {
    const [own, thrown, plain] = [all(4, 1, 2, 3), all(1, 4, 2, 3), all(1, 2, 4, 3)]
    expect(withCutEnd(own)).toEqual({ ...own, frameCount: 5, threads: [longer(stackOf(4))] })
    expect(withCutEnd(thrown)).toEqual({ ...thrown, frameCount: 5, lastException: longer(stackOf(4)) })
    const backtraces = [longer(stackOf(4)), ...plain.backtraces.slice(1)]
    expect(withCutEnd(plain)).toEqual({ ...plain, frameCount: 5, backtraces })
    const { lastException: thrownAway, ...without } = plain
    expect(thrownAway).toBeDefined()
    expect(withCutEnd(without)).toEqual({ ...without, frameCount: 5, backtraces })
  })
  test('none where there is no row', () => {
    const none = {
      ...all(1, 2, 3, 4),
      threads: [],
      backtraces: [],
      lastException: { title: 'x', frames: [] },
    } as unknown as Report
    expect(withCutEnd(none)).toBe(none)
  })
})
