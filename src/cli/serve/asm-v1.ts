/** The code of a function, in the form that the Firefox Profiler requests (`/asm/v1`). */
import { formatHex } from '../../core/model/address.ts'
import type { ServedCode, RefusedAnswer } from '../documents/answers.ts'
import type { Engine } from '../../core/engine-types.ts'
import { formatProblem } from '../command.ts'
import { answeredErrors } from '../messages/serve.ts'
import { hexIn, imageIn, offsetIn } from './module.ts'

/** Bytes of code in one answer. */
const MOST_BYTES = 1 << 20

/** Names of architectures in answers. */
const archNames: Readonly<Record<string, string>> = { arm64: 'aarch64', arm64e: 'aarch64', i386: 'i686' }

/** `form` for a request of another form. A module without code gets an answer that says so. */
export async function answerCode(engine: Engine, given: unknown): Promise<ServedCode | RefusedAnswer | 'form'> {
  const at = offsetIn(given, 'startAddress')
  const size = hexIn(given, 'size')
  if (at === undefined || size === undefined || size === 0) return 'form'
  const image = await imageIn(engine, given)
  if (!image) return { error: answeredErrors.noModule }
  const bytes = Math.min(size, MOST_BYTES)
  const outcome = await engine.disassemble({ key: image, at, count: bytes })
  if (!outcome.ok) return { error: outcome.problems.map(formatProblem).join(' ') || answeredErrors.noCode }
  const [first] = outcome.value
  if (!first) return { error: answeredErrors.noCode }
  const listed = outcome.value
    .map(({ address, bytes: own, text }) => ({ offset: Number(address - first.address), length: own.length, text }))
    .filter(({ offset }) => offset < bytes)
  const last = listed.at(-1)
  return {
    startAddress: formatHex(at),
    size: formatHex(last ? last.offset + last.length : 0),
    arch: archNames[image.arch] ?? image.arch,
    syntax: ['LLVM'],
    instructions: listed.map(({ offset, text }) => [offset, text ?? answeredErrors.noInstruction]),
  }
}
