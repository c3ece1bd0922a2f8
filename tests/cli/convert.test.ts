/** `unslide convert`: its files name frames as their source does. `npm run build:cli` must have run. */
import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const symbols = samplePath('Trailmap.dSYM.zip')
const addresses = Array.from({ length: 0x600 / 4 }, (_, at) => `0x${(0x1_0000_4000 + at * 4).toString(16)}`)

/** Breakpad has no file without a line. */
const calls = (path: string, asked: readonly string[], needsLine = false): readonly string[] =>
  linesOf<JsonFrame>(unslide(['lookup', '--symbols', path, '--format', 'json', ...asked]).out).map((frame) =>
    (frame.calls ?? [])
      .map(({ function: name, file = '', line }) => `${name} ${needsLine && !line ? '' : file}:${line ?? 0}`)
      .join(' < '),
  )

test.each([
  // Breakpad's addresses count from the image.
  ['breakpad', 0x1_0000_0000],
  ['gsym', 0],
])('--to %s: every address has the calls that it has in the dSYM', (format, base) => {
  const file = join(folder, `Trailmap.${format}`)
  const { status, out } = unslide(['convert', symbols, '--to', format, '-o', file])
  expect(status).toBe(0)
  expect(out).toContain(`${file}: Trailmap arm64`)
  const needsLine = format === 'breakpad'
  const wanted = calls(symbols, addresses, needsLine)
  expect(wanted.filter((one) => one.includes(' < ')).length).toBeGreaterThan(10)
  expect(
    calls(
      file,
      addresses.map((address) => (Number(address) - base).toString(16)),
      needsLine,
    ),
  ).toEqual(wanted)
})

test('a folder gets a file for each image, and an index that was given is converted, too', () => {
  const [indexes, made] = [join(folder, 'indexes'), join(folder, 'made/')]
  expect(unslide(['index', symbols, '--out', indexes]).status).toBe(0)
  expect(unslide(['convert', indexes, '--to', 'gsym', '-o', made]).status).toBe(0)
  expect(readdirSync(made)).toEqual([expect.stringMatching(/^Trailmap-arm64-[0-9A-F-]{36}\.gsym$/)])
  expect(calls(join(made, readdirSync(made)[0] ?? ''), addresses)).toEqual(calls(symbols, addresses))
})

test('a file that was there stays whole until the new one takes its place', () => {
  const own = testFolder()
  const [file, old] = [join(own, 'App.gsym'), join(own, 'old')]
  writeFileSync(file, 'the one before')
  linkSync(file, old)
  expect(unslide(['convert', symbols, '--to', 'gsym', '-o', file]).status).toBe(0)
  expect(readFileSync(old, 'utf8')).toBe('the one before')
  expect(readFileSync(file, 'utf8')).not.toBe('the one before')
  expect(readdirSync(own).sort()).toEqual(['App.gsym', 'old'])
})

test.each([
  [['--to', 'gsym', '-o', 'x'], 2, 'needs at least one PATH'],
  [[symbols, '--to', 'gsym'], 2, '-o FILE'],
  [[symbols, '-o', 'x'], 2, '--to breakpad'],
  [[symbols, '--to', 'pdb', '-o', 'x'], 2, '--to pdb'],
  [[symbols, '--to', 'gsym', '-o', 'x', '--arch', 'i386'], 1, 'No image matches'],
  [[samplePath('Trailmap.ips'), '--to', 'gsym', '-o', 'x'], 2, 'holds a report, but no symbols'],
])('what cannot be converted is told: %j', (args, status, reason) => {
  const run = unslide(['convert', ...args])
  expect(run.err).toContain(reason)
  expect(run.status).toBe(status)
})
