/** Checksums of files in headers of line tables: LLVM's own headers, and headers that lie. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lineFilesOfImage } from '../../../src/core/engine/frames/line-files.ts'
import * as D from '../../../src/core/dwarf/constants.ts'
import * as F from '../../../src/core/dwarf/forms.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import { success } from '../../../src/core/model/problem.ts'
import type { LineFile } from '../../../src/core/model/source.ts'
import { machoSource } from '../../../src/core/symbols/macho.ts'
import type { DebugImage } from '../../../src/core/symbols/source.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'
import { shelfSymbols } from '../../support/shelf.ts'

const sources = fileURLToPath(new URL('../../fixtures/macho/source/', import.meta.url))
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

async function shelf(build: string): Promise<DebugImage> {
  const opened = await machoSource.open({ path: build, blob: new Blob([readFileSync(shelfSymbols(build))]) })
  const found = opened.ok ? opened.value[0] : undefined
  if (!found) throw new Error(build)
  return found
}

const main = imageOffset(0x890)

test('MD5 of files are those of the sources that the fixture was compiled from', async () => {
  const paths = ['/Users/dev/Shelf/main.c', '/Users/dev/Shelf/shelf.h', '/Users/dev/Shelf/nowhere.c', 'main.c']
  const told = await lineFilesOfImage([await shelf('macos-arm64-dwarf5')], { places: [{ offset: main, paths }] })
  expect(told.ok && told.value).toEqual([
    ['main.c', 'shelf.h'].map((name) => ({
      path: `/Users/dev/Shelf/${name}`,
      md5: md5(readFileSync(`${sources}${name}`)),
    })),
  ])
})

test('DWARF 4 has none, and an address in no unit has no files', async () => {
  const places = [{ offset: main, paths: ['/Users/dev/Shelf/main.c'] }]
  const old = await lineFilesOfImage([await shelf('ios-arm64-dwarf4')], { places })
  expect(old).toMatchObject({ ok: true, value: [[]] })
  const nowhere = [{ offset: imageOffset(0x7f000000), paths: ['/Users/dev/Shelf/main.c'] }]
  expect(await lineFilesOfImage([await shelf('macos-arm64-dwarf5')], { places: nowhere })).toMatchObject({
    value: [[]],
  })
  expect((await lineFilesOfImage([], { places })).ok).toBe(false)
})

interface Format {
  readonly type: number
  readonly form: number
}
const named: readonly Format[] = [{ type: D.LNCT_PATH, form: FORM.string }]

interface Header {
  readonly formats?: readonly Format[]
  readonly count?: number
  readonly entries?: (bytes: ByteWriter) => void
  readonly length?: number
  readonly dwarf64?: boolean
}

/** A line table of one directory `/b`; `entries` writes the files. */
function lineTable({ formats = named, count = 1, entries, length, dwarf64 = false }: Header): Uint8Array<ArrayBuffer> {
  const text = (bytes: ByteWriter, value: string): ByteWriter => bytes.bytes(new TextEncoder().encode(`${value}\0`))
  const header = new ByteWriter().u8(1, 1, 1, 0xfb, 14, 2, 0)
  header.u8(1).uleb(D.LNCT_PATH).uleb(FORM.string).uleb(1)
  text(header, '/b')
  header.u8(formats.length)
  for (const { type, form } of formats) header.uleb(type).uleb(form)
  header.uleb(count)
  entries?.(header)
  const body = header.done()
  const out = new ByteWriter()
  const word = (value: number): ByteWriter => (dwarf64 ? out.u64(value) : out.u32(value))
  if (dwarf64) out.u32(0xffffffff)
  word(body.length + 12)
  out.u16(5).u8(8, 0)
  word(length ?? body.length)
  return out.bytes(body).done()
}

/** An image of one unit at 0x1000, and this line table, of which the unit knows. */
function imageOf(table: Uint8Array<ArrayBuffer>, isKnown = true): DebugImage {
  const input = dwarfInput({
    units: [
      {
        version: 4,
        root: entry(TAG.unit, [
          attribute(AT.low, FORM.address, 0x1_0000_1000n),
          attribute(AT.high, FORM.data4, 0x100),
          ...(isKnown ? [attribute(AT.lines, FORM.secOffset, 0)] : []),
        ]),
      },
    ],
  })
  const dwarf = input.dwarf.map((section) =>
    section.name === 'debug_line' ? { ...section, bytes: new Blob([table]), size: table.length } : section,
  )
  const { uuid, arch, name, file: path, kind, textVmaddr } = input
  const facts = { uuid, arch, name, path, kind, textVmaddr, detail: 'dwarf', rank: 1, bytes: 1 } as const
  return { ...facts, prepare: async () => success({ ...input, dwarf }) }
}

