/**
 * Opens a `.usym` file of version 2: 28 bytes of header, records of 36 bytes ascending by address, then the strings, each behind its
 * length in 16 bits. Addresses count from the start of the image. A record reaches to the next one.
 */
import { openRange } from '../bytes/blob.ts'
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { DwarfWriter, type WrittenFunction } from '../dwarf/writer/functions.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { UNKNOWN_ARCH } from '../model/architecture.ts'
import { imageOffset, linkAddress } from '../model/address.ts'
import { parseUuid } from '../model/image.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import type { DebugImage } from './source.ts'

const HEADER_BYTES = 28
const RECORD_BYTES = 36
/** Lines, but no inlined calls. */
const RANK = 23
const MOST_CODE = 0xfffffffe
/** Nothing says where the last record ends; an instruction has four bytes. */
const LAST_BYTES = 4
const MOST_BYTES = 1 << 30

interface Layout {
  readonly records: number
  readonly stringsAt: number
  /** Places of the names in the header, among the strings. */
  readonly id: number
  readonly name: number
  readonly arch: number
}

export async function openUsym(file: InputFile): Promise<Outcome<readonly DebugImage[]>> {
  try {
    const layout = await openLayout(file)
    const text = async (at: number): Promise<string> => {
      const start = layout.stringsAt + at
      const length = await openRange(file.blob, start, start + 2)
      const size = (length[0] ?? 0) + 256 * (length[1] ?? 0)
      return decodeUtf8(await openRange(file.blob, start + 2, start + 2 + size))
    }
    const uuid = parseUuid(await text(layout.id))
    const name = await text(layout.name)
    const arch = await text(layout.arch)
    const facts = {
      uuid: uuid ?? (await contentUuid(file.blob)),
      arch: /^[\w-]{2,20}$/.test(arch) ? arch : UNKNOWN_ARCH,
      name,
      path: file.path,
      kind: 'other',
      detail: 'dwarf',
      rank: RANK,
      textVmaddr: linkAddress(0),
      bytes: file.blob.size,
    } as const
    const notes = uuid ? [] : [mapProblem('no-uuid.usym', { name }, { file: file.path, severity: 'note' })]
    return success([{ ...facts, prepare: async () => prepareUsym(file, layout, facts) }], notes)
  } catch (thrown) {
    return failure(problemFrom(thrown, file.path))
  }
}

async function openLayout({ path, blob }: InputFile): Promise<Layout> {
  const bad = (key: 'bad-usym' | 'bad-usym.lite', at: number): FormatError =>
    new FormatError(mapProblem(key, {}, { file: path, offset: at }))
  const cursor = new ByteCursor(await openRange(blob, 0, HEADER_BYTES), { file: path })
  if (cursor.readFixedString(4) !== 'usym') throw bad('bad-usym.lite', 0)
  const version = cursor.readU32()
  if (version !== 2 || blob.size > MOST_BYTES) throw bad('bad-usym', 4)
  const records = cursor.readU32()
  const stringsAt = HEADER_BYTES + records * RECORD_BYTES
  if (stringsAt > blob.size) throw bad('bad-usym', 8)
  const [id, name] = [cursor.readU32(), cursor.readU32()]
  cursor.skip(4) // the system
  return { records, stringsAt, id, name, arch: cursor.readU32() }
}

async function prepareUsym(
  { path, blob }: InputFile,
  { records, stringsAt }: Layout,
  { uuid, arch, name, kind, textVmaddr }: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind' | 'textVmaddr'>,
): Promise<Outcome<BuildInput>> {
  const problems: Problem[] = []
  const writer = new DwarfWriter(textVmaddr)
  const budget = new Budget(blob.size)
  const texts = new Map<number, string>()
  const strings = await openRange(blob, stringsAt, blob.size)
  const textAt = (at: number): string => {
    const known = texts.get(at)
    if (known !== undefined) return known
    const cursor = new ByteCursor(strings, { file: path, fileOffset: stringsAt, at })
    const text = cursor.remaining < 2 ? '' : decodeUtf8(cursor.readBytes(Math.min(cursor.readU16(), cursor.remaining)))
    budget.spend('text', text.length)
    texts.set(at, text)
    return text
  }
  const table = await openRange(blob, HEADER_BYTES, stringsAt)
  const rows = new ByteCursor(table, { file: path, fileOffset: HEADER_BYTES })
  let current: (WrittenFunction & { lines: WrittenFunction['lines'][number][] }) | undefined
  let [end, skipped] = [0, 0]
  try {
    for (let at = 0; at < records; at++) {
      budget.spend('steps', 1)
      rows.at = at * RECORD_BYTES
      const address = Number(rows.readU64())
      const [symbol, file, line] = [textAt(rows.readU32()), textAt(rows.readU32()), rows.readU32()]
      rows.at = (at + 1) * RECORD_BYTES
      const next = at + 1 < records ? Number(rows.readU64()) : address + LAST_BYTES
      const isSound = address >= end && next >= address && next <= MOST_CODE
      if (!isSound || symbol === '') {
        skipped++
        continue
      }
      if (next === address) continue
      end = next
      const size = next - address
      if (current?.name !== symbol || current.address + current.size !== address) {
        if (current) writer.add(current)
        current = { name: symbol, address, size: 0, inlines: [], lines: [] }
      }
      current = { ...current, size: current.size + size }
      if (file !== '') current.lines.push({ address, size, line, file })
    }
  } catch (thrown) {
    if (!isOverBudget(thrown)) throw thrown
    problems.push(problemFrom(thrown, path))
  }
  if (current) writer.add(current)
  if (skipped > 0) problems.push(mapProblem('bad-usym.records', { skipped, records }, { file: path }))
  const input: BuildInput = {
    uuid,
    arch,
    name,
    kind,
    file: path,
    textVmaddr,
    littleEndian: true,
    pointerSize: 8,
    code: [{ start: imageOffset(0), end: imageOffset(end) }],
    dwarf: writer.finish(),
    symbols: [],
    sectionIsCode: [],
  }
  return success(input, problems)
}
