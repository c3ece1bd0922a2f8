/** `--find`: dSYMs by UUID, from a made Spotlight and made folders. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { walk } from '../../src/core/containers/walk.ts'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { program, testFolder, type Run } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const report = samplePath('Trailmap.ips')
const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const NAME = 'route.c:'
const tools = join(folder, 'bin')
const asked = join(folder, 'asked')

/** A home folder with a dSYM at this place, or an empty one. */
function home(name: string, ...place: readonly string[]): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  if (place.length === 0) return path
  const dwarf = join(path, ...place, 'Trailmap.app.dSYM/Contents/Resources/DWARF')
  mkdirSync(dwarf, { recursive: true })
  copyFileSync(join(folder, 'DWARF'), join(dwarf, 'Trailmap'))
  return path
}

/** A Spotlight that runs this script and records its arguments. */
function spotlight(script: string): string {
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'mdfind'), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${asked}'\n${script}\n`, { mode: 0o755 })
  return `${tools}:${process.env['PATH']}`
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, out: stdout, err: stderr }
}

beforeAll(async () => {
  const path = samplePath('Trailmap.dSYM.zip')
  for await (const item of walk([{ path, blob: await openFileBlob(path) }]))
    if (item.kind === 'leaf' && item.file.path.includes('/DWARF/'))
      writeFileSync(join(folder, 'DWARF'), new Uint8Array(await item.file.blob.arrayBuffer()))
  expect(readFileSync(join(folder, 'DWARF')).length).toBeGreaterThan(1000)
})

test('without --find nothing is searched', () => {
  const HOME = home('off', 'Library/Developer/Xcode/Archives/2026/Trailmap.xcarchive/dSYMs')
  const { status, out } = run(['symbolicate', report], { HOME, PATH: spotlight('echo asked') })
  expect(status).toBe(1)
  expect(out).not.toContain(NAME)
  expect(() => readFileSync(asked)).toThrow()
})

test('Spotlight is asked by UUID, and its answer is looked at', () => {
  const HOME = home('none')
  const there = home('elsewhere', 'builds/Trailmap.xcarchive/dSYMs')
  const other = join(folder, 'Other.dSYM')
  mkdirSync(other)
  const PATH = spotlight(`echo '${other}'; echo relative; echo '${join(there, 'builds/Trailmap.xcarchive')}'`)
  const { status, out, err } = run(['symbolicate', report, '--find'], { HOME, PATH })
  expect(readFileSync(asked, 'utf8')).toContain(`com_apple_xcode_dsym_uuids == ${UUID}`)
  expect(status).toBe(0)
  expect(out).toContain(NAME)
  expect(err).toContain(`Trailmap.app.dSYM (${UUID})`)
  expect(err).not.toContain('Other.dSYM')
})

test.each([
  ['Archives', 'Library/Developer/Xcode/Archives/2026-11-20/Trailmap.xcarchive/dSYMs'],
  ['DerivedData', 'Library/Developer/Xcode/DerivedData/Trailmap-abc/Build/Products/Release'],
])('Xcode’s folder %s is searched, where Spotlight fails, too', (name, place) => {
  const HOME = home(name, place)
  const PATH = spotlight('exit 1')
  for (const args of [
    ['symbolicate', report, '--find'],
    ['batch', report, '--find'],
  ]) {
    const { status, out } = run(args, { HOME, PATH })
    expect({ args, status }).toEqual({ args, status: 0 })
    expect(out).toContain(NAME)
  }
})

test('a folder given by --find-in is searched, links in it are not followed, and one that is not there is told', () => {
  const HOME = home('empty')
  const PATH = spotlight('exit 0')
  const there = home('given', 'a/b/c')
  const loop = join(there, 'a/loop')
  symlinkSync(there, loop)
  expect(run(['symbolicate', report, '--find-in', there], { HOME, PATH })).toMatchObject({ status: 0 })
  const behind = home('behind')
  symlinkSync(there, join(behind, 'link'))
  expect(run(['symbolicate', report, '--find-in', behind], { HOME, PATH })).toMatchObject({ status: 1 })
  const { status, err } = run(['symbolicate', report, '--find-in', '/no/such/folder'], { HOME, PATH })
  expect(status).toBe(2)
  expect(err).toContain('/no/such/folder: there is no such file')
})

test('a dSYM of another build is none, and a file that is no Mach-O neither', () => {
  const HOME = home('wrong')
  const dwarf = join(HOME, 'Library/Developer/Xcode/Archives/Trailmap.dSYM/Contents/Resources/DWARF')
  mkdirSync(dwarf, { recursive: true })
  const bytes = readFileSync(join(folder, 'DWARF'))
  const at = bytes.indexOf(Buffer.from(UUID.replaceAll('-', ''), 'hex'))
  bytes[at] = 0
  writeFileSync(join(dwarf, 'Trailmap'), bytes)
  writeFileSync(join(dirname(dwarf), 'x'), 'x')
  writeFileSync(join(dwarf, 'text'), 'not a Mach-O file')
  const { status, out, err } = run(['symbolicate', report, '--find'], { HOME, PATH: spotlight('exit 0') })
  expect(status).toBe(1)
  expect(out).not.toContain(NAME)
  expect(err).toContain('found those of 0')
})

test('symbols that were given need no search', () => {
  const before = readFileSync(asked, 'utf8')
  const args = ['symbolicate', report, '--symbols', samplePath('Trailmap.dSYM.zip'), '--find', '--quiet']
  expect(run(args, { HOME: home('known'), PATH: spotlight('exit 0') })).toMatchObject({ status: 0, err: '' })
  expect(readFileSync(asked, 'utf8').slice(before.length)).not.toContain(UUID)
})
