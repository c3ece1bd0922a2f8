/** Dumps as simple tools print them, read to the last frame through the built command line. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, reportsOf, unslide, type JsonFrame, type JsonReport, type JsonStack } from '../support/cli.ts'
import { dumpFixtures } from '../support/dumps.ts'
import { sampleFrames, samplePath } from '../support/sample.ts'

const symbols = samplePath('Trailmap.dSYM.zip')
const dump = (name: string): string => fileURLToPath(new URL(`../fixtures/dumps/${name}`, import.meta.url))

function reportOf(text: string): JsonReport {
  const [report] = reportsOf(text)
  if (!report) throw new Error('The answer holds no report.')
  return report
}

function stacksOf(report: JsonReport): readonly JsonStack[] {
  return [
    ...report.threads,
    ...(report.backtraces ?? []),
    ...(report.lastExceptionBacktrace ? [report.lastExceptionBacktrace] : []),
  ]
}

/** The frames of the user's code with their places; all of these return addresses keep their lines. */
function expectSample(frames: readonly JsonFrame[]): void {
  expect(frames).toHaveLength(19)
  for (const [index, inner, file, line, outer] of sampleFrames.filter(([at]) => at > 0)) {
    const calls = frames[index]?.calls ?? []
    expect([calls[0]?.mangled, calls[0]?.file?.split('/').at(-1), calls[0]?.line]).toEqual([inner, file, line])
    expect(calls.at(-1)?.mangled).toBe(outer)
  }
  expect(frames[0]?.calls?.at(-1)?.mangled).toBe('TMRouteAltitude')
}

const thread = reportOf(unslide(['parse', samplePath('Trailmap.ips')]).out).threads[0]?.frames ?? []
const addresses = thread.map(({ address }) => address)

test.each(dumpFixtures)('%s is read to its last frame', (name) => {
  const { status, out } = unslide(['symbolicate', dump(name), '--symbols', symbols, '--format', 'json'])
  expect(status).toBe(0)
  const stacks = stacksOf(reportOf(out))
  expect(stacks).toHaveLength(1)
  const frames = stacks[0]?.frames ?? []
  expect(frames.map(({ address }) => address)).toEqual(addresses)
  expectSample(frames)
})

const bare = `${addresses.join('\n')}\n`
const digits = `${addresses.map((address) => address.slice(2)).join('\n')}\n`
const decimal = `(\n    ${addresses.map((address) => BigInt(address)).join(',\n    ')}\n)\n`
test.each([
  ['one a line', bare, ['--load', 'Trailmap=0x102a4c000']],
  ['one a line, load address without 0x', bare, ['--load', '102a4c000']],
  ['one a line, a slide', bare, ['--slide', 'Trailmap=0x2a4c000']],
  ['one a line, a slide in decimal', bare, ['--slide', String(0x2a4c000)]],
  ['many a line', `${addresses.slice(0, 9).join(' ')}\n${addresses.slice(9).join(', ')}\n`, ['--load', '0x102a4c000']],
  ['without 0x', digits, ['--load', '0x102a4c000']],
  ['as NSNumbers', decimal, ['--load', '0x102a4c000']],
  ['a slide in the text', `slide: 0x2a4c000\n${bare}`, []],
])('bare addresses: %s', (_, text, options) => {
  const { status, out } = unslide(['symbolicate', '-', '--symbols', symbols, '--format', 'json', ...options], text)
  expect(status).toBe(0)
  const report = reportOf(out)
  expectSample(stacksOf(report)[0]?.frames ?? [])
  if (options.length > 0) expect(report.images[0]).toMatchObject({ base: '0x102a4c000', slideFrom: 'given' })
})

test.each([
  ['no images and no load address', bare, [], '--load NAME=0x'],
  ['images and no address', '[  0] 4C4C444F-5555-3144-A1CC-707057490EC2 0x102a4c000 /x/Trailmap\n', [], 'but no stack'],
  [
    'a place that fits nothing',
    `0  Trailmap  0x102a504ac  0x102a4c000 + 17580\n`,
    ['--load', 'Other=0x100000000'],
    'This report has no image Other',
  ],
  ['an image without a load address', `0x102a504ac (in Trailmap)\n`, [], '--load Trailmap=0x'],
])('what is missing is told: %s', (_, text, options, words) => {
  const { status, err } = unslide(['symbolicate', '-', '--symbols', symbols, ...options], text)
  expect(status).toBe(1)
  expect(err).toContain(words)
})

/** The sample as an editor shows it, and the lines of that which someone copied. */
const shown = ((): readonly string[] => {
  const text = readFileSync(samplePath('Trailmap.ips'), 'utf8')
  return JSON.stringify(JSON.parse(text.slice(text.indexOf('\n') + 1)), null, 2).split('\n')
})()
const firstFrame = shown.findIndex((line) => line.includes('"imageOffset"'))
const stackEnd = shown.findIndex((line, at) => at > firstFrame && /^\s*\]/.test(line))
const imagesAt = shown.findIndex((line) => line.includes('"usedImages"'))

