/** Loads chunk files into ClickHouse, each until a shard says that all its rows are kept; a mark in DIR/loaded says so to later runs. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MILLISECONDS = 200
/** The insert ends once every shard has its rows, not when they are queued. */
const SYNC = { insert_distributed_sync: 1 }

/** Through any shard that answers: its `Distributed` table sends each row to the shard of its key. Returns the number of failed inserts. */
export async function insertChunk(path, shards) {
  const body = readFileSync(path)
  for (let failed = 0; ; failed++) {
    try {
      await shards[failed % shards.length].ask('INSERT INTO reports FORMAT JSONEachRow', { body, settings: SYNC })
      return failed
    } catch {
      // Rows may lie in one shard and lack in another: all are sent again, and the table keeps one of each key.
      await wait(PAUSE_MILLISECONDS)
    }
  }
}

/** Loads what is in DIR/chunks and comes into it, until `isOver()` and all is loaded. `told` hears of each chunk. */
export async function loadChunks(folder, shards, isOver, told = () => {}) {
  const [chunks, marks] = [join(folder, 'chunks'), join(folder, 'loaded')]
  for (const each of [chunks, marks]) mkdirSync(each, { recursive: true })
  const counts = { chunks: 0, failedInserts: 0 }
  for (;;) {
    // Asked first: what is written after that is in the list.
    const wasOver = isOver()
    const done = new Set(readdirSync(marks))
    const waiting = readdirSync(chunks).filter((name) => name.endsWith('.jsonl') && !done.has(name))
    if (waiting.length === 0 && wasOver) return counts
    for (const name of waiting.sort()) {
      counts.failedInserts += await insertChunk(join(chunks, name), shards)
      writeFileSync(join(marks, name), '')
      await told(++counts.chunks, join(chunks, name))
    }
    if (waiting.length === 0) await wait(PAUSE_MILLISECONDS)
  }
}
