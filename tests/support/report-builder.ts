/** Small reports made by hand: whole ones by their fields, and ones of few named frames. */
import { imageOffset, runtimeAddress } from '../../src/core/model/address.ts'
import { parseUuid, type BinaryImage, type Call, type ImageUuid } from '../../src/core/model/image.ts'
import type {
  CallTreeNode,
  Frame,
  Register,
  Report,
  Resolution,
  SymbolicatedReport,
  Thread,
} from '../../src/core/model/report.ts'

/** A UUID made of one repeated hex digit. */
export function uuid(digit: string): ImageUuid {
  return parseUuid(digit.repeat(32))!
}

export type RowParts = Partial<Omit<Frame, 'address' | 'offset'>> & {
  readonly address?: bigint | number
  readonly offset?: number
}

/** Frames with ids and indexes of their own; frame 0 is exact, the others return addresses unless said. */
export function makeFrames(rows: readonly RowParts[], firstId = 0): Frame[] {
  return rows.map(({ address, offset, ...row }, index) => ({
    id: firstId + index,
    index,
    kind: index === 0 ? 'exact' : 'return',
    ...(address !== undefined && { address: runtimeAddress(address) }),
    ...(offset !== undefined && { offset: imageOffset(offset) }),
    ...row,
  }))
}

export function makeImage(parts: Partial<BinaryImage> & { readonly name: string }): BinaryImage {
  return { index: 0, ...parts }
}

export function makeReport(
  parts: Partial<Report> & {
    readonly rows?: readonly RowParts[]
    readonly thread?: Partial<Thread>
  },
): Report {
  const { rows = [], thread, ...rest } = parts
  const frames = makeFrames(rows)
  return {
    format: 'made',
    label: 'Crash report',
    file: 'made.crash',
    text: '',
    textKind: 'none',
    header: { arch: 'arm64', fields: [] },
    applicationInfo: [],
    threads: [{ id: 0, crashed: true, frames, ...thread }],
    backtraces: [],
    callTrees: [],
    images: [],
    sections: [],
    frameCount: frames.length,
    problems: [],
    ...rest,
  }
}

/** `image function`, or calls innermost first where some are inlined; no function where it has no name. */
export interface FrameParts {
  readonly image: 'app' | 'system'
  readonly calls: readonly (string | { readonly function: string; readonly file: string; readonly line: number })[]
}

export const app = (...calls: FrameParts['calls']): FrameParts => ({ image: 'app', calls })
export const system = (...calls: FrameParts['calls']): FrameParts => ({ image: 'system', calls })

const images: readonly BinaryImage[] = [
  {
    index: 0,
    name: 'Shop',
    path: '/private/var/containers/Bundle/Application/1/Shop.app/Shop',
    origin: 'app',
    loadAddress: runtimeAddress(0x104cc8000),
    arch: 'arm64',
  },
  {
    index: 1,
    name: 'libsystem.dylib',
    path: '/usr/lib/libsystem.dylib',
    origin: 'system',
    loadAddress: runtimeAddress(0x180000000),
    arch: 'arm64',
  },
]

function buildCalls({ calls }: FrameParts): Call[] {
  return calls.map((call, index) => ({
    ...(typeof call === 'string' ? { function: call } : call),
    mangled: typeof call === 'string' ? call : call.function,
    inlined: index < calls.length - 1,
    source: 'dwarf' as const,
  }))
}

/** A report with one crashed thread of these frames, and any other fields. */
export function buildReport(
  frames: readonly FrameParts[],
  more: Partial<Omit<Report, 'threads'>> & { readonly registers?: readonly Register[] } = {},
): SymbolicatedReport {
  const { registers, ...fields } = more
  const report = makeReport({
    rows: frames.map(({ image }, id) => ({
      address: (image === 'app' ? 0x104cc8000 : 0x180000000) + id * 16,
      image: image === 'app' ? 0 : 1,
      offset: id * 16,
    })),
    thread: { name: 'main', ...(registers && { registers }) },
    header: { process: 'Shop', arch: 'arm64', fields: [] },
    images,
    ...fields,
  })
  const resolutions = frames.map((parts): Resolution => {
    const calls = buildCalls(parts)
    return calls.length > 0
      ? { kind: 'resolved', calls, grade: { level: 'exact', evidence: [] } }
      : { kind: 'no-symbols', reason: 'none' }
  })
  return { report, resolutions, images: [], explanations: [] }
}

function* treeFrames(nodes: readonly CallTreeNode[]): Generator<Frame> {
  const stack = [...nodes]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node.frame
    stack.push(...node.children)
  }
}

/** A report before any symbols are known. */
export function unresolved(report: Report): SymbolicatedReport {
  const resolutions = new Array<Resolution>(report.frameCount).fill({ kind: 'no-symbols', reason: 'none given' })
  const stacks = [...report.threads, ...(report.lastException ? [report.lastException] : []), ...report.backtraces]
  const frames = [
    ...stacks.flatMap((stack) => stack.frames),
    ...report.callTrees.flatMap((tree) => [...treeFrames(tree.roots)]),
  ]
  for (const { id, symbol, inlined } of frames) {
    if (!symbol) continue
    const { name, offset: functionOffset } = symbol
    const call: Call = {
      function: name,
      mangled: name,
      inlined: inlined === true,
      source: 'report',
      ...(functionOffset !== undefined && { functionOffset }),
    }
    resolutions[id] = { kind: 'already-named', calls: [call] }
  }
  return { report, resolutions, images: [], explanations: [] }
}
