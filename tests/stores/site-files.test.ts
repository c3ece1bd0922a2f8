/** Requests to a site, one file at a time: the form of each request, the accepted answers, and pauses. */
import { describe, expect, test, vi } from 'vitest'
import { FormatError } from '../../src/core/model/problem.ts'
import { SiteFiles, type SharedReach, type SiteHost, type Unreached } from '../../src/stores/site/site-files.ts'
import { stub } from '../support/browser.ts'

const base = new URL('https://symbols.example.com/team/')
type Fetch = NonNullable<SiteHost['fetch']>

const withHost = (fetch: Fetch, host: SiteHost = {}, isKept = false): SiteFiles =>
  new SiteFiles(base, { fetch, wait: async () => {}, ...host }, isKept)

/** The result of a read: the length in bytes, `undefined`, or the problem's code, variant and parameters. */
async function endOf(reading: Promise<Uint8Array | undefined>): Promise<unknown> {
  try {
    return (await reading)?.length
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    const { code, variant, params = {} } = thrown.problem
    return [variant === undefined ? code : `${code}.${variant}`, params]
  }
}

/** A body of the pieces that come; then it ends, fails or waits until the request is given up. */
function bodyOf(signal: AbortSignal | null | undefined, pieces: readonly number[], then: 'end' | 'fail' | 'wait') {
  const left = [...pieces]
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const length = left.shift()
      if (length !== undefined) return controller.enqueue(new Uint8Array(length))
      if (then === 'end') return controller.close()
      if (then === 'fail') return controller.error(new TypeError('terminated'))
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    },
  })
}

const part206 = (said: string, length = 10): Response =>
  new Response(new Uint8Array(length), { status: 206, headers: { 'Content-Range': said } })

