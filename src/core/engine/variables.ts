/** Variables in scope, out of the files given. Loaded when they are asked for: most reports need none. */
import { problem } from '../messages/problems.ts'
import { append } from '../model/lists.ts'
import { formatHex, linkOf, type ImageOffset } from '../model/address.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { DebugImage } from '../symbols/source.ts'
import { DebugInfo } from '../variables/debug-info.ts'
import { describeScope } from '../variables/describe.ts'
import { whenRead } from '../variables/paged.ts'
import { scopesAt } from '../variables/scopes.ts'
import type { VariableScope } from '../variables/variable.ts'

/** Kept as long as the file, so that the next frame finds its units read. */
const opened = new WeakMap<DebugImage, DebugInfo>()

export async function openDebugInfo(source: DebugImage, problems: Problem[]): Promise<DebugInfo | undefined> {
  const known = opened.get(source)
  if (known) return known
  const prepared = await source.prepare([])
  if (!prepared.ok) {
    append(problems, prepared.problems)
    return undefined
  }
  // What object files say counts from the beginning of their own parts.
  if (prepared.value.objects) return undefined
  const info = new DebugInfo(prepared.value)
  if (!info.hasUnits) return undefined
  opened.set(source, info)
  return info
}

/** For each offset what is in scope there, innermost first; none where no function with debug information is. */
export async function variablesOfImage(
  sources: readonly DebugImage[],
  offsets: readonly ImageOffset[],
): Promise<Outcome<readonly (readonly VariableScope[])[]>> {
  const problems: Problem[] = []
  for (const source of sources) {
    if (source.detail !== 'dwarf') continue
    const info = await openDebugInfo(source, problems)
    if (!info) continue
    const found: (readonly VariableScope[])[] = []
    for (const offset of offsets) found.push(await scopesOf(info, linkOf(source.textVmaddr, offset), problems))
    return success(found, problems)
  }
  return failure(problems.length > 0 ? problems : problem('no-debug-info', {}, { ...fileOf(sources) }))
}

const fileOf = ([first]: readonly DebugImage[]): { readonly file?: string } => (first ? { file: first.path } : {})

async function scopesOf(info: DebugInfo, address: bigint, problems: Problem[]): Promise<readonly VariableScope[]> {
  try {
    return await whenRead(() => scopesAt(info, address)?.scopes.map((scope) => describeScope(info, scope)) ?? [])
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    const { message } = problemFrom(thrown, info.image.file)
    problems.push(problem('no-variables', { address: formatHex(address), reason: message }, { file: info.image.file }))
    return []
  }
}
