/**
 * Our answers against llvm-symbolizer's, over every binary of the corpus that has an oracle beside it: function, chain
 * of inlined calls, file and line of each address. What still differs, and who is right, stands in `tests/README.md`.
 */
import { appendFileSync, existsSync, openAsBlob, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEngine } from '../../src/core/engine.ts'
import { demangle } from '../../src/core/demangle/registry.ts'
import { linkAddress, offsetOfLink, type ImageOffset } from '../../src/core/model/address.ts'
import type { Call } from '../../src/core/model/image.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { testPorts } from '../support/test-builder.ts'
import { corpus } from './corpus.ts'

/** Share of addresses that must agree, over all files: what is reached, so that nothing gets worse unseen. */
const MARK = 0.9904
/** Files below this share are listed. */
const LISTED = 0.99

interface OracleFrame {
  readonly function?: string
  readonly linkage?: string
  readonly file?: string
  readonly line?: number
}

interface OracleRow {
  readonly addr: string
  readonly frames: readonly OracleFrame[]
  readonly sym?: { readonly start?: string; readonly names?: readonly string[]; readonly fstart?: boolean }
}

/** The oracle's chain without inlined calls that have neither name nor line: they say nothing, and we leave them out. */
function tellingFrames({ frames }: OracleRow): readonly OracleFrame[] {
  return frames.filter((frame, at) => at === frames.length - 1 || frame.function !== undefined || (frame.line ?? 0) > 0)
}

/** A stub's name comes from the indirect symbol table or its selector, which llvm-symbolizer does not read; see `stripped`. */
const isStub = (call: Call | undefined): boolean => /^(?:stub for |objc_msgSend\$)/.test(call?.mangled ?? '')

/** How an answer differs; undefined where it agrees. */
function difference(
  row: OracleRow,
  calls: readonly Call[],
  start: (address: string) => number | undefined,
): string | undefined {
  const outer = calls.at(-1)
  const names = row.sym?.names ?? []
  if (row.sym?.fstart) {
    if (!outer) return 'nothing said, where a function start is known'
    // The Objective-C runtime's own tables name what the symbol table does not; llvm-symbolizer does not read them.
    if (outer.source !== 'starts' && outer.source !== 'metadata') return 'named, where only a function start is known'
    return row.sym.start === undefined || outer.functionStart === start(row.sym.start)
      ? undefined
      : 'another function start'
  }
  const frames = tellingFrames(row)
  if (frames.length === 0) {
    if (names.length > 0) {
      if (!outer) return 'no name, where the symbol table has one'
      return names.some((name) => sameName(outer, { function: name }))
        ? undefined
        : 'another name than the symbol table'
    }
    const isSilent = calls.length === 0 || outer?.source === 'starts'
    return isSilent || isStub(outer) ? undefined : 'named, where the oracle says nothing'
  }
  if (calls.length === 0) return 'nothing said, where the oracle names'
  if (outer?.source === 'starts') return 'a bare function start, where the oracle names'
  if (calls.length !== frames.length) return 'depth of inlined calls'
  for (const [at, frame] of frames.entries()) {
    const call = calls[at]
    if (!call) return 'depth of inlined calls'
    const isOuter = at === frames.length - 1
    // Of folded functions we tell DWARF's name, which the line belongs to, and llvm-symbolizer another: ours has it as alias.
    const named =
      sameName(call, frame) ||
      (isOuter && names.some((name) => sameName(call, { function: name }))) ||
      (isOuter && call.source === 'dwarf' && frame.function !== undefined && call.aliases?.includes(frame.function))
    if (!named) return isOuter ? 'function' : 'inlined function'
    if ((call.file ?? '') !== (frame.file ?? '')) return 'file'
    if ((call.line ?? 0) !== (frame.line ?? 0)) return 'line'
  }
  return undefined
}

function sameName(call: Call, frame: OracleFrame): boolean {
  const wanted = frame.linkage ?? frame.function ?? ''
  return (
    call.mangled === wanted ||
    call.mangled === frame.function ||
    `_${call.mangled}` === wanted ||
    demangle(call.mangled, 'full') === frame.function ||
    call.function === frame.function
  )
}

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
    const rows = gunzipSync(readFileSync(`${corpus}binaries/${oracle}`))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as OracleRow)
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
