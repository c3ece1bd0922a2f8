/** Owners of a report's code: the same before symbols arrive, with those of another build, and with all of them. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import type { ImageStatus, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { codeOriginOf } from '../../../src/core/reading/code-origin.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { isOwnFrame, isOwnImage, isSystemFrame } from '../../../src/core/reading/own-code.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { makeImage, makeReport, unresolved } from '../../support/report-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

const states: readonly ImageStatus['symbols'][] = [
  'matched',
  'missing',
  'not-needed',
  'wrong-build',
  'wrong-arch',
  'no-debug-info',
]

/** The report with this state of symbols for all images. Their paths and load addresses are unchanged. */
const withState = (symbolicated: SymbolicatedReport, symbols: ImageStatus['symbols']): SymbolicatedReport => ({
  ...symbolicated,
  images: symbolicated.report.images.map(({ index }) => ({
    reason: '',
    frames: 0,
    unnamed: 0,
    ...symbolicated.images[index],
    image: index,
    symbols,
  })),
})

/** Owner of each frame and image. */
function owners(symbolicated: SymbolicatedReport): readonly string[] {
  const { report } = symbolicated
  return [
    ...[...eachFrame(report)].map(
      (frame) => `${isOwnFrame(symbolicated, frame)} ${isSystemFrame(symbolicated, frame)}`,
    ),
    ...report.images.map(({ name, index }) => `${name} ${isOwnImage(symbolicated, index)}`),
  ]
}

/** An image without a name becomes the user's own once symbols name it. */
const isNamed = ({ report }: SymbolicatedReport): boolean => report.images.every(({ name }) => name !== '')

const frame = (image: number, name?: string, offset = 12) => ({
  image,
  address: 0x104000000 + image * 0x100000,
  offset: 0,
  ...(name !== undefined && { symbol: { name, offset } }),
})
const made = (rows: readonly ReturnType<typeof frame>[]): SymbolicatedReport =>
  unresolved(
    makeReport({
      rows,
      images: [makeImage({ name: 'Charts', index: 0 }), makeImage({ name: 'Maps', index: 1 })],
      frameCount: rows.length,
      exception: { signal: 'SIGABRT' },
    }),
  )

test.each(states)('an image that nothing is known of, with symbols %s', (state) => {
  const report = withState(made([frame(0), frame(0, 'draw'), frame(1, 'zoom')]), state)
  // A frame without a name: nobody had symbols of it where the report was written.
  expect([isOwnImage(report, 0), isOwnImage(report, 1)]).toEqual([true, false])
  expect(report.report.threads[0]?.frames.map((one) => codeOriginOf(report, one))).toEqual(['app', 'app', 'system'])
  expect(headlineOf(report).where?.frame.id).toBe(0)
})

test.each([
  ['ExtensionFoundation', false],
  ['CoreMedia', false],
  ['ExtensionFoundationKit', true],
  ['CoreTill', true],
])('%s without a path and names: the program’s %s', (name, isOwn) => {
  const made = makeReport({
    images: [makeImage({ name })],
    threads: [{ frames: [{ id: 0, index: 0, image: 0, kind: 'exact' }] }],
  } as never)
  expect(isOwnImage(withState(unresolved(made), 'missing'), 0)).toBe(isOwn)
})

test('names that are none leave an image unnamed', () => {
  for (const name of ['<redacted>', '???', 'Charts', '_mh_execute_header', ''])
    expect(isOwnImage(withState(made([frame(0, name)]), 'not-needed'), 0), name).toBe(true)
})

test('an image without a name is the user’s once symbols say what it is', () => {
  const report = made([frame(0)])
  const nameless = { ...report, report: { ...report.report, images: [makeImage({ name: '' })] } }
  expect(isOwnImage(withState(nameless, 'missing'), 0)).toBe(false)
  expect(isOwnImage(withState(nameless, 'matched'), 0)).toBe(true)
})

test.each(listFixtures())('%s: its own code does not depend on symbols', async (path) => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path, blob: new Blob([new Uint8Array(fixtureBytes(path))]) })
  for (const symbolicated of outcome.ok ? outcome.value.filter(isNamed) : []) {
    const before = owners(symbolicated)
    for (const state of states) expect(owners(withState(symbolicated, state))).toEqual(before)
  }
})

test.each([
  ['org.example.till', true],
  ['Till', true],
  ['com.apple.Drawer', false],
  ['org.example.plugin', false],
])('a row of an old system in %s is the program’s: %s', (image, isOwn) => {
  const text = `Process:         Till [231]
Path:            /Applications/Till.app/Contents/MacOS/Till
Identifier:      org.example.till
Version:         2.10 (5511)
Code Type:       X86 (Native)

OS Version:      Mac OS X 10.5.8 (9L31a)
Report Version:  6

Exception Type:  EXC_BAD_ACCESS (SIGBUS)
Exception Codes: KERN_PROTECTION_FAILURE at 0x0000000000067ee2
Crashed Thread:  0

Thread 0 Crashed:
0   libSystem.B.dylib             \t0xffff07c7 __memcpy + 39
1   ${image.padEnd(30)}\t0x00014eb7 count_coins + 52
2   com.apple.AppKit              \t0x96a6a0b4 NSApplicationMain + 40
`
  const outcome = parseReport('till.crash', new TextEncoder().encode(text))
  const report = outcome.ok ? outcome.value[0] : undefined
  const row = report?.threads[0]?.frames[1]
  if (!report || !row) throw new Error('not read')
  expect(isOwnFrame({ report, resolutions: [], images: [], explanations: [] }, row)).toBe(isOwn)
})

test.each([
  ['com.apple.Drawer', true],
  ['libobjc.A.dylib', true],
  ['org.example.plugin', false],
  ['com.example.kit', false],
])('an image of which only the name %s is known is the system’s: %s', (name, isSystem) => {
  const report = makeReport({
    rows: [frame(0, 'count_coins')],
    images: [{ ...makeImage({ name, index: 0 }), path: '' }],
  })
  const symbolicated = withState(unresolved(report), 'not-needed')
  const [row] = [...eachFrame(report)]
  if (!row) throw new Error('no row')
  expect(isSystemFrame(symbolicated, row)).toBe(isSystem)
})
