/** Serves folders as a plain web server does, each answer with a policy. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Answers a request itself. */
export type Answering = (response: ServerResponse) => void

export interface Served {
  /** Folders by the beginning of paths, the longest first. */
  readonly folders: Readonly<Record<string, string>>
  /** Paths that are answered otherwise. */
  readonly answers?: Readonly<Record<string, Answering>>
  readonly policy: string
}

export interface WebServer {
  readonly origin: string
  /** Requested paths, in their order. */
  readonly asked: readonly string[]
  close(): void
}

export async function serveFolders({ folders, answers = {}, policy }: Served): Promise<WebServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    asked.push(pathname)
    response.setHeader('Content-Security-Policy', policy)
    const answer = answers[pathname]
    if (answer) return answer(response)
    const [base = '', folder = ''] = Object.entries(folders).find(([begin]) => pathname.startsWith(begin)) ?? []
    const path = join(folder, pathname.slice(base.length) || 'index.html')
    if (folder === '' || !existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end()
    const type = { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (start === undefined || end === undefined) {
      response.writeHead(200, type)
      return void createReadStream(path).pipe(response)
    }
    response.writeHead(206, { ...type, 'Content-Range': `bytes ${start}-${end}/${statSync(path).size}` })
    createReadStream(path, { start: Number(start), end: Number(end) }).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
