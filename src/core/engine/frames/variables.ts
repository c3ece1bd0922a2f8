/** Variables in scope, out of the files given. Loaded on demand: most reports need none. */
import { problem } from '../../messages/problems.ts'
import { formatHex, linkOf, type ImageOffset } from '../../model/address.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { DebugImage } from '../../symbols/source.ts'
import { describeScopes } from '../../variables/describe.ts'
import { whenRead } from '../../bytes/paged.ts'
import { scopesAt } from '../../variables/scopes.ts'
import type { VariableScope } from '../../model/variables.ts'
import { openCodeInfo, type CodeInfo } from './frame-debug-info.ts'

/** For each offset the scopes there, innermost first; none where no function with debug information covers it. */
export async function variablesOfImage(
  sources: readonly DebugImage[],
  offsets: readonly ImageOffset[],
): Promise<Outcome<readonly (readonly VariableScope[])[]>> {
  const problems: Problem[] = []
  for (const source of sources) {
    if (source.detail !== 'dwarf') continue
    const found: (readonly VariableScope[])[] = []
    let hasInfo = offsets.length === 0
    for (const offset of offsets) {
      const code = await openCodeInfo(source, offset, problems)
      if (code === 'no-debug-info') break
      hasInfo = true
      found.push(code === 'no-object' ? [] : await scopesOf(code, offset, linkOf(source.textVmaddr, offset), problems))
    }
    if (hasInfo) return success(found, problems)
  }
  return failure(problems.length > 0 ? problems : problem('no-debug-info', {}, { ...fileOf(sources) }))
}

const fileOf = ([first]: readonly DebugImage[]): { readonly file?: string } => (first ? { file: first.path } : {})

/** `address` is the requested one. */
async function scopesOf(
  { info, link }: CodeInfo,
  offset: ImageOffset,
  address: bigint,
  problems: Problem[],
): Promise<readonly VariableScope[]> {
  try {
    return await whenRead(() => describeScopes(info, scopesAt(info, link(offset))?.scopes ?? []))
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    const { message } = problemFrom(thrown, info.image.file)
    problems.push(problem('no-variables', { address: formatHex(address), reason: message }, { file: info.image.file }))
    return []
  }
}
