/**
 * `npm run fleet:cost [-- --reports 20000 --workers 2]`: the costs of the pipeline on made reports, scaled to a million. It prints the processor time of all
 * processes, the bytes of each form, and the requests to the site. One run has an empty cache, the next a full one. It needs Bash.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDuckDb, writeParquet } from './duckdb.mjs'
import { makeReports } from './make-reports.mjs'
import { serveSample } from './published.mjs'

const { values } = parseArgs({
  options: { reports: { type: 'string', default: '20000' }, workers: { type: 'string', default: '2' } },
})
const count = Number(values.reports)
const pipeline = fileURLToPath(new URL('pipeline.mjs', import.meta.url))

/** Seconds of processors of a script and its children. */
async function timed(args) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1'
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`the run failed: ${said}`)
  const [wall, user, system] = said.trim().split(' ').map(Number)
  return { wall, processor: user + system }
}

const bytesIn = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

const folder = mkdtempSync(join(tmpdir(), 'unslide-fleet-cost-'))
const site = await serveSample(join(folder, 'site'))
try {
  const input = join(folder, 'reports.jsonl')
  makeReports(count, input)
  const runs = []
  for (const cache of ['empty', 'full']) {
    const out = join(folder, cache)
    const [asked, bytes] = [site.asked.length, site.bytes()]
    const args = ['--symbols', site.url, '--cache', join(folder, 'cache'), '--out', out, '--workers', values.workers]
    const times = await timed([pipeline, input, ...args])
    runs.push({
      cache,
      'requests of the run': site.asked.length - asked,
      'bytes requested': site.bytes() - bytes,
      'processor ms a report': ((times.processor / count) * 1000).toFixed(2),
      'processor hours a million': ((times.processor / count) * (1e6 / 3600)).toFixed(2),
      'reports a second of a core': (count / times.processor).toFixed(0),
      'wall s': times.wall.toFixed(0),
    })
  }
  const out = join(folder, 'full')
  const parquet = await writeParquet(await openDuckDb(), out)
  console.table(runs)
  const megabytes = (bytes) => ((bytes / count) * (1e6 / 1e6)).toFixed(0)
  console.table({
    'MB a million reports: input': megabytes(statSync(input).size),
    'MB a million reports: rows': megabytes(bytesIn(join(out, 'chunks'))),
    'MB a million reports: Parquet': megabytes(statSync(parquet).size),
    'bytes of the cache': bytesIn(join(folder, 'cache')),
  })
} finally {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
}
