/** `unslide disassemble --report`: the instructions at each frame of a thread. */
import { withNames } from '../../core/engine/names/open-reports.ts'
import type { Engine } from '../../core/engine-types.ts'
import { formatHex } from '../../core/model/address.ts'
import type { FrameCode } from '../../core/model/fault.ts'
import type { Outcome } from '../../core/model/problem.ts'
import type { Frame, Report, Thread } from '../../core/model/report.ts'
import { frameCodeReading } from '../../core/reading/fault.ts'
import { crashedThread } from '../../core/reading/stacks.ts'
import { tellProblems, writeNote, writeOut, type ExitCode } from '../command.ts'
import type { FrameCodeLine, FrameInstruction, FramePlace, FrameWithoutCodeLine } from '../documents/look-ups.ts'
import { openFile } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'

/** Limit on the frames of one thread; runaway recursion has more. */
const mostFrames = 1_000

export interface FrameChoice {
  readonly path: string
  /** As the report counts them; the crashed thread and all of its frames where absent. */
  readonly thread: number | undefined
  readonly frame: number | undefined
  readonly format: 'text' | 'json'
}

/** Exit code 1 if no frame has code in the report or in the given files. */
export async function disassembleFrames(engine: Engine, choice: FrameChoice): Promise<ExitCode> {
  const opened = await engine.open(await openFile(choice.path))
  tellProblems(opened.problems)
  if (!opened.ok) return 2
  const { handle, reports } = opened.value
  const named = await engine.resolve(handle)
  if (!named.ok) {
    tellProblems(named.problems)
    return 2
  }
  let told = 0
  for (const [position, { report }] of withNames(reports, named.value).entries()) {
    const thread = chosenThread(report, choice.thread)
    const frames = (thread?.frames ?? []).filter(({ index }) => choice.frame === undefined || index === choice.frame)
    for (const frame of frames.slice(0, mostFrames)) {
      const outcome = await engine.frameCode({ handle, report: position, frame })
      if (outcome.ok) told++
      const facts = factsOf(report, thread, frame)
      await writeOut(choice.format === 'json' ? jsonLine(facts, outcome) : textLines(facts, outcome))
    }
  }
  if (told === 0) writeNote(errors.noFrameWithCode({ path: choice.path }))
  return told === 0 ? 1 : 0
}

const chosenThread = (report: Report, id: number | undefined): Thread | undefined =>
  id === undefined ? (crashedThread(report) ?? report.threads[0]) : report.threads.find((one) => one.id === id)

function factsOf(report: Report, thread: Thread | undefined, { index, address, image, imageName }: Frame): FramePlace {
  const name = (image === undefined ? undefined : report.images[image]?.name) ?? imageName
  return {
    thread: thread?.id ?? 0,
    frame: index,
    ...(address !== undefined && { address: formatHex(address) }),
    ...(name !== undefined && { image: name }),
  }
}

function jsonLine(facts: FramePlace, outcome: Outcome<FrameCode>): string {
  if (!outcome.ok) {
    const problems = outcome.problems.map(({ code, message }) => ({ code, message }))
    return `${JSON.stringify({ ...facts, problems } satisfies FrameWithoutCodeLine)}\n`
  }
  const { from, marks, instructions } = outcome.value
  const { rows } = frameCodeReading(outcome.value)
  const listed = instructions.map(({ address, bytes, text, stopped }, at): FrameInstruction => ({
    address: formatHex(address),
    bytes,
    text: text ?? null,
    ...(stopped && { marked: true }),
    ...(rows[at]?.note !== undefined && { note: rows[at].note }),
  }))
  return `${JSON.stringify({ ...facts, from, marks, instructions: listed } satisfies FrameCodeLine)}\n`
}

function textLines(facts: FramePlace, outcome: Outcome<FrameCode>): string {
  const title = results.frameOf({ ...facts, address: facts.address ?? '' })
  if (!outcome.ok) return `${[title, ...outcome.problems.map(({ message }) => `  ${message}`)].join('\n')}\n`
  const { rows } = frameCodeReading(outcome.value)
  const width = rows.reduce((most, { bytes }) => Math.max(most, bytes.length), 0)
  const lines = rows.map(({ address, bytes, text, note, mark }) => {
    const behind = [note, mark].filter((part) => part !== undefined).join(' · ')
    const arrow = mark === undefined ? '  ' : '=>'
    return `${arrow} ${address}  ${bytes.padEnd(width)}  ${text}${behind === '' ? '' : `  ; ${behind}`}`
  })
  return `${[title, ...lines].join('\n')}\n`
}
