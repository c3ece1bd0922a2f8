/**
 * Compares the model of a binary report with another reader's result. Every thread, address, image, register and number
 * is in the model, or in the reviewed list of ignored parts (`fidelity/<format>.tsv`, patterns over the path of a
 * value). Apple's own library decodes kcdata buffers; `fidelity/binary-readers.ts` reads minidumps and cores again.
 */
import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openCoreFile } from '../../src/core/memory/core-file.ts'
import type { Outcome } from '../../src/core/model/problem.ts'
import type { Report } from '../../src/core/model/report.ts'
import { minidumpFormat } from '../../src/core/reports/dumps/minidump.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { corpus } from './corpus.ts'
import { leavesOf } from './counts/kcdata.ts'
import { statedInCore, statedInMinidump, type Stated } from './fidelity/binary-readers.ts'
import { readIgnoreList } from './fidelity/ignored.ts'
import { keysOf, keysOfModel, tokensOf } from './fidelity/tokens.ts'

const root = `${corpus ?? ''}reports/`

/** Smaller numbers and shorter words appear in any model by chance; counts of rows are checked apart. */
const least = 1000n
const shortest = 3

class Tally {
  values = 0
  ignored = 0
  readonly lost: string[] = []
  readonly #used = new Set<RegExp>()
  readonly #list: ReturnType<typeof readIgnoreList>

  constructor(format: string) {
    this.#list = readIgnoreList(format)
  }

  add(file: string, reports: readonly Report[], stated: readonly Stated[]): void {
    const held = keysOfModel(reports)
    for (const { path, value } of stated) {
      if (typeof value === 'bigint' ? value < least : value.length < shortest) continue
      this.values++
      const words = typeof value === 'bigint' ? [value.toString()] : tokensOf(value).map(({ text }) => text)
      if (words.every((word) => keysOf(word).some((key) => held.has(key)))) continue
      const entry = this.#list.ignored.find(({ pattern }) => path.search(pattern) >= 0)
      if (entry) {
        this.#used.add(entry.pattern)
        this.ignored++
      } else this.lost.push(`${file} ${path}: ${value}`)
    }
  }

  expectAll(format: string, fewest: number): void {
    if (process.env['FIDELITY'] === format) console.log(this.lost.join('\n'))
    console.log(`${format}: ${this.lost.length} lost, ${this.ignored} ignored of ${this.values}`)
    expect(this.lost.slice(0, 20)).toEqual([])
    expect(this.values).toBeGreaterThan(fewest)
    const stale = this.#list.ignored.filter(({ pattern }) => !this.#used.has(pattern))
    expect(stale.map(({ pattern }) => pattern.source)).toEqual([])
  }
}

const reportsOf = (outcome: Outcome<readonly Report[]>): readonly Report[] => (outcome.ok ? outcome.value : [])

test.runIf(corpus)('kcdata: what Apple’s library finds', () => {
  const tally = new Tally('kcdata')
  const folder = `${root}kcdata/`
  for (const name of readdirSync(folder).filter((entry) => !entry.includes('.expected.'))) {
    const plain = `${folder}${name}.expected.plist`
    const xml = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`))
    const bytes = readFileSync(folder + name)
    const whole = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    const leaves = leavesOf(xml.toString())
    const stated = leaves.flatMap(({ path, value }) => (typeof value === 'boolean' ? [] : [{ path, value }]))
    tally.add(name, reportsOf(parseReport(name, whole)), stated)
  }
  tally.expectAll('kcdata', 1000)
})

test.runIf(corpus)('minidumps: streams read again', async () => {
  const tally = new Tally('minidump')
  for (const name of readdirSync(`${root}minidump/`).filter((entry) => entry.endsWith('.dmp'))) {
    const path = `${root}minidump/${name}`
    const outcome = await minidumpFormat.open({ path: name, blob: await openAsBlob(path) })
    tally.add(name, outcome.ok ? [outcome.value].flat() : [], statedInMinidump(readFileSync(path)))
  }
  tally.expectAll('minidump', 100)
})

test.runIf(corpus)('cores: commands read again', async () => {
  const tally = new Tally('core')
  for (const folder of readdirSync(`${corpus ?? ''}variables/`).filter((entry) => entry.startsWith('vars-'))) {
    const cores = `${corpus ?? ''}variables/${folder}/cores/`
    for (const name of readdirSync(cores)) {
      const outcome = await openCoreFile({ path: name, blob: await openAsBlob(cores + name) })
      const reports = outcome.ok ? [outcome.value] : []
      tally.add(`${folder}/${name}`, reports, statedInCore(readFileSync(cores + name)))
    }
  }
  tally.expectAll('core', 1000)
})