test('the middle of a pasted .ips: frames, and the list of images below them', () => {
  const text = [...shown.slice(firstFrame - 2, stackEnd + 2), ...shown.slice(imagesAt)].join('\n')
  const { status, out } = unslide(['symbolicate', '-', '--symbols', symbols, '--format', 'json'], text)
  expect(status).toBe(0)
  expectSample(stacksOf(reportOf(out))[0]?.frames ?? [])
})

test('the middle of a pasted .ips: frames alone, cut in the first', () => {
  const text = shown.slice(firstFrame, stackEnd).join('\n')
  const { status, out, err } = unslide(['symbolicate', '-', '--symbols', symbols, '--format', 'json'], text)
  expect(status).toBe(1)
  expect(err).toContain('usedImages')
  expect(stacksOf(reportOf(out))[0]?.frames).toHaveLength(19)
})

test('a stack in a string of JSON', () => {
  const rows = thread.map(
    ({ address }, at) => `${at}   Trailmap   ${address} 0x102a4c000 + ${Number(address) - 0x102a4c000}`,
  )
  const text = JSON.stringify({ message: 'It failed', stack: rows.slice(0, 7).join('\n\t') })
  const { status, out } = unslide(['symbolicate', '-', '--symbols', symbols, '--format', 'json'], text)
  expect(status).toBe(0)
  const frames = stacksOf(reportOf(out))[0]?.frames ?? []
  expect(frames.map(({ calls }) => calls?.at(-1)?.mangled).slice(4, 6)).toEqual([
    '-[TMRouteStore openRouteNamed:then:]',
    '-[TMRouteController showRouteNamed:]',
  ])
})

const program0 = { name: 'Trailmap', base: '0x102a4c000', uuid: '4C4C444F-5555-3144-A1CC-707057490EC2' }
const parts = (image: typeof program0): Readonly<Record<string, string>> => ({ ...image })
test.each<[string, string]>([
  ...[
    ['name', 'base', 'uuid'],
    ['uuid', 'base', 'name'],
    ['base', 'uuid', 'name'],
    ['base', 'name', 'uuid'],
  ].map((order): [string, string] => [order.join(', '), order.map((part) => parts(program0)[part]).join(' ')]),
  ['a table', `Name\tLoad\tUUID\n${Object.values(program0).join('\t')}`],
  ['without 0x, in brackets', `[0] Trailmap (102a4c000) <${program0.uuid.replaceAll('-', '').toLowerCase()}>`],
  ['key=value', `Trailmap base=0x102a4c000 slide=0x2a4c000 uuid=${program0.uuid}`],
  ['key: value, a line each', `name: Trailmap\nload address: 0x102a4c000\nuuid: ${program0.uuid}\n`],
  ['JSON', JSON.stringify(program0)],
  ['JSON over lines, in decimal', JSON.stringify({ ...program0, base: 0x102a4c000, size: 32768 }, null, 2)],
  [
    'a description of Objective-C',
    `{\n    name = Trailmap;\n    base = 0x102a4c000;\n    uuid = "${program0.uuid}";\n}`,
  ],
  ['image list', `[  0] ${program0.uuid} 0x0000000102a4c000 /x/Trailmap.app/Trailmap`],
  ['path and end', `0x102a4c000 0x102a54000 /x/Trailmap.app/Trailmap ${program0.uuid}`],
  ['a name and an address', 'Trailmap 0x102a4c000'],
])('images listed as %s, then rows of %%d %%p', (_, list) => {
  const rows = addresses.map((address, at) => `${at} ${address}`).join('\n')
  const { status, out } = unslide(
    ['symbolicate', '-', '--symbols', symbols, '--format', 'json'],
    `Images\n${list}\n------\nStack\n${rows}\n`,
  )
  expect(status).toBe(0)
  const report = reportOf(out)
  expect(report.images).toHaveLength(1)
  expect(report.images[0]).toMatchObject({ name: 'Trailmap', base: '0x102a4c000' })
  expectSample(stacksOf(report)[0]?.frames ?? [])
})

test('an image and an offset need no load address', () => {
  const text = 'Trailmap + 17580\nlibFoo.dylib + 4096\n'
  const { status, out, err } = unslide(['symbolicate', '-', '--symbols', symbols, '--format', 'json'], text)
  // The other image has no symbols.
  expect(status).toBe(1)
  expect(err).toContain('libFoo.dylib')
  expect(stacksOf(reportOf(out))[0]?.frames[0]?.calls?.at(-1)?.mangled).toBe('TMRouteAltitude')
})

test('lookup takes several addresses a line and hex without 0x', () => {
  const asked = ['lookup', '--symbols', symbols, '--load', '102a4c000', '--return-addresses', '--format', 'json']
  const { status, out } = unslide(asked, `102a503ac 0x102a50034\n102a501d4\n`)
  expect(status).toBe(0)
  const lines = linesOf<JsonFrame>(out)
  expect(lines.map(({ address }) => address)).toEqual(['0x102a503ac', '0x102a50034', '0x102a501d4'])
  expect(lines[1]?.calls?.[0]?.line).toBe(10)
})

test('offsets are decimal unless they begin with 0x', () => {
  const asked = (text: string) => unslide(['lookup', '--symbols', symbols, '--offset', text]).out
  expect(asked('17580')).toBe(asked('0x44ac'))
  expect(asked('17580')).toContain('TMRouteAltitude')
})
