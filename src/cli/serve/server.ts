/** The server. It checks token, origin and size of a request before it reads the body. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Engine } from '../../core/engine-types.ts'
import type { ServedAnswer } from '../documents/answers.ts'
import { reasonOf, UsageError } from '../command.ts'
import { refusedRequests, serveErrors } from '../messages/serve.ts'
import { boundConnections } from './connections.ts'
import { answerCode } from './asm-v1.ts'
import { answerSource } from './source-v1.ts'
import type { ReportDesk } from './report.ts'
import { answerJobs, readJobs } from './symbolicate-v5.ts'

/** Bytes of a request: a profile of a million addresses has some ten megabytes. */
const MOST_BYTES = 32 << 20
const TOKEN_BYTES = 24
const METHODS = ['POST', 'OPTIONS']
const MOST_CONNECTIONS = 64
/** Milliseconds in which a request must have come. */
const LONGEST_REQUEST = 30_000
/** Milliseconds in which its head must have come, and between two looks at what is late. */
const LONGEST_HEAD = 10_000
const LATE_LOOK = 2_000

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

export interface SymbolServer {
  /** With the token, without `/symbolicate/v5` and the other paths. */
  readonly url: string
  close(): Promise<void>
}

export interface ServerOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** The page that gets answers. */
  readonly origin: string
  /** Folders with source files. */
  readonly sources: readonly string[]
  /** Names reports, on loopback alone. */
  readonly reports: ReportDesk
}

/** Listens. Throws `UsageError` where that cannot be. */
export async function startServer(
  engine: Engine,
  { host, port, origin, sources, reports }: ServerOptions,
): Promise<SymbolServer> {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const isLoopback = LOOPBACK.has(host)
  const hosts = isLoopback ? LOOPBACK : new Set([host])
  const desk = isLoopback ? reports : undefined
  const server = createServer({ connectionsCheckingInterval: LATE_LOOK }, (request, response) => {
    answer(request, response, { engine, token, hosts, origin, sources, desk, port: portOf(server) }).catch(() => {
      // The client went away, or the engine has a fault of its own.
      if (!response.headersSent) refuse(response, 500, 'failed')
    })
  })
  boundConnections(server, MOST_CONNECTIONS)
  server.requestTimeout = LONGEST_REQUEST
  server.headersTimeout = LONGEST_HEAD
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new UsageError(serveErrors.cannotListen({ host, port, reason: reasonOf(error) })))
    })
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${portOf(server)}/${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => void reports.end().then(resolve))
        server.closeAllConnections()
      }),
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

interface Rules {
  readonly engine: Engine
  readonly token: string
  readonly hosts: ReadonlySet<string>
  readonly origin: string
  readonly sources: readonly string[]
  readonly desk: ReportDesk | undefined
  readonly port: number
}

const REPORT = '/report'

/** A sentence without parameters. */
type Refusal = Exclude<keyof typeof refusedRequests, 'slow'>

/** Answers the JSON of a request, or says why not. */
type Handler = (rules: Rules, given: unknown) => Promise<ServedAnswer | Refusal>

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    '/symbolicate/v5',
    async ({ engine }, given) => {
      const jobs = readJobs(given)
      return typeof jobs === 'string' ? jobs : answerJobs(engine, jobs)
    },
  ],
  ['/source/v1', ({ engine, sources }, given) => answerSource(engine, sources, given)],
  ['/asm/v1', ({ engine }, given) => answerCode(engine, given)],
])

async function answer(request: IncomingMessage, response: ServerResponse, rules: Rules): Promise<void> {
  const { headers, method, url = '' } = request
  // A page whose name was made to lead here (DNS rebinding) still names itself.
  if (!isOwnHost(headers.host, rules)) return refuse(response, 403, 'host')
  if (isOfOtherPage(headers, rules.origin)) return refuse(response, 403, 'origin')
  response.setHeader('vary', 'origin')
  if (headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', rules.origin)
  const path = pathOf(url, rules.token)
  const desk = path === REPORT ? rules.desk : undefined
  const handler = handlers.get(path)
  if (!handler && !desk) return refuse(response, 404, 'path')
  if (method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'POST')
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
    if (headers['access-control-request-private-network'] === 'true')
      response.setHeader('Access-Control-Allow-Private-Network', 'true')
    response.writeHead(204).end()
    return undefined
  }
  if (method !== 'POST') return refuse(response, 405, 'method', { Allow: METHODS.join() })
  if (desk) return answerReport(request, response, desk)
  const body = await readBody(request, MOST_BYTES)
  if (!body) return refuse(response, 413, 'large', { Connection: 'close' })
  let given: unknown
  try {
    given = JSON.parse(body.toString('utf8'))
  } catch {
    return refuse(response, 400, 'json')
  }
  const answered = handler ? await handler(rules, given) : 'path'
  if (typeof answered === 'string') refuse(response, answered === 'tooMany' ? 413 : 400, answered)
  else send(response, 200, answered)
}

/** A browser that hides the origin of a page may still say that it is another one (Fetch Metadata). */
function isOfOtherPage(headers: IncomingHttpHeaders, origin: string): boolean {
  if (headers.origin !== undefined) return headers.origin !== origin
  return /^(?:cross|same)-site$/.test(String(headers['sec-fetch-site']))
}

function isOwnHost(given: string | undefined, { hosts, port }: Rules): boolean {
  const [, name = '', ending = ''] = /^(.*?)(?::(\d+))?$/.exec(given ?? '') ?? []
  return Number(ending || 80) === port && hosts.has(name.replace(/^\[(.*)\]$/, '$1').toLowerCase())
}

/** Names a report. What is behind the first refusal is not read. */
async function answerReport(request: IncomingMessage, response: ServerResponse, desk: ReportDesk): Promise<void> {
  const free = desk.take()
  if (!free) return refuse(response, 503, 'busy', { 'Retry-After': '1', Connection: 'close' })
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    const body = await readBody(request, desk.budget.bytes)
    if (!body) return refuse(response, 413, 'large', { Connection: 'close' })
    const answered = await desk.answer(body, gone.signal)
    if (answered.status === 200) return sendJson(response, 200, answered.json)
    return send(response, answered.status, { error: answered.error })
  } finally {
    free()
  }
}

/** What follows the token; empty for a wrong token. The time does not show how much of the token is right. */
function pathOf(given: string, token: string): string {
  const wanted = Buffer.from(`/${token}`)
  const bytes = Buffer.from(given)
  const isOwn = bytes.length > wanted.length && timingSafeEqual(bytes.subarray(0, wanted.length), wanted)
  return isOwn ? bytes.subarray(wanted.length).toString() : ''
}

/** Undefined where it is too large; what is behind that is not read. */
async function readBody(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > most) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  send(response, status, { error: refusedRequests[reason] })
}

const send = (response: ServerResponse, status: number, value: ServedAnswer): void =>
  sendJson(response, status, JSON.stringify(value))

function sendJson(response: ServerResponse, status: number, json: string | Uint8Array): void {
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  response.writeHead(status).end(json)
}
