/** Breakpad symbol files (`.sym`) of Apple modules: functions, inlined calls and lines as text. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { imageOffset, linkAddress } from '../model/address.ts'
import { parseUuid, type Arch } from '../model/image.ts'
import { failure, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { nestInlines, type BreakpadInline } from './breakpad-inlines.ts'
import { BreakpadReader } from './breakpad-records.ts'
import { DwarfWriter, type WrittenInline } from './dwarf-writer.ts'
import type { DebugImage, SymbolSource } from './source.ts'

const HEAD_BYTES = 4096

/** Breakpad's names of architectures that differ from Apple's. */
const ARCHES: Readonly<Record<string, Arch>> = { x86: 'i386', arm: 'armv7' }

export const breakpadSource: SymbolSource = {
  id: 'breakpad',
  label: 'Breakpad symbols',
  sniff: (head) => decodeUtf8(head.subarray(0, 7)) === 'MODULE ',
  open: openBreakpad,
}

async function openBreakpad(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  const head = decodeUtf8(await openRange(file.blob, 0, HEAD_BYTES))
  const module = /^MODULE (\S+) (\S+) ([0-9A-Fa-f]+) (.+?)\r?$/m.exec(head)
  const uuid = parseUuid(module?.[3] ?? '')
  if (!module || !uuid) {
    const message = 'The first line of this Breakpad symbol file does not name a module with a UUID.'
    return failure({ code: 'bad-breakpad', message, file: file.path, line: 1 })
  }
  const [, system = '', arch = '', , name = ''] = module
  if (!/^(mac|ios)$/i.test(system)) {
    const message = `These Breakpad symbols are of a module for ${system}, not for an Apple system.`
    return failure({ code: 'foreign-symbols', message, file: file.path, line: 1 })
  }
  const facts = {
    uuid,
    arch: ARCHES[arch] ?? arch,
    name,
    path: file.path,
    kind: 'other',
    detail: 'dwarf',
    rank: 25, // it says less than a dSYM: no columns, and names that are already readable
    text: linkAddress(0), // its addresses count from the Mach header
    bytes: file.blob.size,
  } as const
  return success([{ ...facts, prepare: async () => prepare(file, facts) }])
}

async function prepare(
  file: InputFile,
  facts: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind'>,
): Promise<Outcome<BuildInput>> {
  const writer = new DwarfWriter()
  let end = 0
  const reader = new BreakpadReader(({ name, address, size, lines, inlines }) => {
    end = Math.max(end, address + size)
    const fileName = (number: number): string => reader.files.get(number) ?? ''
    const written = (inline: BreakpadInline): WrittenInline => ({
      name: reader.origins.get(inline.origin) ?? '',
      callFile: fileName(inline.callFile),
      callLine: inline.callLine,
      ranges: inline.ranges,
      children: inline.children.map(written),
    })
    const rows = lines.map((row) => ({ ...row, file: fileName(row.file) }))
    writer.add({ name, address, size, inlines: nestInlines(inlines).map(written), lines: rows })
  })
  await readLines(file.blob, (line) => reader.readLine(line))
  reader.finish()
  const last = reader.publics.reduce((highest, { address }) => Math.max(highest, address), 0)
  const { uuid, arch, name, kind } = facts
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind,
    file: file.path,
    text: linkAddress(0),
    littleEndian: true,
    pointerSize: 8,
    code: [{ start: imageOffset(0), end: imageOffset(Math.max(end, last + 1)) }],
    dwarf: writer.finish(),
    symbols: reader.publics
      .map((entry) => ({ offset: imageOffset(entry.address), name: entry.name, source: 'symtab' }) as const)
      .sort((a, b) => a.offset - b.offset),
    sectionIsCode: [],
  }
  const problems = reader.badLines.map((line): Problem => {
    const message = `Line ${line} of these Breakpad symbols is no record that is known; it is left out.`
    return { code: 'bad-breakpad', message, file: file.path, line }
  })
  return success(input, problems)
}

/** Feeds a text file line by line, without having it whole in memory. */
async function readLines(blob: Blob, visit: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = blob.stream().getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) visit(line.trimEnd())
  }
  visit((rest + decoder.decode()).trimEnd())
}
