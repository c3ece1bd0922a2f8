/** Lines out of pieces: their ends, their numbers, their limit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '../../src/cli/pipeline/lines.ts'
import { Room } from '../../src/cli/pipeline/room.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface TextLine {
  readonly number: number
  readonly text?: string
  readonly id?: string
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

async function linesOf(text: string, size: number, limit = 1000): Promise<TextLine[]> {
  const lines: TextLine[] = []
  let [held, most] = [0, 0]
  const room = {
    take: async ({ bytes = 0 }) => void (most = Math.max(most, (held += bytes))),
    give: ({ bytes = 0 }) => void (held -= bytes),
  }
  for await (const { number, bytes, id } of splitLines(inPieces(new TextEncoder().encode(text), size), limit, room)) {
    lines.push({ number, ...(bytes && { text: decoder.decode(bytes).trim() }), ...(id !== undefined && { id }) })
    // `splitLines` returns the room of all bytes outside of a line.
    expect(held).toBe(bytes?.length ?? 0)
    room.give({ bytes: bytes?.length ?? 0 })
  }
  expect(held).toBe(0)
  expect(most).toBeLessThanOrEqual(limit)
  return lines
}

test('blank lines are left out and counted; the last needs no end', async () => {
  for (const size of [1, 2, 100])
    expect(await linesOf('a\n\n  \r\nb\r\nÄ', size)).toEqual([
      { number: 1, text: 'a' },
      { number: 4, text: 'b' },
      { number: 5, text: 'Ä' },
    ])
})

test('a line over the limit has no text, and those after it have theirs', async () => {
  for (const size of [1, 3, 100])
    expect(await linesOf('1234\n12345\n123\n12345678', size, 4)).toEqual([
      { number: 1, text: '1234' },
      { number: 2 },
      { number: 3, text: '123' },
      { number: 4 },
    ])
})

test('a line over the limit has its id, wherever it stands', async () => {
  const long = 'x'.repeat(100)
  const lines = [`{"id":"a","report":"${long}"}`, `{"report":"${long}","id":18446744073709551615}`, `"${long}"`]
  for (const size of [1, 7, 1000])
    expect(await linesOf(lines.join('\n'), size, 40)).toEqual([
      { number: 1, id: '"a"' },
      { number: 2, id: '18446744073709551615' },
      { number: 3 },
    ])
})

test('blanks over the limit are a line over the limit', async () => {
  expect(await linesOf(`${' '.repeat(9)}\n  \n1`, 2, 4)).toEqual([{ number: 1 }, { number: 3, text: '1' }])
})

test('a room makes its caller wait for lines and for bytes', async () => {
  const room = new Room(2, 10)
  const done: string[] = []
  const take = async (name: string, wanted: { lines?: number; bytes?: number }): Promise<void> => {
    await room.take(wanted)
    done.push(name)
  }
  await take('first', { lines: 1, bytes: 6 })
  const second = take('second', { lines: 1, bytes: 5 })
  await Promise.resolve()
  expect(done).toEqual(['first'])
  // An answer that is larger than its line.
  room.give({ bytes: 6 - 20 })
  await Promise.resolve()
  expect(done).toEqual(['first'])
  room.give({ bytes: 20 })
  await second
  const third = take('third', { lines: 1 })
  await Promise.resolve()
  expect(done).toEqual(['first', 'second'])
  room.give({ lines: 1 })
  await third
})

test('pieces of any size give the same lines', async () => {
  const property = fc.asyncProperty(
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 1, max: 9 }),
    async (text, size) => {
      const expected = new TextDecoder()
        .decode(new TextEncoder().encode(text))
        .split('\n')
        .map((line, at) => ({ number: at + 1, text: line.trim() }))
      expect(await linesOf(text, size)).toEqual(expected.filter((line) => line.text !== ''))
    },
  )
  await fc.assert(property, { numRuns: 40 })
})
