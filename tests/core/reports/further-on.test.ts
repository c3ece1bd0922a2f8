/** Stacks of names far down in a long log are read as at its beginning. */
import { expect, test } from 'vitest'
import { readPasted, findPasted } from './fixture.ts'
import { eachFrame } from '../../../src/core/model/each-frame.ts'

const noise = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `2026-01-02 10:00:${String(at % 60).padStart(2, '0')} [DEBUG] sync: page ${at} of the shelf was kept, 12 ms\n`,
  ).join('')
const stacks = {
  Go: 'panic: shelf is full\n\ngoroutine 1 [running]:\nmain.load(0x10)\n\t/src/harbor/load.go:12 +0x1d\nmain.main()\n\t/src/harbor/main.go:7 +0x20\n',
  Rust: "thread 'main' panicked at src/dock.rs:19:5:\nshelf is full\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/1/library/std/src/panicking.rs:665:5\n   1: harbor::load\n             at ./src/dock.rs:19:5\n   2: harbor::main\n             at ./src/main.rs:4:5\n",
  '.NET':
    'Unhandled exception. System.InvalidOperationException: shelf is full\n   at Harbor.Dock.Load(String name) in /src/Dock.cs:line 19\n   at Harbor.Program.Main(String[] args) in /src/Program.cs:line 7\n',
  Java: 'FATAL EXCEPTION: main\nProcess: org.harbor, PID: 77\njava.lang.IllegalStateException: shelf is full\n\tat org.harbor.Dock.load(Dock.java:19)\n\tat org.harbor.Main.main(Main.java:7)\n',
}
const rows = (text: string) => {
  const report = readPasted(text)
  return {
    reason: report.exception?.reason,
    format: report.format,
    rows: [...eachFrame(report)].map(({ symbol }) => `${symbol?.name} ${symbol?.file}:${symbol?.line}`),
  }
}

test.each(Object.entries(stacks))('%s', (_, stack) => {
  const alone = rows(stack)
  expect(alone.rows.length).toBeGreaterThan(1)
  for (const [before, after] of [
    [1200, 0],
    [1200, 30],
    [5000, 5000],
  ] as const)
    expect(rows(noise(before) + stack + noise(after))).toEqual(alone)
})

test('behind the prefix of a log', () => {
  const prefixed = stacks.Go.replace(/^/gm, '2026/01/02 10:00:01 [DEBUG] plugin: harbor: ')
  expect(rows(noise(3000) + prefixed + noise(10)).rows).toEqual(rows(stacks.Go).rows)
})

test('a long log without an end is no report', () => {
  expect(findPasted(noise(5000))).toBeUndefined()
})
