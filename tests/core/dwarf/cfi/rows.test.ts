/** Every instruction of call frame information: object files of `fixtures/cfi` and the rows that llvm-dwarfdump read there. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findSection } from '../../../../src/core/macho/image.ts'
import { openMachO } from '../../../../src/core/macho/open.ts'
import { archFamily } from '../../../../src/core/model/architecture.ts'
import { cfiRowAt, readCfiRows } from '../../../../src/core/dwarf/cfi/program.ts'
import { openCfiTable, type CfiTable } from '../../../../src/core/dwarf/cfi/table.ts'
import { imageOffset, linkAddress } from '../../../../src/core/model/address.ts'
import { formatCfiRow, printedRows } from '../../../support/dwarfdump-rows.ts'

const fixture = (name: string): URL => new URL(`../../../fixtures/cfi/${name}`, import.meta.url)

type Kind = 'eh_frame' | 'debug_frame'

async function tableOf(arch: string, kind: Kind): Promise<CfiTable> {
  const blob = new Blob([readFileSync(fixture(`${arch}-${kind}.o`))])
  const [image] = (await openMachO({ path: arch, blob })).images
  const section = image && findSection(image, `__${kind}`)
  if (!image || !section) throw new Error(`no ${kind}`)
  const bytes = new Uint8Array(
    await blob.slice(section.file.offset, section.file.offset + section.file.size).arrayBuffer(),
  )
  return openCfiTable({
    kind,
    bytes,
    address: section.address,
    textVmaddr: image.textVmaddr,
    addressBytes: image.pointerSize,
  })
}

test.each<[string, Kind, number]>([
  ['x86_64', 'eh_frame', 15],
  ['x86_64', 'debug_frame', 15],
  ['i386', 'eh_frame', 5],
  ['i386', 'debug_frame', 5],
  ['arm64', 'eh_frame', 7],
  ['arm64', 'debug_frame', 8],
])('%s %s: the rows that llvm-dwarfdump prints', async (arch, kind, rows) => {
  const table = await tableOf(arch, kind)
  const printed = printedRows(
    readFileSync(fixture(`${arch}-${kind}.o.txt`), 'utf8'),
    archFamily(arch),
    table.addressBytes,
  )
  const ours = new Map(
    table.functions.map((described) => [
      `${kind}:${described.entryAt}`,
      readCfiRows(described).rows.map((row) => formatCfiRow(row, linkAddress(0))),
    ]),
  )
  expect(table.problems).toEqual([])
  expect(new Map([...ours].sort())).toEqual(new Map([...printed].sort()))
  expect([...printed.values()].flat().length).toBe(rows)
})

test('a signal frame and the key of signed return addresses are known', async () => {
  const [, signal] = (await tableOf('x86_64', 'eh_frame')).functions
  expect(signal?.common).toMatchObject({ isSignalFrame: true, usesKeyB: false, returnRegister: 16 })
  // Only `__eh_frame` has the letter B.
  const [inEh] = (await tableOf('arm64', 'eh_frame')).functions
  const [inDebug] = (await tableOf('arm64', 'debug_frame')).functions
  expect([inEh?.common.usesKeyB, inDebug?.common.usesKeyB]).toEqual([true, false])
})

test('a function is found by address and by the place of its entry', async () => {
  const table = await tableOf('x86_64', 'debug_frame')
  const [first, second] = table.functions
  if (!first || !second) throw new Error('two functions expected')
  expect(table.at(first.start)).toBe(first)
  expect(table.at(imageOffset(second.start - 1))).toBe(first)
  expect(table.at(second.start)).toBe(second)
  expect(table.at(imageOffset(second.start + second.size))).toBeUndefined()
  expect(table.ofEntry(second.entryAt)).toBe(second)
  expect(cfiRowAt(first, imageOffset(first.start + 2))?.cfa).toEqual({ kind: 'register', register: 6, offset: 16 })
})
