/** Backtraces of the Swift runtime without addresses: the form that it prints for people. */
import { expect, test } from 'vitest'
import { asLine } from '../../../src/core/reports/base/lines.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { readSwiftRow } from '../../../src/core/reports/text/text-rows.ts'

const text = `The build went well, and then the server died with a fatal error.

💣 Program crashed: System trap at 0x000000019af94d04

Platform: arm64 macOS 26.1 (25B78)

Thread 1 crashed:

  0 Shelf.build() + 664 in Till at /src/Till/Shelf.swift:57:13

    56│         } catch {
    57│             assertionFailure("in a drawer at \\(error)")
      │             ▲
    58│         }

  1 open(reader:) + 584 in Till at /src/Till/Open.swift:41
  2 [inlined] closure #1 in load() in Till at /src/Till/Load.swift:18:3
  3 [system] start + 7184 in dyld
`

test('rows without addresses have their names, places and images', () => {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.format).toBe('swift-backtrace')
  expect(report?.exception?.message).toBe('System trap at 0x000000019af94d04')
  expect(report?.threads).toHaveLength(1)
  const [thread] = report?.threads ?? []
  expect([thread?.id, thread?.crashed]).toEqual([1, true])
  expect(thread?.frames.map(({ address }) => address)).toEqual([undefined, undefined, undefined, undefined])
  expect(thread?.frames.map(({ symbol }) => [symbol?.name, symbol?.file, symbol?.line])).toEqual([
    ['Shelf.build()', '/src/Till/Shelf.swift', 57],
    ['open(reader:)', '/src/Till/Open.swift', 41],
    ['closure #1 in load()', '/src/Till/Load.swift', 18],
    ['start', undefined, undefined],
  ])
})

test.each([
  '1 drawer in the shop',
  '2 of 3 tests in Till failed',
  '3 shelf + 12',
  '4 Till.open() at /src/Open.swift:3',
  '55│   let book = shelf() in drawer at /src/Open.swift:3',
])('%s is no row', (row) => {
  expect(readSwiftRow(asLine(row))).toBeUndefined()
})
