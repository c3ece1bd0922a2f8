/**
 * The kernel's stack buffers before kcdata: packed records of tasks and threads, as `stack_snapshot` gave them on Mac OS X 10.6 to
 * 10.10 (xnu's `osfmk/kern/debug.h`). The records grew from release to release and say no version, so their sizes are found from the
 * distances between them.
 */
import { runtimeAddress } from '../../model/address.ts'
import { reachOfUnsized, uuidFromBytes } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { NearestImages } from '../base/nearest-images.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { threadModes } from '../../messages/labels.ts'
import { threadStates } from './thread-states.ts'
import { problem } from '../../messages/problems.ts'

const TASK = 0xdecafbad
const THREAD = 0xfeedface
const MEMORY = [0xabcddcba, 0xbfcabcde]
const MICRO = 0x31c54011
const MAGICS = new Set([TASK, THREAD, MICRO, ...MEMORY])

/** The part of a record that every release has. */
const TASK_PREFIX = 12
const THREAD_PREFIX = 36
/** The header of 10.6: the prefix, a state, flags. */
const LEAST_THREAD = 41
const LARGEST_HEADER = 512
/** Sizes that are known from the headers of 10.6, 10.7 and 10.8; they win where several fit. */
const KNOWN_SIZES = new Set([30, 66, 41, 57, 69])
const THREAD_SIZES = [41, 57, 69]
const MAX_FRAMES = 1024
const MAX_IMAGES = 4096
/** Offset of the state word in 10.6, which has no times before it. */
const STATE_OLD = 36
const STATE = 52
/** Bits of `ss_flags`: the program's pointers have 8 bytes, the kernel's have, a dispatch queue's number follows. */
const USER_64 = 1
const KERNEL_64 = 2
const HAS_QUEUE = 4
/** Where the loader lies before the kernel slides it: in 64-bit programs and in 32-bit ones. */
const DYLD = [
  [0x7fff_5fc0_0000n, 0x7fff_7000_0000n],
  [0x8fe0_0000n, 0x9000_0000n],
] as const
/** The kernel's image, as the system calls its file. */
const KERNEL = 'mach_kernel'
const IMAGE_REACH = BigInt(reachOfUnsized)

export const stackSnapshotFormat: ReportFormat = {
  id: 'stack-snapshot',
  label: 'Kernel stack buffer (stack_snapshot)',
  sniff: sniffStackSnapshot,
  parse: parseStackSnapshot,
}

