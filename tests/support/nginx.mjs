/** nginx as Debian has it, with a folder of its own, on this machine alone, as long as a test runs. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const nginx = '/usr/sbin/nginx'

export const hasNginx = existsSync(nginx)

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Serves a folder; `directives` go into its `server` block, `http` into the block around it. */
export async function startNginx(folder, directives = '', http = '') {
  const port = await freePort()
  const own = mkdtempSync(join(tmpdir(), 'unslide-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const name of temporary) mkdirSync(join(own, name))
  const config = `daemon off; master_process off; worker_processes 1; pid ${own}/pid; error_log ${own}/error;
events { worker_connections 64; }
http {
  access_log off; default_type application/octet-stream; types { application/json json; text/html html; }
  ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join(' ')}
  ${http}
  server { listen 127.0.0.1:${port}; root "${folder}"; ${directives} }
}`
  writeFileSync(join(own, 'config'), config)
  const child = spawn(nginx, ['-p', own, '-c', join(own, 'config'), '-e', join(own, 'error')], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}/`
  let isOver = false
  void ended.then(() => (isOver = true))
  // Only an answer shows that it listens.
  while (!isOver && !(await fetch(url).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 10))
  if (isOver) throw new Error('nginx did not start')
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(own, { recursive: true })
    },
  }
}
