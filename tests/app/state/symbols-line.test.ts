/** The line on symbols: one state from the facts, and each sentence only where it is true. */
import { expect, test } from 'vitest'
import { newlyNamed, symbolsLine, type LineFacts } from '../../../src/app/state/symbols-line.ts'
import { nothingFound } from '../../../src/app/state/nothing-found.ts'
import { words } from '../../../src/app/messages/en/names.ts'
import { dropText, needText, outsideText, requestsOf } from '../../../src/app/views/report/symbols-text.ts'
import type { FileOutcome } from '../../../src/core/engine-types.ts'
import type { ImageStatus } from '../../../src/core/model/report.ts'
import type { ImageNeed, NeedKind } from '../../../src/core/reading/names-state.ts'
import { makeImage, makeReport, unresolved, uuid } from '../../support/report-builder.ts'

const report = makeReport({
  header: { process: 'Shop', version: '4.2 (1180)', fields: [] },
  images: [makeImage({ name: 'Shop', uuid: uuid('A'), origin: 'app' })],
  rows: [{ address: 1, image: 0 }],
})
const symbolicated = unresolved(report)
const status: ImageStatus = { image: 0, symbols: 'missing', reason: '', frames: 3, unnamed: 3, origin: 'app' }
const need = (kind: NeedKind, more: Partial<ImageStatus> = {}, frames = 3): ImageNeed => ({
  kind,
  frames,
  status: { ...status, ...more },
})
const counts = { frames: 14, named: 11, doubtful: 0 }
const all = { frames: 14, named: 14, doubtful: 0 }
const job = { id: 'names', title: 'Looking up names', detail: '' }
const line = (facts: Partial<LineFacts>) =>
  symbolsLine({
    isNamed: true,
    symbolicated,
    state: { counts, needs: [need('missing')] },
    jobs: [],
    isTaking: false,
    fileOutcomes: [],
    ...facts,
  })
const outcome = (kind: FileOutcome['kind'], more: Partial<FileOutcome> = {}): FileOutcome => ({
  ...{ path: 'given.zip', bytes: 1, kind, label: '', images: [], problems: [] },
  ...more,
})
const symbolsOf = (name: string, digit: string): FileOutcome =>
  outcome('symbols', { images: [{ uuid: uuid(digit), arch: 'arm64', name, kind: 'dsym' }] })
const dropOf = (...fileOutcomes: FileOutcome[]) => {
  const told = line({ fileOutcomes })
  return told.kind === 'lacking' ? told.drop : 'not lacking'
}

test('a report without frames has no line', () => {
  expect(line({ symbolicated: unresolved(makeReport({})), isNamed: false }).kind).toBe('none')
})

test('before the first look-up nothing is said to be missing or named', () => {
  expect(line({ isNamed: false })).toEqual({ kind: 'reading', isFirst: true })
  expect(line({ isNamed: false, state: { counts: all, needs: [] }, jobs: [job] })).toEqual({
    kind: 'reading',
    isFirst: true,
    job,
  })
})

test('while files are read, what is missing may be among them; a report with all names waits for nothing', () => {
  expect(line({ jobs: [job] })).toEqual({ kind: 'reading', isFirst: false, job })
  expect(line({ jobs: [{ ...job, id: 'index A arm64' }] }).kind).toBe('lacking')
  // Between two jobs, too.
  expect(line({ isTaking: true })).toEqual({ kind: 'reading', isFirst: false })
  expect(line({ isTaking: true, state: { counts: all, needs: [] } }).kind).toBe('named')
  expect(line({ jobs: [job], state: { counts: all, needs: [] } })).toEqual({ kind: 'named', counts: all })
})

test('what the report does not need is told only when it was given just now', () => {
  const state = { counts: all, needs: [need('not-used', { have: [uuid('B')] }, 0)] }
  expect(line({ state })).toEqual({ kind: 'named', counts: all })
  expect(line({ state, fileOutcomes: [symbolsOf('Shop', 'B')] }).kind).toBe('lacking')
})

