/** Files below one address, read over HTTP: small ones whole, parts of others. Every answer is checked before it counts. */
import { problem } from '../../core/messages/problems.ts'
import { FormatError, type Problem } from '../../core/model/problem.ts'
import type { siteFailures } from '../../core/messages/problems/sites.ts'
import { joinedBytes } from '../../core/model/joined-bytes.ts'

/** Functions that a host may replace; the defaults are the platform's. */
export interface SiteHost {
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits before the next try. */
  readonly wait?: (milliseconds: number) => Promise<void>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Pause after a site that has never answered could not be reached; 30 s without it. */
  readonly restMilliseconds?: number
  /** Shares the first request among threads: one of them finds out whether the site answers. */
  readonly reach?: SharedReach
}

/** Why a site could not be reached: there was no answer, or one with this status. */
export type Unreached = Failure | number

/** The findings of a program's threads on one site. */
export interface SharedReach {
  /** Waits while another thread tries the site. `asks`: nobody has tried it, so the caller does, and then calls `tell`. */
  claim(): Promise<'asks' | 'answers' | Unreached>
  tell(outcome: 'answers' | Unreached): void
}

/** Requests to the site so far. */
export interface SiteTraffic {
  /** Images wanted from the site, and how many of them it had. */
  images: number
  found: number
  /** Images that were not there a short time ago, so that there was no request for them. */
  remembered: number
  requests: number
  /** Of bodies. */
  bytes: number
}

const TRIES = 3
const FIRST_WAIT = 250
/** A try that takes longer is given up. */
const MOST_MILLISECONDS = 30_000
/** Bytes that are read of an answer that says that there is nothing. */
const MOST_SPARE = 64 << 10
/** Requests under way; others wait. */
const MOST_REQUESTS = 12
/** Pause after the site could not be reached. */
export const REST_MILLISECONDS = 30_000

type Failure = keyof typeof siteFailures

/** A failure that may pass. */
class Passing {
  readonly unreached: Unreached

  constructor(unreached: Unreached) {
    this.unreached = unreached
  }
}

/** Why a site could not be reached, and the time in which it is left alone. */
interface Down {
  readonly unreached: Unreached
  readonly problem: Problem
  readonly since: number
  readonly until: number
}

interface Asked {
  readonly url: string
  /** The requested part of a file of `total` bytes. */
  readonly range?: { readonly start: number; readonly end: number; readonly total: number }
  /** As many bytes a whole file may have. */
  readonly most: number
  /** Bypass caches: the request must reach the server itself. */
  readonly fresh: boolean
}

export class SiteFiles {
  readonly base: URL
  readonly traffic: SiteTraffic = { images: 0, found: 0, remembered: 0, requests: 0, bytes: 0 }
  readonly #fetch: NonNullable<SiteHost['fetch']>
  readonly #wait: NonNullable<SiteHost['wait']>
  readonly #now: () => number
  readonly #isKept: boolean
  readonly #firstRest: number
  readonly #queue: (() => void)[] = []
  #running = 0
  /** True from the first answer on, whatever it says. */
  #answers = false
  /** The request that finds out whether the site answers; the others wait for it. */
  #finding: Promise<unknown> | undefined
  #reach: SharedReach | undefined
  #down: Down | undefined

  /** `base`: the address of the folder; its path ends in a slash. `isKept`: the host keeps the answers, so that no cache on the way need. */
  constructor(base: URL, host: SiteHost = {}, isKept = false) {
    this.base = base
    this.#isKept = isKept
    this.#fetch = host.fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.#wait = host.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)))
    this.#now = host.now ?? Date.now
    this.#firstRest = host.restMilliseconds ?? REST_MILLISECONDS
    this.#reach = host.reach
  }

  /** Forgets that it could not be reached. */
  wake(): void {
    this.#down = undefined
  }

  /** The address of a file; throws for a path that leads out of the folder. */
  urlOf(path: string): string {
    const url = new URL(path, this.base)
    if (url.origin !== this.base.origin || !url.pathname.startsWith(this.base.pathname)) throw new RangeError(path)
    return url.href
  }

