/** Words around the names of rows that are no part of them. */
import { expect, test } from 'vitest'
import { asLine } from '../../../src/core/reports/base/lines.ts'
import { parseFrameRow } from '../../../src/core/reports/text/apple-rows.ts'
import { parseStackshotRow } from '../../../src/core/reports/text/spindump-rows.ts'

test.each([
  ['till::weigh + 56 (till.rs:547) [inlined]', true],
  ['till::weigh + 56 (till.rs:547) [inlined] [inlined]', true],
  ['[inlined] till::weigh + 56 (till.rs:547)', true],
  ['till::weigh + 56 (till.rs:547)', undefined],
])('%s', (target, inlined) => {
  const row = parseFrameRow(asLine(`16  libtill.dylib  \t       0x11dc8ebc4 ${target}`))
  expect(row?.symbol).toEqual({ name: 'till::weigh', offset: 56, file: 'till.rs', line: 547 })
  expect(row?.inlined).toBe(inlined)
})

test('a name in angle brackets with a place behind it has an image and an address', () => {
  const placed = parseStackshotRow(asLine('  1   <deduplicated_symbol> + 116 (libtill.dylib + 256652) [0x185066a8c]'))
  expect(placed?.row).toMatchObject({ imageName: 'libtill.dylib', offset: 256652, address: 0x185066a8cn })
  const bare = parseStackshotRow(asLine('  1   <truncated backtrace>'))
  expect(bare?.row).toEqual({ symbol: { name: '<truncated backtrace>' } })
})
