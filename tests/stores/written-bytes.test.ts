/** Bytes that are written and read again: records of the longest key and value, writes that the system cuts short, open reports. */
import 'fake-indexeddb/auto'
import type { FileHandle } from 'node:fs/promises'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { createReportStore } from '../../src/stores/idb-reports.ts'
import { joinBytes } from '../../src/stores/memory-blob.ts'
import { createBlockFiles } from '../../src/stores/site/block-files.ts'
import { appendBlob } from '../../src/stores/write-blob.ts'
import { ByteWriter } from '../support/byte-writer.ts'
import { stubPrivateFiles } from '../support/private-files.ts'

const SITE = 'https://crashes.example.com/unslide/'
const folder = `symbols/${'A'.repeat(8)}-AAAA-AAAA-AAAA-${'A'.repeat(12)}/`
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 160))

function record(key: string, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new ByteWriter().bytes(new TextEncoder().encode(key)).bytes(value).done()
  const digest = sha256(both).subarray(0, 16)
  return Uint8Array.from(new ByteWriter().u32(key.length, value.length).bytes(digest).bytes(both).done())
}

describe('records of a site', () => {
  const keyOf = (length: number): string => folder.padEnd(length, 'k')
  const last = `${folder}last`
  test.each([
    ['the longest key', keyOf(1024), 8, true],
    ['a longer key', keyOf(1025), 8, false],
    ['the largest value', keyOf(80), 16 << 20, true],
    ['a larger value', keyOf(80), (16 << 20) + 1, false],
    ['neither', keyOf(80), 0, true],
  ])('%s', async (_, key, length, isRead) => {
    const state = stubPrivateFiles()
    const first = createBlockFiles(SITE)
    await first.put(`${folder}first`, Uint8Array.of(1))
    await settled()
    const [, entry] = [...(state.folders.get('published') ?? [])][0]!
    const own = record(key, new Uint8Array(length).fill(7))
    const parts = [entry.bytes, own, record(last, Uint8Array.of(9))]
    entry.bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    const later = createBlockFiles(SITE)
    expect(await later.get(`${folder}first`)).toEqual(Uint8Array.of(1))
    // A record that cannot be sound ends the file.
    expect((await later.get(key))?.length).toBe(isRead ? length : undefined)
    expect(await later.get(last)).toEqual(isRead ? Uint8Array.of(9) : undefined)
  })
})

test('buffers of which the system writes only some bytes at once are written to their ends', async () => {
  const written: number[] = []
  const calls: string[] = []
  const handleOf = (most: number) =>
    ({
      writev: (parts: readonly Uint8Array[]) => {
        calls.push(`writev ${parts.length}`)
        const all = parts.flatMap((part) => [...part]).slice(0, most)
        written.push(...all)
        return Promise.resolve({ bytesWritten: all.length })
      },
      writeFile: (part: Uint8Array) => {
        calls.push(`write ${part.length}`)
        written.push(...part)
        return Promise.resolve()
      },
    }) as unknown as FileHandle
  const blob = joinBytes([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5), Uint8Array.of(6)])
  const run = async (most: number): Promise<readonly string[]> => {
    written.length = 0
    calls.length = 0
    await appendBlob(handleOf(most), blob)
    expect(written).toEqual([1, 2, 3, 4, 5, 6])
    return [...calls]
  }
  expect(await run(99)).toEqual(['writev 3'])
  expect(await run(6)).toEqual(['writev 3'])
  expect(await run(4)).toEqual(['writev 3', 'write 1', 'write 1'])
  expect(await run(3)).toEqual(['writev 3', 'write 2', 'write 1'])
  expect(await run(0)).toEqual(['writev 3', 'write 3', 'write 2', 'write 1'])
})

test.each([
  [511, [511]],
  [512, [512]],
  [513, [512, 1]],
  [1025, [512, 512, 1]],
])('%i buffers are written in calls of at most 512', async (count, expected) => {
  const sizes: number[] = []
  const handle = {
    writev: (parts: readonly Uint8Array[]) => {
      sizes.push(parts.length)
      return Promise.resolve({ bytesWritten: parts.length })
    },
    writeFile: () => Promise.reject(new Error('nothing is left')),
  } as unknown as FileHandle
  await appendBlob(handle, joinBytes(Array.from({ length: count }, () => Uint8Array.of(1))))
  expect(sizes).toEqual(expected)
})

test.each([
  [0, []],
  [5, [5]],
  [8 << 20, [8 << 20]],
  [(8 << 20) + 1, [8 << 20, 1]],
])('another Blob, of %i bytes, is written in pieces of eight megabytes', async (size, expected) => {
  const sizes: number[] = []
  const handle = {
    writev: () => Promise.reject(new Error('its parts are not known')),
    writeFile: (part: Uint8Array) => Promise.resolve(void sizes.push(part.length)),
  } as unknown as FileHandle
  await appendBlob(handle, new Blob([new Uint8Array(size)]))
  expect(sizes).toEqual(expected)
})

test('files of open reports stay until their report is closed', async () => {
  const store = createReportStore<string>()
  const of = (id: string) => ({ id, tab: 't', keptAt: 1, path: `${id}.crash`, blob: new Blob([id]), contents: id })
  await store.put(of('a'))
  await store.put(of('b'))
  await store.put({ ...of('a'), contents: 'again' })
  expect((await store.list()).map(({ id, contents }) => [id, contents])).toEqual([
    ['a', 'again'],
    ['b', 'b'],
  ])
  await store.delete(['a', 'none'])
  expect((await createReportStore<string>().list()).map(({ id }) => id)).toEqual(['b'])
})
