/** Several Blobs as one, of the platform's own kind and of the host's. */
import { describe, expect, test } from 'vitest'
import { joinedBlob } from '../../../src/core/bytes/joined-blob.ts'
import { readTogether } from '../../../src/core/symindex/blob-reads.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const own = (text: string): Blob => joinBytes([bytes(text)])
const ALL = 'abcdefgh'

describe.each<[string, Blob]>([
  ['of the platform', joinedBlob([new Blob(['abc']), new Blob([]), new Blob(['defgh'])])],
  ['of the host', joinedBlob([own('abc'), own(''), own('defgh')])],
  ['of both, joined once more', joinedBlob([joinedBlob([new Blob(['ab']), own('cd')]), new Blob(['efgh'])])],
])('Blobs %s', (_, joined) => {
  test('every range is that of the whole', async () => {
    expect(joined.size).toBe(ALL.length)
    for (let start = 0; start <= ALL.length; start++)
      for (let end = start; end <= ALL.length + 1; end++) {
        const part = joined.slice(start, end)
        const wanted = ALL.slice(start, end)
        expect(part.size).toBe(wanted.length)
        expect(await part.text()).toBe(wanted)
        expect(new TextDecoder().decode(await part.arrayBuffer())).toBe(wanted)
        expect(await new Response(part.stream()).text()).toBe(wanted)
      }
  })

  test('ranges read together are those ranges', async () => {
    const read = await readTogether(joined, [
      { start: 0, end: 2 },
      { start: 2, end: 5 },
      { start: 6, end: 8 },
    ])
    expect(read.map((part) => new TextDecoder().decode(part))).toEqual(['ab', 'cde', 'gh'])
  })
})
