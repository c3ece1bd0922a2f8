/** The text of a Blob is what it holds, wherever its slices are cut. */
import { expect, test } from 'vitest'
import { textOfBlob } from '../../../src/app/state/blob-text.ts'

const text = 'aé文🙂\r\n\ud800b'

test.each([1, 2, 3, 5, 64])('in slices of %i bytes', async (slice) => {
  const blob = new Blob([text])
  expect(await textOfBlob(blob, slice)).toBe(await blob.text())
  expect(await textOfBlob(blob, slice)).toBe('aé文🙂\r\n\ufffdb')
})

test('an empty one', async () => {
  expect(await textOfBlob(new Blob([]))).toBe('')
})
