/** Files that commands write are there whole or not at all. `npm run build:cli` must have run. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  promises,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { putFile } from '../../src/cli/io/put-file.ts'
import { writeOutputFile, writeWhole } from '../../src/cli/io/write-whole.ts'
import { bundled } from '../support/bundle.mjs'
import { program, testFolder, unslide } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { samplePath } from '../support/sample.ts'

const folder = testFolder()
const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const large = join(folder, 'Large')
writeFileSync(large, await largeDsym('11111111-2222-3333-4444-555555555555', 1 << 20))
const old = 'what was here before'

/** A folder of its own, with an old file in it where a name is given. */
function place(name: string, file?: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  if (file !== undefined) writeFileSync(join(path, file), old)
  return path
}

/** Each command that writes a file, with its option for the output. */
const writers: readonly (readonly [string, (folder: string) => readonly string[]])[] = [
  ['index', (out) => ['index', large, '--out', out]],
  ['pack', (out) => ['pack', '--os', 'iPhone OS 17.4 (21E219)', large, '-o', join(out, 'file')]],
  ['table', (out) => ['table', large, '-o', join(out, 'file')]],
  ['convert', (out) => ['convert', large, '--to', 'gsym', '-o', join(out, 'file')]],
  ['symbolicate', (out) => ['symbolicate', report, '--symbols', symbols, '--format', 'html', '-o', join(out, 'file')]],
  [
    'redact',
    (out) => ['symbolicate', report, '--format', 'html', '--redact', '--symbols', symbols, '-o', join(out, 'file')],
  ],
  [
    'batch',
    (out) => [
      'batch',
      ...Array<string>(40).fill(report),
      '--symbols',
      symbols,
      '--format',
      'json',
      '-o',
      join(out, 'file'),
    ],
  ],
  ['publish', (out) => ['publish', large, '--to', out]],
]

test.each(writers)('%s that cannot write all of its file leaves the old one and nothing else', (name, args) => {
  const out = place(name)
  const whole = unslide(args(out))
  expect(whole.status).toBe(0)
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.endsWith('.json'))
  expect(paths).toHaveLength(1)
  const path = paths[0] ?? ''
  // Larger than the limit below, so it cannot be whole.
  expect(statSync(path).size).toBeGreaterThan(4096)
  writeFileSync(path, old)
  const before = readdirSync(out, { recursive: true })
  const limited = spawnSync('bash', ['-c', 'ulimit -f 4; exec "$@"', 'bash', process.execPath, program, ...args(out)], {
    encoding: 'utf8',
  })
  // Publishing goes on with the next image, and tells that one is missing.
  expect(limited.status).toBe(name === 'publish' ? 1 : 2)
  expect(limited.stderr).toMatch(/the file would be too large|EFBIG/)
  expect(readdirSync(out, { recursive: true })).toEqual(before)
  expect(readFileSync(path, 'utf8')).toBe(old)
})

test('a full disk and a folder that is not one are told', () => {
  // A device is written to, not replaced.
  const full = unslide(['symbolicate', report, '-o', '/dev/full'])
  expect(full).toMatchObject({ status: 2, err: 'unslide: /dev/full cannot be written: the disk is full.\n' })
  expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true)
  const out = place('in-file', 'file')
  const beneath = unslide(['index', large, '--out', join(out, 'file')])
  expect([beneath.status, beneath.err]).toEqual([2, expect.stringContaining('a part of its path is a file')])
  expect(readdirSync(out)).toEqual(['file'])
})

test('a folder that may not be written is told, and so is a file', () => {
  const nobody = { uid: 65534, gid: 65534 }
  chmodSync(folder, 0o755)
  const asNobody = (args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      ...(process.getuid?.() === 0 ? nobody : {}),
    })
  const out = place('locked', 'file')
  chmodSync(out, 0o555)
  const beside = asNobody(['symbolicate', report, '-o', join(out, 'new')])
  expect([beside.status, beside.stderr]).toEqual([2, expect.stringContaining('permission denied')])
  const open = place('open', 'file')
  if (process.getuid?.() === 0) chownSync(open, nobody.uid, nobody.gid)
  chmodSync(join(open, 'file'), 0o444)
  const over = asNobody(['symbolicate', report, '-o', join(open, 'file')])
  expect([over.status, over.stderr]).toEqual([2, expect.stringContaining('permission denied')])
  chmodSync(out, 0o755)
  expect([readdirSync(out), readdirSync(open)]).toEqual([['file'], ['file']])
})

