/** Writes Unity's tables of symbols (`.usym`), so that a test states what is in them. */
import { ByteWriter } from './byte-writer.ts'

export type UsymRow = readonly [address: number | bigint, symbol: string, file: string, line: number]

/** A table of version 2; `changes` are what its header claims in place of what is there. */
export function buildUsym(
  rows: readonly UsymRow[],
  changes: { magic?: string; version?: number; records?: number } = {},
): Uint8Array<ArrayBuffer> {
  const strings = new ByteWriter()
  const places = new Map<string, number>()
  const place = (text: string): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    const at = strings.size
    places.set(text, at)
    const bytes = new TextEncoder().encode(text)
    strings.u16(bytes.length).bytes(bytes)
    return at
  }
  const head = ['153d10d10db033d6aacda4e1948da97b', 'UnityFramework', 'ios', 'arm64'].map(place)
  const { magic = 'usym', version = 2, records = rows.length } = changes
  const out = new ByteWriter().bytes(new TextEncoder().encode(magic)).u32(version, records, ...head)
  for (const [address, symbol, file, line] of rows) {
    out.u64(address).u32(place(symbol), place(file), line).bytes(new Uint8Array(16))
  }
  return out.bytes(strings.done()).done()
}
