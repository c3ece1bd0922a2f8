/** The fleet's pipeline: a process that is killed, and a run that is cut off, lose no report and leave none twice. `npm run build:cli` must have run. */
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'
import { openDuckDb, rowsOf } from '../support/table-queries.ts'

const folder = testFolder()
const input = join(folder, 'reports.jsonl')
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
let site: SiteServer

interface Row {
  readonly key: string
  readonly line: number
  readonly chunk: number
  readonly incident: string
  readonly version: string
  readonly signature: string
  readonly function: string
  readonly frames: readonly string[]
  readonly problem: string
}

interface Event {
  readonly started?: number
  readonly pid?: number
  readonly rows?: number
}

/** The ledger of the maker of the input: incident, version and crash of each line. */
const ledger = (): readonly (readonly string[])[] =>
  readFileSync(`${input}.ledger`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

const chunkRows = (out: string): readonly Row[] =>
  readdirSync(join(out, 'chunks')).flatMap((name) =>
    readFileSync(join(out, 'chunks', name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  )

/** Runs the pipeline; `hear` has each event and the pipeline itself. */
async function run(out: string, hear: (event: Event, pipeline: ReturnType<typeof spawn>) => void, url = site.url) {
  const args = [script('pipeline.mjs'), input, '--symbols', url, '--cache', join(folder, 'cache'), '--out', out]
  const child = spawn(process.execPath, [...args, '--chunk', '150000'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [printed, said] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('{')) hear(JSON.parse(line) as Event, child)
    else said += `${line}\n`
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { status, said, counts: (printed ? JSON.parse(printed) : {}) as Readonly<Record<string, number>> }
}

/** Every line once, and every incident in the version and the crash that it was sent with. */
function expectWhole(rows: readonly Row[]): void {
  const sent = ledger()
  expect(rows).toHaveLength(sent.length)
  expect(new Set(rows.map(({ chunk, line }) => `${chunk}:${line}`)).size).toBe(sent.length)
  const wanted = new Map(sent.map(([incident = '', version, crash]) => [incident, { version, crash }]))
  expect(rows.filter(({ incident }) => incident === '').map(({ problem }) => problem)).toEqual(
    sent.filter(([incident]) => incident === '-').map(() => 'unknown-report'),
  )
  wanted.delete('-')
  const reports = rows.filter(({ incident }) => incident !== '')
  expect(new Set(reports.map(({ key }) => key))).toEqual(new Set(wanted.keys()))
  const signatures = new Map<string | undefined, string>()
  for (const { key, version, signature } of reports) {
    const { version: stated, crash } = wanted.get(key) ?? {}
    expect(version).toBe(`${stated} (412)`)
    expect(signature).not.toBe('')
    expect(signatures.get(crash) ?? signature).toBe(signature)
    signatures.set(crash, signature)
  }
  expect(new Set(signatures.values()).size).toBe(signatures.size)
  expect(signatures.size).toBeGreaterThan(10)
}

beforeAll(async () => {
  expect(spawnSync(process.execPath, [script('make-reports.mjs'), '500', input]).status).toBe(0)
  expect(unslide(['publish', samplePath('Trailmap.dSYM.zip'), '--to', join(folder, 'site')]).status).toBe(0)
  site = await serveSite(join(folder, 'site'))
})

afterAll(() => site.close())

test('a stream that is killed has its chunk named again, and a table has each incident once', async () => {
  const out = join(folder, 'killed')
  const started: number[] = []
  let killed: number | undefined
  const { status, counts, said } = await run(out, (event) => {
    if (event.started !== undefined) started.push(event.started)
    const other = started.find((pid) => pid !== event.pid)
    if (event.rows === undefined || killed !== undefined || other === undefined) return
    killed = other
    process.kill(other, 'SIGKILL')
  })
  expect(said).toBe('')
  expect(status).toBe(0)
  expect(counts['ended']).toBe(1)
  const rows = chunkRows(out)
  expectWhole(rows)
  expect(
    rows.flatMap(({ frames }) => frames).filter((frame) => frame.startsWith('TMRouteAltitude ')).length,
  ).toBeGreaterThan(50)

  const packed = spawnSync(process.execPath, [script('duckdb.mjs'), out], { encoding: 'utf8' })
  expect(packed.stderr).toBe('')
  const database = await openDuckDb()
  const table = `'${join(out, 'reports.parquet')}'`
  const counted = await rowsOf<{ version: string; signature: string; reports: string }>(
    database,
    `SELECT version, signature, count(*) AS reports FROM ${table} WHERE incident <> '' GROUP BY ALL`,
  )
  const wanted = new Map<string, number>()
  for (const [, version, crash] of new Map(ledger().map((each) => [each[0], each])).values())
    if (crash !== '-') wanted.set(`${version} ${crash}`, (wanted.get(`${version} ${crash}`) ?? 0) + 1)
  expect(counted.map(({ reports }) => Number(reports)).sort()).toEqual([...wanted.values()].sort())
})

test('a run that was cut off goes on where it was', async () => {
  const out = join(folder, 'cut')
  let chunks = 0
  const cut = await run(out, ({ rows }, pipeline) => {
    if (rows !== undefined && ++chunks === 3) pipeline.kill('SIGKILL')
  })
  expect(cut.status).toBe(null)
  const kept = readdirSync(join(out, 'chunks')).filter((name) => name.endsWith('.jsonl'))
  expect(kept.length).toBeGreaterThanOrEqual(3)
  // A run that ends while it writes leaves such a file.
  writeFileSync(join(out, 'chunks', '0000000000000000.jsonl.1.part'), '{"key":"half')
  const { status, counts } = await run(out, () => {})
  expect(status).toBe(0)
  expect(counts['earlier']).toBe(kept.length)
  expectWhole(chunkRows(out))
})

test('a site that does not answer stops the run, and no report is kept without its names', async () => {
  const out = join(folder, 'down')
  const other = await serveSite(join(folder, 'site'), (_, response) => {
    response.writeHead(500).end()
    return true
  })
  const { status, said } = await run(out, () => {}, other.url)
  await other.close()
  expect(status).toBe(1)
  expect(said).toContain('the site did not answer')
  expect(readdirSync(join(out, 'chunks'))).toEqual([])
})
