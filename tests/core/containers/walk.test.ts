import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BlobReader, BlobWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walk, type WalkItem, type WalkOptions } from '../../../src/core/containers/walk.ts'
import { openFileBlob } from '../../../src/stores/file-blob.ts'
import { buildTar, paxRecord } from '../../support/tar-builder.ts'
import { buildZip, type ZipContent } from '../../support/zip-builder.ts'

async function collect(files: Readonly<Record<string, ZipContent>>, options?: WalkOptions): Promise<WalkItem[]> {
  const inputs = Object.entries(files).map(([path, content]) => ({ path, blob: new Blob([content]) }))
  const items: WalkItem[] = []
  for await (const item of walk(inputs, options)) items.push(item)
  return items
}

/** Items as short texts: `leaf path = text`, `ignored path: label`, `unreadable path: codes`. */
async function brief(items: readonly WalkItem[]): Promise<string[]> {
  const codes = (problems: readonly { code: string }[]): string => problems.map((problem) => problem.code).join(' ')
  return Promise.all(
    items.map(async (item) => {
      if (item.kind === 'ignored') return `ignored ${item.path}: ${item.label}`
      if (item.kind === 'unreadable') return `unreadable ${item.path}: ${codes(item.problems)}`
      const text = await item.file.blob.text()
      const shown = text.length > 40 ? `${text.length} characters` : text
      return `leaf ${item.file.path} = ${shown}${item.problems.length > 0 ? ` (${codes(item.problems)})` : ''}`
    }),
  )
}

const walked = async (files: Readonly<Record<string, ZipContent>>, options?: WalkOptions): Promise<string[]> =>
  brief(await collect(files, options))

/** Text that hardly compresses: xorshift over 94 characters. */
const noise = ((): string => {
  let state = 1
  const next = (): string => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return String.fromCharCode(33 + ((state >>> 3) % 94))
  }
  return Array.from({ length: 200_000 }, next).join('')
})()

const long = 'symbols '.repeat(20_000)

test('a folder: useless files are named, a file given by itself is always looked at', async () => {
  expect(
    await walked({
      'App.dSYM/Contents/Info.plist': '<plist/>',
      'App.dSYM/Contents/Resources/DWARF/App': 'dwarf',
      'App.app/icon@2x.png': 'png',
      'App.app/._App': 'x',
      'App.app/empty': '',
      'Info.plist': 'given',
    }),
  ).toEqual([
    'ignored App.dSYM/Contents/Info.plist: property list',
    'leaf App.dSYM/Contents/Resources/DWARF/App = dwarf',
    'ignored App.app/icon@2x.png: image',
    'ignored App.app/._App: Finder file',
    'ignored App.app/empty: empty file',
    'leaf Info.plist = given',
  ])
  expect(await walked({ 'somewhere/page.html': 'given' })).toEqual(['leaf somewhere/page.html = given'])
})

test.each<[string, ZipWriterAddDataOptions]>([
  ['stored', { level: 0 }],
  ['deflated', { level: 6 }],
  ['zip64', { zip64: true }],
  ['with data descriptors', { dataDescriptor: true }],
])('a zip, %s', async (_, options) => {
  const archive = await buildZip({ 'ü/App': long, 'a.txt': 'crash' }, options)
  expect(await walked({ 'all.zip': archive })).toEqual([
    `leaf all.zip!ü/App = ${long.length} characters`,
    'leaf all.zip!a.txt = crash',
  ])
})

test.each([0, 6])(
  'links in a zip are left out, a file that a changed bit calls a link is not; level %d',
  async (level) => {
    const rows = '0 App 0x104004000\n'
    const entries = { 'Versions/Current': 'A', App: 'Versions/Current/Ä', 'a.crash': rows }
    expect(await walked({ 'a.zip': await buildZip(entries, { level, unixMode: 0o120777 }) })).toEqual([
      `leaf a.zip!a.crash = ${rows}`,
    ])
  },
)

test('zips and tars in zips', async () => {
  const tar = buildTar([{ path: 'x/App', content: 'dwarf' }])
  const inner = await buildZip({ 'sub/App.tgz': gzipSync(tar), 'a.crash': 'report' })
  expect(await walked({ 'outer.zip': await buildZip({ 'inner.zip': inner }) })).toEqual([
    'leaf outer.zip!inner.zip!sub/App.tgz!x/App = dwarf',
    'leaf outer.zip!inner.zip!a.crash = report',
  ])
})

test('containers within containers end somewhere', async () => {
  let archive = await buildZip({ end: 'x' }, { level: 0 })
  for (let depth = 0; depth < 10; depth++) archive = await buildZip({ 'in.zip': archive }, { level: 0 })
  const items = await walked({ 'a.zip': archive })
  expect(items).toHaveLength(1)
  expect(items[0]).toMatch(/^unreadable a\.zip(!in\.zip)+: nested-too-deep$/)
})

