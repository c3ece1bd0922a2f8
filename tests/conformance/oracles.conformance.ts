/**
 * Our answers against llvm-symbolizer's, over every binary of the corpus that has an oracle beside it: function, chain
 * of inlined calls, file and line of each address. `docs/evidence.md` lists the remaining differences, and who is right.
 */
import { appendFileSync, existsSync, openAsBlob, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { linkAddress, offsetOfLink, type ImageOffset } from '../../src/core/model/address.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'
import { difference, readOracle } from './oracle-rows.ts'

/** Share of addresses that must agree, over all files: what is reached, so that nothing gets worse unseen. */
const MARK = 0.9903
/** Files below this share are listed. */
const LISTED = 0.99

const oracles = corpus
  ? readFileSync(`${corpus}binaries/ORACLES.tsv`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .filter(
        ([, source, , , mode]) => /^(dwarf|symtab)$/.test(mode ?? '') && existsSync(`${corpus}binaries/${source}`),
      )
      .map(([oracle = '', source = '', arch = '']) => ({ oracle, source, arch }))
  : []

test.runIf(corpus)(`llvm-symbolizer agrees on ${(MARK * 100).toFixed(2)} % of all addresses`, async () => {
  const kinds = new Map<string, { count: number; example: string }>()
  const poor: string[] = []
  const unread: string[] = []
  let total = 0
  let agreed = 0
  for (const { oracle, source, arch } of oracles) {
    const path = `${corpus}binaries/${source}`
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    const added = await engine.add([{ path: source, blob: await openAsBlob(path) }])
    const image = (await engine.images()).find((known) => known.arch === arch)
    const rows = readOracle(`${corpus}binaries/${oracle}`)
    total += rows.length
    if (!image) {
      unread.push(
        `${source} ${arch}: ${added.files.flatMap(({ problems }) => problems.map(({ message }) => message)).join(' ')}`,
      )
      continue
    }
    const [built] = await engine.index([image])
    if (!built?.ok) unread.push(`${source} ${arch}: ${built?.problems.map(({ message }) => message).join(' ')}`)
    const toOffset = (address: string): ImageOffset | undefined =>
      offsetOfLink(linkAddress(BigInt(address)), image.textVmaddr)
    const inside = rows.filter((row) => toOffset(row.addr) !== undefined)
    const answer = await engine.lookup({ key: image, offsets: inside.flatMap((row) => toOffset(row.addr) ?? []) })
    let good = rows.length - inside.length
    for (const [at, row] of inside.entries()) {
      const calls = answer.ok ? (answer.value[at] ?? []) : []
      const kind = difference(row, calls, toOffset)
      if (kind === undefined) good++
      else {
        const known = kinds.get(kind)
        if (known) known.count++
        else kinds.set(kind, { count: 1, example: `${source} ${row.addr}` })
        if (process.env['DUMP'])
          appendFileSync(
            process.env['DUMP'],
            `${[kind, source, arch, JSON.stringify(row), JSON.stringify(calls)].join('\t')}\n`,
          )
      }
    }
    agreed += good
    if (good < rows.length * LISTED)
      poor.push(`${((100 * good) / rows.length).toFixed(2)} % of ${rows.length}: ${source} ${arch}`)
  }
  const list = [...kinds].sort(([, a], [, b]) => b.count - a.count)
  console.log(
    [
      `${oracles.length} files, ${total} addresses, ${agreed} agree (${((100 * agreed) / total).toFixed(3)} %)`,
      ...list.map(([kind, { count, example }]) => `  ${String(count).padStart(7)} ${kind}, such as ${example}`),
      `below ${LISTED * 100} %:`,
      ...poor.map((line) => `  ${line}`),
      'not read:',
      ...unread.map((line) => `  ${line}`),
    ].join('\n'),
  )
  expect(agreed / total).toBeGreaterThanOrEqual(MARK)
})