async function ask(
  header: Header | Uint8Array<ArrayBuffer>,
): Promise<{ files: readonly LineFile[]; problems: number }> {
  const image = imageOf(header instanceof Uint8Array ? header : lineTable(header))
  const told = await lineFilesOfImage([image], { places: [{ offset: imageOffset(0x1004), paths: ['/b/a.c'] }] })
  return { files: told.ok ? (told.value[0] ?? []) : [], problems: told.problems.length }
}

const a = (bytes: ByteWriter): ByteWriter => bytes.bytes(new TextEncoder().encode('a.c\0'))
const sum = Array.from({ length: 16 }, (_, at) => at + 1)
const withMd5: readonly Format[] = [...named, { type: D.LNCT_MD5, form: F.FORM_DATA16 }]
const found = { path: '/b/a.c', md5: '0102030405060708090a0b0c0d0e0f10' }

test.each([false, true])('MD5 and embedded source, 64-bit DWARF: %s', async (dwarf64) => {
  const formats = [
    ...withMd5,
    { type: D.LNCT_LLVM_SOURCE, form: FORM.string },
    { type: D.LNCT_DIRECTORY_INDEX, form: FORM.udata },
  ]
  const entries = (bytes: ByteWriter): void =>
    void a(bytes).bytes(sum).bytes(new TextEncoder().encode('int x;\n\0')).uleb(0)
  expect(await ask({ formats, entries, dwarf64 })).toEqual({ files: [{ ...found, source: 'int x;\n' }], problems: 0 })
})

test('content of unknown types is passed over; zeros are no MD5, an empty text no source', async () => {
  const formats = [{ type: 0x3fff, form: FORM.block }, ...withMd5, { type: 0x2002, form: FORM.data8 }]
  const entries = (bytes: ByteWriter): void => void a(bytes.uleb(2).u8(1, 2)).bytes(sum).u64(-1)
  expect((await ask({ formats, entries })).files).toEqual([found])
  const zeros = (bytes: ByteWriter): void => void a(bytes).bytes(new Uint8Array(16)).u8(0)
  expect(await ask({ formats: [...withMd5, { type: D.LNCT_LLVM_SOURCE, form: FORM.string }], entries: zeros })).toEqual(
    {
      files: [],
      problems: 0,
    },
  )
})

test.each<readonly [what: string, header: Header]>([
  ['more files than bytes', { formats: withMd5, count: 1000, entries: (bytes) => void a(bytes).bytes(sum) }],
  ['2^60 files', { formats: withMd5, count: 2 ** 53 - 1, entries: (bytes) => void a(bytes).bytes(sum) }],
  ['a million files of no bytes', { formats: [], count: 1_000_000 }],
  ['files of forms that have no bytes', { formats: [{ type: D.LNCT_MD5, form: FORM.flagPresent }], count: 1_000_000 }],
  ['a form that nobody knows', { formats: [{ type: D.LNCT_MD5, form: 0x7777 }] }],
  ['a text without its NUL', { entries: (bytes) => void bytes.bytes([0x61, 0x62]) }],
  ['a header longer than the section', { entries: (bytes) => void a(bytes), length: 100_000 }],
  ['a header of 4 GB', { entries: (bytes) => void a(bytes), length: 0xffffffff }],
  ['a header of 2^64 bytes', { entries: (bytes) => void a(bytes), length: -1, dwarf64: true }],
])('%s: a problem, and no files', async (_, header) => {
  expect(await ask(header)).toEqual({ files: [], problems: 1 })
})

test('a line table cut anywhere ends, and tells nothing that is not there', async () => {
  const whole = lineTable({ formats: withMd5, entries: (bytes) => void a(bytes).bytes(sum) })
  for (let size = 0; size < whole.length; size++) expect((await ask(whole.slice(0, size))).files).toEqual([])
  expect((await ask(whole)).files).toEqual([found])
})

test('a unit that names no line table has no files of another’s', async () => {
  const table = lineTable({ formats: withMd5, entries: (bytes) => void a(bytes).bytes(sum) })
  const places = [{ offset: imageOffset(0x1004), paths: ['/b/a.c'] }]
  const files = async (isKnown: boolean): Promise<unknown> => {
    const told = await lineFilesOfImage([imageOf(table, isKnown)], { places })
    return told.ok && told.value[0]
  }
  expect([await files(true), await files(false)]).toEqual([[found], []])
})