test('who reads meanwhile finds the old file', async () => {
  const out = place('meanwhile', 'file')
  const path = join(out, 'file')
  await writeWhole(path, async (file) => {
    await file.writeFile('half')
    await file.sync()
    expect(readFileSync(path, 'utf8')).toBe(old)
    await file.writeFile(' and half')
    return true
  })
  expect(readFileSync(path, 'utf8')).toBe('half and half')
  expect(readdirSync(out)).toEqual(['file'])
})

test('what comes to nothing leaves the old file', async () => {
  const out = place('nothing', 'file')
  const path = join(out, 'file')
  expect(await writeWhole(path, async () => undefined)).toBeUndefined()
  await expect(writeWhole(path, () => Promise.reject(new Error('broke')))).rejects.toThrow(
    `${path} cannot be written: broke`,
  )
  expect([readdirSync(out), readFileSync(path, 'utf8')]).toEqual([['file'], old])
})

test('a file that is mounted by itself is written over', async () => {
  const out = place('mounted', 'file')
  const path = join(out, 'file')
  const busy = Object.assign(new Error('busy'), { code: 'EBUSY' })
  const rename = vi.spyOn(promises, 'rename').mockRejectedValueOnce(busy)
  await writeOutputFile(path, 'new')
  expect(rename).toHaveBeenCalledOnce()
  rename.mockRestore()
  expect([readdirSync(out), readFileSync(path, 'utf8')]).toEqual([['file'], 'new'])
})

test('a link stays a link, a pipe a pipe, and permissions are kept', async () => {
  const out = place('links', 'file')
  const [file, link, loose] = ['file', 'link', 'loose'].map((name) => join(out, name)) as [string, string, string]
  chmodSync(file, 0o600)
  symlinkSync('file', link)
  symlinkSync('made', loose)
  await writeOutputFile(link, 'through a link')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('through a link')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await writeOutputFile(loose, new Blob(['to where there was nothing']))
  expect(lstatSync(loose).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(out, 'made'), 'utf8')).toBe('to where there was nothing')
  // A socket, as a program's own output is here, cannot be opened by name; what a shell gives can.
  const command = ['"$@" -o /dev/stdout | cat', 'bash', process.execPath, program, 'symbolicate', report]
  const { out: wanted } = unslide(['symbolicate', report])
  expect(spawnSync('bash', ['-c', ...command], { encoding: 'utf8' }).stdout).toBe(wanted)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a program ended by %s leaves the old file and nothing else',
  async (signal) => {
    const out = place(signal, 'file')
    const code = `import { putFile } from ${JSON.stringify((await bundled('src/cli/io/put-file.ts')).href)}
  await putFile(${JSON.stringify(join(out, 'file'))}, async (file) => {
    await file.writeFile('half')
    console.log('half')
    await new Promise((resolve) => setTimeout(resolve, 60000))
  })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(readdirSync(out)).toHaveLength(2)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect([readdirSync(out), readFileSync(join(out, 'file'), 'utf8')]).toEqual([['file'], old])
  },
)

test('many files at once are no leak of listeners', async () => {
  const out = place('many')
  const before = process.listenerCount('SIGINT')
  let most = 0
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      putFile(join(out, String(at % 3)), async (file) => {
        most = Math.max(most, process.listenerCount('SIGINT'))
        await file.writeFile(String(at))
      }),
    ),
  )
  expect(readdirSync(out).sort()).toEqual(['0', '1', '2'])
  expect([most, process.listenerCount('SIGINT')]).toEqual([Math.max(1, before), before])
})

test('a folder of symbols is read without what another program has not finished', () => {
  const out = place('indexes')
  expect(unslide(['index', large, '--out', out]).status).toBe(0)
  writeFileSync(join(out, `.part-${'0a'.repeat(12)}`), 'half an index')
  const { status, err } = unslide(['lookup', '--symbols', out, '0x100001004'])
  expect([status, err]).toEqual([0, ''])
})