test('only what is the user’s own is a warning', () => {
  expect(line({})).toMatchObject({ isWarning: true })
  expect(line({ state: { counts, needs: [need('system', { origin: 'system' })] } })).toMatchObject({ isWarning: false })
  expect(line({ state: { counts, needs: [need('gaps')] } })).toMatchObject({ isWarning: false })
})

test('a drop that brought nothing: why, and nothing of it where it brought something', () => {
  expect(dropOf(symbolsOf('Other', 'F'))).toEqual({ kind: 'unrelated', names: ['Other'] })
  expect(dropOf(symbolsOf('Shop', 'F'))).toBeUndefined()
  expect(dropOf(symbolsOf('Other', 'F'), symbolsOf('Renamed', 'A'))).toBeUndefined()
  expect(dropOf(outcome('ignored'))).toEqual({ kind: 'no-symbols' })
  expect(dropOf(outcome('unreadable', { problems: [{ code: 'x', message: 'It is encrypted.' }] }))).toEqual({
    kind: 'unreadable',
    path: 'given.zip',
    why: 'It is encrypted.',
  })
  expect(dropOf(outcome('report'), outcome('ignored'))).toBeUndefined()
  expect(dropOf()).toBeUndefined()
})

test('symbols of which a part cannot be read: that is told, and not that they are stripped or have gaps', () => {
  const cut = { ...symbolsOf('Shop', 'A'), problems: [{ code: 'x', message: 'It is cut.' }] }
  for (const kind of ['stripped', 'gaps'] as const) {
    expect(line({ state: { counts, needs: [need(kind)] }, fileOutcomes: [cut] })).toMatchObject({
      drop: { kind: 'damaged', path: 'given.zip', why: 'It is cut.' },
      needs: [{ kind: 'missing' }],
      isWarning: true,
    })
    expect(line({ state: { counts, needs: [need(kind)] }, fileOutcomes: [symbolsOf('Shop', 'A')] })).toMatchObject({
      needs: [{ kind }],
    })
  }
  // Symbols of another image tell nothing of this one.
  const other = { ...symbolsOf('Other', 'F'), problems: cut.problems }
  expect(line({ state: { counts, needs: [need('stripped')] }, fileOutcomes: [other] })).toMatchObject({
    drop: { kind: 'unreadable' },
    needs: [{ kind: 'stripped' }],
  })
  expect(line({ state: { counts: all, needs: [] }, fileOutcomes: [cut] }).kind).toBe('named')
})

test('a report without a list of images contradicts no symbols', () => {
  const bare = unresolved({ ...report, images: [] })
  expect(line({ symbolicated: bare, fileOutcomes: [symbolsOf('Other', 'F')] })).not.toHaveProperty('drop')
})

test('newly named frames', () => {
  expect(newlyNamed(counts, all)).toEqual({ named: 3, doubtful: 0 })
  expect(newlyNamed(counts, { ...all, doubtful: 2 })).toEqual({ named: 3, doubtful: 2 })
  expect(newlyNamed(all, counts)).toEqual({ named: 0, doubtful: 0 })
  expect(words.newlyNamed(3, 0)).toBe('3 frames named')
  expect(words.newlyNamed(3, 3)).toBe('3 frames named, all doubtful')
})

test('sentences on names say how many, and doubt where there is some', () => {
  expect(words.counts(all)).toBe('14 of 14 frames named.')
  expect(words.counts({ ...all, doubtful: 4 })).toBe('14 of 14 frames named, 4 of them doubtful.')
  expect(words.counts({ ...all, doubtful: 14 })).toBe('14 of 14 frames named, all doubtful.')
})