test('an encrypted entry is a problem, its neighbours are read', async () => {
  const writer = new ZipWriter(new BlobWriter())
  await writer.add('secret', new BlobReader(new Blob(['x'])), { password: 'p' })
  await writer.add('plain', new BlobReader(new Blob(['y'])))
  expect(await walked({ 'a.zip': await writer.close() })).toEqual([
    'unreadable a.zip!secret: encrypted-entry',
    'leaf a.zip!plain = y',
  ])
})

test('an entry of a method that is not known is named', async () => {
  const archive = new Uint8Array(await (await buildZip({ App: 'abc' }, { level: 0 })).arrayBuffer())
  const directory = archive.findIndex((_, at) => archive[at] === 0x50 && archive[at + 2] === 1 && archive[at + 3] === 2)
  archive[directory + 10] = 99
  const [item] = await collect({ 'a.zip': archive })
  expect(item).toMatchObject({ kind: 'unreadable', problems: [{ code: 'unsupported-compression', file: 'a.zip!App' }] })
})

test('an entry of another size than its archive says is given whole, with a problem', async () => {
  const archive = new Uint8Array(await (await buildZip({ App: long }, { level: 6 })).arrayBuffer())
  const directory = archive.findIndex((_, at) => archive[at] === 0x50 && archive[at + 2] === 1 && archive[at + 3] === 2)
  new DataView(archive.buffer).setUint32(directory + 24, 1000, true)
  expect(await walked({ 'a.zip': archive })).toEqual([`leaf a.zip!App = ${long.length} characters (wrong-size)`])
})

/** A zip of one entry whose content differs in one byte from what its directory's checksum is of. */
async function flippedZip(level: number): Promise<Uint8Array<ArrayBuffer>> {
  const archive = new Uint8Array(await (await buildZip({ App: noise }, { level: 0 })).arrayBuffer())
  const at = archive.length >> 1
  archive[at] = (archive[at] ?? 0) ^ 1
  if (level === 0) return archive
  // Deflated: the other content's data and sizes stay, the checksum is that of the first.
  const crc = new DataView(archive.buffer)
  const other = new Uint8Array(await (await buildZip({ App: noise.toUpperCase() }, { level })).arrayBuffer())
  for (const [signature, field] of [
    [0x04034b50, 14],
    [0x02014b50, 16],
  ] as const) {
    const place = (bytes: Uint8Array<ArrayBuffer>): number => {
      const view = new DataView(bytes.buffer)
      let found = bytes.length - 4
      while (view.getUint32(found, true) !== signature) found--
      return found + field
    }
    new DataView(other.buffer).setUint32(place(other), crc.getUint32(place(archive), true), true)
  }
  return other
}

test.each([0, 6])(
  'an entry whose bytes are not those of its checksum is given with a problem: level %d',
  async (level) => {
    expect(await walked({ 'a.zip': await flippedZip(level) })).toEqual([
      `leaf a.zip!App = ${noise.length} characters (wrong-checksum)`,
    ])
  },
)

