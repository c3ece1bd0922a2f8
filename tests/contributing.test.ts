/** Common tasks of CONTRIBUTING.md: each file that it names is there, and a task touches no other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { render } from 'svelte/server'
import ts from 'typescript'
import { afterEach, expect, test, vi } from 'vitest'
import ImagesTable from '../src/app/views/report/ImagesTable.svelte'
import { htmlExporter } from '../src/core/export/html.ts'
import { architectures } from '../src/core/model/architecture.ts'
import { imageOffset } from '../src/core/model/address.ts'
import { imageColumns, type ImageColumn } from '../src/core/reading/image-columns.ts'
import { createIndexReader } from '../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../src/core/symindex/wasm-builder.ts'
import { ByteWriter } from './support/byte-writer.ts'
import { compileAssembly } from './support/compile-assembly.ts'
import { dwarfInput } from './support/dwarf-builder.ts'
import { app, buildReport } from './support/report-builder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, table = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('## Seventeen tasks')
const tasks = [...table.matchAll(/^\| ([^|]+?) +\| (.+) \|$/gm)]
  .map(([, task = '', files = '']) => ({
    task,
    files: [...files.matchAll(/`([\w./<>-]+\/[\w./<>-]+)`/g)].map(([, path = '']) => path),
  }))
  .filter(({ files }) => files.length > 0)

test('every file that a task names is there', () => {
  expect(tasks).toHaveLength(17)
  const missing = tasks.flatMap(({ task, files }) =>
    files
      // Angle brackets hold the name of the new thing.
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
  vi.doUnmock('../src/core/dwarf/forms.ts')
  vi.resetModules()
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
  ['cli/serve/asm-v1.ts', 'names of the protocol'],
  ['core/engine/catalog/harvest.ts', THUMB],
  ['core/reading/tagged-pointers.ts', 'which bit of a word marks one'],
  ['core/reading/values.ts', 'bits of an isa word'],
  ['core/explain/measures.ts', 'where a Mac puts the stack of a 32-bit Intel program'],
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
  expect(own.length).toBeLessThanOrEqual(4)
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

const FORMS = 'src/core/dwarf/forms.ts'
const NEW_FORM = 0x2d

/** `forms.ts` with one more form, of five bytes: a number, a case, and the end of the known ones. */
function withNewForm(): string {
  const text = readFileSync(join(root, FORMS), 'utf8')
  const changes = [
    ['FORM_ADDRX4 = 0x2c\n', `$&export const FORM_DATA5 = 0x${NEW_FORM.toString(16)}\n`],
    ['form <= FORM_ADDRX4)) return form', 'form <= FORM_DATA5)) return form'],
    ['    case FORM_DATA16:\n', '    case FORM_DATA5:\n      return 5\n$&'],
  ] as const
  return changes.reduce((changed, [before, after]) => {
    expect(changed.split(before)).toHaveLength(2)
    return changed.replace(before, after)
  }, text)
}

/** A function whose name comes behind an attribute of the new form. */
function inputWithNewForm(): ReturnType<typeof dwarfInput> {
  const abbreviations = [
    ...[1, 0x11, 1, 0x11, 0x01, 0x12, 0x06, 0, 0], // a compile unit: low, high
    ...[2, 0x2e, 0, 0x3a, NEW_FORM, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0, 0], // a function: the form, name, low, high
  ]
  const range = (out: ByteWriter): ByteWriter => out.u64(0x1_0000_1000n).u32(0x100)
  const body = range(new ByteWriter().u16(4).u32(0).u8(8, 1)).u8(2).bytes([1, 2, 3, 4, 5]).text('painted')
  range(body).u8(0)
  const info = new ByteWriter().u32(body.size).bytes(body.done()).done()
  const input = dwarfInput({ units: [] })
  const sections = { debug_info: info, debug_abbrev: Uint8Array.from(abbreviations) }
  const [section] = input.dwarf
  if (!section) throw new Error('no section')
  const dwarf = Object.entries(sections).map(([name, bytes]) => ({
    ...section,
    name,
    bytes: new Blob([bytes]),
    size: bytes.length,
  }))
  return { ...input, dwarf }
}

test('a form of a DWARF attribute is one file: the engine and the reader pass over it', async () => {
  const own = filesOf('a form of a DWARF attribute')
  expect(own[0]).toBe(FORMS.replace('src/', ''))
  expect(own.length).toBeLessThanOrEqual(2)

  const nameFrom = async (module: WebAssembly.Module): Promise<string | undefined> => {
    const built = await createWasmBuilder(module).build(inputWithNewForm())
    const opened = built.ok ? await createIndexReader(module).open(built.value.bytes, 'x') : undefined
    const found = opened?.ok ? await opened.value.lookup([imageOffset(0x1004)]) : []
    return found[0]?.[0]?.mangled
  }
  const engine = 'wasm/assembly/index.ts'
  expect(await nameFrom(await compileAssembly(engine))).toBeUndefined()
  expect(await nameFrom(await compileAssembly(engine, new Map([[FORMS, withNewForm()]])))).toBe('painted')

  const read = async (): Promise<readonly [bigint | undefined, string | undefined]> => {
    vi.resetModules()
    const { DebugInfo } = await import('../src/core/dwarf/reader/debug-info.ts')
    const { childrenOf } = await import('../src/core/dwarf/reader/walk.ts')
    const { whenRead } = await import('../src/core/bytes/paged.ts')
    const info = new DebugInfo(inputWithNewForm())
    return whenRead(() => {
      const top = info.dieAt(11)
      const [die] = top ? childrenOf(top) : []
      return [die?.attributes.get(0x3a)?.number, die && info.text(die, 0x03)]
    })
  }
  await expect(read()).rejects.toThrow('form')
  const { outputText } = ts.transpileModule(withNewForm(), { compilerOptions: { module: ts.ModuleKind.ESNext } })
  const changed = `data:text/javascript,${encodeURIComponent(outputText)}`
  vi.doMock('../src/core/dwarf/forms.ts', () => import(/* @vite-ignore */ changed) as Promise<object>)
  expect(await read()).toEqual([0x0504030201n, 'painted'])
})
