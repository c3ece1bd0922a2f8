/**
 * Small files that request any amount of work, of kinds found in the wild. Each is generated here, with the same bytes
 * every time.
 */
import { gzipSync } from 'node:zlib'
import { buildMachO, codeSection } from './macho-builder.ts'
import { ByteWriter } from './byte-writer.ts'
import { buildTar } from './tar-builder.ts'
import { buildZip } from './zip-builder.ts'

export interface HostileFile {
  readonly name: string
  readonly bytes: Uint8Array
}

const UUID = '0102030405060708090a0b0c0d0e0f10'
const TEXT = 0x100000000n
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

const base62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A number of a back reference in Rust's v0 mangling. */
function backReference(to: number): string {
  if (to === 0) return 'B_'
  let digits = ''
  for (let rest = to - 1; ; rest = Math.floor(rest / 62)) {
    digits = (base62[rest % 62] ?? '') + digits
    if (rest < 62) return `B${digits}_`
  }
}

/** A Rust name of some hundred bytes that reads as a megabyte: each tuple holds the one before twice. */
export function doublingRustName(levels = 30): string {
  let name = '_RINvC1a1fTuuE'
  let last = name.indexOf('TuuE') - 2
  for (let level = 0; level < levels; level++) {
    const at = name.length - 2
    name += `T${backReference(last)}${backReference(last)}E`
    last = at
  }
  return `${name}E`
}

const rustImage = (): Uint8Array =>
  buildMachO({
    uuid: UUID,
    textAddress: TEXT,
    sections: [codeSection(0x10000)],
    symbols: [{ name: `_${doublingRustName()}`, address: TEXT + 0x1000n, section: 1 }],
  })

const rustReport = (): Uint8Array => {
  const frames = times(1000, (at) => `${at ? ',' : ''}{"imageOffset":${0x1000 + at},"imageIndex":0}`)
  const uuid = UUID.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  return text(
    `{"app_name":"x","bug_type":"309"}\n{"threads":[{"triggered":true,"id":1,"frames":[${frames}]}],"usedImages":[{"uuid":"${uuid}","base":${TEXT},"size":65536,"name":"App","arch":"arm64"}]}`,
  )
}

/** A trie whose names all begin with one long prefix. */
function trieImage(): Uint8Array {
  const prefix = 'p'.repeat(60_000)
  const leaves = 255
  const head = new ByteWriter()
    .u8(0)
    .u8(1)
    .text(prefix)
    .uleb(prefix.length + 6)
  const first = head.size + 2 + leaves * 5
  const middle = new ByteWriter().u8(0).u8(leaves)
  for (let child = 0; child < leaves; child++) {
    const at = first + child * 4
    middle
      .u8(0x41 + (child % 26))
      .u8(0)
      .bytes([(at & 0x7f) | 0x80, ((at >> 7) & 0x7f) | 0x80, at >> 14])
  }
  const ends = new ByteWriter()
  for (let child = 0; child < leaves; child++)
    ends
      .u8(2)
      .u8(0)
      .u8(child & 0x7f)
      .u8(0)
  const trie = Uint8Array.from([...head.done(), ...middle.done(), ...ends.done()])
  return buildMachO({ uuid: UUID, textAddress: TEXT, sections: [codeSection(0x10000)], exportsTrie: trie })
}

/** As many classes as pointers fit, all of them one, whose list of methods is long, as is its name. */
function objcImage(methods: number, className: string): Uint8Array {
  const [names, data, list] = [TEXT + 0x20_000n, TEXT + 0x200_000n, TEXT + 0x300_000n]
  const isa = new ByteWriter().u64(data, 0, 0, 0, data + 0x40n).padTo(0x40)
  // class_ro_t: four words of 32 bits, the layout of ivars, the name, the methods.
  isa
    .u32(0, 0, 0, 0)
    .u64(0, names, data + 0x100n)
    .padTo(0x100)
  isa.u32(24, 0xffffffff)
  for (let at = 0; at < methods; at++) isa.u64(names, names, TEXT + 0x1000n)
  return buildMachO({
    uuid: UUID,
    textAddress: TEXT,
    sections: [
      codeSection(0x10000),
      { name: '__objc_classname', segment: '__TEXT', address: names, bytes: text(`${className}\0`) },
      { name: '__objc_const', segment: '__DATA', address: data, bytes: isa.done() },
      {
        name: '__objc_classlist',
        segment: '__DATA_CONST',
        address: list,
        bytes: new ByteWriter().u64(...Array.from({ length: 30_000 }, () => data)).done(),
      },
    ],
  })
}

