/** Every Mach-O file of the corpus: architectures and UUIDs as its index lists them; malformed files end in problems. */
import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMachO } from '../../src/core/macho/open.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
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
