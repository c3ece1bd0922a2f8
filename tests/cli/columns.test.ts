/** Columns of `lookup --format json` where the index of an image keeps none; `publish` of an index of the version before. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as L from '../../wasm/assembly/layout.ts'
import { columnDsym } from '../support/column-program.ts'
import { linesOf, testFolder, unslide } from '../support/cli.ts'
import { sealIndex } from '../support/seal-index.ts'

const folder = testFolder()
const UUID = '5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E7A'
const dsym = join(folder, 'main')
const pack = join(folder, 'main.pack')
const index = join(folder, 'indexes')
/** Every four bytes another column: an index that kept them would be half as large again. */
const column = (at: number): number => 1 + (at % 90)

beforeAll(async () => {
  writeFileSync(
    dsym,
    await columnDsym(
      UUID,
      Array.from({ length: 400 }, (_, at) => [at * 4, 10, [column(at)]]),
    ),
  )
  expect(unslide(['pack', dsym, '--os', 'App 1', '-o', pack]).err).not.toContain('no-columns')
  expect(unslide(['index', dsym, '-o', index]).status).toBe(0)
})

interface Line {
  readonly columns?: string
  readonly calls: readonly { readonly line: number; readonly column?: number }[]
}
const AT = [3, 200]
const addresses = AT.map((at) => `0x${(0x1_0000_1000 + at * 4).toString(16)}`)
const look = (...symbols: readonly string[]) => {
  const { out, err } = unslide([
    'lookup',
    '--format',
    'json',
    ...symbols.flatMap((path) => ['--symbols', path]),
    ...addresses,
  ])
  return { err, lines: linesOf<Line>(out).map(({ calls, columns }) => [calls[0]?.line, calls[0]?.column, columns]) }
}

test.each([
  ['a pack', () => pack],
  ['an index', () => index],
])('%s without columns: each line says so, and standard error once how to have them', (_, path) => {
  const { err, lines } = look(path())
  expect(lines).toEqual(AT.map(() => [10, undefined, 'not-kept']))
  expect(err.match(/keeps no columns/g)).toHaveLength(1)
})

test('the dSYM gives them, alone and beside a pack that has none', () => {
  for (const symbols of [[dsym], [dsym, pack], [pack, dsym]]) {
    const { err, lines } = look(...symbols)
    expect(lines).toEqual(AT.map((at) => [10, column(at), undefined]))
    expect(err).not.toContain('columns')
  }
})

test('text asks for no column, and hears of none', () => {
  expect(unslide(['lookup', '--symbols', pack, ...addresses]).err).not.toContain('columns')
})

test('an index of the version before is copied into a published folder once', () => {
  const bytes = new Uint8Array(readFileSync(join(index, readdirSync(index)[0] ?? '')))
  bytes[L.HEADER_AT_VERSION] = 6
  sealIndex(bytes)
  const older = join(folder, 'older.unslide-index')
  writeFileSync(older, bytes)
  const to = join(folder, 'site')
  const publish = (): readonly string[] =>
    linesOf<{ status: string }>(unslide(['publish', older, '--to', to, '--format', 'json']).out).map(
      ({ status }) => status,
    )
  expect(publish()).toEqual(['published'])
  expect(publish()).toEqual(['unchanged'])
  expect(publish()).toEqual(['unchanged'])
})
