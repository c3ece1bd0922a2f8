/** Files that the program names after what strangers called theirs. `npm run build:cli` must have run. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileNames } from '../../src/cli/io/file-names.ts'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const report = readFileSync(samplePath('Trailmap.ips'))

test.each([
  ['../../etc/passwd', '.._.._etc_passwd.html'],
  ['a\0b\n\u001b[31m\u202egpj', 'a_b__[31m_gpj.html'],
  ['con.ips', '_con.ips.html'],
  ['LPT1', '_LPT1.html'],
  ['console.ips', 'console.ips.html'],
  ['\ud800half', '\ufffdhalf.html'],
  ['', '.html'],
])('%j becomes a name of one file in its folder', (wanted, name) => {
  expect(new FileNames().of(wanted, '.html')).toBe(name)
})

test.each(['n'.repeat(5000), '名'.repeat(500), '😀'.repeat(200)])(
  'a long name is cut, and keeps its ending: %.4s…',
  (wanted) => {
    const names = new FileNames()
    const all = Array.from({ length: 12 }, () => names.of(wanted, '-arm64.symindex'))
    expect(new Set(all).size).toBe(12)
    for (const name of all) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.endsWith('-arm64.symindex')).toBe(true)
      expect(name.isWellFormed()).toBe(true)
    }
  },
)

test('names that some disks hold for the same are two files', () => {
  const names = new FileNames()
  const made = ['K.ips', 'k.ips', 'caf\u00e9', 'cafe\u0301', 'k.ips-2'].map((name) => names.of(name, '.html'))
  const seen = made.map((name) => name.normalize('NFC').toLowerCase())
  expect(new Set(seen).size).toBe(made.length)
})

test('a long name of an image is cut before what tells its file from others', () => {
  const ending = '-arm64-4C4C444F-5555-3144-A1CC-707057490EC2.unslide-index'
  expect(new FileNames().ofImage(`A/b-c${ending}`)).toBe(`A_b-c${ending}`)
  expect(new FileNames().ofImage('x'.repeat(900) + ending)).toBe('x'.repeat(255 - ending.length) + ending)
  expect(new FileNames().ofImage('none')).toBe('none')
})

test('a report with the longest name does not keep the others from being written', () => {
  const [from, to] = [join(folder, 'long'), join(folder, 'long-out')]
  for (const path of [from, to]) mkdirSync(path)
  const names = [`${'n'.repeat(251)}.ips`, 'z.ips']
  for (const name of names) writeFileSync(join(from, name), report)
  const run = unslide(['symbolicate', ...names.map((name) => join(from, name)), '-o', to, '--format', 'html'])
  expect(run.err).not.toContain('ENAMETOOLONG')
  expect(readdirSync(to).sort()).toEqual([`${'n'.repeat(250)}.html`, 'z.ips.html'])
})

const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const breakpad = (name: string): string =>
  `MODULE mac arm64 ${UUID.replaceAll('-', '')}0 ${name}\nFUNC 1000 40 0 outer(int)\n1000 40 7 0\n`

test.each([
  ['table', [], 'parquet'],
  ['index', [], 'unslide-index'],
  ['convert', ['--to', 'breakpad'], 'sym'],
])('%s: an image with a name of a stranger becomes a file of the folder', (command, more, extension) => {
  for (const [at, name] of ['../../../up', 'n'.repeat(3000), 'a\u001b[2Jb', 'nul'].entries()) {
    const to = join(folder, `${command}-${at}`)
    mkdirSync(to)
    const symbols = join(folder, `${command}-${at}.sym`)
    writeFileSync(symbols, breakpad(name))
    const run = unslide([command, symbols, ...more, '-o', `${to}/`])
    expect(run.err).not.toMatch(/ENAMETOOLONG|ERR_/)
    const written = readdirSync(to)
    expect(written.length, `${run.err} ${run.out}`).toBe(1)
    expect(written[0]).toMatch(new RegExp(`^[^/\\\\\\p{Cc}]+-arm64-${UUID}\\.${extension}$`, 'u'))
  }
})

test('a link that lies where a table of a folder comes is replaced, and its target stays', () => {
  const to = join(folder, 'linked')
  mkdirSync(to)
  const [symbols, target] = [join(folder, 'linked.sym'), join(folder, 'target.txt')]
  writeFileSync(symbols, breakpad('App'))
  writeFileSync(target, 'mine')
  const name = `App-arm64-${UUID}.parquet`
  symlinkSync(target, join(to, name))
  expect(unslide(['table', symbols, '-o', `${to}/`]).status).toBe(0)
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(lstatSync(join(to, name)).isFile()).toBe(true)
})
