/** Any report as a text in the layout of Apple's crash reports, for formats that have no text or no place for names. */
import { formatHex } from '../model/address.ts'
import { threadMark } from '../model/frames.ts'
import type { BinaryImage } from '../model/image.ts'
import type { CallTree, CallTreeNode, Frame, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { originOfPath } from '../model/origin.ts'
import { callsOf } from '../reading/lines.ts'
import { isOwnImage } from '../reading/own-code.ts'
import { crashedThread } from '../reading/stacks.ts'
import { foundByLine } from '../model/found-by.ts'
import { alsoLines, damageLines, legendLines } from './legend.ts'
import { stackHead, treeHead, WRITTEN_FIELDS, WRITTEN_FROM, writtenFromText } from '../reports/base/write-back.ts'
import { cutPlaces } from '../model/elided-recursion.ts'
import { cutWords } from '../reading/folds.ts'
import { formatRow, rowMark, treeWriter } from './original-rows.ts'
import { recoveredRows } from './recovered-rows.ts'

/** Words of `Code Type` by architecture. */
const codeTypes: readonly (readonly [RegExp, string])[] = [
  [/^arm64/, 'ARM-64'],
  [/^arm/, 'ARM'],
  [/^x86_64/, 'X86-64'],
  [/^(?:i386|x86)/, 'X86'],
]

/** The whole report as text; ends in a line end. */
export function formatAppleText(symbolicated: SymbolicatedReport): string {
  const { report } = symbolicated
  const last = report.lastException
  const blocks: string[][] = [
    [...field(WRITTEN_FROM, writtenFrom(report)), ...headerLines(report)],
    reasonLines(report),
    fieldLines(report),
    report.applicationInfo.length > 0 ? ['Application Specific Information:', ...report.applicationInfo] : [],
    last ? ['Last Exception Backtrace:', ...stackLines(symbolicated, last)] : [],
    ...report.backtraces.map((stack) => [stackHead(stack.title), ...stackLines(symbolicated, stack)]),
    ...report.threads.map((thread) => threadLines(symbolicated, thread)),
    foundLines(report),
    ...report.callTrees.map((tree) => treeLines(symbolicated, tree)),
    ...report.threads.map((thread) => registerLines(report, thread)),
    report.images.length > 0
      ? ['Binary Images:', ...report.images.map((image) => imageLine(image, isOwnImage(symbolicated, image.index)))]
      : [],
    [
      ...damageLines([symbolicated]),
      ...legendLines([symbolicated]),
      ...alsoLines([symbolicated]),
      ...recoveredRows([symbolicated]),
    ],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function field(key: string, value: string | number | undefined): string[] {
  return value === undefined || value === '' ? [] : [`${`${key}:`.padEnd(20)} ${String(value).replace(/\n/g, ' ')}`]
}

/** Names the source format: without it, the next reader would take this layout for a crash report. */
function writtenFrom(report: Report): string | undefined {
  return report.writtenFrom === undefined && report.format === 'apple-crash-text' ? undefined : writtenFromText(report)
}

function headerLines({ header }: Report): string[] {
  const { process, pid, arch } = header
  const codeType = arch === undefined ? undefined : (codeTypes.find(([word]) => word.test(arch))?.[1] ?? arch)
  return [
    ...field('Incident Identifier', header.incident),
    ...field('Hardware Model', header.device),
    ...field('Process', process === undefined || pid === undefined ? process : `${process} [${pid}]`),
    ...field('Path', header.path),
    ...field('Identifier', header.bundleId),
    ...field('Version', header.version),
    ...field('Code Type', codeType),
    ...field('Parent Process', header.parent),
    ...field('Date/Time', header.date),
    ...field('Launch Time', header.launched),
    ...field('OS Version', header.os),
  ]
}

function reasonLines(report: Report): string[] {
  const { exception, termination } = report
  const raw = exception?.rawCodes?.map(formatHex).join(', ')
  const type = exception?.type ?? exception?.signal
  const signal = exception?.type !== undefined && exception.signal !== undefined ? ` (${exception.signal})` : ''
  const code = termination?.code === undefined ? '' : `, Code ${formatHex(termination.code)}`
  const reason = termination?.namespace === undefined ? undefined : `Namespace ${termination.namespace}${code}`
  const crashed = crashedThread(report)
  return [
    ...field('Exception Type', type === undefined ? undefined : type + signal),
    ...field('Exception Subtype', exception?.subtype),
    ...field('Exception Codes', exception?.codes ?? raw),
    ...field('Raw Codes', exception?.codes === undefined ? undefined : raw),
    ...field('Exception Message', exception?.message),
    ...field('Exception Address', exception?.address === undefined ? undefined : formatHex(exception.address)),
    ...field('Exception Name', exception?.name),
    ...field('Exception Reason', exception?.reason),
    ...field('Termination Reason', [reason, termination?.indicator].filter((word) => word !== undefined).join(' ')),
    ...field('Termination Description', termination?.reasons?.join(' ')),
    ...field('Terminating Process', termination?.byProcess),
    ...field('Triggered by Thread', crashed?.id),
  ]
}

function threadLines(symbolicated: SymbolicatedReport, thread: Thread): string[] {
  const queue = thread.queue === undefined ? undefined : `Dispatch queue: ${thread.queue}`
  const name = [thread.name, queue].filter((word) => word !== undefined).join('  ')
  return [
    ...(name === '' ? [] : [`Thread ${thread.id} name:  ${name}`]),
    `Thread ${thread.id}${{ crashed: ' Crashed', attributed: ' Attributed', none: '' }[threadMark(thread) ?? 'none']}:`,
    ...threadRows(symbolicated, thread),
  ]
}

/** How the frames of unwound stacks were found. No line may look like the head of a thread: reports are read again. */
function foundLines({ threads }: Report): string[] {
  const lines = threads.flatMap(({ id, frames }) => {
    const found = foundByLine(frames)
    return found === undefined ? [] : [`in thread ${id}: ${found}`]
  })
  return lines.length === 0 ? [] : ['How the frames were found:', ...lines.map((line) => `  ${line}`)]
}

/** The rows of a thread, with a line where the report left frames out. It begins as such lines of Apple's do. */
function threadRows(symbolicated: SymbolicatedReport, thread: Thread): string[] {
  const { frames, elided } = thread
  const cuts = new Map(cutPlaces(elided, frames.length).map(({ before, cut }) => [before, cut]))
  return [...frames, undefined].flatMap((frame, at) => {
    const cut = cuts.get(at)
    return [
      ...(cut ? [`-------- ${cutWords(symbolicated, thread, cut)}`] : []),
      ...(frame ? formatRow(symbolicated, frame) : []),
    ]
  })
}

function stackLines(symbolicated: SymbolicatedReport, { frames }: Stack): string[] {
  return frames.flatMap((frame) => formatRow(symbolicated, frame))
}

/** One column a level, outermost first, as spindump writes it. */
function treeLines(symbolicated: SymbolicatedReport, tree: CallTree): string[] {
  const lines = [treeHead(tree.weight, tree.title)]
  const open: { readonly node: CallTreeNode; readonly depth: number }[] = [...tree.roots]
    .reverse()
    .map((node) => ({ node, depth: 1 }))
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    lines.push(`${' '.repeat(depth * 2)}${node.count}  ${treeLabel(symbolicated, node.frame)}`)
    for (const child of [...node.children].reverse()) open.push({ node: child, depth: depth + 1 })
  }
  return lines
}

/** `name + 12 (File.swift:7 in Image + 4660) [0x104cc9234]`, as spindump writes it. */
function treeLabel(symbolicated: SymbolicatedReport, frame: Frame): string {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const call = callsOf(symbolicated, frame).at(-1)
  const address = frame.address === undefined ? '' : ` [${formatHex(frame.address)}]`
  // A pseudo row such as `<no stack>` lies in no image.
  if (call && address === '' && image === undefined && call.function.startsWith('<')) return call.function
  if (call && call.function !== '' && call.source !== 'starts')
    return treeWriter('spindump')(call, { printed: '', frame, image }) + rowMark(symbolicated, frame) + address
  const imageName = frame.imageName ?? image?.name
  const where =
    imageName === undefined ? '' : ` (${imageName}${frame.offset === undefined ? '' : ` + ${frame.offset}`})`
  return `???${where}${address}`
}

function registerLines({ header }: Report, thread: Thread): string[] {
  const registers = thread.registers ?? []
  if (registers.length === 0 || !thread.crashed) return []
  const family = /^(?:x86|i386)/.test(header.arch ?? '') ? 'X86' : 'ARM'
  const words = registers.map(({ name, value }) => `${name.padStart(5)}: 0x${value.toString(16).padStart(16, '0')}`)
  const lines: string[] = []
  for (let at = 0; at < words.length; at += 4) lines.push(` ${words.slice(at, at + 4).join(' ')}`)
  return [`Thread ${thread.id} crashed with ${family} Thread State (64-bit):`, ...lines]
}

/** Header fields that only their own format has; they keep that format's labels. */
function fieldLines({ format, header }: Report): string[] {
  if (format === 'apple-crash-text' || header.fields.length === 0) return []
  return [`${WRITTEN_FIELDS}:`, ...header.fields.map(([key, value]) => `${key}: ${value.replace(/\s*\n\s*/g, ' ')}`)]
}

/** A plus marks the user's own code where its path does not say so. */
function imageLine({ name, arch, uuid, path, loadAddress, size }: BinaryImage, isOwn: boolean): string {
  const end = loadAddress === undefined || size === undefined ? '???' : lastAddress(loadAddress, size)
  const plus = isOwn && originOfPath(path) === undefined ? '+' : ''
  const id = uuid === undefined ? '' : `<${uuid.replace(/-/g, '').toLowerCase()}>`
  const range = `${formatHex(loadAddress ?? 0n).padStart(18)} - ${end.padStart(18)}`
  // Without a UUID nothing would part a missing path from the name.
  const where = path ?? (uuid === undefined ? '' : '???')
  return `${range} ${plus}${name === '' ? '???' : name} ${arch ?? 'unknown'}  ${id} ${where}`.trimEnd()
}

const lastAddress = (loadAddress: bigint, size: number): string =>
  formatHex(loadAddress + BigInt(Math.max(1, Math.ceil(size))) - 1n)