describe('a request', () => {
  test.each<[string, (files: SiteFiles) => Promise<unknown>, boolean, RequestInit]>([
    ['a whole file', (files) => files.whole('a', 99), false, { cache: 'no-cache' }],
    ['a whole file, past caches', (files) => files.whole('a', 99, true), false, { cache: 'reload' }],
    ['a part', (files) => files.part('a', 20, 30, 50), false, { cache: 'default', headers: { Range: 'bytes=20-29' } }],
    [
      'a part, past caches',
      (files) => files.part('a', 20, 30, 50, true),
      false,
      { cache: 'reload', headers: { Range: 'bytes=20-29' } },
    ],
    ['where answers are kept', (files) => files.whole('a', 99), true, { cache: 'no-store' }],
    ['where they are kept, past caches', (files) => files.whole('a', 99, true), true, { cache: 'no-store' }],
  ])('%s', async (_, read, isKept, expected) => {
    const fetch = vi.fn<Fetch>(async (_url, init) =>
      init.headers ? part206('bytes 20-29/50') : new Response(new Uint8Array(10)),
    )
    await read(withHost(fetch, {}, isKept))
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://symbols.example.com/team/a', {
      signal: expect.any(AbortSignal) as AbortSignal,
      redirect: 'manual',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      ...expected,
    })
  })

  test.each([
    ['symbols/x', 'https://symbols.example.com/team/symbols/x'],
    ['./x', 'https://symbols.example.com/team/x'],
    ['../x', undefined],
    ['/x', undefined],
    ['https://elsewhere.example.com/team/x', undefined],
    ['//elsewhere.example.com/team/x', undefined],
  ])('%s', (path, url) => {
    const files = withHost(async () => new Response(''))
    if (url === undefined) expect(() => files.urlOf(path)).toThrow(RangeError)
    else expect(files.urlOf(path)).toBe(url)
  })

  test('without a host it is the platform’s: its fetch, its clock, and a pause between tries', async () => {
    vi.useFakeTimers()
    try {
      const fetch = vi.fn<Fetch>(async () => Promise.reject(new TypeError('offline')))
      stub('fetch', fetch)
      const files = new SiteFiles(base)
      const end = endOf(files.whole('a', 99))
      const asked: number[] = []
      for (const milliseconds of [0, 249, 1, 999, 1]) {
        await vi.advanceTimersByTimeAsync(milliseconds)
        asked.push(fetch.mock.calls.length)
      }
      expect(asked).toEqual([1, 1, 2, 2, 3])
      expect(await end).toEqual(['site-unreachable', { failure: 'refused', tries: 3 }])
      expect(fetch.mock.calls[0]?.[1].cache).toBe('no-cache')
      // It is left alone for half a minute.
      await vi.advanceTimersByTimeAsync(29_999)
      await endOf(files.whole('a', 99))
      expect(fetch).toHaveBeenCalledTimes(3)
      await vi.advanceTimersByTimeAsync(1)
      fetch.mockImplementation(async () => new Response('four'))
      expect(await endOf(files.whole('a', 99))).toBe(4)
      expect(fetch).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('an answer', () => {
  const unreachable = (status: number): unknown => ['site-unreachable.status', { status, tries: 3 }]
  test.each<[number, unknown, unknown]>([
    [200, 0, ['site-no-ranges', {}]],
    [301, ['site-redirect', {}], ['site-redirect', {}]],
    [399, ['site-redirect', {}], ['site-redirect', {}]],
    [400, ['site-refused', { status: 400 }], ['site-refused', { status: 400 }]],
    [403, ['site-refused.absent', { status: 403 }], ['site-refused', { status: 403 }]],
    [404, undefined, undefined],
    [410, undefined, undefined],
    [416, ['site-refused', { status: 416 }], ['site-refused', { status: 416 }]],
    [408, unreachable(408), unreachable(408)],
    [429, unreachable(429), unreachable(429)],
    [499, ['site-refused', { status: 499 }], ['site-refused', { status: 499 }]],
    [500, unreachable(500), unreachable(500)],
    [599, unreachable(599), unreachable(599)],
  ])('of status %i', async (status, whole, part) => {
    const answer: Fetch = async () => new Response('', { status })
    expect(await endOf(withHost(answer).whole('a', 99))).toEqual(whole)
    expect(await endOf(withHost(answer).part('a', 20, 30, 50))).toEqual(part)
  })

  test('that leads elsewhere is not followed, whatever its status', async () => {
    const answer: Fetch = async () => Object.defineProperty(new Response('x'), 'type', { value: 'opaqueredirect' })
    expect(await endOf(withHost(answer).whole('a', 99))).toEqual(['site-redirect', {}])
  })

  const wrong = (got: string): unknown => ['site-wrong-range', { wanted: '20-29', got }]
  test.each<[string, unknown]>([
    ['bytes 20-29/50', 10],
    ['bytes 20-29/*', 10],
    ['bytes 21-29/50', wrong('bytes 21-29/50')],
    ['bytes 20-30/50', wrong('bytes 20-30/50')],
    ['bytes 20-29/51', wrong('bytes 20-29/51')],
    ['bytes 20-29', wrong('bytes 20-29')],
    ['xbytes 20-29/50', wrong('xbytes 20-29/50')],
    ['bytes 20-29/50x', wrong('bytes 20-29/50x')],
    ['bytes 20-29/'.padEnd(150, '9'), wrong('bytes 20-29/'.padEnd(100, '9'))],
  ])('for the bytes from 20 to 30 of 50 that says %j', async (said, end) => {
    expect(await endOf(withHost(async () => part206(said)).part('a', 20, 30, 50))).toEqual(end)
  })

  test('that does not say which bytes it has is none', async () => {
    const answer: Fetch = async () => new Response(new Uint8Array(10), { status: 206 })
    expect(await endOf(withHost(answer).part('a', 20, 30, 50))).toEqual(wrong(''))
    const other: Fetch = async () =>
      new Response(new Uint8Array(10), { status: 207, headers: { 'Content-Range': 'bytes 20-29/50' } })
    expect(await endOf(withHost(other).part('a', 20, 30, 50))).toEqual(wrong('bytes 20-29/50'))
  })

  test.each([
    [0, 50, 50],
    [0, 49, ['site-no-ranges', {}]],
    [1, 50, ['site-no-ranges', {}]],
  ])('with the whole file, where the bytes from %i to %i of 50 were wanted', async (start, end, expected) => {
    const answer: Fetch = async () => new Response(new Uint8Array(end - start))
    expect(await endOf(withHost(answer).part('a', start, end, 50))).toEqual(expected)
  })

  test.each([
    ['identity', 10],
    ['gzip', ['site-encoded', { encoding: 'gzip' }]],
  ])('in the encoding %s', async (encoding, end) => {
    const headers = { 'Content-Range': 'bytes 20-29/50', 'Content-Encoding': encoding }
    const answer: Fetch = async () => new Response(new Uint8Array(10), { status: 206, headers })
    expect(await endOf(withHost(answer).part('a', 20, 30, 50))).toEqual(end)
    // A whole file may be packed on its way.
    expect(await endOf(withHost(async () => new Response('x', { headers })).whole('a', 99))).toBe(1)
  })
})

describe('a body', () => {
  test.each<[readonly number[], number, unknown]>([
    [[40, 59], 99, 99],
    [[40, 60], 99, ['site-too-large', { most: 99 }]],
    [[], 99, 0],
  ])('in pieces of %j bytes, where there may be %i', async (pieces, most, end) => {
    let signal: AbortSignal | null | undefined
    const files = withHost(async (_, init) => {
      signal = init.signal
      return new Response(bodyOf(signal, pieces, 'end'))
    })
    expect(await endOf(files.whole('a', most))).toEqual(end)
    expect(signal?.aborted).toBe(typeof end !== 'number')
    expect(files.traffic).toMatchObject({ requests: 1, bytes: pieces.reduce((sum, length) => sum + length, 0) })
  })

  test('that is none has no bytes', async () => {
    expect(await endOf(withHost(async () => new Response(null)).whole('a', 99))).toBe(0)
  })

  test.each([
    ['breaks off', [5], 'fail', 10],
    ['is shorter than the part', [5], 'end', 10],
    ['is longer than the part', [5, 6], 'end', 10],
    ['is as long as the part', [5, 5], 'end', 10],
  ] as const)('that %s', async (what, pieces, then, length) => {
    const fetch = vi.fn<Fetch>(
      async (_, { signal }) =>
        new Response(bodyOf(signal, pieces, then), { status: 206, headers: { 'Content-Range': 'bytes 20-29/50' } }),
    )
    const end = await endOf(withHost(fetch).part('a', 20, 30, 50))
    const isCut = what.startsWith('breaks') || what.includes('shorter')
    if (isCut) expect(end).toEqual(['site-unreachable', { failure: 'cut', tries: 3 }])
    else expect(end).toEqual(what.includes('longer') ? ['site-too-large', { most: length }] : length)
    expect(fetch).toHaveBeenCalledTimes(isCut ? 3 : 1)
  })

  test.each([
    [64 << 10, 'end', false],
    [(64 << 10) + 1, 'end', true],
    [1, 'fail', true],
  ] as const)('of %i bytes that says that there is nothing, to its %s', async (length, then, isAborted) => {
    let signal: AbortSignal | null | undefined
    const files = withHost(async (_, init) => {
      signal = init.signal
      return new Response(bodyOf(signal, [length], then), { status: 404 })
    })
    expect(await endOf(files.whole('a', 99))).toBeUndefined()
    expect(signal?.aborted).toBe(isAborted)
  })

  test.each<[string, Fetch]>([
    [
      'no head comes',
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error()))),
    ],
    ['the rest does not come', async (_, { signal }) => new Response(bodyOf(signal, [3], 'wait'))],
  ])('is given up after half a minute where %s', async (_, fetch) => {
    vi.useFakeTimers()
    try {
      let aborted = 0
      const counting: Fetch = (url, init) => {
        init.signal?.addEventListener('abort', () => aborted++)
        return fetch(url, init)
      }
      const end = endOf(withHost(counting).whole('a', 99))
      await vi.advanceTimersByTimeAsync(29_999)
      expect(aborted).toBe(0)
      await vi.advanceTimersByTimeAsync(1)
      expect(aborted).toBe(1)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await end).toEqual(['site-unreachable', { failure: 'silent', tries: 3 }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('that has come ends the wait for it', async () => {
    vi.useFakeTimers()
    try {
      await withHost(async () => new Response('x')).whole('a', 99)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('at most twelve requests are under way, also after some that failed', async () => {
  let [running, most, served] = [0, 0, 0]
  const files = withHost(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running--
    return new Response('', { status: ++served % 5 === 0 ? 400 : 200 })
  })
  await files.whole('first', 99)
  expect(most).toBe(1)
  const ends = await Promise.all(Array.from({ length: 40 }, (_, at) => endOf(files.whole(`${at}`, 99))))
  expect(ends.filter((end) => end === 0)).toHaveLength(32)
  expect([most, files.traffic.requests]).toEqual([12, 41])
})

test('those that wait while the site goes down are not sent', async () => {
  let isDown = false
  const fetch = vi.fn<Fetch>(async () => new Response('', { status: isDown ? 503 : 200 }))
  const files = withHost(fetch, { now: () => 0 })
  await files.whole('first', 99)
  isDown = true
  const ends = await Promise.all(Array.from({ length: 30 }, (_, at) => endOf(files.whole(`${at}`, 99))))
  expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
    new Set([JSON.stringify(['site-unreachable.status', { status: 503, tries: 3 }])]),
  )
  expect(fetch).toHaveBeenCalledTimes(1 + 12 * 3)
})

describe('a site that could not be reached', () => {
  test.each([
    ['at once', 0, 1],
    ['before the pause ends', 999, 1],
    ['when it ends', 1000, 2],
    ['where the clock was set back', -1, 2],
  ])('is asked again %s: %i ms later', async (_, later, times) => {
    let now = 5000
    const fetch = vi.fn<Fetch>(async () => new Response('', { status: 400 }))
    fetch.mockResolvedValueOnce(new Response('', { status: 503 }))
    const files = withHost(fetch, { now: () => now, restMilliseconds: 1000, wait: async () => {} })
    fetch.mockResolvedValueOnce(new Response('', { status: 503 }))
    fetch.mockResolvedValueOnce(new Response('', { status: 503 }))
    await endOf(files.whole('a', 99))
    now += later
    const end = await endOf(files.whole('a', 99))
    expect(fetch).toHaveBeenCalledTimes(times === 1 ? 3 : 4)
    expect(end).toEqual(
      times === 1 ? ['site-unreachable.status', { status: 503, tries: 3 }] : ['site-refused', { status: 400 }],
    )
  })

  test.each([
    ['200', 0],
    ['404', undefined],
    ['400', ['site-refused', { status: 400 }]],
  ])('after an answer of %s rests half a minute, whatever the host says of others', async (status, first) => {
    let now = 0
    let isDown = false
    const fetch = vi.fn<Fetch>(async () => new Response('', { status: isDown ? 503 : Number(status) }))
    const files = withHost(fetch, { now: () => now, restMilliseconds: Infinity })
    expect(await endOf(files.whole('a', 99))).toEqual(first)
    isDown = true
    await endOf(files.whole('a', 99))
    isDown = false
    now = 29_999
    expect(await endOf(files.whole('a', 99))).toEqual(['site-unreachable.status', { status: 503, tries: 3 }])
    now = 30_000
    expect(await endOf(files.whole('a', 99))).toEqual(first)
  })

  test('is tried until an answer comes', async () => {
    const waits: number[] = []
    const fetch = vi.fn<Fetch>(async () => new Response('four'))
    fetch.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(new Response('', { status: 500 }))
    const files = withHost(fetch, { wait: async (milliseconds) => void waits.push(milliseconds) })
    expect(await endOf(files.whole('a', 99))).toBe(4)
    expect(waits).toEqual([250, 1000])
  })
})

describe('among threads', () => {
  function reachOf(known: 'asks' | 'answers' | Unreached) {
    const claim = vi.fn(async () => known)
    const told: unknown[] = []
    const reach: SharedReach = { claim, tell: (outcome) => void told.push(outcome) }
    return { reach, claim, told }
  }
  test.each<['asks' | 'answers' | Unreached, number, number, unknown, readonly unknown[]]>([
    ['asks', 200, 2, 0, ['answers']],
    ['asks', 404, 2, undefined, ['answers']],
    ['asks', 503, 3, ['site-unreachable.status', { status: 503, tries: 3 }], [503]],
    ['answers', 200, 2, 0, []],
    ['silent', 200, 0, ['site-unreachable', { failure: 'silent', tries: 3 }], []],
    [502, 200, 0, ['site-unreachable.status', { status: 502, tries: 3 }], []],
  ])('one that %s, of status %i: %i requests', async (known, status, requests, end, told) => {
    const { reach, claim, told: heard } = reachOf(known)
    const fetch = vi.fn<Fetch>(async () => new Response('', { status }))
    const files = withHost(fetch, { reach, now: () => 0 })
    expect(await endOf(files.whole('a', 99))).toEqual(end)
    expect(await endOf(files.whole('b', 99))).toEqual(end)
    expect(fetch).toHaveBeenCalledTimes(requests)
    // The common finding counts once.
    expect(claim).toHaveBeenCalledTimes(1)
    expect(heard).toEqual(told)
  })

  test('the first request of a thread goes alone, and none waits once the site has answered', async () => {
    let open: (() => void)[] = []
    const fetch = vi.fn<Fetch>(() => new Promise((resolve) => open.push(() => resolve(new Response('x')))))
    const files = withHost(fetch)
    const first = [files.whole('a', 99), files.whole('b', 99), files.whole('c', 99)]
    await vi.waitFor(() => expect(open).toHaveLength(1))
    open[0]?.()
    await first[0]
    await vi.waitFor(() => expect(open).toHaveLength(3))
    for (const answer of open.slice(1)) answer()
    await Promise.all(first)
    open = []
    const later = [files.whole('d', 99), files.whole('e', 99)]
    await vi.waitFor(() => expect(open).toHaveLength(2))
    for (const answer of open) answer()
    await Promise.all(later)
  })
})
