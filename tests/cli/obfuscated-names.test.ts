/** A trace of an obfuscated Dart build and its map: rows get names, classes get a note, and an unfit map is not used. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'

const folder = testFolder()
const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const trace = write(
  'trace.txt',
  `Unhandled exception:
aB: no change, got Instance of 'cD'
#0      cD.eF (package:shop/till.dart:12:3)
#1      cD.eF.<anonymous closure> (package:shop/till.dart:19:3)
#2      new gH (package:shop/main.dart:4:3)
#3      main (package:shop/main.dart:2:3)
`,
)
const map = write('obfuscation.json', '["TillException","aB","Till","cD","count","eF","Shop","gH","main","main"]')

test('frames get the names of the source, marked as doubtful; names in the text are told beside it', () => {
  const { status, out, err } = unslide(['symbolicate', trace, '--symbols', map])
  expect(status).toBe(0)
  expect(out).toContain('Till.count  till.dart:12:3 [doubtful]')
  expect(out).toContain('Till.count.<anonymous closure>  till.dart:19:3 [doubtful]')
  expect(out).toContain('new Shop  main.dart:4:3 [doubtful]')
  expect(out).toMatch(/main {2}main\.dart:2:3$/m)
  expect(out).toContain('aB: no change')
  expect(err).toContain('does not say its build: aB = TillException, cD = Till.')
})

test('a map that does not have most of the names is not used', () => {
  const other = write('other.json', '["Cart","cD","Tax","zz","sum","yy"]')
  const { out, err } = unslide(['symbolicate', trace, '--symbols', other])
  expect(out).toContain('cD.eF  till.dart:12:3')
  expect(out).not.toContain('Cart')
  expect(err).toContain('It was not used')
})

test('a name of which the map lacks a part stays as it is printed', () => {
  const partial = write('partial.json', '["Till","cD","count","eF","TillException","aB"]')
  const { out } = unslide(['symbolicate', trace, '--symbols', partial])
  expect(out).toContain('Till.count  till.dart:12:3 [doubtful]')
  expect(out).toContain('new gH  main.dart:4:3')
})

test('inspect says what the map holds', () => {
  const { status, err } = unslide(['inspect', map])
  expect([status, err]).toEqual([0, expect.stringContaining('4 obfuscated names of Dart')])
})
