/** Programs whose line rows have columns, as line programs written by hand. */
import type { BuildInput } from '../../src/core/ports.ts'
import { lines, low, name, size, TEXT, unit } from './c-program.ts'
import { dwarfInput, entry, TAG } from './dwarf-builder.ts'
import { buildMachO, codeSection } from './macho-builder.ts'

/** A row: where it starts behind 0x1000, its line, the ULEB128 of its column. */
export type Row = readonly [at: number, line: number, column: readonly number[]]

/** A function of 0x1000 bytes whose line table, version 4, has these rows. */
export function programOf(rows: readonly Row[]): BuildInput {
  const body = [0, 9, 2, ...bytesOf(TEXT + 0x1000n, 8)]
  let [at, line] = [0, 1]
  for (const [to, next, column] of rows) {
    body.push(5, ...column, 9, ...bytesOf(BigInt(to - at), 2), 3, ...signed(next - line), 1)
    ;[at, line] = [to, next]
  }
  body.push(9, ...bytesOf(BigInt(0x1000 - at), 2), 0, 1, 1)
  const tables = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0]
  const files = [...'a.c'].map((char) => char.charCodeAt(0)).concat(0, 0, 0, 0, 0)
  const head = [...tables, ...files]
  const rest = [...bytesOf(4n, 2), ...bytesOf(BigInt(head.length), 4), ...head, ...body]
  const table = Uint8Array.from([...bytesOf(BigInt(rest.length), 4), ...rest])
  const main = entry(TAG.function, [name('main'), low(0x1000), size(0x1000)])
  const input = dwarfInput({ units: [unit([main], { lines })] })
  return {
    ...input,
    dwarf: input.dwarf.map((section) =>
      section.name === 'debug_line' ? { ...section, bytes: new Blob([table]), size: table.length } : section,
    ),
  }
}

const bytesOf = (value: bigint, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

export function uleb(value: bigint): number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...uleb(value >> 7n)]
}

/** Five bytes of SLEB128. */
const signed = (value: number): number[] =>
  Array.from({ length: 5 }, (_, at) => ((value >> Math.min(31, 7 * at)) & 127) | (at < 4 ? 128 : 0))

/** The same as a dSYM of arm64. */
export async function columnDsym(uuid: string, rows: readonly Row[]): Promise<Uint8Array<ArrayBuffer>> {
  const { dwarf } = programOf(rows)
  const sections = await Promise.all(
    dwarf.map(async (section) => ({
      name: `__${section.name}`,
      segment: '__DWARF',
      bytes: new Uint8Array(await section.bytes.arrayBuffer()),
    })),
  )
  return buildMachO({ uuid, fileType: 10, sections: [codeSection(0x1000), ...sections] })
}
