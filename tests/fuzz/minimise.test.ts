import { expect, test } from 'vitest'
import { minimise } from './minimise.ts'

const has = (needle: readonly number[]) => async (input: Uint8Array) => needle.every((byte) => input.includes(byte))

test('what matters is left, wherever it lies, and nothing else', async () => {
  const input = Uint8Array.from({ length: 1000 }, (_, at) => at % 200)
  expect(await minimise(input, has([150, 199, 3]))).toHaveLength(3)
})

test('bytes that must stay and mean nothing become 0', async () => {
  const input = Uint8Array.from({ length: 64 }, (_, at) => at + 1)
  const smallest = await minimise(input, async (bytes) => bytes.length === 64 && bytes[40] === 41)
  expect([...smallest].filter((byte) => byte !== 0)).toEqual([41])
})

test('an input that cannot be made smaller stays', async () => {
  const input = Uint8Array.of(1, 2, 3)
  expect(await minimise(input, async (bytes) => bytes.join() === '1,2,3')).toEqual(input)
})

test('it ends where each answer takes long', async () => {
  let asked = 0
  await minimise(new Uint8Array(100_000).fill(1), async () => ++asked > 0 && false, 50)
  expect(asked).toBe(50)
})
