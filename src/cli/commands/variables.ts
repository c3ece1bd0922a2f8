/** `unslide variables`: parameters and locals in scope. */
import type { Engine, FrameVariables, Variable, VariableScope } from '../../core/engine-types.ts'
import { formatHex, linkAddress, offsetOfLink } from '../../core/model/address.ts'
import { chooseImage } from '../pipeline/choose-image.ts'
import { tellProblems, UsageError, writeNote, writeOut, type Command, type ExitCode } from '../command.ts'
import type { VariablesLine } from '../documents/look-ups.ts'
import { readOptions } from '../options/read.ts'
import { createHost } from '../start/host.ts'
import { addSymbols, openFile, readAddresses } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { results } from '../messages/results.ts'

export const variablesCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'variables')
    const format = values.format ?? 'text'
    if (!values.symbols) throw new UsageError(errors.variablesNeedSymbols)
    const engine = createHost()
    await addSymbols(engine, values.symbols)
    const process = values.core ?? values.report
    if (values.core !== undefined && values.report !== undefined) throw new UsageError(errors.coreOrReport)
    if (process !== undefined) {
      const wanted = positionals.length > 0 ? new Set(await readAddresses(positionals)) : undefined
      return listFrames(engine, process, wanted, format)
    }
    const choice = await chooseImage(engine, values.arch, values.uuid)
    if ('exit' in choice) return choice.exit
    const { image } = choice
    const addresses = await readAddresses(positionals.length > 0 ? positionals : ['-'])
    if (addresses.length === 0) throw new UsageError(errors.variablesNeedAddress)
    const offsets = addresses.map((address) => offsetOfLink(linkAddress(address), image.textVmaddr))
    const known = offsets.filter((offset) => offset !== undefined)
    const outcome = await engine.variables({ key: image, offsets: known })
    tellProblems(outcome.problems)
    if (!outcome.ok) return 1
    const found = outcome.value[Symbol.iterator]()
    let uncovered = 0
    const lines = addresses.map((address, at) => {
      const scopes = (offsets[at] === undefined ? undefined : found.next().value) ?? []
      if (scopes.length === 0) uncovered++
      return format === 'json' ? jsonLine(address, scopes) : textLines(address, scopes)
    })
    await writeOut(lines.join(''))
    if (uncovered > 0) writeNote(errors.noScopeAt({ image: image.name, uncovered, addresses: addresses.length }))
    return uncovered > 0 ? 1 : 0
  },
}

async function listFrames(
  engine: Engine,
  path: string,
  wanted: ReadonlySet<bigint> | undefined,
  format: 'text' | 'json',
): Promise<ExitCode> {
  const outcome = await engine.frameVariables(await openFile(path))
  tellProblems(outcome.problems)
  if (!outcome.ok) return 2
  const frames = outcome.value.filter(({ address }) => !wanted || wanted.has(address))
  const lines = frames.map(({ address, scopes, thread, frame, image }) => {
    const facts = { ...(thread !== undefined && { thread }), frame, ...(image !== undefined && { image }) }
    return format === 'json' ? jsonLine(address, scopes, facts) : textLines(address, scopes, facts)
  })
  await writeOut(lines.join(''))
  const covered = frames.some(({ scopes }) => scopes.length > 0)
  if (!covered) writeNote(errors.noFrameInScope({ path }))
  return covered ? 0 : 1
}

type Facts = Pick<FrameVariables, 'thread' | 'frame' | 'image'>

function jsonLine(address: bigint, scopes: readonly VariableScope[], facts?: Facts): string {
  return `${JSON.stringify({ address: formatHex(address), ...facts, scopes } satisfies VariablesLine)}\n`
}

function textLines(address: bigint, scopes: readonly VariableScope[], facts?: Facts): string {
  const lines = scopes.flatMap((scope) => [
    `  ${scope.function}${scope.inlined ? results.inlinedScope : ''}`,
    ...(scope.variables.length === 0 ? [`    ${results.noVariables}`] : []),
    ...scope.variables.map((variable) => `    ${variableText(variable)}`),
  ])
  const title = facts ? results.frameOf({ ...facts, address: formatHex(address) }) : formatHex(address)
  return `${[title, ...lines].join('\n')}\n`
}

/** `type name = value  at location`, as a debugger prints it. */
function variableText({ name, type, value, location, unavailable, shadowed }: Variable): string {
  const known = value === undefined ? (unavailable === undefined ? '' : ` = <${unavailable}>`) : ` = ${value}`
  const hidden = shadowed ? results.hiddenVariable : ''
  return `(${type}) ${name}${known}${location === undefined ? '' : `  ${location}`}${hidden}`
}
