/** Indexing in the background: order of requests, no request twice, messages on failure. */
import { expect, test } from 'vitest'
import { Indexing, type IndexingHost } from '../../../src/app/state/indexing.ts'
import { Notices } from '../../../src/app/state/notices.svelte.ts'
import type { Engine, FileOutcome } from '../../../src/core/engine-types.ts'
import { failure, success, type Outcome, type Problem } from '../../../src/core/model/problem.ts'
import type { IndexKey } from '../../../src/core/ports.ts'
import { stub, stubStorage } from '../../support/browser.ts'
import { uuid } from '../../support/report-builder.ts'

type Image = FileOutcome['images'][number]
const image = (digit: string, kind: Image['kind'] = 'dsym'): Image => ({
  uuid: uuid(digit),
  arch: 'arm64',
  name: `Image ${digit}`,
  kind,
})
const files = (...images: Image[]): FileOutcome[] => [
  { path: 'a.zip', bytes: 1, kind: 'symbols', label: '', images, problems: [] },
]

/** An engine that answers as `answers` says, by the digit of the image, and never before `go`. */
function scene(answers: Readonly<Record<string, Problem>> = {}) {
  stubStorage()
  stub('navigator', {})
  const asked: string[][] = []
  const problems: Problem[] = []
  const notices = new Notices()
  let go = (): void => {}
  const gate = new Promise<void>((resolve) => (go = resolve))
  const index = async (keys: readonly IndexKey[]): Promise<readonly Outcome<undefined>[]> => {
    asked.push(keys.map((key) => key.uuid[0] ?? ''))
    await gate
    return keys.map((key) => {
      const problem = answers[key.uuid[0] ?? '']
      return problem ? failure(problem) : success(undefined)
    })
  }
  const host: IndexingHost = {
    engine: { index } as unknown as Engine,
    notices,
    twice: (work) => work(),
    onEvent: () => {},
    onEnd: (found) => Promise.resolve(void problems.push(...found)),
  }
  return { indexing: new Indexing(host), asked, problems, notices, go }
}

test('what an open report needs comes first, of any kind; then every dSYM', async () => {
  const { indexing, asked, go } = scene()
  go()
  const given = files(image('A'), image('B', 'executable'), image('C', 'executable'), image('D'))
  await indexing.start(given, new Set([uuid('C'), uuid('D')]), false)
  expect(asked).toEqual([['C', 'D', 'A']])
})

test('where certain images are wanted, no others are indexed', async () => {
  const { indexing, asked, go } = scene()
  go()
  await indexing.start(files(image('A'), image('B')), new Set([uuid('B')]), true)
  await indexing.start(files(image('A')), new Set(), true)
  expect(asked).toEqual([['B']])
})

test('an image is asked for once until its index is there', async () => {
  const { indexing, asked, go } = scene()
  const first = indexing.start(files(image('A')), new Set(), false)
  const second = indexing.start(files(image('A'), image('B')), new Set(), false)
  go()
  await Promise.all([first, second])
  await indexing.start(files(image('A')), new Set(), false)
  expect(asked).toEqual([['A'], ['B'], ['A']])
})

test('a fault of the file is a problem; one of ours is a notice that offers to try those images again', async () => {
  const { indexing, asked, problems, notices, go } = scene({
    A: { code: 'truncated', message: 'cut' },
    B: { code: 'internal-error', message: 'ours' },
    C: { code: 'cancelled', message: 'stopped' },
  })
  go()
  await indexing.start(files(image('A'), image('B'), image('C'), image('D')), new Set(), false)
  expect(problems.map(({ code }) => code)).toEqual(['truncated'])
  expect(notices.list).toHaveLength(1)
  expect(notices.list[0]?.text).toContain('Image B')
  notices.list[0]?.act?.run()
  expect(notices.list).toEqual([])
  expect(asked.at(-1)).toEqual(['B'])
})