/** Debug sections of a few bytes, all of which name one long table of relocations. */
function sharedRelocations(): Uint8Array {
  const rows = Array.from({ length: 100_000 }, (): readonly [number, number] => [0, 0x0e000000])
  const count = 400
  const file = buildMachO({
    fileType: 1,
    uuid: UUID,
    sections: Array.from({ length: count }, (_, at) => ({
      name: at % 2 ? '__debug_info' : '__debug_line',
      segment: '__DWARF',
      bytes: new Uint8Array(16),
      ...(at === 0 && { relocations: rows }),
    })),
    symbols: [{ name: '_a', address: 0x40n }],
  })
  // In each section_64 behind the header and the segment: where the table is, and its length.
  const view = new DataView(file.buffer)
  const field = (section: number): number => 32 + 72 + section * 80 + 56
  for (let section = 1; section < count; section++) view.setBigUint64(field(section), view.getBigUint64(field(0)))
  return file
}

/** Sections that all lie over the same bytes, each with relocations. */
function overlapping(): Uint8Array {
  const bytes = new Uint8Array(4 << 20)
  const relocations = [[0, 0x0e000000]] as const
  const sections = Array.from({ length: 40 }, (_, at) => ({
    name: `__debug_${at}`,
    segment: '__DWARF',
    bytes: at === 0 ? bytes : new Uint8Array(16),
    relocations,
  }))
  return buildMachO({ fileType: 1, uuid: UUID, sections, symbols: [{ name: '_a', address: 0x40n }] })
}

async function nested(): Promise<Uint8Array> {
  let inner: Blob = await buildZip(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`${at}.dll`, 'x'])))
  for (let level = 0; level < 4; level++) {
    const same = inner
    inner = await buildZip(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`lib ${at}.zip`, same])))
  }
  return new Uint8Array(await inner.arrayBuffer())
}

async function damagedZip(): Promise<Uint8Array> {
  const zip = await buildZip(
    { 'a.crash': 'Process: App [1]\n\nThread 0:\n0 App 0x104004000 0x104000000 + 16384\n' },
    { level: 0 },
  )
  const bytes = new Uint8Array(await zip.arrayBuffer())
  bytes[60] = (bytes[60] ?? 0) ^ 1
  return bytes
}

const sampleTree = (levels: number): string =>
  `Analysis of sampling x (pid 1) every 1 millisecond\nProcess:         x [1]\n\nCall graph:\n    1 Thread_1\n${times(levels, (at) => `${' '.repeat(4 + at)}1 f${at}  (in x) + 1  [0x104004434]\n`)}`

/** All of them. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const empty = Array.from({ length: 20_000 }, (_, at) => ({ path: `f${at}.txt`, content: 'x' }))
  return [
    { name: 'many-files.tar.gz', bytes: gzipSync(buildTar(empty)) },
    { name: 'nested.zip', bytes: await nested() },
    { name: 'zeros.gz', bytes: gzipSync(new Uint8Array(100 << 20)) },
    { name: 'flipped.zip', bytes: await damagedZip() },
    { name: 'lines.crash.gz', bytes: gzipSync('\n'.repeat(262_144)) },
    { name: 'blanks.crash.gz', bytes: gzipSync('\u00a0'.repeat(400_000)) },
    { name: 'row.txt', bytes: text('0 a 0x12345 b '.repeat(20_000)) },
    {
      name: 'digits.crash',
      bytes: text(`Thread 0:\n0   App   0x0000000104004000 0x104000000 + ${'7'.repeat(200_000)}\n`),
    },
    { name: 'tree.txt.gz', bytes: gzipSync(sampleTree(2000)) },
    { name: 'nested.json', bytes: text('{"threads":['.repeat(100_000)) },
    { name: 'deep.ips', bytes: text(`{"bug_type":"309"}\n${'{"threads":'.repeat(200_000)}`) },
    { name: 'closed.ips', bytes: text(`{"bug_type":"309"}\n${'['.repeat(300_000)}${']'.repeat(300_000)}`) },
    { name: 'keys.json', bytes: text(`{"threads":[],${times(150_000, (at) => `"k${at}":{},`)}"end":1}`) },
    { name: 'open-strings.json', bytes: text(`{"threads":[${'{"'.repeat(300_000)}`) },
    { name: 'backslashes.ips', bytes: text(`{"bug_type":"309"}\n{"a":"${'\\\\"'.repeat(300_000)}`) },
    { name: 'rust.macho', bytes: rustImage() },
    { name: 'rust.ips', bytes: rustReport() },
    { name: 'trie.macho', bytes: trieImage() },
    { name: 'overlapping.o', bytes: overlapping() },
    { name: 'relocations.o', bytes: sharedRelocations() },
    { name: 'objc-methods.macho', bytes: objcImage(20_000, 'C') },
    { name: 'objc-name.macho', bytes: objcImage(1_000, 'C'.repeat(60_000)) },
    {
      name: 'page.html',
      bytes: text(
        `<!doctype html><meta name="generator" content="Unslide"><script id="unslide-report">{"version":1,"reports":[{"report":"<svg onload=x>"}]}</script>`,
      ),
    },
  ]
}