test('files in archives that are read in place are whole: what is cut of a file is no Blob that others can join', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unslide-walk-'))
  try {
    const path = join(folder, 'all')
    const tar = buildTar([{ path: 'a', content: long }])
    const zips = await Promise.all([0, 6].map(async (level) => (await buildZip({ a: long }, { level })).arrayBuffer()))
    for (const bytes of [tar, gzipSync(tar), ...zips.map((zip) => new Uint8Array(zip))]) {
      writeFileSync(path, bytes)
      const items: WalkItem[] = []
      for await (const item of walk([{ path: 'all', blob: await openFileBlob(path) }])) items.push(item)
      expect(await brief(items)).toEqual([`leaf all!a = ${long.length} characters`])
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('only what is wanted is unpacked', async () => {
  const archive = await buildZip({ a: 'MACHO', b: 'nothing' })
  expect(await walked({ 'a.zip': archive }, { wanted: (head) => head[0] === 0x4d })).toEqual([
    'leaf a.zip!a = MACHO',
    'ignored a.zip!b: neither a report nor symbols',
  ])
})

test.each<[string, ZipWriterAddDataOptions]>([
  ['stored', { level: 0, dataDescriptor: false }],
  ['stored, sizes behind the data', { level: 0, dataDescriptor: true }],
  ['deflated, sizes behind the data', { level: 6, dataDescriptor: true }],
])('a zip that is cut off gives the entries that are there: %s', async (_, options) => {
  const whole = await buildZip({ one: 'first', 'dir/two': 'second', three: noise }, options)
  const items = await walked({ 'a.zip': whole.slice(0, 100_000) })
  expect(items[0]).toBe('leaf a.zip!one = first')
  expect(items[1]).toBe('leaf a.zip!dir/two = second')
  expect(items[2]).toMatch(/^leaf a.zip!three = \d+ characters \(.+\)$/)
  expect(items[3]).toBe('unreadable a.zip: bad-zip')
})

test('a zip whose end record points at no file gives the files that it begins with, and says so', async () => {
  const bytes = new Uint8Array(await (await buildZip({ one: 'first', two: 'second' }, { level: 0 })).arrayBuffer())
  // Of the end record: how many entries there are here and in all, and the size and place of the directory.
  bytes.fill(0, bytes.length - 14, bytes.length - 2)
  expect(await walked({ 'a.zip': bytes })).toEqual([
    'leaf a.zip!one = first',
    'leaf a.zip!two = second',
    'unreadable a.zip: bad-zip',
  ])
})

test('an empty zip is no damaged one', async () => {
  expect(await walked({ 'a.zip': await buildZip({}) })).toEqual(['ignored a.zip: archive without files'])
})

test('gzip of one file and of a tar', async () => {
  const tar = buildTar([
    { path: 'a', content: long },
    { path: 'b.png', content: 'x' },
    { path: 'c', content: 'end' },
  ])
  expect(await walked({ 'crash.ips.gz': gzipSync('report'), 'all.tar.gz': gzipSync(tar) })).toEqual([
    'leaf crash.ips.gz!crash.ips = report',
    `leaf all.tar.gz!a = ${long.length} characters`,
    'ignored all.tar.gz!b.png: image',
    'leaf all.tar.gz!c = end',
  ])
})

test('gzip that is cut off gives what is there', async () => {
  const packed = gzipSync(noise)
  const [cut] = await collect({ 'a.gz': packed.subarray(0, Math.floor(packed.length / 2)) })
  expect(cut).toMatchObject({ kind: 'leaf', problems: [{ code: 'bad-compressed-data' }] })
  expect(cut?.kind === 'leaf' && cut.file.blob.size).toBeGreaterThan(10_000)
})

test('tar: prefixes, long names of both kinds, links and folders', async () => {
  const deep = `${'folder/'.repeat(30)}App`
  const tar = buildTar([
    { path: 'dir/', type: '5', content: '' },
    { path: 'name', prefix: 'a/b', content: '1' },
    { path: '././@LongLink', type: 'L', content: `${deep}\0` },
    { path: 'cut', content: '2' },
    { path: 'pax', type: 'x', content: paxRecord('path', `ü/${deep}`) + paxRecord('mtime', '1.5') },
    { path: 'cut', content: '3' },
    { path: 'link', type: '2', content: '' },
    { path: 'plain', content: '4' },
  ])
  expect(await walked({ 'a.tar': tar })).toEqual([
    'leaf a.tar!a/b/name = 1',
    `leaf a.tar!${deep} = 2`,
    `leaf a.tar!ü/${deep} = 3`,
    'leaf a.tar!plain = 4',
  ])
})

test('a tar that is cut off or damaged', async () => {
  const tar = buildTar([
    { path: 'a', content: 'first' },
    { path: 'b', content: long },
  ])
  expect(await walked({ 'a.tar': tar.subarray(0, 512 * 3 + 200) })).toEqual([
    'leaf a.tar!a = first',
    `leaf a.tar!b = 200 characters (truncated)`,
  ])
  const damaged = tar.slice()
  damaged[512 * 2 + 10] = 0x7f
  expect(await walked({ 'a.tar': damaged })).toEqual(['leaf a.tar!a = first', 'unreadable a.tar: bad-tar'])
})

test('archives of other kinds are named', async () => {
  const [item] = await collect({ 'a.7z': Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4) })
  expect(item).toMatchObject({ kind: 'unreadable', label: '7z archive', problems: [{ code: 'unsupported-archive' }] })
})

test('damaged archives end, and never throw', async () => {
  const tar = buildTar([
    { path: 'a', content: 'first' },
    { path: 'b', content: 'second' },
  ])
  const wholes = [
    new Uint8Array(await (await buildZip({ 'a.txt': 'first', 'b.zip': await buildZip({ c: 'x' }) })).arrayBuffer()),
    tar,
    Uint8Array.from(gzipSync(tar)),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...wholes),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      fc.nat(),
      async (whole, flips, cut) => {
        const bytes = whole.slice(0, whole.length - (cut % 3 === 0 ? cut % whole.length : 0))
        for (const [at, value] of flips) bytes[at % bytes.length] = value
        for (const item of await collect({ 'a.bin': bytes })) {
          if (item.kind === 'leaf') expect(item.file.blob.size).toBeLessThan(100_000)
          if (item.kind === 'unreadable') expect(item.problems.map(({ code }) => code)).not.toContain('internal-error')
        }
      },
    ),
    { numRuns: 150 },
  )
})
