/**
 * `npm run fleet [-- --reports 3000 --chunk 1000000]`: the pipeline of docs/fleet.md on this machine, with two shards of ClickHouse. One process of the stream
 * and one shard are killed (kill -9) while it runs. Prints counts beside the ledger of what was sent, and exits with 1 if one report is lost, is there twice, or is
 * in a wrong group. It needs `clickhouse-server` (Debian) and `npm run build:cli`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDuckDb, topCrashes, writeParquet } from './duckdb.mjs'
import { insertChunk, loadChunks } from './load.mjs'
import { makeReports } from './make-reports.mjs'
import { compareWithLedger, readLedger, serveSample } from './published.mjs'
import { hasClickHouse, Shard } from './shards.mjs'

const { values } = parseArgs({
  options: { reports: { type: 'string', default: '3000' }, chunk: { type: 'string', default: '1000000' } },
})
/** The chunk before which the shard is killed, and how many inserts must fail before it comes back. */
const KILL_AT = 2

if (!hasClickHouse()) {
  console.error('No ClickHouse: apt-get install clickhouse-server')
  process.exit(1)
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const folder = mkdtempSync(join(tmpdir(), 'unslide-fleet-'))
const [input, out] = [join(folder, 'reports.jsonl'), join(folder, 'out')]
const ports = []
for (let at = 0; at < 2; at++) ports.push({ http: await freePort(), tcp: await freePort() })
const shards = ports.map((each, at) => new Shard(join(folder, `shard-${at}`), each, ports))
let site
try {
  makeReports(Number(values.reports), input)
  site = await serveSample(join(folder, 'site'))
  for (const shard of shards) await shard.start()

  const pipeline = fileURLToPath(new URL('pipeline.mjs', import.meta.url))
  const args = [
    pipeline,
    input,
    '--symbols',
    site.url,
    '--cache',
    join(folder, 'cache'),
    '--out',
    out,
    '--chunk',
    values.chunk,
  ]
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, isOver, killed] = ['', false, 0]
  const started = []
  running.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
  createInterface({ input: running.stderr }).on('line', (line) => {
    if (!line.startsWith('{')) return console.error(line)
    const event = JSON.parse(line)
    if (event.started) started.push(event.started)
    // The other process is in the middle of its chunk.
    const other = started.find((pid) => pid !== event.pid)
    if (event.rows === undefined || killed > 0 || other === undefined) return
    killed = other
    process.kill(killed, 'SIGKILL')
  })
  const ended = new Promise((resolve) => running.once('close', resolve))
  void ended.then(() => (isOver = true))

  let [shardKills, loadedAgain] = [0, 0]
  const loaded = await loadChunks(
    out,
    shards,
    () => isOver,
    async (count, path) => {
      if (count !== KILL_AT) return
      await shards[1].kill()
      shardKills++
      // While it is down, a loader sends a chunk that was loaded before, as one does that was killed before it set its mark.
      const again = insertChunk(path, shards)
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await shards[1].start()
      loadedAgain = await again
    },
  )
  if ((await ended) !== 0) throw new Error('the pipeline failed')
  const counts = JSON.parse(printed)

  const ledger = readLedger(input)
  const chunkRows = readdirSync(join(out, 'chunks')).flatMap((name) =>
    readFileSync(join(out, 'chunks', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  const ask = await openDuckDb()
  const parquet = await writeParquet(ask, out)
  const columnsAsked = 'SELECT key, version, signature'
  const inParquet = compareWithLedger(ledger, await ask(`${columnsAsked} FROM '${parquet}' WHERE incident <> ''`))
  const [{ stored }] = await shards[0].rows('SELECT count() AS stored FROM reports')
  const inShards = compareWithLedger(
    ledger,
    await shards[1].rows(`${columnsAsked} FROM reports FINAL WHERE incident <> ''`),
  )
  const perShard = await Promise.all(shards.map((shard) => shard.rows('SELECT count() AS n FROM reports_local FINAL')))
  const [{ bad }] = await shards[0].rows("SELECT count() AS bad FROM reports FINAL WHERE incident = ''")
  const top = await shards[0]
    .rows(`SELECT version, signature, any(title) AS title, uniqExact(key) AS reports FROM reports
    WHERE is_crash = 1 AND signature <> '' GROUP BY version, signature ORDER BY version, reports DESC, signature`)
  const same = (rows) =>
    JSON.stringify(rows.map(({ version, signature, reports }) => [version, signature, Number(reports)]))
  const isSameTop = same(top) === same(await ask(topCrashes(`'${parquet}'`)))

  console.table(top.slice(0, 6).map(({ version, title, reports }) => ({ version, title, reports })))
  const told = {
    'lines sent': ledger.lines,
    'incidents sent': ledger.incidents.size,
    'lines without a report sent': ledger.noReports,
    'streams killed': killed > 0 ? 1 : 0,
    'chunks named again': counts.ended,
    'shards killed': shardKills,
    'inserts failed': loaded.failedInserts + loadedAgain,
    'rows in chunk files': chunkRows.length,
    'rows in ClickHouse before merges, at most': Number(stored),
    'rows of each shard': perShard.map(([{ n }]) => n).join(' + '),
    'lines without a report in ClickHouse': Number(bad),
    'rows of top crashes equal in DuckDB': isSameTop,
  }
  console.table(told)
  console.table({ ClickHouse: inShards, Parquet: inParquet })
  const isRight = ({ lost, twice, unknown, wrong, crashes, signatures }) =>
    lost + twice + unknown + wrong === 0 && crashes === signatures && crashes > 1
  const isProved = [
    isRight(inShards),
    isRight(inParquet),
    isSameTop,
    chunkRows.length === ledger.lines,
    Number(bad) === ledger.noReports,
    killed > 0 && counts.ended > 0,
    told['inserts failed'] > 0,
    top.length > 0,
  ]
  console.log(isProved.every(Boolean) ? 'Nothing lost, nothing twice.' : `Not proved: ${isProved.join(' ')}`)
  process.exitCode = isProved.every(Boolean) ? 0 : 1
} finally {
  for (const shard of shards) await shard.kill()
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
}
