/** The instructions where a program crashed or stood still, and what of them was checked against the report. */
import { isReadable } from '../instructions/disassemble.ts'
import { factsOf, type CrashFacts } from '../explain/crash-facts.ts'
import type { Instruction } from '../instructions/instruction.ts'
import type { Message } from '../messages/message.ts'
import type { ImageOffset } from '../model/address.ts'
import type { Fault, FaultInstruction } from '../model/fault.ts'
import type { Frame, Report, SymbolicatedReport, Thread } from '../model/report.ts'
import { trustedCalls } from '../reading/lines.ts'
import { stoppedThread } from '../reading/stacks.ts'
import {
  addressMode,
  codeAddress,
  codeAt,
  describe,
  functionAround,
  imageAt,
  list,
  threadMode,
  type FaultReader,
  type Place,
} from './listing.ts'
import { isTrapEnd, toldAtCall, toldAtFault } from './told.ts'

/** Undefined where nothing crashed and no dump shows where the program stood, or the bytes of the instructions are missing. */
export async function faultOf(symbolicated: SymbolicatedReport, reader: FaultReader): Promise<Fault | undefined> {
  const { report } = symbolicated
  const thread = stoppedThread(report)
  const arch = report.header.arch ?? report.images[0]?.arch ?? ''
  const first = thread?.frames[0]
  if (!thread || first?.address === undefined || !isReadable(arch)) return undefined
  const codes = thread.code ? [thread.code] : []
  const place = await codeAt(report.images, codes, codeAddress(first.address, arch), reader, threadMode(thread, arch))
  if (!place) return callerFault(symbolicated, thread, reader, arch)
  const facts = factsOf(symbolicated)
  const { listed, at } = list(place, arch)
  const instructions = await describe(report.images, reader, arch, listed, at)
  const around = isTrapEnd(facts) && (await functionAround(report.images, reader, arch, place, startOf(facts, first)))
  return {
    ...headOf(report, thread, arch, place),
    instructions,
    told: toldAtFault(
      facts,
      {
        listed,
        stopped: at,
        around: around || { listed, isWhole: false },
        called: calledBy(listed[at - 1], instructions[at - 1]),
      },
      arch,
    ),
  }
}

/** Where the function of a frame begins in its image. */
function startOf({ symbolicated }: CrashFacts, frame: Frame): ImageOffset | undefined {
  return trustedCalls(symbolicated, frame).at(-1)?.functionStart
}

/** The name of the function that an instruction calls. */
function calledBy(instruction: Instruction | undefined, shown: FaultInstruction | undefined): string | undefined {
  if (instruction?.flow !== 'call') return undefined
  const name = shown?.notes?.find(({ code }) => code === 'target')?.params['name']
  return typeof name === 'string' ? name : undefined
}

const headOf = (
  report: Report,
  thread: Thread,
  arch: string,
  { from }: Place,
): Pick<Fault, 'thread' | 'arch' | 'from'> => ({ thread: report.threads.indexOf(thread), arch, from })

/** Where the program counter is no code, the call that led there, if its bytes say that it did. */
async function callerFault(
  symbolicated: SymbolicatedReport,
  thread: Thread,
  reader: FaultReader,
  arch: string,
): Promise<Fault | undefined> {
  const { report } = symbolicated
  const [first, second] = thread.frames
  const isCode = first?.address !== undefined && imageAt(report.images, first.address)
  if (first?.address === undefined || second?.address === undefined || isCode) return undefined
  const place = await codeAt(
    report.images,
    [],
    codeAddress(second.address, arch),
    reader,
    addressMode(second.address, arch),
  )
  if (!place) return undefined
  const { listed, at } = list(place, arch)
  const told: readonly Message[] | undefined = toldAtCall(factsOf(symbolicated), listed[at - 1], first.address, arch)
  if (!told) return undefined
  const instructions = await describe(report.images, reader, arch, listed, at - 1)
  return { ...headOf(report, thread, arch, place), isCaller: true, instructions, told }
}
