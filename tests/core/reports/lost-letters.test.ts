/** Crash reports whose first letters were not copied, with a letter too much, or with an object beside the name of a queue. */
import { expect, test } from 'vitest'
import { readPasted } from './fixture.ts'

const body = (offset = '2240'): string =>
  `Path: /Applications/Till.app/Till\nIdentifier: example.till\nOS Version: macOS 14.5 (23F79)\n\nException Type: EXC_CRASH (SIGABRT)\nCrashed Thread: 0\n\nThread 0 Crashed:\n0   Till   0x0000000104ccc074 count + 12\n1   dyld   0x00000001b7906dcc start + ${offset}\n`

test.each([
  ['rocess: Till [41]', 'Till', 41],
  ['ocess:  Till [41]', 'Till', 41],
  ['Process: Till [41]', 'Till', 41],
  // Not certain.
  ['rocess: Till', undefined, undefined],
  ['recess: Till [41]', undefined, undefined],
])('%s names the process %s', (line, process, pid) => {
  for (const above of ['', 'It ends at once:\n\n']) {
    const { header } = readPasted(`${above}${line}\n${body()}`)
    expect([header.process, header.pid]).toEqual([process, pid])
  }
})

test('the label of a kind of exception is known without its first letter', () => {
  const { exception } = readPasted(body().replace(/^[^]*Exception/, 'xception'))
  expect(exception).toMatchObject({ type: 'EXC_CRASH', signal: 'SIGABRT' })
})

test.each([
  ['2240v', 2240],
  ['2240', 2240],
])('an offset printed as %s is %d', (printed, offset) => {
  const [, start] = readPasted(body(printed)).threads[0]?.frames ?? []
  expect(start?.symbol).toMatchObject({ name: 'start', offset })
})

test('the object beside the name of a queue is no row, and the thread keeps its number', () => {
  const report = readPasted(
    '4   Till   \t       0x100bfcbd8 0x100610000 + 6212568\n5   Till   \t       0x100ba6864 0x100610000 + 5859428\n\nThread 12:\n\nThread 14 Crashed::  Dispatch queue: NSOperationQueue 0x97f850e00 (QOS: UNSPECIFIED)\n0   libswiftCore.dylib   \t       0x197a03d20 _assertionFailure(_:_:file:line:flags:) + 364\n1   Till   \t       0x1007dea04 0x100610000 + 1894916\n',
  )
  expect(report.format).toBe('apple-crash-text')
  expect(report.images.map(({ name }) => name)).not.toContain('NSOperationQueue')
  const crashed = report.threads.find((thread) => thread.crashed)
  expect([crashed?.id, crashed?.frames.length]).toEqual([14, 2])
  expect(crashed?.queue).toContain('NSOperationQueue')
  expect(report.problems.filter(({ code }) => code === 'lost-rows')).toEqual([])
})
