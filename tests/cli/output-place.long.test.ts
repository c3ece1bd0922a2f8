/** Where -o writes: never over an input, never through a planted link, in the format of the extension. `npm run build:cli` must have run. */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program, testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const report = readFileSync(samplePath('Trailmap.ips'), 'utf8')
const symbols = ['--symbols', samplePath('Trailmap.dSYM.zip')]

function place(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'k.ips'), report)
  return path
}

test.each(['symbolicate', 'batch'])('%s does not write over an input, under whatever name', (command) => {
  const at = place(`over-${command}`)
  symlinkSync(join(at, 'k.ips'), join(at, 'link'))
  linkSync(join(at, 'k.ips'), join(at, 'hard'))
  for (const out of ['k.ips', 'link', 'hard', '../' + `over-${command}/k.ips`]) {
    const run = unslide([
      command,
      join(at, 'k.ips'),
      '-o',
      join(at, out),
      '--format',
      command === 'batch' ? 'json' : 'original',
    ])
    expect(run.status).toBe(2)
    expect(run.out).toBe('')
    expect(readFileSync(join(at, 'k.ips'), 'utf8')).toBe(report)
  }
  const inFolder = unslide([command, at, '-o', join(at, 'hard')])
  expect(inFolder.status).toBe(2)
  expect(inFolder.err).toContain('is an input')
  expect(readFileSync(join(at, 'k.ips'), 'utf8')).toBe(report)
})

test('--in-place writes names into the report itself, behind a link, too', () => {
  const at = place('in-place')
  symlinkSync(join(at, 'k.ips'), join(at, 'link.ips'))
  const expected = unslide(['symbolicate', join(at, 'k.ips'), ...symbols, '--format', 'original']).out
  const run = unslide(['symbolicate', join(at, 'link.ips'), ...symbols, '--in-place'])
  expect([run.status, run.out]).toEqual([0, ''])
  expect(readFileSync(join(at, 'k.ips'), 'utf8')).toBe(expected)
  expect(expected).not.toBe(report)
  expect(readdirSync(at).sort()).toEqual(['k.ips', 'link.ips'])
  for (const more of [['-o', join(at, 'x')], ['--format', 'json'], ['--stream']])
    expect(unslide(['symbolicate', join(at, 'k.ips'), '--in-place', ...more]).status).toBe(2)
})

test('the extension is the format, and a conflict is an error', () => {
  const at = place('extension')
  const write = (name: string, ...more: string[]) => {
    const { status, err } = unslide(['symbolicate', join(at, 'k.ips'), ...symbols, '-o', join(at, name), ...more])
    return { status, err, text: existsSync(join(at, name)) ? readFileSync(join(at, name), 'utf8') : undefined }
  }
  expect(write('a.html').text).toMatch(/^<!doctype html>/i)
  expect(JSON.parse(write('a.json').text ?? '')).toMatchObject({ schema: 2 })
  expect(write('a.md').text).toMatch(/^#/)
  expect(write('a.ips').text).toMatch(/^\{"/)
  expect(JSON.parse(write('a.speedscope.json').text ?? '')).toHaveProperty('shared.frames')
  expect(write('a.out').text).toMatch(/^Crash/)
  expect(write('b.json', '--format', 'speedscope').status).toBe(0)
  for (const [name, format] of [
    ['c.html', 'json'],
    ['c.json', 'html'],
    ['c.txt', 'html'],
    ['c.ips', 'text'],
  ] as const) {
    const run = write(name, '--format', format)
    expect([name, run.status, run.text]).toEqual([name, 2, undefined])
    expect(run.err).toContain(`--format ${format} does not fit this extension`)
  }
  expect(unslide(['batch', join(at, 'k.ips'), '-o', join(at, 'g.html')]).status).toBe(2)
  unslide(['batch', join(at, 'k.ips'), '-o', join(at, 'g.json')])
  expect(JSON.parse(readFileSync(join(at, 'g.json'), 'utf8'))).toHaveProperty('groups')
})

test('no folder is made for a file', () => {
  const at = place('missing')
  for (const command of ['symbolicate', 'batch']) {
    const run = unslide([command, join(at, 'k.ips'), '-o', join(at, 'none', 'x')])
    expect(run.status).toBe(2)
    expect(run.err).toContain(`there is no folder ${join(at, 'none')}`)
  }
  expect(readdirSync(at)).toEqual(['k.ips'])
})

test.each(['text', 'original', 'html', 'json', 'markdown'])(
  'a folder that is read and written twice in %s stays the same',
  (format) => {
    const at = place(`twice-${format}`)
    const run = () => unslide(['symbolicate', at, ...symbols, '--format', format, '-o', `${at}/`])
    expect(run().status).toBe(0)
    const names = readdirSync(at)
    expect(names).toHaveLength(2)
    expect(run().status).toBe(0)
    expect(readdirSync(at)).toEqual(names)
    expect(readFileSync(join(at, 'k.ips'), 'utf8')).toBe(report)
  },
)

test('a link that lies where a file of a folder comes is replaced, and its target stays', () => {
  const at = place('planted')
  const [out, victim] = [join(at, 'out'), join(at, 'victim')]
  mkdirSync(out)
  writeFileSync(victim, 'mine')
  symlinkSync(victim, join(out, 'k.ips.txt'))
  expect(unslide(['symbolicate', join(at, 'k.ips'), ...symbols, '-o', `${out}/`]).status).toBe(0)
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(readFileSync(join(out, 'k.ips.txt'), 'utf8')).toMatch(/^Crash/)
})

test.runIf(existsSync('/dev/full'))('a full disk behind standard output is told in one line', () => {
  const line = JSON.stringify({ id: 1, report })
  for (const args of [
    ['symbolicate', '--stream'],
    ['symbolicate', samplePath('Trailmap.ips')],
    ['batch', samplePath('Trailmap.ips')],
  ]) {
    const run = spawnSync('bash', ['-c', '"$@" > /dev/full', 'bash', process.execPath, program, ...args], {
      encoding: 'utf8',
      input: line,
    })
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('unslide: Standard output cannot be written: the disk is full.')
    expect(run.stderr).not.toMatch(/\n\s+at /)
  }
})

test.each(['symbolicate', 'batch', 'parse'])(
  '%s refuses text for people by name, and skips it in a folder',
  (command) => {
    const place = join(folder, `own ${command}`)
    mkdirSync(place)
    const [source, text] = [join(place, 'a.ips'), join(place, 'b.txt')]
    copyFileSync(samplePath('Trailmap.ips'), source)
    expect(unslide(['symbolicate', source, ...symbols, '-o', text]).status).toBe(0)
    const own = unslide([command, text])
    expect(own).toMatchObject({ status: 2, out: '' })
    expect(own.err).toContain('--format original, json or html')
    expect(unslide([command, '-'], readFileSync(text, 'utf8')).status).toBe(2)
    const both = unslide([command, place])
    expect(both).toEqual(unslide([command, source]))
    for (const ending of ['json', 'html', 'ips']) {
      const again = join(place, `again.${ending}`)
      expect(unslide(['symbolicate', source, ...symbols, '-o', again]).status).toBe(0)
      expect(unslide([command, again]).status, ending).toBeLessThan(2)
    }
  },
)
