/** Any report as a text in the layout of Apple's crash reports, for formats that have no text or no place for names. */
import { formatHex } from '../model/address.ts'
import { threadMark } from '../model/frames.ts'
import type { BinaryImage } from '../model/image.ts'
import type { CallTree, CallTreeNode, Frame, Report, Stack, SymbolicatedReport, Thread } from '../model/report.ts'
import { crashedThread } from '../reading/stacks.ts'
import { foundByLine } from '../model/found-by.ts'
import { alsoLines, legendLines } from './legend.ts'
import { calledNames, formatRow, rowMark } from './original-rows.ts'
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
    headerLines(report),
    reasonLines(report),
    report.applicationInfo.length > 0 ? ['Application Specific Information:', ...report.applicationInfo] : [],
    last ? ['Last Exception Backtrace:', ...stackLines(symbolicated, last)] : [],
    ...report.backtraces.map((stack) => [`${stack.title.replace(/:$/, '')}:`, ...stackLines(symbolicated, stack)]),
    ...report.threads.map((thread) => threadLines(symbolicated, thread)),
    foundLines(report),
    ...report.callTrees.map((tree) => treeLines(symbolicated, tree)),
    ...report.threads.map((thread) => registerLines(report, thread)),
    report.images.length > 0 ? ['Binary Images:', ...report.images.map(imageLine)] : [],
    [...legendLines([symbolicated]), ...alsoLines([symbolicated]), ...recoveredRows([symbolicated])],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function field(key: string, value: string | number | undefined): string[] {
  return value === undefined || value === '' ? [] : [`${`${key}:`.padEnd(20)} ${String(value).replace(/\n/g, ' ')}`]
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
  const type = exception?.type ?? exception?.signal
  const signal = exception?.type !== undefined && exception.signal !== undefined ? ` (${exception.signal})` : ''
  const code = termination?.code === undefined ? '' : `, Code ${formatHex(termination.code)}`
  const reason = termination?.namespace === undefined ? undefined : `Namespace ${termination.namespace}${code}`
  const crashed = crashedThread(report)
  return [
    ...field('Exception Type', type === undefined ? undefined : type + signal),
    ...field('Exception Subtype', exception?.subtype),
    ...field('Exception Codes', exception?.codes),
    ...field('Exception Message', exception?.message),
    ...field('Exception Name', exception?.name),
    ...field('Exception Reason', exception?.reason),
    ...field('Termination Reason', [reason, termination?.indicator].filter((word) => word !== undefined).join(' ')),
    ...field('Triggered by Thread', crashed?.id),
  ]
}

function threadLines(symbolicated: SymbolicatedReport, thread: Thread): string[] {
  const queue = thread.queue === undefined ? undefined : `Dispatch queue: ${thread.queue}`
  const name = [thread.name, queue].filter((word) => word !== undefined).join('  ')
  return [
    ...(name === '' ? [] : [`Thread ${thread.id} name:  ${name}`]),
    `Thread ${thread.id}${{ crashed: ' Crashed', attributed: ' Attributed', none: '' }[threadMark(thread) ?? 'none']}:`,
    ...stackLines(symbolicated, thread),
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

function stackLines(symbolicated: SymbolicatedReport, { frames }: Stack): string[] {
  return frames.flatMap((frame) => formatRow(symbolicated, frame))
}

/** One column a level, outermost first, as spindump writes it. */
function treeLines(symbolicated: SymbolicatedReport, tree: CallTree): string[] {
  const lines = [`${tree.title} (${tree.weight}):`]
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

function treeLabel(symbolicated: SymbolicatedReport, frame: Frame): string {
  const image = frame.image === undefined ? undefined : symbolicated.report.images[frame.image]
  const names = calledNames(symbolicated, frame)
  const name = names.at(-1) ?? '???'
  const imageName = frame.imageName ?? image?.name
  const where =
    imageName === undefined ? '' : ` (${imageName}${frame.offset === undefined ? '' : ` + ${frame.offset}`})`
  const address = frame.address === undefined ? '' : ` [${formatHex(frame.address)}]`
  return name + where + address + (names.length > 0 ? rowMark(symbolicated, frame) : '')
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

function imageLine(image: BinaryImage): string {
  const base = image.loadAddress ?? 0n
  const end = image.size === undefined ? '???' : formatHex(base + BigInt(Math.max(1, Math.ceil(image.size))) - 1n)
  const uuid = image.uuid === undefined ? '' : ` <${image.uuid.replace(/-/g, '').toLowerCase()}>`
  const range = `${formatHex(base).padStart(18)} - ${end.padStart(18)}`
  return `${range} ${image.name === '' ? '???' : image.name} ${image.arch ?? 'unknown'} ${uuid} ${image.path ?? '???'}`
}
