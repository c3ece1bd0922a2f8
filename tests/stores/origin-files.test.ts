/** Files of indexes in a browser whose file system answers late, or no more. */
import { afterEach, expect, test, vi } from 'vitest'
import { createOriginFiles } from '../../src/stores/origin-files.ts'

/** A folder of files in memory; `answers` holds it back. */
function stubFolder(answers: () => Promise<void>): void {
  const files = new Map<string, number[]>()
  const fileOf = (name: string) => ({
    createSyncAccessHandle: async () => ({
      read: (target: Uint8Array) => target.length,
      write: (bytes: Uint8Array) => (files.get(name)?.push(...bytes), bytes.length),
      truncate: () => files.set(name, []),
      flush: () => undefined,
      close: () => undefined,
    }),
    getFile: async () => new Blob([Uint8Array.from(files.get(name) ?? [])]),
  })
  const folder = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!files.has(name) && !create) throw new DOMException('gone', 'NotFoundError')
      if (!files.has(name)) files.set(name, [])
      return fileOf(name)
    },
    removeEntry: async (name: string) => void files.delete(name),
    keys: () => files.keys(),
  }
  const getDirectory = async () => {
    await answers()
    return { getDirectoryHandle: async () => folder }
  }
  vi.stubGlobal('navigator', { storage: { getDirectory } })
}

afterEach(() => vi.unstubAllGlobals())

test('an index that was just written is not lost where the browser is late to list its files', async () => {
  let late: Promise<void> = Promise.resolve()
  let answer = (): void => undefined
  stubFolder(() => late)
  const files = createOriginFiles(20)
  const name = await files.write(new Blob(['index']))
  expect(name).toBeDefined()
  late = new Promise((resolve) => (answer = resolve))
  expect(await files.names()).toEqual(new Set([name]))
  // While it is silent nobody waits for it again.
  await expect(files.open(name ?? '')).rejects.toThrow('does not answer')
  late = Promise.resolve()
  answer()
  await vi.waitFor(async () => expect(await (await files.open(name ?? ''))?.text()).toBe('index'))
})

test('a file that was deleted is not told of', async () => {
  let late: Promise<void> = Promise.resolve()
  stubFolder(() => late)
  const files = createOriginFiles(20)
  const name = (await files.write(new Blob(['index']))) ?? ''
  await files.delete(name)
  late = new Promise(() => undefined)
  expect(await files.names()).toEqual(new Set())
})
