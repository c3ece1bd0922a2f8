/**
 * `node tests/fleet/pipeline.mjs REPORTS.jsonl --symbols URL --out DIR [--cache DIR] [--workers 2] [--chunk BYTES]`: names the reports with so many
 * processes, and writes DIR/chunks/OFFSET.jsonl, a row of `rows.mjs` for each report. A chunk that is there is done and is left alone, so a run
 * that was cut off is begun again with the same arguments. docs/fleet.md explains the design.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chunksOf } from './chunks.mjs'
import { rowsOf } from './rows.mjs'
import { StreamWorker } from './stream-worker.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
/** A chunk that ended as many processes is a fault of the program, and stops the run. */
const MOST_TRIES = 5
/** Digits of an offset: names sort as numbers. */
const DIGITS = 16

/** Writes all bytes to the disk, and only then gives the file its name. */
async function writeAtomically(path, text) {
  const part = `${path}.${process.pid}.part`
  const file = await open(part, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

/** Names a file of lines. `told` hears of each chunk: its offset, rows, and the process. Returns the counts. */
export async function runPipeline({ input, symbols, cache, out, workers = 2, chunk = 4 << 20, told = () => {} }) {
  const folder = join(out, 'chunks')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.part'))) await rm(join(folder, name))
  const done = new Set(readdirSync(folder))
  const counts = { chunks: 0, earlier: 0, lines: 0, rows: 0, ended: 0 }
  const said = []
  const command = [process.execPath, program, 'symbolicate', '--stream', '--jobs', '1', '--symbols', symbols]
  if (cache !== undefined) command.push('--cache', cache)
  // All workers take from this one reader: its steps are taken in turn.
  const source = chunksOf(input, chunk)

  async function work() {
    let worker = new StreamWorker(command)
    told({ started: worker.pid })
    for (;;) {
      const { done: isOver, value } = await source.next()
      if (isOver) break
      const { offset, lines } = value
      const name = `${String(offset).padStart(DIGITS, '0')}.jsonl`
      if (done.has(name)) {
        counts.earlier++
        continue
      }
      const place = { input: basename(input), chunk: offset }
      const rowsFor = (answer, at) => {
        // Symbols that could not be asked for are no reason to keep a report without names.
        if (answer.problems?.some(({ code }) => code.startsWith('site-'))) throw new Error('the site did not answer')
        return rowsOf(answer, { ...place, line: at + 1 })
      }
      let rows
      for (let tries = 1; rows === undefined; tries++) {
        try {
          rows = (await worker.name(lines, rowsFor)).flat()
        } catch (error) {
          if (tries === MOST_TRIES) throw error
          counts.ended++
          await worker.end()
          worker = new StreamWorker(command)
          told({ started: worker.pid, instead: true, offset })
        }
      }
      await writeAtomically(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      counts.chunks++
      counts.lines += lines.length
      counts.rows += rows.length
      told({ offset, rows: rows.length, pid: worker.pid })
    }
    await worker.end()
    said.push(worker.said)
  }

  await Promise.all(Array.from({ length: workers }, work))
  return { ...counts, said }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      symbols: { type: 'string' },
      cache: { type: 'string' },
      out: { type: 'string' },
      workers: { type: 'string' },
      chunk: { type: 'string' },
    },
  })
  const [input] = positionals
  const { symbols, cache, out } = values
  if (!input || !symbols || !out) throw new Error('Usage: pipeline.mjs REPORTS.jsonl --symbols URL --out DIR')
  const numbers = Object.fromEntries(
    ['workers', 'chunk'].flatMap((name) => (values[name] ? [[name, Number(values[name])]] : [])),
  )
  const counts = await runPipeline({
    input,
    symbols,
    cache,
    out,
    ...numbers,
    told: (event) => console.error(JSON.stringify(event)),
  })
  console.log(JSON.stringify(counts))
}
