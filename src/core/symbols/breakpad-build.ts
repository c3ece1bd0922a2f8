/** Turns a Breakpad file into a `BuildInput`. */
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, linkAddress } from '../model/address.ts'
import { problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { nestInlines, type BreakpadInline } from './breakpad-inlines.ts'
import { BreakpadReader } from './breakpad-records.ts'
import { DwarfWriter, type WrittenInline } from '../dwarf/writer/functions.ts'
import type { DebugImage } from './source.ts'
import { readLines } from './text-lines.ts'
import { append } from '../model/lists.ts'

/**
 * A PUBLIC record has no size: its name extends to the next record. The last one ends at the end of the unwind records,
 * or after this many bytes, because data may follow.
 */
const LONGEST_PUBLIC = 1 << 20
/** An index numbers offsets by 32 bits. */
const MOST_CODE = 0xfffffffe

/** Converts the whole file to DWARF, so that one builder makes every index. Loaded when a Breakpad file is built. */
export async function prepareBreakpad(
  file: InputFile,
  facts: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind'>,
): Promise<Outcome<BuildInput>> {
  const writer = new DwarfWriter()
  const budget = new Budget(file.blob.size)
  let end = 0
  const reader = new BreakpadReader(({ name, address, size, lines, inlines }) => {
    end = Math.max(end, address + size)
    const fileName = (number: number): string => reader.files.get(number) ?? ''
    const nameOf = ({ origin }: BreakpadInline): string => {
      const name = reader.origins.get(origin) ?? ''
      budget.spend('text', name.length)
      return name
    }
    const written = (inline: BreakpadInline): WrittenInline => ({
      name: nameOf(inline),
      callFile: fileName(inline.callFile),
      callLine: inline.callLine,
      ranges: inline.ranges,
      children: inline.children.map(written),
    })
    const rows = lines.map((row) => ({ ...row, file: fileName(row.file) }))
    writer.add({ name, address, size, inlines: nestInlines(inlines, budget).map(written), lines: rows })
  })
  const problems: Problem[] = []
  try {
    await readLines(file.blob, (line) => reader.readLine(line))
    reader.finish()
  } catch (thrown) {
    if (!isOverBudget(thrown)) throw thrown
    problems.push(problemFrom(thrown, file.path))
  }
  const last = reader.publics.reduce((highest, { address }) => Math.max(highest, address), -1)
  const afterLast = last < 0 || last < Math.max(end, reader.unwindEnd) ? 0 : last + LONGEST_PUBLIC
  const { uuid, arch, name, kind } = facts
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind,
    file: file.path,
    textVmaddr: linkAddress(0),
    littleEndian: true,
    pointerSize: 8,
    code: [
      { start: imageOffset(0), end: imageOffset(Math.min(MOST_CODE, Math.max(end, reader.unwindEnd, afterLast))) },
    ],
    dwarf: writer.finish(),
    symbols: reader.publics
      // Breakpad's writers take the underscore of the C ABI away, which names of a symbol table have.
      .map((entry) => ({ offset: imageOffset(entry.address), name: `_${entry.name}`, source: 'symtab' }) as const)
      .sort((a, b) => a.offset - b.offset),
    sectionIsCode: [],
  }
  append(
    problems,
    reader.badLines.map((line) => problem('bad-breakpad.record', { line }, { file: file.path, line })),
  )
  return success(input, problems)
}
