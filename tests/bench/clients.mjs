/**
 * `node tests/bench/clients.mjs [SYMBOLS REPORT]`: 1, 10 and 100 clients at once send requests to `unslide serve` (`/symbolicate/v5`,
 * `POST /report`) and to a web server with a published folder. It prints the time of an answer, the server's processor time for each,
 * and the failures. Without arguments it takes the symbols and the report of the sample.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../support/bundle.mjs'
import { publish } from './published.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const sample = (name) => fileURLToPath(new URL(`../../public/sample/${name}`, import.meta.url))
const CLIENTS = [1, 10, 100]
/** Requests of all clients together, so that every row measures as many. */
const REQUESTS = 400
const REPORTS = 200
/** Until what is called often is compiled. */
const WARM = 40
const STACKS = 10
const DEEP = 20
const TICKS = 100
/** The server sends `Retry-After: 1`. */
const RETRY = 1000

/** Seconds of processors that a process has used, all its threads. */
function processorOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** The status of one request; 0 where there was none. */
function post(url, body, agent) {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-length': body.length } }, (response) => {
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0))
      response.resume()
    })
    sent.on('error', () => resolve(0)).end(body)
  })
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
const milliseconds = (value) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** So many clients send requests until all are done. `ask` returns a word for a failure. */
async function measure(title, clients, requests, ask, processor) {
  const times = []
  const failed = new Map()
  let left = requests
  const began = performance.now()
  const before = processor()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left-- > 0) {
        const start = performance.now()
        const fault = await ask(client)
        times.push(performance.now() - start)
        if (fault) failed.set(fault, (failed.get(fault) ?? 0) + 1)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const used = ((processor() - before) * 1000) / requests
  times.sort((a, b) => a - b)
  const faults = [...failed].map(([fault, count]) => `${count} × ${fault}`).join(', ') || '0'
  console.log(
    `| ${title} | ${clients} | ${milliseconds(at(times, 0.5))} | ${milliseconds(at(times, 0.95))} | ${(requests / seconds).toFixed(0)} | ${milliseconds(used)} | ${faults} |`,
  )
}

const [, , symbols = sample('Trailmap.dSYM.zip'), reportPath = sample('Trailmap.ips')] = process.argv
const report = readFileSync(reportPath)
const lines = await new Promise((resolve) =>
  execFile(process.execPath, [program, 'inspect', symbols, '--format', 'json'], (_error, out) =>
    resolve(JSON.parse(out).images),
  ),
)
const [{ name, uuid, sections }] = lines
const code = Object.entries(sections).find(([section]) => section.endsWith('__text'))?.[1] ?? 0x4000
const stack = (seed) =>
  Array.from({ length: DEEP }, (_, n) => [0, 0x4000 + ((seed * 7919 + n * 104_729) % Math.max(code, 0x100))])
const v5 = Buffer.from(
  JSON.stringify({
    jobs: [
      {
        memoryMap: [[name, `${uuid.replaceAll('-', '')}0`]],
        stacks: Array.from({ length: STACKS }, (_, n) => stack(n)),
      },
    ],
  }),
)

console.log('| request | clients | half within | 95 % within | a second | server’s processor, each | failed |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
const server = spawn(process.execPath, [program, 'serve', '--symbols', symbols], {
  stdio: ['ignore', 'pipe', 'ignore'],
})
const url = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(text.toString().trim())))
for (const [title, path, body, requests] of [
  ['`/symbolicate/v5`', 'symbolicate/v5', v5, REQUESTS],
  ['`POST /report`', 'report', report, REPORTS],
]) {
  const where = `${url.replace(/\/$/, '')}/${path}`
  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...CLIENTS) })
  for (let n = 0; n < WARM; n++) await post(where, body, agent)
  // A server that is busy says when to come again.
  let refused = 0
  const ask = async () => {
    for (;;) {
      const status = await post(where, body, agent)
      if (status === 200) return undefined
      if (status !== 503) return status === 0 ? 'no answer' : String(status)
      refused++
      await sleep(RETRY)
    }
  }
  for (const clients of CLIENTS) {
    refused = 0
    await measure(title, clients, requests, ask, () => processorOf(server.pid))
    if (refused > 0)
      console.error(`${clients} clients: ${(refused / requests).toFixed(1)} times told to come later, each`)
  }
  agent.destroy()
}
server.kill()

const folder = mkdtempSync(join(tmpdir(), 'unslide-clients-'))
publish(symbols, folder)
const { serveSite } = await importBundled('tests/support/site-server.ts')
const site = await serveSite(folder)
const processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
for (const clients of CLIENTS) {
  const asked = site.asked.length
  const ask = () =>
    new Promise((resolve) =>
      execFile(process.execPath, [program, 'symbolicate', reportPath, '--symbols', site.url], (error) =>
        resolve(error && error.code > 1 ? `exit code ${error.code}` : undefined),
      ),
    )
  await measure('a report, published folder', clients, 100, ask, processor)
  console.error(`${clients} clients: ${((site.asked.length - asked) / 100).toFixed(1)} requests a report`)
}
await site.close()
rmSync(folder, { recursive: true })
