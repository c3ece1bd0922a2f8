/** Files of the disk and of private storage at their edges: how many are open, reads in pieces, locked, full and damaged files. */
import { readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identityOf, openFileBlob, openPlace } from '../../src/stores/file-blob.ts'
import { createBlockFiles } from '../../src/stores/site/block-files.ts'
import { measurePublished } from '../../src/stores/published-files.ts'
import { testFolder } from '../support/cli.ts'
import { stub } from '../support/browser.ts'
import { stubPrivateFiles, type PrivateFiles } from '../support/private-files.ts'

describe('files of the disk', () => {
  const folder = testFolder()
  const put = (name: string, bytes: Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  /** Names of the files of the folder that this process has open. */
  const openNames = (): readonly string[] =>
    readdirSync('/proc/self/fd')
      .flatMap((descriptor) => {
        try {
          return [readlinkSync(`/proc/self/fd/${descriptor}`)]
        } catch {
          return []
        }
      })
      .filter((path) => path.startsWith(join(folder, 'open ')))
      .map((path) => path.slice(join(folder, 'open ').length))
      .sort()

  test.skipIf(process.platform !== 'linux')('the eight that were read last stay open, each once', async () => {
    const names = [...'abcdefghij']
    const blobs = await Promise.all(
      names.map((name) => openFileBlob(put(`open ${name}`, new TextEncoder().encode(name)))),
    )
    // Looking at a file opens none.
    expect(openNames()).toEqual([])
    for (const blob of blobs.slice(0, 8)) await blob.text()
    expect(openNames()).toEqual(names.slice(0, 8))
    // The oldest is read again, so that the second one goes first.
    expect(await blobs[0]!.slice(0, 1).text()).toBe('a')
    await blobs[8]!.text()
    expect(openNames()).toEqual(['a', ...names.slice(2, 9)])
    await blobs[9]!.text()
    expect(openNames()).toEqual(['a', ...names.slice(3, 10)])
    expect(await blobs[1]!.text()).toBe('b')
    expect(await blobs[9]!.text()).toBe('j')
    expect(openNames()).toHaveLength(8)
  })

  test('a stream goes on in megabytes to the end', async () => {
    const lengths = async (size: number): Promise<readonly number[]> => {
      const found: number[] = []
      const blob = await openFileBlob(put(`stream ${size}`, new Uint8Array(size)))
      for await (const part of blob.stream()) found.push(part.length)
      return found
    }
    const most = 1 << 20
    expect(await lengths(0)).toEqual([])
    expect(await lengths(5)).toEqual([5])
    expect(await lengths(most)).toEqual([most])
    expect(await lengths(2 * most + 5)).toEqual([most, most, 5])
  })

  test('other work goes on between every four megabytes of a long read', async () => {
    const turnsOf = async (size: number): Promise<number> => {
      const blob = await openFileBlob(put('long', new Uint8Array(size).fill(7)))
      let turns = -1
      let isRead = false
      const count = (): void => {
        turns++
        if (!isRead) setImmediate(count)
      }
      count()
      const bytes = await blob.bytes()
      isRead = true
      expect(bytes.length).toBe(size)
      expect(bytes.every((byte) => byte === 7)).toBe(true)
      return turns
    }
    expect(await turnsOf(4 << 20)).toBe(0)
    expect(await turnsOf((4 << 20) + 1)).toBeGreaterThan(0)
  })

  test('a range of it reads no byte of what lies around', async () => {
    const path = put(
      'range',
      Uint8Array.from({ length: 20 }, (_, at) => at),
    )
    const whole = await openFileBlob(path)
    expect(whole).toHaveProperty('lastModified', statSync(path).mtimeMs)
    const part = openPlace({ ...whole.place, start: 4, end: 10 })
    expect(part.size).toBe(6)
    expect([...(await part.bytes())]).toEqual([4, 5, 6, 7, 8, 9])
    expect([...(await part.slice(1, -1).bytes())]).toEqual([5, 6, 7, 8])
    const target = new Uint8Array(5)
    part.readInto(target, 3, 1, 3)
    expect([...target]).toEqual([0, 7, 8, 9, 0])
    expect(() => part.readInto(target, 4, 0, 3)).toThrow(RangeError)
    expect(() => part.readInto(target, 99, 0, 0)).not.toThrow()
    expect(part.slice(0, 2, 'text/plain').type).toBe('text/plain')
    expect(part.slice(0, 2)).toMatchObject({ type: '', lastModified: NaN })
  })

  test('what must stay is part of its place, so that another thread holds to it', async () => {
    const path = put('place', Uint8Array.of(1))
    const options = [{}, { mustStay: true }, { followsLinks: false }, { followsLinks: false, mustStay: false }]
    const places = await Promise.all(options.map(async (one) => (await openFileBlob(path, one)).place))
    expect(places.map((place) => [place.followsLinks, place.identity !== undefined])).toEqual([
      [undefined, false],
      [undefined, true],
      [false, true],
      [false, false],
    ])
    expect(new Set(places.map(({ state }) => state)).size).toBe(4)
    expect(identityOf({ dev: 1, ino: 2 })).not.toBe(identityOf({ dev: 1, ino: 3 }))
  })

  test.skipIf(process.platform === 'win32')('the same number on another device is another file', () => {
    expect(identityOf({ dev: 1, ino: 2 })).not.toBe(identityOf({ dev: 3, ino: 2 }))
  })
})

describe('what is kept of a site', () => {
  const SITE = 'https://crashes.example.com/unslide/'
  const keyOf = (digit: string, block = 0): string => {
    const uuid = [8, 4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')
    return `symbols/${uuid}/arm64-0.unslide-index#${block}`
  }
  const bytes = (fill: number, length = 1000): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(fill)
  const entries = (state: PrivateFiles) => [...(state.folders.get('published')?.values() ?? [])]
  const sizeOf = (state: PrivateFiles): number => entries(state).reduce((sum, one) => sum + one.bytes.length, 0)
  /** Of a record: two lengths, the digest, the key and the value. */
  const recordOf = (key: string, length: number): number => 8 + 16 + key.length + length

  const startTimer = setTimeout
  /** Blobs of the runtime are read by threads, which no false clock drives. */
  const pass = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await new Promise((resolve) => startTimer(resolve, 15))
  }
  const settled = (): Promise<void> => pass(100)
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('writes within a tenth of a second go to the file together, with nothing around them', async () => {
    const state = stubPrivateFiles()
    const cache = createBlockFiles(SITE)
    await cache.put(keyOf('A', 0), bytes(1))
    await vi.advanceTimersByTimeAsync(60)
    await cache.put(keyOf('A', 1), bytes(2))
    await vi.advanceTimersByTimeAsync(39)
    expect(entries(state)).toEqual([])
    await pass(1)
    expect(sizeOf(state)).toBe(2 * recordOf(keyOf('A'), 1000))
  })

  test.each([
    [4, true],
    [5, false],
  ])('a file that another tab holds for %i tries, and whether it is written', async (tries, isWritten) => {
    const state = stubPrivateFiles()
    const cache = createBlockFiles(SITE)
    await cache.put(keyOf('A'), bytes(1))
    await pass(100)
    const [entry] = entries(state)
    if (!entry) throw new Error('no file')
    entry.isOpen = true
    await cache.put(keyOf('A', 1), bytes(2))
    for (let tried = 0; tried < tries; tried++) await pass(100)
    // What waits can be read.
    expect(await cache.get(keyOf('A', 1))).toEqual(isWritten ? bytes(2) : undefined)
    entry.isOpen = false
    await pass(100)
    expect(entry.bytes.length).toBe((isWritten ? 2 : 1) * recordOf(keyOf('A'), 1000))
    // The next write begins to count anew.
    entry.isOpen = true
    await cache.put(keyOf('A', 2), bytes(3))
    for (let tried = 0; tried < 4; tried++) await pass(100)
    entry.isOpen = false
    await pass(100)
    expect(entry.bytes.length).toBe((isWritten ? 3 : 2) * recordOf(keyOf('A'), 1000))
  })

  test('where files may have so many bytes, all may have them, and at one more the oldest go down to three quarters', async () => {
    const size = recordOf(keyOf('A'), 1000)
    const digitsAfter = async (most: number): Promise<readonly string[]> => {
      const state = stubPrivateFiles()
      const cache = createBlockFiles(SITE, most)
      for (const digit of 'ABCD') {
        state.now += 1000
        await cache.put(keyOf(digit), bytes(1))
        await settled()
      }
      return [...(state.folders.get('published')?.keys() ?? [])].map((name) => name.at(-1) ?? '')
    }
    expect(await digitsAfter(4 * size)).toEqual([...'ABCD'])
    // Three quarters of one byte less leave room for two.
    expect(await digitsAfter(4 * size - 1)).toEqual([...'CD'])
  })

  test('where there is no room left, a quarter is given up and the write is dropped', async () => {
    const size = recordOf(keyOf('A'), 1000)
    const state = stubPrivateFiles()
    const cache = createBlockFiles(SITE)
    for (const digit of 'ABCD') {
      state.now += 1000
      await cache.put(keyOf(digit), bytes(1))
      await settled()
    }
    state.room = 4 * size
    await cache.put(keyOf('E'), bytes(1))
    await settled()
    expect(sizeOf(state)).toBe(3 * size)
    expect(await cache.get(keyOf('E'))).toBeUndefined()
    expect(await cache.get(keyOf('A'))).toBeUndefined()
    expect(await cache.get(keyOf('B'))).toEqual(bytes(1))
  })

  test('a disk that takes nothing more is full, one that takes a little at once is not', async () => {
    const state = stubPrivateFiles()
    const cache = createBlockFiles(SITE)
    await cache.put(keyOf('A'), bytes(1))
    await settled()
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('published')
    const getFileHandle = folder.getFileHandle.bind(folder)
    let most = 300
    let closed = 0
    stub('navigator', {
      storage: {
        getDirectory: async () => ({
          getDirectoryHandle: async () => ({
            ...folder,
            getFileHandle: async (name: string, options?: FileSystemGetFileOptions) => {
              const file = (await getFileHandle(name, options)) as FileSystemFileHandle & {
                createSyncAccessHandle: () => Promise<{
                  write: (part: Uint8Array, at: object) => number
                  close: () => void
                }>
              }
              return {
                ...file,
                createSyncAccessHandle: async () => {
                  const handle = await file.createSyncAccessHandle()
                  return {
                    ...handle,
                    write: (part: Uint8Array, at: object) =>
                      most === 0 ? 0 : handle.write(part.subarray(0, most), at),
                    close: () => (closed++, handle.close()),
                  }
                },
              }
            },
          }),
        }),
      },
    })
    await cache.put(keyOf('A', 1), bytes(2))
    await settled()
    expect(sizeOf(state)).toBe(2 * recordOf(keyOf('A'), 1000))
    expect(await createBlockFiles(SITE).get(keyOf('A', 1))).toEqual(bytes(2))
    most = 0
    await cache.put(keyOf('A', 2), bytes(3))
    await settled()
    expect(await cache.get(keyOf('A', 2))).toBeUndefined()
    expect(closed).toBe(2)
  })

  test('its size is told of images and of all files, not of folders', async () => {
    const state = stubPrivateFiles()
    expect(await measurePublished()).toEqual({ images: 0, bytes: 0 })
    vi.stubGlobal('FileSystemFileHandle', Object)
    const cache = createBlockFiles(SITE)
    await cache.put(keyOf('A'), bytes(1))
    await cache.put(keyOf('B').replace(/#.*/, ''), bytes(1, 0))
    await settled()
    expect(await measurePublished()).toEqual({ images: 1, bytes: sizeOf(state) })
    // Files alone count.
    vi.stubGlobal('FileSystemFileHandle', class {})
    expect(await measurePublished()).toEqual({ images: 0, bytes: 0 })
  })
})
