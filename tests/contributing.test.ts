/** What CONTRIBUTING.md promises of common tasks: the files that they touch are there, and are no more than it says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { render } from 'svelte/server'
import ts from 'typescript'
import { afterEach, expect, test } from 'vitest'
import ImagesTable from '../src/app/views/report/ImagesTable.svelte'
import { htmlExporter } from '../src/core/export/html.ts'
import { architectures } from '../src/core/model/architecture.ts'
import { imageColumns, type ImageColumn } from '../src/core/reading/image-columns.ts'
import { app, buildReport } from './support/report-builder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, table = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('## Thirteen tasks')
const tasks = [...table.matchAll(/^\| ([^|]+?) +\| (.+) \|$/gm)]
  .map(([, task = '', files = '']) => ({
    task,
    files: [...files.matchAll(/`([\w./<>-]+\/[\w./<>-]+)`/g)].map(([, path = '']) => path),
  }))
  .filter(({ files }) => files.length > 0)

test('every file that a task names is there', () => {
  expect(tasks).toHaveLength(13)
  const missing = tasks.flatMap(({ task, files }) =>
    files
      // What stands in angle brackets is the new thing's own name.
      .map((path) => path.replace(/[^/]*<.*$/, ''))
      .filter((path) => !['', 'src/', 'tests/'].some((folder) => existsSync(join(root, folder, path))))
      .map((path) => `${task}: ${path}`),
  )
  expect(missing).toEqual([])
})

const filesOf = (name: string): readonly string[] => tasks.find(({ task }) => task === name)?.files ?? []

const added: ImageColumn = { heading: 'Colour', place: 'cell', text: ({ image }) => `painted ${image.name}` }
const columns = imageColumns as ImageColumn[]
afterEach(() => {
  if (columns.includes(added)) columns.splice(columns.indexOf(added), 1)
})

test('a column in the images table is an entry and its heading: the page and exports show it', () => {
  expect(filesOf('a column in the images table')).toHaveLength(2)
  const symbolicated = buildReport([app('load()')])
  const show = (): readonly string[] => {
    const { body } = render(ImagesTable, {
      props: { symbolicated, tables: new Map(), oncopy: () => {}, onplace: () => {}, onforce: () => {} },
    })
    return [body, htmlExporter.write([symbolicated])]
  }
  for (const text of show()) expect(text).not.toContain('Colour')
  columns.push(added)
  for (const text of show()) {
    expect(text).toContain('Colour')
    for (const { name } of symbolicated.report.images) expect(text).toContain(`painted ${name}`)
  }
})

const THUMB = 'the lowest bit of an address of 32-bit ARM says Thumb'

/** Where else a processor is named, and why a new one need not be: words of one format, one system or one set of instructions. */
const namedElsewhere: readonly (readonly [file: string, why: string])[] = [
  ['core/engine/catalog/harvest.ts', THUMB],
  ['core/reading/tagged-pointers.ts', 'which bit of a word marks one'],
  ['core/reading/values.ts', 'bits of an isa word'],
  ['core/macho/function-starts.ts', THUMB],
  ['core/memory/prologue.ts', 'frames of Thumb code'],
  ['core/resolve/image-plan.ts', THUMB],
  ['core/resolve/match.ts', 'slices of 32-bit ARM run on each other'],
  ['core/macho/image-memory.ts', 'chained pointers of arm64e'],
  ['core/memory/core-file.ts', 'how a set of instructions tells of a fault'],
  ['core/reports/ips/ips-details.ts', 'Rosetta runs x86_64 on arm64'],
  ['core/reports/sdks/plcrash.ts', 'numbers of the format before it had those of Mach-O'],
  ['core/reports/base/signed-addresses.ts', 'arm64 alone signs addresses'],
  ['core/reports/free-text/text-scan.ts', 'registers that people paste beside a list of images'],
  ['core/reports/text/text-rows.ts', 'arm64 alone signs addresses'],
  ['core/reports/text/apple-registers.ts', 'names as old reports print them'],
  ['core/resolve/lookup-address.ts', 'Swift continuations are biased on arm64 alone'],
  ['core/resolve/place-images.ts', 'instructions of arm64 are aligned'],
  ['core/symbols/breakpad.ts', 'names of the format'],
  ['core/symbols/elf-build.ts', THUMB],
  ['core/symbols/elf-layout.ts', 'numbers of the format'],
]

test('an architecture is named in its descriptor and where its instructions are read, and nowhere else', () => {
  const own = filesOf('an architecture')
  expect(own.length).toBeLessThanOrEqual(3)
  const names = new Set(
    architectures.flatMap(({ family, cpu, aliases }) => [family, cpu.name, ...Object.values(cpu.subtypes), ...aliases]),
  )
  const src = join(root, 'src')
  const isOwn = (path: string): boolean =>
    own.some((file) => path === file || (file.includes('<') && path.startsWith(file.replace(/<.*$/, ''))))
  const naming = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !isOwn(path))
    .filter((path) => {
      const source = ts.createSourceFile(path, readFileSync(join(src, path), 'utf8'), ts.ScriptTarget.Latest)
      const names_ = (node: ts.Node): boolean =>
        (ts.isStringLiteral(node) && names.has(node.text)) || (ts.forEachChild(node, names_) ?? false)
      return names_(source)
    })
  expect(naming.sort()).toEqual(namedElsewhere.map(([file]) => file).sort())
})
