/** Exceptions to our own rules are few, and each has its reason beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MOST = 27

const allowances = ['src', 'wasm/assembly'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path))
    .flatMap((path) => readFileSync(join(root, folder, path), 'utf8').split('\n'))
    .filter((line) => /eslint-disable.*unslide\//.test(line)),
)

test('each allowance tells its reason', () => {
  expect(allowances.length).toBeGreaterThan(0)
  expect(allowances.filter((line) => !/eslint-disable-next-line unslide\/[a-z-]+ -- \S.{10,}/.test(line))).toEqual([])
})

test('allowances are few', () => {
  expect(allowances.length).toBeLessThanOrEqual(MOST)
})
