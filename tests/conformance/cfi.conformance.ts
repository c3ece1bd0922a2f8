/**
 * Call frame information against another reader: every row of every function in `__eh_frame` and `__debug_frame` of the
 * corpus as llvm-dwarfdump prints it. Files that llvm-dwarfdump itself gives up on are counted.
 */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { findSection, type MachOImage } from '../../src/core/macho/image.ts'
import { archFamily } from '../../src/core/model/architecture.ts'
import { readCfiRows } from '../../src/core/dwarf/cfi/program.ts'
import { openCfiTable, type CfiSection } from '../../src/core/dwarf/cfi/table.ts'
import { formatCfiRow, printedRows } from '../support/dwarfdump-rows.ts'
import { corpus } from './corpus.ts'
import { thinImages } from './thin-images.ts'

const dwarfdump = ['llvm-dwarfdump-19', 'llvm-dwarfdump'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** llvm-dwarfdump's output for an image; undefined where it fails. */
function dumped(path: string, image: MachOImage): string | undefined {
  try {
    return execFileSync(dwarfdump ?? '', ['--eh-frame', '--debug-frame', `--arch=${image.arch}`, path], {
      encoding: 'utf8',
      maxBuffer: 1 << 29,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

async function ourSection(image: MachOImage, kind: CfiSection['kind']): Promise<CfiSection | undefined> {
  const section = findSection(image, `__${kind}`)
  if (!section || section.file.size === 0) return undefined
  const { offset, size } = section.file
  const bytes = new Uint8Array(await image.blob.slice(offset, offset + size).arrayBuffer())
  return { kind, bytes, address: section.address, textVmaddr: image.textVmaddr, addressBytes: image.pointerSize }
}

test.runIf(corpus && dwarfdump)('rows of call frame information are those that llvm-dwarfdump prints', async () => {
  const count = { images: 0, functions: 0, rows: 0, 'given up on by llvm-dwarfdump': 0 }
  const different: string[] = []
  for await (const { name, path, image } of thinImages(corpus ?? '')) {
    if (!image.littleEndian) continue
    const sections = [await ourSection(image, 'eh_frame'), await ourSection(image, 'debug_frame')]
    if (sections.every((section) => section === undefined)) continue
    const listed = printedRows(dumped(path, image) ?? '', archFamily(image.arch), image.pointerSize)
    const tables = sections.flatMap((section) => (section ? [{ section, table: openCfiTable(section, path) }] : []))
    if (listed.size === 0 && tables.some(({ table }) => table.functions.length > 0)) {
      count['given up on by llvm-dwarfdump']++
      continue
    }
    count.images++
    const seen = new Set<string>()
    for (const { section, table } of tables) {
      for (const described of table.functions) {
        const key = `${section.kind}:${described.entryAt}`
        seen.add(key)
        const rows = readCfiRows(described, section).rows.map((row) => formatCfiRow(row, image.textVmaddr))
        const wanted = listed.get(key) ?? []
        count.functions++
        count.rows += wanted.length
        if (rows.join('\n') !== wanted.join('\n')) {
          different.push(`${name} ${image.arch} ${key}\n${rows.join('\n')}\n--\n${wanted.join('\n')}`)
        }
      }
    }
    for (const key of listed.keys()) if (!seen.has(key)) different.push(`${name} ${image.arch} ${key} is not found`)
  }
  console.log(`call frame information: ${JSON.stringify(count)}, ${different.length} functions differ`)
  expect(different.slice(0, 5)).toEqual([])
  expect(count.rows).toBeGreaterThan(9_000)
})
