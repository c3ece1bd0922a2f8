/** Turns a Bugly symbol table into a `BuildInput`. */
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset } from '../model/address.ts'
import { problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { DwarfWriter, type WrittenFunction } from '../dwarf/writer/functions.ts'
import type { DebugImage } from './source.ts'
import { readLines } from './text-lines.ts'

const MOST_CODE = 0xfffffffe
/** Bad rows that are reported one by one. */
const TOLD = 10

interface Row {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly file: string
  readonly line: number
}

export async function prepareBugly(
  file: InputFile,
  facts: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind' | 'textVmaddr'>,
): Promise<Outcome<BuildInput>> {
  const writer = new DwarfWriter(facts.textVmaddr)
  const budget = new Budget(file.blob.size)
  const problems: Problem[] = []
  let current: (WrittenFunction & { lines: WrittenFunction['lines'][number][] }) | undefined
  let [line, bad, end, isTable] = [0, 0, 0, false]
  const take = (row: Row): void => {
    const known = current?.name === row.name && current.address + current.size === row.start ? current : undefined
    if (!known && current) writer.add(current)
    const rows = known?.lines ?? []
    const place = { address: row.start, size: row.end - row.start, line: row.line, file: row.file }
    if (row.file !== '') rows.push(place)
    current = {
      name: row.name,
      address: known?.address ?? row.start,
      size: row.end - (known?.address ?? row.start),
      inlines: [],
      lines: rows,
    }
    end = Math.max(end, row.end)
  }
  try {
    await readLines(file.blob, (text) => {
      line++
      budget.spend('steps', 1)
      if (!isTable) {
        isTable = text.startsWith('Symbol table:')
        return
      }
      const row = rowOf(text, facts.textVmaddr)
      if (row) {
        budget.spend('text', row.name.length)
        take(row)
      } else if (text !== '' && bad++ < TOLD)
        problems.push(problem('bad-bugly.row', { line }, { file: file.path, line }))
    })
  } catch (thrown) {
    if (!isOverBudget(thrown)) throw thrown
    problems.push(problemFrom(thrown, file.path))
  }
  if (current) writer.add(current)
  const { uuid, arch, name, kind, textVmaddr } = facts
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind,
    file: file.path,
    textVmaddr,
    littleEndian: true,
    pointerSize: 8,
    code: [{ start: imageOffset(0), end: imageOffset(Math.min(MOST_CODE, end)) }],
    dwarf: writer.finish(),
    symbols: [],
    sectionIsCode: [],
  }
  return success(input, problems)
}

/** Start, end, function, `file:line`; the last may be missing. Addresses count from the image. */
function rowOf(text: string, base: bigint): Row | undefined {
  const [start = '', end = '', name = '', place = ''] = text.split('\t')
  if (!/^[0-9a-fA-F]{1,16}$/.test(start) || !/^[0-9a-fA-F]{1,16}$/.test(end) || name === '') return undefined
  const [from, to] = [BigInt(`0x${start}`) - base, BigInt(`0x${end}`) - base]
  if (from < 0n || to <= from || to > MOST_CODE) return undefined
  const [, file = place, line = '0'] = /^(.*):(\d{1,9})$/.exec(place) ?? []
  return { start: Number(from), end: Number(to), name, file, line: Number(line) }
}
