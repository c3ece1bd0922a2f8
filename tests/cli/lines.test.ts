/** Lines out of pieces: their ends, their numbers, their limit. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '../../src/cli/pipeline/lines.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface TextLine {
  readonly number: number
  readonly text?: string
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

async function linesOf(text: string, size: number, limit = 1000): Promise<TextLine[]> {
  const lines: TextLine[] = []
  for await (const { number, bytes } of splitLines(inPieces(new TextEncoder().encode(text), size), limit))
    lines.push({ number, ...(bytes && { text: decoder.decode(bytes).trim() }) })
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
