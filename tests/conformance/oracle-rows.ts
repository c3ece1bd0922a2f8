/** Answers of llvm-symbolizer, one address a line, and how ours differ from them. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { demangle } from '../../src/core/demangle/registry.ts'
import type { Call } from '../../src/core/model/image.ts'

interface OracleFrame {
  readonly function?: string
  readonly linkage?: string
  readonly file?: string
  readonly line?: number
}

export interface OracleRow {
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
export function difference(
  row: OracleRow,
  calls: readonly Call[],
  start: (address: string) => number | undefined,
): string | undefined {
  const outer = calls.at(-1)
  const names = row.sym?.names ?? []
  if (row.sym?.fstart) {
    if (!outer) return 'nothing said, where a function start is known'
    // The Objective-C runtime's own tables name what the symbol table does not; llvm-symbolizer does not read them.
    if (!['starts', 'metadata', 'described'].includes(outer.source))
      return 'named, where only a function start is known'
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
    // Of objects that are not there the debug map knows the source file, which llvm-symbolizer does not read.
    const ofMap = frames.length === 1 && frame.file === undefined && call.line === undefined
    if ((call.file ?? '') !== (frame.file ?? '') && !ofMap) return 'file'
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
    // The two underscores of a hidden name are its own; llvm-symbolizer takes one for that of the C ABI.
    (wanted.startsWith('_hidden#') && call.mangled === `_${wanted}`) ||
    demangle(call.mangled, 'full') === frame.function ||
    call.function === frame.function
  )
}

export function readOracle(path: string): readonly OracleRow[] {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line) as OracleRow)
}
