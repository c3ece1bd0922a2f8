/** MD5 of source files in DWARF 5 line tables against llvm-dwarfdump, for every unit of every image that has them. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lineFilesOfImage } from '../../src/core/engine/frames/line-files.ts'
import { imageOffset } from '../../src/core/model/address.ts'
import type { DebugImage } from '../../src/core/symbols/source.ts'
import { corpus } from './corpus.ts'
import { debugImages } from './debug-images.ts'

interface Table {
  /** Address of the first row. */
  readonly address: bigint
  /** MD5 by path. */
  readonly files: ReadonlyMap<string, string>
}

const join = (...parts: readonly string[]): string =>
  parts.reduce(
    (path, part) => (part.startsWith('/') ? part : path === '' ? part : `${path.replace(/\/$/, '')}/${part}`),
    '',
  )

/** The line tables with MD5 that LLVM prints of a slice. */
function tablesOf({ path, arch }: DebugImage): readonly Table[] {
  const command = ['--debug-line', `--arch=${arch}`, path]
  const text = execFileSync('llvm-dwarfdump-19', command, { encoding: 'utf8', maxBuffer: 1 << 30 })
  return text.split(/^debug_line\[/m).flatMap((table): readonly Table[] => {
    const directories = [...table.matchAll(/^include_directories\[ *\d+\] = "(.*)"$/gm)].map(([, name = '']) => name)
    const files = new Map<string, string>()
    const entry = /^ +name: "(.*)"\n +dir_index: (\d+)\n +md5_checksum: ([0-9a-f]{32})$/gm
    for (const [, name = '', directory = '', md5 = ''] of table.matchAll(entry)) {
      const file = join(directories[0] ?? '', directories[Number(directory)] ?? '', name)
      if (!files.has(file)) files.set(file, md5)
    }
    const row = /^0x([0-9a-f]{16}) +\d+ +\d+ +\d+ .*$/m.exec(table)
    // A unit without code has nothing but the end of a sequence.
    if (!row || row[0].includes('end_sequence') || files.size === 0) return []
    return [{ address: BigInt(`0x${row[1]}`), files }]
  })
}

const fixtures = fileURLToPath(new URL('../fixtures/macho/', import.meta.url))
const folders = [fixtures, ...(corpus ? ['binaries', 'variables', 'debugmap'].map((name) => `${corpus}${name}/`) : [])]

test.each(folders)('MD5 of files below %s are those that LLVM reads', { timeout: 600_000 }, async (folder) => {
  let compared = 0
  let tables = 0
  const different: string[] = []
  // LLVM opens no entries of archives by a path, and none of the images that a fuzzer has broken.
  const isRead = ({ path }: DebugImage): boolean => !/!|\/fuzzed-macho\//.test(path)
  const images = (await debugImages(folder, 40_000_000)).filter(isRead)
  for (const image of images) {
    const theirs = tablesOf(image)
    const places = theirs.map(({ address, files }) => ({
      offset: imageOffset(Number(address - image.textVmaddr)),
      paths: [...files.keys()],
    }))
    if (places.length === 0) continue
    const told = await lineFilesOfImage([image], { places })
    if (!told.ok) throw new Error(`${image.path}: ${told.problems[0]?.message}`)
    for (const [at, { files }] of theirs.entries()) {
      tables++
      const ours = new Map(told.value[at]?.map(({ path, md5 }) => [path, md5]))
      for (const [path, md5] of files) {
        compared++
        if (ours.get(path) !== md5) different.push(`${image.path} ${path}: ours ${ours.get(path)}, LLVM ${md5}`)
      }
    }
  }
  console.log(`${folder.split('/').at(-2)}: ${compared} files of ${tables} line tables, ${different.length} differ`)
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(0)
})
