/** Bytes that are fetched as readings miss them. */
import { expect, test } from 'vitest'
import { PagedBytes, readEach, whenRead } from '../../../src/core/bytes/paged.ts'

/** Bytes 0, 1, 2 … of pages of 16, and what was read of them. */
function counted(size: number, most?: number): { readonly pages: PagedBytes; readonly reads: string[] } {
  const bytes = Uint8Array.from({ length: size }, (_, at) => at & 0xff)
  const reads: string[] = []
  const blob = new Blob([bytes])
  const slice = (start = 0, end = size): Blob => {
    reads.push(`${start} ${end}`)
    return new Blob([bytes.slice(start, end)])
  }
  return { pages: new PagedBytes(Object.assign(blob, { slice }), 16, most), reads }
}

test('what several readings miss is fetched together, and once', async () => {
  const { pages, reads } = counted(256)
  let rounds = 0
  const found = await whenRead(() => {
    rounds++
    return readEach([3, 5, 40, 200, 41], (at) => pages.read(at, 1)[0])
  })
  expect(found).toEqual([3, 5, 40, 200, 41])
  expect(reads).toEqual(['0 16', '32 48', '192 208'])
  expect(rounds).toBe(2)
})

test('bytes over the end of a page, of a file, and of more than a page', async () => {
  const { pages } = counted(100)
  const at = (start: number, length: number): Promise<number[]> => whenRead(() => [...pages.read(start, length)])
  expect(await at(14, 4)).toEqual([14, 15, 16, 17])
  expect(await at(98, 8)).toEqual([98, 99])
  expect((await at(10, 40)).length).toBe(40)
  expect(await at(100, 1)).toEqual([])
  expect(await at(-1, 4)).toEqual([])
})

test('a file that is passed over once keeps few of its pages', async () => {
  const { pages, reads } = counted(256, 2)
  for (const at of [0, 16, 32, 48, 0]) await whenRead(() => pages.read(at, 1))
  expect(reads.filter((place) => place === '0 16')).toHaveLength(2)
})
