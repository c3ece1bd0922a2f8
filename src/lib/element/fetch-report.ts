/** A report from a server: not larger than can be shown, and not waited for without end. */
import { failure, success, type Outcome } from '../../core/model/problem.ts'
import type { InputFile } from '../../core/ports.ts'
import { elementProblem } from './problems.ts'

const MOST_MEGABYTES = 64
const MOST_BYTES = MOST_MEGABYTES << 20
/** A server that sends fewer bytes than these for so long is given up. */
const MOST_SECONDS = 60
const LEAST_BYTES = 1024

/** The address that an attribute means on this page; undefined for what is none of a web server. */
export function webAddress(given: string, base: string): URL | undefined {
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined
}

export interface FetchedReport {
  readonly file: InputFile
  /** The server says that this is a web page. */
  readonly isPage: boolean
}

/** Fetches a report. Never rejects; `signal` ends it, with any failure. */
export async function fetchReport(url: URL, signal: AbortSignal): Promise<Outcome<FetchedReport>> {
  const path = nameOf(url)
  const ending = new AbortController()
  const end = (): void => ending.abort()
  signal.addEventListener('abort', end)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSilent = false
  const listen = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSilent = true
      end()
    }, MOST_SECONDS * 1000)
  }
  listen()
  try {
    const response = await fetch(url, { signal: ending.signal })
    if (!response.ok) {
      await response.body?.cancel()
      return failure(elementProblem('report-status', { status: response.status }, path))
    }
    listen()
    const parts = await readBody(response, listen)
    if (!parts) return failure(elementProblem('report-size', { megabytes: MOST_MEGABYTES }, path))
    const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
    return success({ file: { path, blob: new Blob(parts) }, isPage })
  } catch {
    return failure(
      isSilent
        ? elementProblem('report-silent', { seconds: MOST_SECONDS }, path)
        : elementProblem('report-unreachable', {}, path),
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Undefined where there is too much, whatever the server says of its length. */
async function readBody(response: Response, onEnough: () => void): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  let [bytes, enough] = [0, LEAST_BYTES]
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes >= enough) {
      enough = bytes + LEAST_BYTES
      onEnough()
    }
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      return undefined
    }
    parts.push(value)
  }
  return parts
}

/** The last part of the path, as people read it. */
function nameOf(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? url.host
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
