/** A web server for a published folder, on this machine alone: as a good one does it, or as a test twists it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export interface Served {
  readonly path: string
  readonly range: string | undefined
}

export interface SiteServer {
  /** Ends in a slash. */
  readonly url: string
  readonly asked: readonly Served[]
  /** Bytes of bodies that were sent. */
  bytes(): number
  close(): Promise<void>
}

/** True where it has answered itself. */
export type Twist = (request: IncomingMessage, response: ServerResponse, file: Buffer | undefined) => boolean

export async function serveSite(folder: string, twist: Twist = () => false): Promise<SiteServer> {
  const asked: Served[] = []
  let bytes = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/')
    asked.push({ path, range: request.headers.range })
    const place = join(folder, path)
    const file = existsSync(place) && statSync(place).isFile() ? readFileSync(place) : undefined
    if (twist(request, response, file)) return
    if (!file) {
      response.writeHead(404).end('not found')
      return
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = from === undefined ? [0, file.length] : [Number(from), Math.min(Number(to) + 1, file.length)]
    const body = file.subarray(start, end)
    bytes += body.length
    if (from !== undefined) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.length}`)
    response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    bytes: () => bytes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
