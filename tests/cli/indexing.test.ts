/** `inspect`, `index` and the threads that build indexes, as a user runs them. `npm run build:cli` must have run. */
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { ShardCall } from '../../src/lib/node/thread-builder.ts'
import type { ShardSetup } from '../../src/core/symindex/shard.ts'
import { crashedFrames, program, testFolder, unslide } from '../support/cli.ts'
import { largeDsym } from '../support/large-dsym.ts'
import { samplePath } from '../support/sample.ts'

const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()

test('inspect tells images, DWARF versions and sections', () => {
  const { status, out } = unslide(['inspect', symbols, '--format', 'json'])
  expect(status).toBe(0)
  const { images } = JSON.parse(out) as {
    images: readonly { arch: string; kind: string; dwarf: number[]; sections: Record<string, number> }[]
  }
  expect(images).toHaveLength(1)
  expect(images[0]).toMatchObject({ arch: 'arm64', kind: 'dsym' })
  expect(images[0]?.dwarf.every((version) => version === 4 || version === 5)).toBe(true)
  expect(images[0]?.sections['__debug_info']).toBeGreaterThan(100)
})

test('index writes a file that names frames without the dSYM', () => {
  const out = join(folder, 'indexes')
  const { status, out: text } = unslide(['index', symbols, '--out', out, '--format', 'json'])
  expect(status).toBe(0)
  expect(JSON.parse(text.trim())).toMatchObject({ arch: 'arm64', functions: expect.any(Number) as number })
  expect(readdirSync(out)).toHaveLength(1)
  const named = unslide(['symbolicate', report, '--symbols', out, '--format', 'json'])
  expect(named.status).toBe(0)
  expect(crashedFrames(named.out)[0]?.calls?.[0]?.mangled).toBe('trackSamples')
})

test('an index is not built again from an index', () => {
  const out = join(folder, 'built')
  expect(unslide(['index', symbols, '--out', out]).status).toBe(0)
  const { status, err } = unslide(['index', out])
  expect(status).toBe(2)
  expect(err).toContain('symbol indexes already')
})

test('a large dSYM is read by several threads, whole and for some addresses', async () => {
  const file = join(folder, 'Large')
  writeFileSync(file, await largeDsym('11111111-2222-3333-4444-555555555555', 14 << 20))
  // So large that a thread is started as soon as it is seen.
  truncateSync(file, 80 << 20)
  const numbers = Array.from({ length: 150 }, (_, at) => at * 13)
  const addresses = numbers.map((at) => `0x${(0x100001000 + 16 * at + 4).toString(16)}`)
  const names = numbers.map((at) => `shelf_${at} (in Large) + 4\n`).join('')
  expect(unslide(['lookup', '--symbols', file, ...addresses])).toEqual({ status: 0, out: names, err: '' })
  const indexed = unslide(['index', file, '--threads', '2', '--out', join(folder, 'large')])
  expect(indexed.out).toContain('2 threads')
  expect(indexed.status).toBe(0)
  expect(unslide(['index', file, '--threads', '1', '--out', join(folder, 'alone')]).status).toBe(0)
  const [several, alone] = ['large', 'alone'].map((name) => {
    const [only = '', ...more] = readdirSync(join(folder, name))
    expect(more).toEqual([])
    return readFileSync(join(folder, name, only))
  })
  expect(several?.length).toBeGreaterThan(1 << 20)
  expect(several?.equals(alone ?? Buffer.alloc(0))).toBe(true)
  rmSync(file)
  expect(unslide(['lookup', '--symbols', join(folder, 'large'), ...addresses]).out).toBe(names)
})

test('a thread of the program answers', async () => {
  const folderOf = dirname(program)
  const module = new WebAssembly.Module(readFileSync(join(folderOf, 'core.wasm')))
  const thread = new Worker(join(folderOf, 'launch-thread.cjs'), { workerData: module, argv: ['./indexer-thread.cjs'] })
  const setup: ShardSetup = {
    littleEndian: true,
    text: [0, 1],
    sizes: [],
    code: [],
    targets: [],
    shard: 0,
    shards: 2,
    window: 4096,
    wholeSection: 0,
  }
  const ask = async (call: ShardCall): Promise<unknown> => {
    thread.postMessage(call)
    return ((await once(thread, 'message')) as unknown[])[0]
  }
  expect(await ask({ kind: 'begin', setup })).toBeUndefined()
  expect(await ask({ kind: 'finish' })).toMatchObject({
    inlines: 0,
    lineRows: 0,
    slices: [{ slice: 0, pool: new Uint8Array(0) }],
  })
  await thread.terminate()
})
