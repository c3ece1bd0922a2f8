/** For every format: one format claims a text, and damage makes none throw. */
import { expect, test } from 'vitest'
import { buildSample } from '../../../src/core/reports/report-text.ts'
import { reportFormats } from '../../../src/core/reports/registry.ts'
import type { WriteBack } from '../../../src/core/reports/base/write-back.ts'
import { findWriteBack } from '../../../src/core/reports/write-back.ts'
import { fixtureBytes, listFixtures, openBytes, openFixture } from './fixture.ts'
import type { CallTreeNode, Frame, Report } from '../../../src/core/model/report.ts'

const fixtures = listFixtures()

test.each(fixtures)('%s is claimed by its format alone', (path) => {
  const sample = buildSample('unknown', fixtureBytes(path), true)
  expect(reportFormats.filter((format) => format.sniff(sample)).map((format) => format.id)).toEqual([
    path.split('/')[0],
  ])
})

function* treeFrames(nodes: readonly CallTreeNode[]): Generator<Frame> {
  for (const node of nodes) {
    yield node.frame
    yield* treeFrames(node.children)
  }
}

function allFrames(report: Report): Frame[] {
  return [
    ...report.threads.flatMap((thread) => thread.frames),
    ...(report.lastException?.frames ?? []),
    ...report.backtraces.flatMap((stack) => stack.frames),
    ...report.callTrees.flatMap((tree) => [...treeFrames(tree.roots)]),
  ]
}

test.each(fixtures)('%s has dense frame ids, images by position and spans in the text', async (path) => {
  for (const report of await openFixture(path)) {
    const frames = allFrames(report)
    expect([...new Set(frames.map((frame) => frame.id))].sort((a, b) => a - b)).toEqual(
      Array.from({ length: report.frameCount }, (_, id) => id),
    )
    report.images.forEach((image, index) => expect(image.index).toBe(index))
    for (const frame of frames) {
      if (frame.image !== undefined) expect(report.images[frame.image]).toBeDefined()
      for (const span of [frame.span, frame.symbolSpan]) {
        if (span) expect(0 <= span.start && span.start <= span.end && span.end <= report.text.length).toBe(true)
      }
    }
  }
})

test.each(fixtures)('%s survives cuts and flipped bytes', async (path) => {
  const bytes = fixtureBytes(path)
  let seed = bytes.length
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return seed % limit
  }
  for (let round = 0; round < 60; round++) {
    const damaged = bytes.slice(0, round % 2 === 0 ? random(bytes.length) : bytes.length)
    for (let flip = 0; flip < round % 7 && damaged.length > 0; flip++) damaged[random(damaged.length)] = random(256)
    const outcome = await openBytes(path, damaged)
    expect(outcome.problems.filter((problem) => problem.code === 'internal-error')).toEqual([])
  }
})

/** How formats write names back: exports of the files beside the readers. */
const writeBacks = import.meta.glob<Readonly<Record<string, WriteBack>>>(
  '../../../src/core/reports/*/*-write-back.ts',
  { eager: true },
)

test('what writes names back belongs to formats that there are, and is found under their ids', () => {
  const ids = new Set(reportFormats.map(({ id }) => id))
  const found = Object.values(writeBacks)
    .flatMap((module) => Object.values(module))
    .filter((value) => 'formats' in value)
  expect(found.length).toBeGreaterThanOrEqual(7)
  for (const writeBack of found) {
    expect(writeBack.formats.filter((id) => !ids.has(id))).toEqual([])
    for (const id of writeBack.formats) expect(findWriteBack(id), id).toBe(writeBack)
  }
})
