/** The instructions where a program crashed, and what of them was checked against the report. */
import { disassemble, isReadable } from '../disassembly/disassemble.ts'
import { disassembleBefore } from '../disassembly/backward.ts'
import { factsOf, type CrashFacts } from '../explain/crash-facts.ts'
import { faultNotes } from '../messages/en/fault.ts'
import { say, type Message } from '../messages/message.ts'
import { offsetInImage, runtimeAddress, type ImageOffset, type RuntimeAddress } from '../model/address.ts'
import { archFamily } from '../model/architecture.ts'
import type { Fault, FaultInstruction } from '../model/fault.ts'
import type { BinaryImage } from '../model/image.ts'
import type { Report, SymbolicatedReport, Thread, ThreadCode } from '../model/report.ts'
import { branchTarget, dataAddresses, protectionOf, type Listed } from './notes.ts'
import { toldAtCall, toldAtFault } from './told.ts'

/** What is at hand of the report's images, by their position in it. */
export interface FaultReader {
  /** Bytes of code from `from` up to `to`, both within one section; fewer, or none, where they are not at hand. */
  readonly code: (image: number, at: ImageOffset, before: number, after: number) => Promise<CodeAround | undefined>
  readonly nameAt: (image: number, at: ImageOffset) => Promise<string | undefined>
  /** Text at a place, or the name of the section it is in. */
  readonly dataAt: (image: number, at: ImageOffset) => Promise<Message | undefined>
}

/** Code on both sides of a place. */
export interface CodeAround {
  readonly before: Uint8Array
  readonly from: Uint8Array
}

/** Bytes read on each side, as Apple's reports carry them. */
const window = 40
/** Instructions shown on each side. */
const shown = 8

interface Place {
  readonly address: RuntimeAddress
  readonly code: CodeAround
  readonly from: Fault['from']
}

/** Undefined where nothing crashed, or no bytes of the instructions are at hand. */
export async function faultOf(symbolicated: SymbolicatedReport, reader: FaultReader): Promise<Fault | undefined> {
  const facts = factsOf(symbolicated)
  const { report, thread } = facts
  const arch = report.header.arch ?? report.images[0]?.arch ?? ''
  const first = thread?.frames[0]
  if (!thread?.crashed || thread.attributed || first?.address === undefined || !isReadable(arch)) return undefined
  const place = await codeAt(report, thread.code, first.address, reader)
  if (place) {
    const { listed, stopped } = list(place, arch)
    const told = toldAtFault(facts, listed, stopped, arch)
    return finish({ report, thread, reader, arch, place, listed, stopped, told })
  }
  return callerFault(facts, thread, reader, arch)
}

/** The bytes at an address: the report's own, a dump's memory, else those of the binary of this build. */
async function codeAt(
  report: Report,
  code: ThreadCode | undefined,
  address: RuntimeAddress,
  reader: FaultReader,
): Promise<Place | undefined> {
  const at = code && offsetInImage(address, code.start)
  if (code && at !== undefined && at < code.bytes.length) {
    const from = code.bytes.subarray(at, at + window)
    return { address, code: { before: code.bytes.subarray(Math.max(0, at - window), at), from }, from: code.from }
  }
  const image = imageAt(report, address)
  const offset = image?.loadAddress === undefined ? undefined : offsetInImage(address, image.loadAddress)
  const found = image && offset !== undefined && (await reader.code(image.index, offset, window, window))
  return found ? { address, code: found, from: 'binary' } : undefined
}

function imageAt(report: Report, address: bigint): BinaryImage | undefined {
  return report.images.find(({ loadAddress, size }) => {
    return (
      loadAddress !== undefined && size !== undefined && address >= loadAddress && address < loadAddress + BigInt(size)
    )
  })
}

function list(
  { address, code }: Place,
  arch: string,
): { readonly listed: readonly Listed[]; readonly stopped: number } {
  const before = disassembleBefore(code.before, address, arch).slice(-shown)
  const from = disassemble(code.from, address, arch, shown + 1)
  // The window cuts the last one.
  const whole = from.filter(({ text }, at) => text !== undefined || at < from.length - 1 || from.length === 1)
  return { listed: [...before, ...whole], stopped: before.length }
}

/** Where the program counter is no code, the call that led there, if its bytes say that it did. */
async function callerFault(
  facts: CrashFacts,
  thread: Thread,
  reader: FaultReader,
  arch: string,
): Promise<Fault | undefined> {
  const { report } = facts
  const [first, second] = thread.frames
  if (first?.address === undefined || second?.address === undefined || imageAt(report, first.address)) return undefined
  const place = await codeAt(report, undefined, second.address, reader)
  if (!place) return undefined
  const { listed, stopped } = list(place, arch)
  const told = toldAtCall(facts, listed[stopped - 1]?.text, first.address, arch)
  return told && finish({ report, thread, reader, arch, place, listed, stopped: stopped - 1, told, isCaller: true })
}

interface Found {
  readonly report: Report
  readonly thread: Thread
  readonly reader: FaultReader
  readonly arch: string
  readonly place: Place
  readonly listed: readonly Listed[]
  readonly stopped: number
  readonly told: readonly Message[]
  readonly isCaller?: true
}

async function finish(found: Found): Promise<Fault> {
  const { report, thread, arch, place, listed, stopped, told, isCaller } = found
  const data = dataAddresses(listed, archFamily(arch).startsWith('arm'))
  const instructions: FaultInstruction[] = []
  for (const [at, { address, bytes, text }] of listed.entries()) {
    const notes = text === undefined ? [] : await notesOf(found, text, data[at])
    instructions.push({
      address: runtimeAddress(address),
      bytes: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      ...(text !== undefined && { text }),
      ...(at === stopped && { stopped: true }),
      ...(notes.length > 0 && { notes }),
    })
  }
  return {
    thread: report.threads.indexOf(thread),
    arch,
    from: place.from,
    ...(isCaller && { isCaller }),
    instructions,
    told,
  }
}

async function notesOf({ report, reader, arch }: Found, text: string, data: bigint | undefined): Promise<Message[]> {
  const notes: Message[] = []
  const target = branchTarget(text, archFamily(arch).startsWith('arm'))
  const goes = target === undefined ? undefined : await at(report, target, reader.nameAt)
  if (goes !== undefined) notes.push(say(faultNotes, 'target', { name: goes }).message)
  const says = data === undefined ? undefined : await at(report, data, reader.dataAt)
  if (says) notes.push(says)
  const kind = protectionOf(text)
  if (kind) notes.push(say(faultNotes, 'protection', { kind }).message)
  return notes
}

/** Asks of the image that an address lies in. */
async function at<T>(
  report: Report,
  address: bigint,
  ask: (image: number, at: ImageOffset) => Promise<T | undefined>,
): Promise<T | undefined> {
  const image = imageAt(report, address)
  const offset =
    image?.loadAddress === undefined ? undefined : offsetInImage(runtimeAddress(address), image.loadAddress)
  return image && offset !== undefined ? ask(image.index, offset) : undefined
}
