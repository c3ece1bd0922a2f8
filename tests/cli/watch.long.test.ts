/** `unslide symbolicate --watch` over a folder of its own. `npm run build:cli` must have run. */
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program, testFolder, unslide } from '../support/cli.ts'
import { leaksOf, planted, plantedMembers } from '../support/planted.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const symbols = samplePath('Trailmap.dSYM.zip')
const report = readFileSync(samplePath('Trailmap.ips'))

test('reports are named as they come, once they are whole; Ctrl-C ends it with 0', async () => {
  const [inbox, out] = [join(folder, 'inbox'), join(folder, 'out/')]
  mkdirSync(inbox)
  writeFileSync(join(inbox, 'before.ips'), report)
  const child = spawn(process.execPath, [program, 'symbolicate', '--watch', inbox, '--symbols', symbols, '-o', out])
  let err = ''
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await expect.poll(() => err, { timeout: 20_000 }).toContain('watching')
  const half = report.length >> 1
  writeFileSync(join(inbox, 'slow.ips'), report.subarray(0, half))
  appendFileSync(join(inbox, 'slow.ips'), report.subarray(half))
  writeFileSync(join(inbox, 'notes.txt'), 'nothing in it')
  symlinkSync(samplePath('Trailmap.ips'), join(inbox, 'link.ips'))
  await expect.poll(() => existsSync(join(out, 'slow.ips.txt')), { timeout: 20_000 }).toBe(true)
  writeFileSync(join(inbox, 'second.ips'), report)
  await expect.poll(() => existsSync(join(out, 'second.ips.txt')), { timeout: 20_000 }).toBe(true)
  await expect.poll(() => err, { timeout: 20_000 }).toContain('second.ips.txt')
  child.kill('SIGINT')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  expect(readdirSync(out).sort()).toEqual(['second.ips.txt', 'slow.ips.txt'])
  const wanted = unslide(['symbolicate', join(inbox, 'second.ips'), '--symbols', symbols])
  expect(readFileSync(join(out, 'second.ips.txt'), 'utf8')).toBe(wanted.out)
}, 60_000)

test('reports that come are redacted, each for itself, and no two have one name', async () => {
  const [inbox, out] = [join(folder, 'private'), join(folder, 'shared/')]
  mkdirSync(inbox)
  const lines = report.toString().split('\n')
  const secret = [lines[0], lines.slice(1).join('\n').replace('{', `{${plantedMembers()},`)].join('\n')
  const args = ['symbolicate', '--watch', inbox, '--symbols', symbols, '--format', 'original', '--redact', '-o', out]
  const child = spawn(process.execPath, [program, ...args])
  let err = ''
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await expect.poll(() => err, { timeout: 60_000 }).toContain('watching')
  for (const name of [`Trailmap_2024-06-21-081436_${planted.host}.ips`, 'second.ips'])
    writeFileSync(join(inbox, name), secret)
  const written = (): readonly string[] => (existsSync(out) ? readdirSync(out) : [])
  await expect.poll(() => written().length, { timeout: 60_000 }).toBe(2)
  await expect.poll(() => err.match(/shared/g)?.length, { timeout: 60_000 }).toBe(2)
  child.kill('SIGINT')
  await new Promise((resolve) => child.once('exit', resolve))
  for (const name of written()) {
    expect(leaksOf(name)).toEqual([])
    const text = readFileSync(join(out, name), 'utf8')
    expect(leaksOf(text)).toEqual([])
    expect(text).toContain('TMRouteAltitude')
  }
  expect(err).toContain('replaced:')
}, 200_000)

test.each([
  [['--watch', '/no/such/folder'], '/no/such/folder: there is no such file'],
  [['--watch', folder, '-o', folder], 'the same folder'],
  [['--watch', folder, '-o', join(folder, 'one.txt')], '-o a folder'],
  [['x.ips', '--watch', folder], 'no REPORT'],
])('what cannot be watched is told: %j', (args, reason) => {
  const { status, err } = unslide(['symbolicate', ...args])
  expect(status).toBe(2)
  expect(err).toContain(reason)
})
