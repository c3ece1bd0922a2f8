/** Functions of a GSYM file: name, line table, inlined calls, functions that were merged into this one. */
import type { Budget } from '../bytes/budget.ts'
import type { ByteCursor } from '../bytes/cursor.ts'
import { append } from '../model/lists.ts'
import type { WrittenFunction, WrittenInline, WrittenRange } from '../dwarf/writer/functions.ts'

/** Kinds of the parts after a function's size and name. */
const END = 0
const LINES = 1
const INLINES = 2
const MERGED = 3

const END_SEQUENCE = 0
const SET_FILE = 1
const ADVANCE_PC = 2
const ADVANCE_LINE = 3
const FIRST_SPECIAL = 4

/** Limit for the depth of calls, above that of real programs. */
const MOST_DEPTH = 256
/** Steps of the budget for an inlined call or a function, which take the memory of several rows. */
const CALL_STEPS = 8

/** The tables that numbers in functions index. */
export interface GsymNames {
  readonly wordBytes: 4 | 8
  readonly text: (offset: number) => string
  readonly file: (number: number) => string
}

type Rows = WrittenFunction['lines'][number][]

/** The functions at a start: those merged into the one that the cursor is at, and that one. `end` is where the next one begins. */
export function readFunction(
  cursor: ByteCursor,
  start: number,
  end: number,
  names: GsymNames,
  budget: Budget,
  isMerged = false,
): readonly WrittenFunction[] {
  budget.spend('steps', CALL_STEPS)
  // Symbols without a size reach to the next start.
  const size = Math.min(cursor.readU32() || Infinity, end - start)
  const name = names.text(readWord(cursor, names))
  const merged: WrittenFunction[] = []
  let lines: Rows = []
  let inlines: readonly WrittenInline[] = []
  for (let kind = cursor.readU32(); kind !== END; kind = cursor.readU32()) {
    const next = cursor.readU32() + cursor.at
    const part = cursor.within(next)
    if (kind === LINES) lines = readLines(part, start, start + size, names, budget)
    else if (kind === INLINES) inlines = readInlines(part, start, size, names, budget)
    else if (kind === MERGED && !isMerged) {
      const count = part.readU32()
      for (let one = 0; one < count; one++) {
        const stop = part.readU32() + part.at
        append(merged, readFunction(part.within(stop), start, end, names, budget, true))
        part.at = stop
      }
    }
    cursor.at = next
  }
  // Inlined calls need lines: the line table has the place of the innermost call.
  return [...merged, { name, address: start, size, lines, inlines: lines.length > 0 ? inlines : [] }]
}

function readWord(cursor: ByteCursor, { wordBytes }: GsymNames): number {
  return Number(cursor.readPointer(wordBytes))
}

function readLines(cursor: ByteCursor, start: number, end: number, names: GsymNames, budget: Budget): Rows {
  const least = cursor.readSleb()
  const range = cursor.readSleb() - least + 1
  let line = cursor.readUleb()
  let address = start
  let file = 1
  const rows: { address: number; size: number; line: number; file: string }[] = []
  const push = (): void => {
    const last = rows.at(-1)
    if (last) last.size = address - last.address
    if (last?.size === 0) rows.pop()
    if (address < end) rows.push({ address, size: end - address, line: Math.max(0, line), file: names.file(file) })
  }
  for (let code = cursor.readU8(); code !== END_SEQUENCE && address < end; code = cursor.readU8()) {
    budget.spend('steps', 1)
    if (code === SET_FILE) file = cursor.readUleb()
    else if (code === ADVANCE_LINE) line += cursor.readSleb()
    else if (code === ADVANCE_PC) {
      address += cursor.readUleb()
      push()
    } else {
      const step = code - FIRST_SPECIAL
      line += least + (range > 0 ? step % range : 0)
      address += range > 0 ? Math.floor(step / range) : 0
      push()
    }
  }
  return rows
}

interface OpenCall {
  readonly ranges: readonly WrittenRange[]
  readonly children: WrittenInline[]
}

/** The tree of calls; its root is the function. Ranges count from the first range of the call around them. */
function readInlines(
  cursor: ByteCursor,
  start: number,
  size: number,
  names: GsymNames,
  budget: Budget,
): readonly WrittenInline[] {
  const root: OpenCall = { ranges: [{ address: start, size }], children: [] }
  const open: OpenCall[] = [root]
  for (let call = open.at(-1); call; call = open.at(-1)) {
    const ranges = readRanges(cursor, call.ranges[0]?.address ?? start, budget)
    if (ranges.length === 0) {
      open.pop()
      continue
    }
    budget.spend('steps', CALL_STEPS)
    const hasChildren = cursor.readU8() !== 0
    const name = names.text(readWord(cursor, names))
    const [callFile, callLine] = [names.file(cursor.readUleb()), cursor.readUleb()]
    const made = { ranges, children: [] as WrittenInline[], name, callFile, callLine }
    // The root is the function itself: its inlined calls lie inside.
    const isRoot = call === root
    if (!isRoot) call.children.push(made)
    if (hasChildren && open.length >= MOST_DEPTH) throw cursor.damage('bad-gsym.depth', {})
    if (isRoot) open.pop()
    if (hasChildren) open.push(isRoot ? { ranges, children: root.children } : made)
  }
  return root.children
}

function readRanges(cursor: ByteCursor, base: number, budget: Budget): readonly WrittenRange[] {
  const count = cursor.readUleb()
  const ranges: WrittenRange[] = []
  for (let at = 0; at < count; at++) {
    budget.spend('steps', 1)
    const address = base + cursor.readUleb()
    const size = cursor.readUleb()
    if (size > 0 && Number.isSafeInteger(address + size)) ranges.push({ address, size })
  }
  return ranges
}