test('sentences on what is missing name the image, the builds and the version of the program alone', () => {
  const told = (kind: NeedKind, more?: Partial<ImageStatus>) => needText(symbolicated, need(kind, more))
  expect(told('missing')).toBe('Shop: 3 frames without names. Add the dSYM of exactly this build, 4.2 (1180).')
  expect(told('wrong-build', { have: [uuid('B')] })).toBe(
    'Shop: 3 frames without names. The symbols here are of build BBBBBBBB…; the report is of build AAAAAAAA….',
  )
  expect(told('doubtful')).toBe('Shop: All 3 names are doubtful.')
  const framework = unresolved({ ...report, images: [makeImage({ name: 'Kit' })] })
  expect(needText(framework, need('missing'))).not.toContain('4.2')
})

/** What each sentence alone says of an image. */
const own: Readonly<Record<NeedKind, RegExp>> = {
  missing: /Add the dSYM of exactly this build/,
  'wrong-build': /The symbols here are of build .*; the report is of build/,
  'wrong-arch': /for another architecture/,
  stripped: /but stripped/,
  several: /builds? here could fit/,
  unplaced: /does not contain the load address/,
  gaps: /The matching symbols have no name there/,
  doubtful: /names? (?:is|are) doubtful/,
  'other-build': /as you chose/,
  'not-used': /were not used/,
  system: /of the system without/,
}
test.each(Object.keys(own) as NeedKind[])('%s: its sentence is said of no other need', (kind) => {
  for (const other of Object.keys(own) as NeedKind[])
    expect(own[kind].test(needText(symbolicated, need(other, { have: [uuid('B'), uuid('C')] }))), other).toBe(
      other === kind,
    )
})

test('why a drop brought nothing: no reason is said for another', () => {
  const reasons = {
    unreadable: [{ kind: 'unreadable', path: 'a.zip', why: 'It is encrypted.' }, /could not be read/],
    damaged: [{ kind: 'damaged', path: 'a.zip', why: 'It is cut.' }, /damaged or incomplete/],
    'no-symbols': [{ kind: 'no-symbols' }, /hold no symbols/],
    unrelated: [{ kind: 'unrelated', names: ['Other'] }, /does not list/],
  } as const
  for (const [drop] of Object.values(reasons))
    expect(
      Object.keys(reasons).filter((kind) => reasons[kind as keyof typeof reasons][1].test(dropText(drop))),
    ).toEqual([drop.kind])
})

test('the list of images is said to be missing only where it is; the system’s frames need no dSYM', () => {
  const outside = { frames: 2, isListMissing: true, isSystem: false }
  expect(outsideText(outside, false)).toContain('the list of binary images is missing')
  expect(outsideText({ ...outside, isListMissing: false }, false)).not.toContain('missing')
  expect(outsideText({ ...outside, isListMissing: false, isSystem: true }, true)).toContain('no dSYM names')
  expect(outsideText(outside, true)).not.toContain('add the dSYM')
})

test('the user’s own missing images are asked for, the system’s are not', () => {
  const needs = [need('missing'), need('system', { origin: 'system' }), need('gaps'), need('unplaced')]
  expect(requestsOf(symbolicated, needs)).toHaveLength(1)
})

test('a drop is told in words', () => {
  expect(dropText({ kind: 'unreadable', path: 'a.zip', why: 'It is encrypted.' })).toBe(
    'a.zip could not be read: It is encrypted.',
  )
  expect(dropText({ kind: 'unrelated', names: ['Other'] })).toContain('Other')
})

test('files hold nothing only where all were searched', () => {
  expect(nothingFound([])).toBeUndefined()
  expect(nothingFound([outcome('ignored')])).toBe('searched')
  expect(nothingFound([outcome('ignored'), outcome('unreadable')])).toBe('unread')
  expect(nothingFound([outcome('ignored', { problems: [{ code: 'x', message: '' }] })])).toBe('unread')
  expect(nothingFound([outcome('ignored'), outcome('report')])).toBeUndefined()
})
