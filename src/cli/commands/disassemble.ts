/** `unslide disassemble`: bytes, or a place in a binary, as instructions. */
import { disassemble, isReadable, type ListedInstruction } from '../../core/instructions/disassemble.ts'
import { formatHex, linkAddress, offsetOfLink } from '../../core/model/address.ts'
import type { ArmMode } from '../../core/model/architecture.ts'
import { hexOf } from '../../core/model/hex.ts'
import { problem } from '../../core/messages/problems.ts'
import { chooseImage } from '../pipeline/choose-image.ts'
import { readHex, readNumber, tellProblems, UsageError, writeOut, type Command, type ExitCode } from '../command.ts'
import type { InstructionLine } from '../documents/look-ups.ts'
import { readOptions } from '../options/read.ts'
import { disassembleFrames } from './disassemble-frames.ts'
import { createHost } from '../start/host.ts'
import { addSymbols } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'

type Format = 'text' | 'json'

const mostInstructions = 100_000n
/** Default number of instructions from a binary. */
const fewInstructions = 16n

export const disassembleCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'disassemble')
    const format = values.format ?? 'text'
    const count = values.count === undefined ? undefined : readNumber(values.count, '--count')
    if (count !== undefined && (count < 1n || count > mostInstructions)) throw new UsageError(errors.countRange)
    const mode: ArmMode | undefined = values['instruction-set']
    if (values.report !== undefined) {
      if (mode !== undefined || positionals.length > 0 || values.address !== undefined || count !== undefined)
        throw new UsageError(errors.disassembleReportAlone)
      const [thread, frame] = [readIndex(values.thread, '--thread'), readIndex(values.frame, '--frame')]
      const engine = createHost()
      if (values.symbols) await addSymbols(engine, values.symbols)
      return disassembleFrames(engine, { path: values.report, thread, frame, format })
    }
    if (values.thread !== undefined || values.frame !== undefined) throw new UsageError(errors.disassembleNeedsReport)
    const address = values.address === undefined ? undefined : readHex(values.address, '--address')
    if (values.symbols) {
      if (positionals.length > 0) throw new UsageError(errors.disassembleTwoSources)
      if (address === undefined) throw new UsageError(errors.disassembleNeedsAddress)
      const { symbols, arch, uuid } = values
      return listImage({ symbols, arch, uuid, address, count: Number(count ?? fewInstructions), mode, format })
    }
    if (positionals.length === 0) throw new UsageError(errors.disassembleNeedsBytes)
    if (values.arch === undefined) throw new UsageError(errors.disassembleNeedsArch)
    if (!isReadable(values.arch)) throw new UsageError(errors.instructionsUnread({ given: values.arch }))
    const bytes = readBytes(positionals)
    const most = count === undefined ? Infinity : Number(count)
    await list(disassemble(bytes, address ?? 0n, values.arch, most, mode), format)
    return 0
  },
}

const readIndex = (text: string | undefined, option: string): number | undefined =>
  text === undefined ? undefined : Number(readNumber(text, option))

interface Place {
  readonly symbols: readonly string[]
  readonly arch: string | undefined
  readonly uuid: string | undefined
  readonly address: bigint
  readonly count: number
  readonly mode: ArmMode | undefined
  readonly format: Format
}

async function listImage({ symbols, arch, uuid, address, count, mode, format }: Place): Promise<ExitCode> {
  const engine = createHost()
  await addSymbols(engine, symbols)
  const choice = await chooseImage(engine, arch, uuid)
  if ('exit' in choice) return choice.exit
  const at = offsetOfLink(linkAddress(address), choice.image.textVmaddr)
  if (at === undefined) {
    const { path } = choice.image
    tellProblems([
      problem('no-code.outside', { address: formatHex(address) }, path === undefined ? {} : { file: path }),
    ])
    return 1
  }
  const outcome = await engine.disassemble({ key: choice.image, at, count, ...(mode !== undefined && { mode }) })
  tellProblems(outcome.problems)
  if (!outcome.ok) return 1
  await list(outcome.value, format)
  return 0
}

/** Bytes in hex, together or apart, each argument of whole bytes. */
function readBytes(texts: readonly string[]): Uint8Array {
  const bytes: number[] = []
  for (const text of texts) {
    const digits = text.replace(/[\s,]+/g, '').replace(/^0x/i, '')
    if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new UsageError(errors.notHexBytes({ given: text }))
    for (let at = 0; at < digits.length; at += 2) bytes.push(parseInt(digits.slice(at, at + 2), 16))
  }
  return Uint8Array.from(bytes)
}

async function list(instructions: readonly ListedInstruction[], format: Format): Promise<void> {
  const width = instructions.reduce((most, { bytes }) => Math.max(most, bytes.length * 2), 0)
  const lines = instructions.map(({ address, bytes, text }) =>
    format === 'json'
      ? JSON.stringify({
          address: formatHex(address),
          bytes: hexOf(bytes),
          text: text ?? null,
        } satisfies InstructionLine)
      : `${formatHex(address)}  ${hexOf(bytes).padEnd(width)}  ${text ?? results.noInstruction}`,
  )
  if (lines.length > 0) await writeOut(`${lines.join('\n')}\n`)
}