function sniffStackSnapshot({ bytes }: Sample): boolean {
  if (bytes.length < TASK_PREFIX) return false
  return MAGICS.has(viewOf(bytes).getUint32(0, true))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Offset of the next record from `at` on; the end of the buffer when there is none. Records are packed, so it may lie anywhere. */
function findNext(view: DataView, at: number): number {
  for (let offset = at; offset + 4 <= view.byteLength; offset++) {
    if (MAGICS.has(view.getUint32(offset, true))) return offset
  }
  return view.byteLength
}

/** One way to divide a record: its header, then rows of these sizes. */
interface Division {
  readonly header: number
  readonly kernel: 8 | 16
  readonly user: 8 | 16
  /** True if it agrees with the thread's flags and its rows begin with addresses. */
  readonly isLikely?: boolean
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly divisions: readonly Division[]
}

function parseStackSnapshot({ path, bytes }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const view = viewOf(bytes)
  const pieces: { readonly magic: number; piece: Piece }[] = []
  for (let at = findNext(view, 0); at < view.byteLength;) {
    const magic = view.getUint32(at, true)
    const end = findNext(view, at + 4)
    const divisions =
      magic === THREAD ? threadDivisions(view, at, end) : magic === TASK ? taskDivisions(view, at, end) : []
    pieces.push({ magic, piece: { start: at, end, divisions } })
    at = end
  }
  const last = pieces.at(-1)
  if (last && last.magic === THREAD) {
    const known = usualHeader(pieces.slice(0, -1).flatMap(({ magic, piece }) => (magic === THREAD ? [piece] : [])))
    const padded = lastDivision(view, last.piece, known)
    if (padded) last.piece = { ...last.piece, divisions: [padded] }
  }
  const of = (magic: number): Piece[] => pieces.filter((piece) => piece.magic === magic).map(({ piece }) => piece)
  const threadSize = usualHeader(of(THREAD))
  const taskSize = usualHeader(of(TASK))
  const threads: Thread[] = []
  let process = '???'
  let images = new NearestImages()
  for (const { magic, piece } of pieces) {
    if (magic === TASK) {
      const division = divisionOf(piece, taskSize)
      process = taskName(view, piece, division)
      images = division ? addImages(builder, bytes, piece, division, process) : new NearestImages()
    } else if (magic === THREAD) {
      const division = divisionOf(piece, threadSize)
      if (division) threads.push(readThread(builder, view, piece, division, process, images))
      else {
        builder.problem(problem('unreadable-record', {}, { offset: piece.start }))
      }
    }
  }
  return success([
    {
      format: stackSnapshotFormat.id,
      label: stackSnapshotFormat.label,
      file: path,
      text: '',
      textKind: 'none',
      header: {
        fields: [['Tasks', String(of(TASK).length)] as const, ['Threads', String(of(THREAD).length)] as const],
      },
      applicationInfo: [],
      threads,
      backtraces: [],
      callTrees: [],
      sections: [],
      ...builder.finish(),
    },
  ])
}

function threadDivisions(view: DataView, start: number, end: number): Division[] {
  if (end - start < THREAD_PREFIX) return []
  const kernelRows = view.getUint32(start + 4, true)
  const userRows = view.getUint32(start + 8, true)
  if (kernelRows > MAX_FRAMES || userRows > MAX_FRAMES) return []
  return ([16, 8] as const).flatMap((kernel) =>
    ([16, 8] as const).flatMap((user) => {
      const header = end - start - kernelRows * kernel - userRows * user
      if (header < LEAST_THREAD || header > LARGEST_HEADER) return []
      const one = { header, kernel, user }
      return [{ ...one, isLikely: agreesWithFlags(view, start, one) && looksRight(view, start, one) }]
    }),
  )
}

function taskDivisions(view: DataView, start: number, end: number): Division[] {
  if (end - start < TASK_PREFIX) return []
  const images = view.getUint32(start + 8, true)
  if (images > MAX_IMAGES) return []
  return ([16, 8] as const).flatMap((wide) => {
    const header = end - start - images * (wide === 16 ? 24 : 20)
    return header > TASK_PREFIX && header <= LARGEST_HEADER ? [{ header, kernel: wide, user: wide }] : []
  })
}

/**
 * How the last record is divided where its end is not that of its rows; undefined where it is. `known` is the size of the other headers.
 * Without it, only rows of 8 bytes addresses show by their upper half that a division is right.
 */
function lastDivision(view: DataView, piece: Piece, known: number | undefined): Division | undefined {
  const sizes = known === undefined ? THREAD_SIZES : [known, known + 8]
  const exact = piece.divisions.filter((one) => sizes.includes(one.header) && one.isLikely)
  const isSure = ({ kernel, user }: Division): boolean => known !== undefined || kernel === 16 || user === 16
  if (exact.some(isSure)) return undefined
  const padded = paddedDivisions(view, piece, sizes)
  const cut = cutDivisions(view, piece, sizes)
  return padded.find(isSure) ?? cut.find(isSure) ?? (exact.length > 0 ? undefined : (padded[0] ?? cut[0]))
}

/**
 * The last record of a buffer that is longer than what was written into it: zeros follow its rows. The least
 * that leaves only zeros comes first.
 */
function paddedDivisions(view: DataView, { start, end }: Piece, sizes: readonly number[]): readonly Division[] {
  if (end - start < THREAD_PREFIX) return []
  let written = end
  while (written > start && view.getUint8(written - 1) === 0) written--
  const kernelRows = view.getUint32(start + 4, true)
  const userRows = view.getUint32(start + 8, true)
  if (kernelRows > MAX_FRAMES || userRows > MAX_FRAMES) return []
  const fits: { division: Division; reach: number }[] = []
  for (const header of sizes) {
    for (const kernel of [8, 16] as const) {
      for (const user of [8, 16] as const) {
        const reach = start + header + kernelRows * kernel + userRows * user
        const division = { header, kernel, user }
        if (
          reach >= written &&
          reach < end &&
          agreesWithFlags(view, start, division) &&
          looksRight(view, start, division)
        )
          fits.push({ division, reach })
      }
    }
  }
  return fits.sort((a, b) => a.reach - b.reach).map(({ division }) => division)
}

/** The last record of a buffer that ends within its rows: the sizes are those with which each complete row begins with an address. */
function cutDivisions(view: DataView, { start, end }: Piece, sizes: readonly number[]): readonly Division[] {
  if (end !== view.byteLength || end - start < THREAD_PREFIX) return []
  const [kernelRows, userRows] = rowCounts(view, start)
  if (kernelRows > MAX_FRAMES || userRows > MAX_FRAMES) return []
  const divisions = sizes
    .filter((header) => start + header <= end)
    .flatMap((header) =>
      SIZES.map(([kernel, user]): Division => ({ header, kernel, user })).filter((one) =>
        agreesWithFlags(view, start, one),
      ),
    )
  return divisions.filter(
    (one) =>
      start + one.header + kernelRows * one.kernel + userRows * one.user > end && looksRight(view, start, one, end),
  )
}

/** Sizes of rows of the kernel and of the program, likeliest first. */
const SIZES = [
  [16, 16],
  [16, 8],
  [8, 8],
  [8, 16],
] as const

/** The first releases have the state, flags, and the number of a dispatch queue, in this order; later ones differ. */
function agreesWithFlags(view: DataView, start: number, { header, kernel, user }: Division): boolean {
  const end = stateAt(header) + 5
  if (header !== end && header !== end + 8) return true
  const flags = view.getUint8(start + end - 1)
  return (
    ((flags & KERNEL_64) !== 0) === (kernel === 16) &&
    ((flags & USER_64) !== 0) === (user === 16) &&
    ((flags & HAS_QUEUE) !== 0) === (header !== end)
  )
}

function rowCounts(view: DataView, start: number): readonly [kernel: number, user: number] {
  return [view.getUint32(start + 4, true), view.getUint32(start + 8, true)]
}

function stateAt(header: number): number {
  return header < STATE + 4 ? STATE_OLD : STATE
}

/** True if every row begins with an address: of a 64-bit kernel in the upper half, of a program in the lower. */
function looksRight(
  view: DataView,
  start: number,
  { header, kernel, user }: Division,
  end = Number.POSITIVE_INFINITY,
): boolean {
  const [kernelRows, userRows] = rowCounts(view, start)
  const isUpper = (at: number): boolean => view.getUint8(at + 7) >= 0x80
  for (let row = 0; row < kernelRows; row++) {
    const at = start + header + row * kernel
    if (at + kernel > end) return true
    if (view.getUint32(at, true) === 0 || (kernel === 16 && !isUpper(at))) return false
  }
  for (let row = 0; row < userRows; row++) {
    const at = start + header + kernelRows * kernel + row * user
    if (at + user > end) return true
    if (view.getUint32(at, true) === 0 || (user === 16 && isUpper(at))) return false
  }
  return true
}

/** The header size that fits most records; a known one where several fit as many. */
function usualHeader(pieces: readonly Piece[]): number | undefined {
  const votes = new Map<number, number>()
  for (const { divisions } of pieces) {
    for (const header of new Set(divisions.map((division) => division.header)))
      votes.set(header, (votes.get(header) ?? 0) + 1)
  }
  const weight = ([header, count]: [number, number]): number => count * 2 + (KNOWN_SIZES.has(header) ? 1 : 0)
  return [...votes].sort((a, b) => weight(b) - weight(a) || a[0] - b[0])[0]?.[0]
}

/** A record of the usual size, or with the 8 bytes of a dispatch queue's number behind its header. If several fit, a likely one. */
function divisionOf({ divisions }: Piece, usual: number | undefined): Division | undefined {
  if (usual === undefined) return undefined
  const fits = [usual, usual + 8].flatMap((size) => divisions.filter(({ header }) => header === size))
  return fits.find(({ isLikely }) => isLikely) ?? fits[0]
}

/** The longest readable word of a task's header is its name; its offset differs between releases. */
function taskName(view: DataView, { start, end }: Piece, division: Division | undefined): string {
  // A buffer may end in the middle of a task, even of its first fields.
  if (end - start < TASK_PREFIX) return '???'
  const pid = view.getInt32(start + 4, true)
  let best = ''
  let word = ''
  for (let at = start + TASK_PREFIX; at < Math.min(end, start + (division?.header ?? TASK_PREFIX)); at++) {
    const code = view.getUint8(at)
    word = code >= 0x20 && code < 0x7f ? word + String.fromCharCode(code) : ''
    if (word.length > best.length) best = word
  }
  return `${best || '???'} [${pid}]`
}

function addImages(
  builder: ReportBuilder,
  bytes: Uint8Array,
  { start, end }: Piece,
  division: Division,
  process: string,
): NearestImages {
  const view = viewOf(bytes)
  const list = builder.newImageList()
  const size = division.user === 16 ? 24 : 20
  const found = new NearestImages()
  for (let at = start + division.header; at + size <= end; at += size) {
    const loadAddress = size === 24 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true))
    const uuid = uuidFromBytes(bytes.subarray(at + size - 16, at + size))
    const name = imageName(loadAddress, at === start + division.header, process, uuid)
    found.add({
      loadAddress,
      index: builder.addImage(omitUndefined({ name, uuid, loadAddress: runtimeAddress(loadAddress) }), list),
    })
  }
  return found
}

