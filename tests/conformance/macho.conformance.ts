/** Every Mach-O file of the corpus: architectures and UUIDs as its index lists them; malformed files end in problems. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMachO } from '../../src/core/macho/open.ts'
import { walk } from '../../src/core/containers/walk.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { symbolSources } from '../../src/core/symbols/registry.ts'
import { Budget } from '../../src/core/bytes/budget.ts'
import { openObjcMethods } from '../../src/core/macho/objc.ts'
import type { MachOImage } from '../../src/core/macho/image.ts'
import { corpus } from './corpus.ts'

interface Row {
  readonly path: string
  readonly kind: string
  readonly arch: string
  readonly uuid: string
}

function indexRows(folder: string): Row[] {
  const [head = '', ...lines] = readFileSync(`${folder}INDEX.tsv`, 'utf8').trimEnd().split('\n')
  const columns = head.split('\t')
  const at = (name: string): number => columns.indexOf(name)
  return lines.map((line) => {
    const cells = line.split('\t')
    const cell = (name: string): string => cells[at(name)] ?? ''
    return { path: cell('path'), kind: cell('kind'), arch: cell('arch'), uuid: cell('uuid') }
  })
}

/** The index prints all-zero and short UUIDs of malformed files; both mean that there is none. */
const knownUuids = (cell: string): string => cell.replace(/\b0[0-]+\b/g, '-')

test.runIf(corpus)('architectures and UUIDs are those of the index', async () => {
  const folder = `${corpus}binaries/`
  const rows = indexRows(folder).filter((row) => existsSync(folder + row.path) && /^[\w,]+$/.test(row.arch))
  const wrong: string[] = []
  const kinds = new Map<string, number>()
  const problems = new Map<string, number>()
  let images = 0
  for (const row of rows) {
    const file = { path: row.path, blob: await openAsBlob(folder + row.path) }
    const { images: found, problems: around } = await openMachO(file)
    images += found.length
    for (const problem of [...around, ...found.flatMap((image) => image.problems)]) {
      problems.set(problem.code, (problems.get(problem.code) ?? 0) + 1)
    }
    kinds.set(row.kind, (kinds.get(row.kind) ?? 0) + 1)
    const arch = found.map((image) => image.arch).join(',')
    const uuid = found.map((image) => image.uuid ?? '-').join(',')
    if (!row.arch.includes('ar,') && !row.arch.endsWith('ar') && (arch !== row.arch || uuid !== knownUuids(row.uuid))) {
      wrong.push(`${row.path} (${row.kind}): ${arch} ${uuid} is not ${row.arch} ${row.uuid}`)
    }
    const outcome = await machoSource.open(file)
    if (!outcome.ok) wrong.push(`${row.path}: ${outcome.problems[0]?.message}`)
    for (const image of outcome.ok ? outcome.value : []) {
      const prepared = await image.prepare()
      if (!prepared.ok) wrong.push(`${row.path} ${image.arch}: ${prepared.problems[0]?.message}`)
    }
  }
  console.log(`${rows.length} files, ${images} images, ${wrong.length} differ`)
  console.table(Object.fromEntries(kinds))
  console.table(Object.fromEntries(problems))
  console.log(wrong.join('\n'))
  expect(wrong).toEqual([])
})

/** Without the category: linkers merge categories into their classes, and then its name is gone from the metadata. */
const sameMethod = (name: string, other: string): boolean =>
  name.replace(/\(\w*\)/, '') === other.replace(/\(\w*\)/, '')

/** Names of Objective-C methods in the symbol table, by address: what metadata must say too. */
async function methodSymbols(image: MachOImage): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  const { symtab, blob, pointerSize, littleEndian, textVmaddr } = image
  if (!symtab) return found
  const size = pointerSize === 8 ? 16 : 12
  const view = new DataView(await blob.slice(symtab.offset, symtab.offset + symtab.count * size).arrayBuffer())
  const { offset, size: stringBytes } = symtab.strings
  const strings = Buffer.from(await blob.slice(offset, offset + stringBytes).arrayBuffer())
  for (let at = 0; at + size <= view.byteLength; at += size) {
    if ((view.getUint8(at + 4) & 0xee) !== 0x0e) continue
    const start = view.getUint32(at, littleEndian)
    const name = strings.toString('utf8', start, strings.indexOf(0, start))
    const value = size === 16 ? view.getBigUint64(at + 8, littleEndian) : BigInt(view.getUint32(at + 8, littleEndian))
    const place = Number(value - textVmaddr)
    if (/^[-+]\[/.test(name)) found.set(place, [...(found.get(place) ?? []), name])
  }
  return found
}

