/** The row, the compile unit, a name or a file decides the language of a frame. */
import { expect, test } from 'vitest'
import type { Call } from '../../../src/core/model/image.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { languageReading } from '../../../src/core/reading/language.ts'

const RUST_NAME = '_RNvNtCs5f_4shop4till5count'
const CSHARP_NAME = 'Harbor_Enter_m1B2C3D4E5F60718293A4B5C6D7E8F9012345678A'

const readingOf = (...calls: readonly Partial<Call>[]): string | undefined => {
  const frame = { id: 0, index: 0, kind: 'exact', address: 0x1000n } as never
  const resolved = calls.map((call) => ({ function: 'f', mangled: 'f', inlined: false, source: 'dwarf', ...call }))
  const symbolicated = {
    report: { images: [], threads: [] },
    images: [],
    resolutions: [{ kind: 'resolved', calls: resolved, grade: { level: 'exact' } }],
  } as unknown as SymbolicatedReport
  const reading = languageReading(symbolicated, frame)
  return reading && `${reading.language} by ${reading.from}`
}

test.each([
  ['a function with the name of C in a unit of Rust', [{ mangled: 'shop_count', language: 'rust' }], 'rust by unit'],
  ['C in a program of Rust', [{ mangled: 'shop_count', file: '/src/count.c', language: 'c' }], undefined],
  ['C between lines of Go', [{ mangled: 'count', file: '/src/main.go', language: 'c' }], undefined],
  ['a name like Rust’s in a unit of C++', [{ mangled: '_ZN4shop17h0123456789abcdefE', language: 'c++' }], undefined],
  ['no word of the unit', [{ mangled: RUST_NAME }], 'rust by name'],
  ['no word of the unit, but a file', [{ file: '/src/till.zig' }], 'zig by file'],
  ['C that Nim wrote', [{ file: '/src/till.nim', language: 'c' }], 'nim by file'],
  ['C++ that il2cpp wrote', [{ mangled: CSHARP_NAME, language: 'c++' }], 'csharp by name'],
  ['a file of Rust in a unit of Swift', [{ file: '/src/till.rs', language: 'swift' }], undefined],
  ['another language', [{ file: '/src/till.rs', language: 'other' }], undefined],
  ['C inlined into Rust', [{ inlined: true, language: 'c' }, { language: 'rust' }], 'rust by unit'],
] as const)('%s', (_, calls, expected) => {
  expect(readingOf(...calls)).toBe(expected)
})