/** The buffer names no images. The program is listed first, the loader lies in a place of its own, and a UUID says which the others are. */
function imageName(loadAddress: bigint, isFirst: boolean, process: string, uuid: string | undefined): string {
  if (DYLD.some(([start, end]) => loadAddress >= start && loadAddress < end)) return 'dyld'
  return isFirst ? process.replace(/ \[-?\d+\]$/, '') : (uuid ?? '')
}

function readThread(
  builder: ReportBuilder,
  view: DataView,
  { start, end }: Piece,
  { header, kernel, user }: Division,
  process: string,
  images: NearestImages,
): Thread {
  const rows: FrameRow[] = []
  let at = start + header
  const [kernelRows, userRows] = rowCounts(view, start)
  for (const [count, size, isKernel] of [
    [kernelRows, kernel, true],
    [userRows, user, false],
  ] as const) {
    for (let row = 0; row < count && at + size <= end; row++, at += size) {
      const address = size === 16 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true))
      const image = isKernel ? undefined : images.at(address, IMAGE_REACH)?.index
      const kind = row === 0 ? ('exact' as const) : undefined
      rows.push(omitUndefined({ address, image, kind, imageName: isKernel ? KERNEL : undefined }))
    }
  }
  const id = Number(view.getBigUint64(start + 28, true))
  const missing = kernelRows + userRows - rows.length
  if (missing > 0)
    builder.problem(
      problem('truncated.thread', { missing, rows: kernelRows + userRows, thread: id }, { offset: start }),
    )
  const state = threadStates(view.getUint32(start + stateAt(header), true), view.getBigUint64(start + 20, true))
  return {
    id,
    name: process,
    crashed: false,
    state: [...state, kernelRows > 0 ? threadModes.kernel : threadModes.user],
    frames: builder.addStack(rows, 'thread'),
  }
}