  /** A small file; undefined where it is not there. Rejects with a FormatError. */
  async whole(path: string, most: number, fresh = false): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#ask({ url: this.urlOf(path), most, fresh })
  }

  /** The bytes [start, end) of a file of `total` bytes; undefined where it is not there. Rejects with a FormatError. */
  async part(
    path: string,
    start: number,
    end: number,
    total: number,
    fresh = false,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#ask({ url: this.urlOf(path), range: { start, end, total }, most: end - start, fresh })
  }

  async #ask(asked: Asked): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#finding) await this.#finding
    this.#refuseWhileDown()
    if (this.#answers) return this.#queued(asked)
    const asking = this.#askFirst(asked)
    this.#finding = asking.catch(() => undefined).finally(() => (this.#finding = undefined))
    return asking
  }

  /** Other threads may have tried it already, or try it now. */
  async #askFirst(asked: Asked): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const reach = this.#reach
    // The common finding counts once: later each thread tries for itself.
    this.#reach = undefined
    const known = (await reach?.claim()) ?? 'asks'
    if (known === 'answers') this.#answers = true
    else if (known !== 'asks') throw this.#leaveAlone(known)
    try {
      return await this.#queued(asked)
    } finally {
      if (known === 'asks') reach?.tell(this.#down?.unreached ?? 'answers')
    }
  }

  #refuseWhileDown(): void {
    if (!this.#down) return
    const now = this.#now()
    if (now >= this.#down.since && now < this.#down.until) throw new FormatError(this.#down.problem)
    this.wake()
  }

  async #queued(asked: Asked): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#running >= MOST_REQUESTS) await new Promise<void>((resolve) => this.#queue.push(resolve))
    this.#running++
    try {
      return await this.#try(asked)
    } finally {
      this.#running--
      this.#queue.shift()?.()
    }
  }

  async #try(asked: Asked): Promise<Uint8Array<ArrayBuffer> | undefined> {
    // Those that waited in the queue hear of it here.
    this.#refuseWhileDown()
    let last: Unreached = 'refused'
    for (let tried = 0; tried < TRIES; tried++) {
      if (tried > 0) await this.#wait(FIRST_WAIT * 4 ** (tried - 1))
      const answer = await this.#once(asked)
      if (!(answer instanceof Passing)) return answer
      last = answer.unreached
    }
    throw this.#leaveAlone(last)
  }

  /** Begins the pause. A site that has answered before may come back soon. */
  #leaveAlone(unreached: Unreached): FormatError {
    const rest = this.#answers ? REST_MILLISECONDS : this.#firstRest
    const since = this.#now()
    const found =
      typeof unreached === 'number'
        ? problem('site-unreachable.status', { status: unreached, tries: TRIES }, { file: this.base.href })
        : problem('site-unreachable', { failure: unreached, tries: TRIES }, { file: this.base.href })
    this.#answers = false
    this.#down = { unreached, problem: found, since, until: since + rest }
    return new FormatError(found)
  }

  async #once({ url, range, most, fresh }: Asked): Promise<Uint8Array<ArrayBuffer> | undefined | Passing> {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), MOST_MILLISECONDS)
    this.traffic.requests++
    try {
      let response: Response
      try {
        response = await this.#fetch(url, {
          signal: stop.signal,
          // Followed by nobody: another address is not the one that the user named.
          redirect: 'manual',
          credentials: 'same-origin',
          referrerPolicy: 'no-referrer',
          cache: this.#isKept ? 'no-store' : fresh ? 'reload' : range ? 'default' : 'no-cache',
          ...(range && { headers: { Range: `bytes=${range.start}-${range.end - 1}` } }),
        })
      } catch {
        return new Passing(stop.signal.aborted ? 'silent' : 'refused')
      }
      const judged = judge(response, url, range)
      if (judged === 'absent') {
        this.#answers = true
        // Read, where it is short, so that the connection stays for what comes next.
        if ((await this.#body(response, MOST_SPARE).catch(() => 'too-large')) === 'too-large') stop.abort()
        return undefined
      }
      if (judged !== 'read') {
        stop.abort()
        if (judged instanceof Passing) return judged
        this.#answers = true
        throw new FormatError(judged)
      }
      try {
        const body = await this.#body(response, most)
        if (body === 'too-large') {
          stop.abort()
          this.#answers = true
          throw new FormatError(problem('site-too-large', { most }, { file: url }))
        }
        if (range && body.length < range.end - range.start) return new Passing('cut')
        this.#answers = true
        return body
      } catch (thrown) {
        if (thrown instanceof FormatError) throw thrown
        return new Passing(stop.signal.aborted ? 'silent' : 'cut')
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** The body, as far as it is not too long: what a server says of its length proves nothing. */
  async #body(response: Response, most: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
    const parts: Uint8Array[] = []
    let length = 0
    const reader = response.body?.getReader()
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      this.traffic.bytes += value.length
      if (length > most) return 'too-large'
      parts.push(value)
    }
    return joinedBytes(parts)
  }
}

/** What is to be done with an answer, by its head: its body is read, there is no such file, or something is wrong. */
function judge(response: Response, url: string, range: Asked['range']): 'read' | 'absent' | Passing | Problem {
  const { status } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    return problem('site-redirect', {}, { file: url })
  if (status === 404 || status === 410) return 'absent'
  if (status === 408 || status === 429 || status >= 500) return new Passing(status)
  // A store that may not be listed says so of every file that is not there.
  if (status === 403 && !range) return problem('site-refused.absent', { status }, { file: url, severity: 'note' })
  if (status >= 400) return problem('site-refused', { status }, { file: url })
  if (!range) return 'read'
  const encoding = response.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') return problem('site-encoded', { encoding }, { file: url })
  const isWhole = range.start === 0 && range.end === range.total
  if (status === 200) return isWhole ? 'read' : problem('site-no-ranges', {}, { file: url })
  const said = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  const [, start, last, total] = said ?? []
  const isRight =
    status === 206 &&
    Number(start) === range.start &&
    Number(last) === range.end - 1 &&
    (total === '*' || Number(total) === range.total)
  return isRight ? 'read' : wrongRange(url, range, response.headers.get('content-range') ?? '')
}

function wrongRange(url: string, { start, end }: NonNullable<Asked['range']>, got: string): Problem {
  return problem('site-wrong-range', { wanted: `${start}-${end - 1}`, got: got.slice(0, 100) }, { file: url })
}
