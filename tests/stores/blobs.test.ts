/** Blobs of files and of bytes in memory answer as Blobs do, and at once. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BytesNow } from '../../src/core/ports.ts'
import { openFileBlob } from '../../src/stores/file-blob.ts'
import { writeBlob } from '../../src/stores/write-blob.ts'
import { joinBytes } from '../../src/stores/memory-blob.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
})
afterAll(async () => rm(folder, { recursive: true }))

const now = (blob: Blob): BytesNow => blob as Blob & BytesNow

async function sameAs(blob: Blob, real: Blob, from: number, to: number): Promise<void> {
  expect(blob.size).toBe(real.size)
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array(await real.arrayBuffer()))
  expect(await blob.text()).toBe(await real.text())
  expect(await new Response(blob.stream()).text()).toBe(await real.text())
  const [part, expected] = [blob.slice(from, to), real.slice(from, to)]
  const bytes = new Uint8Array(await expected.arrayBuffer())
  expect(new Uint8Array(await part.slice(0).arrayBuffer())).toEqual(bytes)
  const target = new Uint8Array(bytes.length)
  now(part).readInto(target, 0)
  expect(target).toEqual(bytes)
  const wider = new Uint8Array(bytes.length + 7)
  now(part).readInto(wider, 0, 3, bytes.length)
  expect(wider).toEqual(Uint8Array.from([0, 0, 0, ...bytes, 0, 0, 0, 0]))
  expect(() => now(part).readInto(new Uint8Array(bytes.length + 1), 0)).toThrow()
}

const parts = fc.array(fc.uint8Array({ max: 127, maxLength: 20 }), { maxLength: 6 })

test('bytes in memory, in any parts', async () => {
  await fc.assert(
    fc.asyncProperty(
      parts,
      fc.integer({ min: -30, max: 60 }),
      fc.integer({ min: -30, max: 60 }),
      async (list, from, to) => {
        const bytes = list.map((part) => new Uint8Array(part))
        const joined = joinBytes([joinBytes(bytes.slice(0, 2)), ...bytes.slice(2)])
        await sameAs(joined, new Blob(bytes), from, to)
      },
    ),
    { numRuns: 100 },
  )
})

test('a file', async () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 120)
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const blob = await openFileBlob(path)
  for (const [from, to] of [
    [0, 5000],
    [10, 20],
    [-30, -10],
    [4990, 6000],
    [20, 10],
  ] as const)
    await sameAs(blob, new Blob([bytes]), from, to)
})

test('a file that is replaced is not taken for the one before', async () => {
  const path = join(folder, 'replaced')
  await writeFile(path, 'first')
  expect(await (await openFileBlob(path)).text()).toBe('first')
  await rm(path)
  await writeFile(path, 'other, and longer')
  expect(await (await openFileBlob(path)).text()).toBe('other, and longer')
})

test('a file that became shorter says so', async () => {
  const path = join(folder, 'shorter')
  await writeFile(path, 'a long text')
  const blob = await openFileBlob(path)
  await writeFile(path, 'a')
  await expect(blob.text()).rejects.toThrow('became shorter')
})

test.each([
  ['bytes in memory, in more parts than are written at once', joinBytes],
  ['another Blob', (parts: readonly Uint8Array<ArrayBuffer>[]) => new Blob([...parts])],
])('written to a file: %s', async (what, make) => {
  const parts = Array.from({ length: 1300 }, (_, at) => new Uint8Array(at % 7).fill(at))
  const path = join(folder, `written ${what}`)
  const blob = make(parts)
  await writeBlob(path, blob)
  expect(await readFile(path)).toEqual(Buffer.concat(parts))
  await writeBlob(path, make([Uint8Array.of(1, 2)]))
  expect([...(await readFile(path))]).toEqual([1, 2])
})
