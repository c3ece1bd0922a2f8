/** Every word of a wait in the corpus is in the report: counted by a plain search of the text, which knows no format. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitsOf } from '../../src/core/reading/waits.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { corpus } from './corpus.ts'

const LISTS = /"(?:waitInfo|turnstileInfo)"\s*:\s*\[([^\]]*)\]/g
/** Words that name who alone can end a wait, whatever their beginning. */
const NAMES =
  /\bmutex .* owned by thread \d|processed by thread \d|blocked on(?: task pid)? \d|send on port \S+ owned by pid \d/

test.skipIf(!corpus)('waits of the corpus', () => {
  const root = join(corpus ?? '', 'reports')
  let lines = 0
  let named = 0
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name)
    const stats = statSync(path)
    if (!stats.isFile() || stats.size > 8_000_000) continue
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    const said = [...text.matchAll(LISTS)].flatMap(([, list = '']) => [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)])
    const notes = [...text.matchAll(/^.*\] \([^\n]*blocked by [^\n]*$/gm)]
    if (said.length + notes.length === 0) continue
    const outcome = parseReport(name, bytes)
    if (!outcome.ok) throw new Error(`${name} is no report`)
    const waits = outcome.value.flatMap((report) => report.waits ?? [])
    expect({ name, waits: waits.length }).toEqual({
      name,
      waits: new Set(said.map(([, line]) => line)).size + notes.length,
    })
    const targets = waits.filter(({ on }) => on !== undefined)
    const wanted = said.filter(([, line = '']) => NAMES.test(line))
    expect({ name, targets: targets.length }).toEqual({ name, targets: wanted.length })
    // A report of one machine lists who is waited for.
    expect(targets.filter(({ on }) => on?.thread === undefined && on?.process === undefined)).toEqual([])
    for (const report of outcome.value) {
      const read = waitsOf(report)
      const told = (read?.others ?? []).reduce((sum, { count }) => sum + count, 0)
      expect(told).toBe((report.waits ?? []).filter(({ on }) => on === undefined).length)
    }
    lines += waits.length
    named += targets.length
  }
  console.log(`${lines} waits, ${named} of them for somebody`)
  expect(lines).toBeGreaterThan(1000)
  expect(named).toBeGreaterThan(10)
})
