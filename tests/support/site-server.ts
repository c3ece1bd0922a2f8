/** A web server for a published folder, on this machine alone: as a good one does it, or as a test twists it. */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

export interface Served {
  readonly path: string
  readonly range: string | undefined
  /** Of the body that was sent; 0 for what a test's twist answered. */
  readonly bytes: number
}

export interface SiteServer {
  /** Ends in a slash. */
  readonly url: string
  readonly asked: readonly Served[]
  /** Bytes of bodies that were sent, of paths that begin so. */
  bytes(below?: string): number
  close(): Promise<void>
}

/** Of the page's own files; a browser runs no script without it. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** True where it has answered itself. `file`: its bytes, if it is there. */
export type Twist = (request: IncomingMessage, response: ServerResponse, file: Buffer | undefined) => boolean

/** The bytes [start, end) of a file, all of them without these; undefined where it is no file. */
function readPart(
  path: string,
  start = 0,
  end = Infinity,
): { readonly bytes: Buffer; readonly of: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  const bytes = Buffer.alloc(Math.max(0, Math.min(end, found.size) - start))
  const descriptor = openSync(path, 'r')
  readSync(descriptor, bytes, 0, bytes.length, start)
  closeSync(descriptor)
  return { bytes, of: found.size }
}

export async function serveSite(folder: string, twist?: Twist): Promise<SiteServer> {
  const asked: { path: string; range: string | undefined; bytes: number }[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/')
    const served = { path, range: request.headers.range, bytes: 0 }
    asked.push(served)
    const place = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    response.setHeader('Content-Type', types[extname(place)] ?? 'application/octet-stream')
    if (twist?.(request, response, readPart(place)?.bytes)) return
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? readPart(place) : readPart(place, Number(from), Number(to) + 1)
    if (!part) {
      response.writeHead(404).end('not found')
      return
    }
    const { bytes: body, of } = part
    served.bytes = body.length
    if (from !== undefined) response.setHeader('Content-Range', `bytes ${from}-${Number(from) + body.length - 1}/${of}`)
    response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    bytes: (below = '/') => asked.reduce((sum, { path, bytes }) => sum + (path.startsWith(below) ? bytes : 0), 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
