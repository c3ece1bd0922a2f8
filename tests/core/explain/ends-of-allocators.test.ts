/** Ends that malloc, R and Sentry say in their own words, in made texts. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

const access =
  'Process:         Till [42]\nOS Version:      Mac OS X 10.6.8 (10K549)\n\nException Type:  EXC_BAD_ACCESS (SIGSEGV)\nException Codes: KERN_INVALID_ADDRESS at 0x0000000000000000\nCrashed Thread:  0\n\nApplication Specific Information:\nTill(42,0xa0a1e500) malloc: *** mmap(size=2097152) failed (error code=12)\n\nThread 0 Crashed:\n0   Till    0x00002f10 count + 12\n'

test.each([
  ['mmap', 'Till(42,0xa0a1e500) malloc: *** mmap(size=1073745920) failed (error code=12)\n*** error: can\'t allocate region\n', /^malloc could not get 1,073,745,920 bytes$/],
  ['mach_vm_map', 'Till(42,0x7fff7a1e5000) malloc: *** mach_vm_map(size=70368744181760) failed (error code=3)\n', /^malloc could not get 70,368,744,181,760 bytes$/],
  ['vm_allocate', 'Till(42) malloc: *** vm_allocate(size=1069056) failed (error code=3)\n', /^malloc could not get 1,069,056 bytes$/],
  ['without its beginning', 'It says mmap(size=8192) failed and closes.\n', /^malloc could not get 8,192 bytes$/],
  ['R, in time', '> total(x)\nError: C stack usage  7971092 is too close to the limit\n', /^R’s stack is full: C stack usage 7971092 is too close to the limit$/],
  ['R, in a call', 'Error in total(x) : C stack usage  7971092 is too close to the limit\n', /^R’s stack is full/],
  ['R, by its handler', 'Error: segfault from C stack overflow\n', /^R’s stack is full: segfault from C stack overflow$/],
  ['Sentry', 'App Hanging\n\nApp hanging between 2.0 and 2.4 seconds.\n', /^The app did not respond$/],
] as const)('%s', (_, text, title) => {
  const [told] = toldOf(text)
  expect(told?.headline.title).toMatch(title)
  expect(told?.end).not.toBe('crash')
}) // prettier-ignore

test('a failed access stays the end, and what malloc said is a cause to check', () => {
  const [told] = toldOf(access)
  expect(told?.headline.title).not.toContain('malloc')
  expect(told?.words).toContain('malloc could not get 2,097,152 bytes')
})

test.each(['mmap failed', 'mmap(size=big) failed', 'The C stack usage of it is low'])('%s is none of them', (text) => {
  expect(toldOf(`${text}\n`)).toEqual([])
})

test('App Center’s rows of a load address and an offset are a stack, and its reason is the end', () => {
  const rows = [197793, 5229, 5666].map((offset) => `0x10941b000 + ${offset};macOS-oc\n\n`).join('')
  const [told] = toldOf(`### Version 2.1(7) ###\n\n### Stacktrace ###\n\n${rows}### Reason ###\n\nSIGILL\n`)
  expect(told?.report.exception?.signal).toBe('SIGILL')
  const frames = [...(told?.report.threads ?? []), ...(told?.report.backtraces ?? [])].flatMap(({ frames: all }) => all)
  expect(frames.map(({ address }) => address)).toEqual([0x10944b4a1n, 0x10941c46dn, 0x10941c622n])
})
