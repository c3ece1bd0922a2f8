/** The server. It checks token, origin and size of a request before it reads the body. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Engine } from '../../core/engine-types.ts'
import type { ServedAnswer } from '../documents/answers.ts'
import { reasonOf, UsageError } from '../command.ts'
import { refusedRequests, serveErrors } from '../messages/serve.ts'
import { answerJobs, readJobs } from './symbolicate-v5.ts'

/** Bytes of a request: a profile of a million addresses has some ten megabytes. */
const MOST_BYTES = 32 << 20
const TOKEN_BYTES = 24
const METHODS = ['POST', 'OPTIONS']
const MOST_CONNECTIONS = 64
/** Milliseconds in which a request must have come. */
const LONGEST_REQUEST = 30_000

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

export interface SymbolServer {
  /** With the token, without `/symbolicate/v5`. */
  readonly url: string
  close(): Promise<void>
}

/** Listens; port 0 takes a free one. Throws `UsageError` where that cannot be. */
export async function startServer(
  engine: Engine,
  { host, port, origin }: { readonly host: string; readonly port: number; readonly origin: string },
): Promise<SymbolServer> {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const hosts = LOOPBACK.has(host) ? LOOPBACK : new Set([host])
  const server = createServer((request, response) => {
    answer(request, response, { engine, token, hosts, origin, port: portOf(server) }).catch(() => {
      // The client went away, or the engine has a fault of its own.
      if (!response.headersSent) refuse(response, 500, 'failed')
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  server.requestTimeout = LONGEST_REQUEST
  server.headersTimeout = LONGEST_REQUEST
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
        server.close(() => resolve())
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
  readonly port: number
}

async function answer(request: IncomingMessage, response: ServerResponse, rules: Rules): Promise<void> {
  const { headers, method, url = '' } = request
  // A page whose name was made to lead here (DNS rebinding) still names itself.
  if (!isOwnHost(headers.host, rules)) return refuse(response, 403, 'host')
  if (headers.origin !== undefined && headers.origin !== rules.origin) return refuse(response, 403, 'origin')
  response.setHeader('vary', 'origin')
  if (headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', rules.origin)
  if (!isPath(url, rules.token)) return refuse(response, 404, 'path')
  if (method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'POST')
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
    if (headers['access-control-request-private-network'] === 'true')
      response.setHeader('Access-Control-Allow-Private-Network', 'true')
    response.writeHead(204).end()
    return undefined
  }
  if (method !== 'POST') return refuse(response, 405, 'method', { Allow: METHODS.join() })
  const body = await readBody(request)
  if (body === undefined) return refuse(response, 413, 'large', { Connection: 'close' })
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    return refuse(response, 400, 'json')
  }
  const jobs = readJobs(given)
  if (typeof jobs === 'string') return refuse(response, jobs === 'tooMany' ? 413 : 400, jobs)
  send(response, 200, await answerJobs(rules.engine, jobs))
}

function isOwnHost(given: string | undefined, { hosts, port }: Rules): boolean {
  const [, name = '', ending = ''] = /^(.*?)(?::(\d+))?$/.exec(given ?? '') ?? []
  return Number(ending || 80) === port && hosts.has(name.replace(/^\[(.*)\]$/, '$1').toLowerCase())
}

/** Compared in the same time however much of the token is right. */
function isPath(given: string, token: string): boolean {
  const [asked, wanted] = [Buffer.from(given), Buffer.from(`/${token}/symbolicate/v5`)]
  return asked.length === wanted.length && timingSafeEqual(asked, wanted)
}

/** Undefined where it is too large; what is behind that is not read. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return undefined
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += (part as Buffer).length
    if (bytes > MOST_BYTES) return undefined
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: keyof typeof refusedRequests,
  headers: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  send(response, status, { error: refusedRequests[reason] })
}

function send(response: ServerResponse, status: number, value: ServedAnswer): void {
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  response.writeHead(status).end(JSON.stringify(value))
}