/**
 * Kotlin/Native renames its own Objective-C classes in the metadata behind the compiler's back, so their names differ from
 * the symbol table's and are those that the runtime knows. Direct methods are in no metadata.
 */
const METHODS_MARK = 0.95

test.runIf(corpus)('Objective-C methods from metadata have the names of the symbol table', async () => {
  const folder = `${corpus}binaries/`
  const kinds = ['executable', 'dylib', 'bundle']
  let right = 0
  let missed = 0
  let more = 0
  const wrong: string[] = []
  let count = 0
  for (const row of indexRows(folder)) {
    if (!kinds.includes(row.kind) || !existsSync(folder + row.path)) continue
    const { images } = await openMachO({ path: row.path, blob: await openAsBlob(folder + row.path) })
    for (const image of images) {
      const symbols = await methodSymbols(image)
      const { methods } = await openObjcMethods(image, new Budget(image.blob.size))
      if (methods.length > 0) count++
      if (symbols.size === 0) {
        more += methods.length
        continue
      }
      const named = new Map<number, string[]>()
      for (const { name, offset } of methods) {
        const place = image.arch.startsWith('armv') ? offset - (offset % 2) : offset
        named.set(place, [...(named.get(place) ?? []), name])
      }
      for (const [place, names] of symbols) {
        const found = named.get(place)
        if (!found) missed++
        else if (found.some((name) => names.some((other) => sameMethod(name, other)))) right++
        else wrong.push(`${row.path} ${image.arch}: ${found[0]} is not ${names[0]}`)
      }
    }
  }
  console.log(
    `${count} images with metadata: ${right} right, ${wrong.length} wrong, ${missed} not in metadata, ${more} in stripped images`,
  )
  console.log(wrong.slice(0, 5).join('\n'))
  expect(right / (right + wrong.length)).toBeGreaterThan(METHODS_MARK)
  expect(right).toBeGreaterThan(5 * missed)
})

test.runIf(corpus)('every binary, malformed ones too, is opened or ends in problems', async () => {
  const folder = `${corpus}binaries/`
  const kinds = /malformed-macho|static-archive|fat-of-archives|dyld-shared-cache|bcsymbolmap|breakpad-sym|ipa|zip/
  const fates = new Map<string, number>()
  const bad: string[] = []
  for (const row of indexRows(folder)) {
    if (!kinds.test(row.kind) || !existsSync(folder + row.path)) continue
    const counted: string[] = []
    for await (const item of walk([{ path: row.path, blob: await openAsBlob(folder + row.path) }])) {
      if (item.kind !== 'leaf') continue
      const source = symbolSources.find((candidate) => candidate.sniff(item.head))
      const opened = await source?.open(item.file)
      const images = opened?.ok ? opened.value : []
      const prepared = await Promise.all(images.map((image) => image.prepare()))
      const problems = [...(opened?.problems ?? []), ...prepared.flatMap((outcome) => outcome.problems)]
      if (problems.some(({ code }) => code === 'internal-error')) bad.push(`${row.path}: ${problems[0]?.message}`)
      // A file that helps others has no images: a map of hidden names.
      const aid = await source?.openAid?.(item.file)
      if (opened && images.length === 0 && problems.length === 0 && !aid?.ok) bad.push(`${row.path}: nothing said`)
      const errors = problems.filter(({ severity }) => severity !== 'note').length
      counted.push(
        !source
          ? 'not claimed'
          : aid?.ok
            ? 'opened'
            : images.length === 0
              ? 'problems only'
              : errors
                ? 'opened with problems'
                : 'opened',
      )
    }
    for (const fate of new Set(counted)) fates.set(`${row.kind}: ${fate}`, (fates.get(`${row.kind}: ${fate}`) ?? 0) + 1)
  }
  console.table(Object.fromEntries([...fates].sort()))
  console.log(bad.join('\n'))
  expect(bad).toEqual([])
})
