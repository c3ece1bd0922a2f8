/** Functions, calls and lines of a small C program as DIEs, and what an index made of them says at an address. */
import type { ImageOffset } from '../../src/core/model/address.ts'
import type { SymbolIndex } from '../../src/core/symindex/reader.ts'
import { AT, attribute, entry, FORM, TAG, type Entry, type UnitSpec } from './dwarf-builder.ts'

export const TEXT = 0x100000000n

/** Calls at an offset as one line each: `name file:line:column`, `+` before inlined ones. */
export async function calls(index: SymbolIndex, ...offsets: number[]): Promise<string[][]> {
  const found = await index.lookup(offsets as ImageOffset[])
  return found.map((chain) =>
    chain.map(
      ({ mangled, file, line, column, inlined }) =>
        `${inlined ? '+' : ''}${mangled} ${file ?? '?'}:${line ?? 0}${column === undefined ? '' : `:${column}`}`,
    ),
  )
}

export const name = (text: string): ReturnType<typeof attribute> => attribute(AT.name, FORM.strp, text)
export const low = (offset: number): ReturnType<typeof attribute> =>
  attribute(AT.low, FORM.address, TEXT + BigInt(offset))
export const size = (bytes: number): ReturnType<typeof attribute> => attribute(AT.high, FORM.data4, bytes)

const row = (offset: number, line: number, file = 1): { address: bigint; file: number; line: number } => ({
  address: TEXT + BigInt(offset),
  file,
  line,
})

export function unit(children: readonly Entry[], rest: Omit<UnitSpec, 'root'> = {}): UnitSpec {
  const root = entry(TAG.unit, [attribute(AT.directory, FORM.strp, '/src'), low(0)], children)
  return { root, ...rest }
}

export const lines: NonNullable<UnitSpec['lines']> = {
  directories: ['/lib/include', 'sub'],
  files: [
    { name: 'a.c', directory: 0 },
    { name: 'b.h', directory: 1 },
    { name: 'c.h', directory: 2 },
    { name: '/abs/d.h', directory: 1 },
  ],
  sequences: [
    { rows: [row(0x1000, 10), row(0x1008, 20, 2), row(0x1010, 30, 3), row(0x1018, 40, 4)], end: TEXT + 0x1020n },
  ],
}

export const inlinedCall = (
  origin: string,
  from: number,
  bytes: number,
  line: number,
  children?: readonly Entry[],
): Entry =>
  entry(
    TAG.inlined,
    [
      attribute(AT.origin, FORM.ref4, origin),
      low(from),
      size(bytes),
      attribute(AT.callFile, FORM.data1, 1),
      attribute(AT.callLine, FORM.data2, line),
      attribute(AT.callColumn, FORM.data1, 7),
    ],
    children,
  )
