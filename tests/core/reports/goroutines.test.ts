/** Stacks of Go: headings, rows of two lines, what a log puts before them, and texts that are none. */
import { expect, test } from 'vitest'
import { findPasted } from './fixture.ts'

const PANIC = `panic: runtime error: index out of range [5] with length 3
[signal SIGSEGV: segmentation violation code=0x2 addr=0x18 pc=0x102a3c4d0]

goroutine 34 gp=0x140000021c0 m=0 mp=0x104a0e540 [running, locked to thread]:
panic({0x102b3c0e0?, 0x102c4d2f0?})
	/usr/local/go/src/runtime/panic.go:785 +0x124
main.(*Till).Count(0x0, {0x102b7e1c8, 0x140001a2000})
	/Users/dev/my app/till.go:42 +0x20 fp=0x14000066ec0 sp=0x14000066e80 pc=0x104835b94
github.com/acme/pool.(*Pool[...]).run(...)
	/Users/dev/pool.go:31
created by main.start in goroutine 1
	/Users/dev/main.go:12 +0xb0

goroutine 1 [chan receive, 3 minutes]:
main.main()
	/Users/dev/main.go:8 +0x34
exit status 2
`

test('each goroutine is a thread; functions, files, lines and addresses', () => {
  const report = findPasted(PANIC)
  expect(report?.format).toBe('goroutines')
  expect(report?.exception).toMatchObject({
    type: 'Go panic',
    reason: 'runtime error: index out of range [5] with length 3',
    signal: 'SIGSEGV',
    address: 0x18n,
  })
  expect(report?.threads.map(({ id, crashed, state, name }) => [id, crashed, state?.[0], name])).toEqual([
    [34, true, 'running, locked to thread', 'created by main.start in goroutine 1'],
    [1, false, 'chan receive, 3 minutes', undefined],
  ])
  expect(report?.threads[0]?.frames.map(({ symbol, language, address }) => [symbol, language, address])).toEqual([
    [{ name: 'panic', file: '/usr/local/go/src/runtime/panic.go', line: 785, offset: 0x124 }, 'go', undefined],
    [{ name: 'main.(*Till).Count', file: '/Users/dev/my app/till.go', line: 42, offset: 0x20 }, 'go', 0x104835b94n],
    [{ name: 'github.com/acme/pool.(*Pool[...]).run', file: '/Users/dev/pool.go', line: 31 }, 'go', undefined],
  ])
  expect(report?.threads[1]?.frames.length).toBe(1)
})

test('rows know their places in the text', () => {
  const { text, threads } = findPasted(PANIC)!
  const { span } = threads[0]!.frames[1]!
  expect(text.slice(span?.start, span?.end)).toMatch(/^main\.\(\*Till\)\.Count\([^]*pc=0x104835b94$/)
})

test('what a log puts before each line is no part of it', () => {
  const logged = PANIC.replaceAll(/^/gm, 'GoLog: ')
  expect(findPasted(logged)?.threads.map(({ frames }) => frames.map(({ symbol }) => symbol?.name))).toEqual([
    ['panic', 'main.(*Till).Count', 'github.com/acme/pool.(*Pool[...]).run'],
    ['main.main'],
  ])
})

test('a dump of a program that runs on has no crashed goroutine', () => {
  const report = findPasted('SIGQUIT: quit\n\ngoroutine 1 [IO wait]:\nmain.main()\n\t/main.go:8 +0x34\n')
  expect(report?.threads.map(({ crashed }) => crashed)).toEqual([false])
  expect(report?.exception).toBeUndefined()
})

test.each([
  ['a heading alone', 'goroutine 1 [running]:\n'],
  ['a call without a place', 'goroutine 1 [running]:\nmain.main()\n'],
  ['a sentence', 'A goroutine 1 [running] printed main.go:8 here.\n'],
])('no stack of Go: %s', (_, text) => {
  expect(findPasted(text)?.format).not.toBe('goroutines')
})

test('long lines and many headings are read in time by their length', () => {
  const long = `goroutine 1 [${'x'.repeat(300_000)}]:\n${'a.'.repeat(200_000)}(\n\t${'/'.repeat(300_000)}:1\n`
  expect(findPasted(`${PANIC}\n${long}${'goroutine 1 [running]:\n'.repeat(20_000)}`)?.threads.length).toBe(2)
})

test("functions of an old runtime's C have no package", () => {
  const text =
    'goroutine 18 [runnable]:\nbgsweep()\n\t/go/src/pkg/runtime/mgc0.c:1976\nruntime.goexit()\n\t/go/src/pkg/runtime/proc.c:1445\n'
  expect(findPasted(text)?.threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual(['bgsweep', 'runtime.goexit'])
})

test.each(['fatal error: concurrent map writes', 'panic: no till is open'])(
  '%s is read behind what a program drew on the same line',
  (words) => {
    const report = findPasted(PANIC.replace(/^panic: .*\n.*\n/, `${'[Q]Quit '.repeat(40)}v1.6.5${words}\n`))
    expect(report?.exception?.reason).toBe(words.replace(/^[^:]*: /, ''))
    expect(report?.applicationInfo).toContain(words)
  },
)

test('a word that ends in these words is none of them', () => {
  const report = findPasted(PANIC.replace(/^panic: .*\n.*\n/, 'nonfatal error: no till\ndispanic: no till\n'))
  expect(report?.exception).toBeUndefined()
})
