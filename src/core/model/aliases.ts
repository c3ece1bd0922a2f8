/**
 * Notes on a function beside its name: its other names, that several functions share its code, and that the name is
 * another build's, another report's, or of symbols that came with the report.
 */
import type { Call } from './image.ts'
import { nameEvidence } from '../messages/names.ts'
import { say, type Said } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import { saidOfMark } from './provenance.ts'

type Told = Pick<Call, 'aliases' | 'folded' | 'carried' | 'fromReports' | 'imported' | 'contradicted'> &
  Partial<Pick<Call, 'mangled'>>

/** Names listed one by one; further ones are counted. */
const MOST_TOLD = 4

/**
 * `also b, c and 3 more, folded by the linker; also d, at the same address`; undefined where a call has one name. Two symbols
 * with one address may be an alias and its function, so only functions that debug information describes apart are called folded.
 */
export function aliasText(call: Told): string | undefined {
  const parts = aliasEvidence(call)
  return parts.length > 0 ? joined.facts(parts.map(({ text }) => text)) : undefined
}

/** The same, one by one. */
export function aliasEvidence(call: Told): readonly Said[] {
  const { aliases = [], folded = [], carried, fromReports, imported, contradicted, mangled = '' } = call
  const isPlain = aliases.length === 0 && !contradicted && !fromReports && !carried && imported?.archive === undefined
  if (isPlain && !MERGED.test(mangled) && !OUTLINED.test(mangled)) return NOTHING
  const others = aliases.filter((name) => !folded.includes(name))
  return [
    ...(contradicted ? [say(nameEvidence, 'contradicted', { ...contradicted })] : []),
    ...(fromReports ? [say(nameEvidence, 'named-by-reports', { reports: fromReports })] : []),
    ...(imported?.archive !== undefined ? [saidOfMark(imported)] : []),
    ...(carried
      ? [say(nameEvidence, 'carried-over', { build: carried.uuid, by: carried.by, sameCode: carried.sameCode })]
      : []),
    ...(MERGED.test(mangled) ? [say(nameEvidence, 'merged')] : []),
    ...(OUTLINED.test(mangled) ? [say(nameEvidence, 'outlined')] : []),
    ...(folded.length > 0 ? [say(nameEvidence, 'also-folded', listed(folded))] : []),
    ...(others.length > 0 ? [say(nameEvidence, 'also-same-address', listed(others))] : []),
  ]
}

const NOTHING: readonly Said[] = []

/** Names of a program's entry point, which compilers give to a function that has a name of its own. */
const entryPoint = /^_?(?:start|main)$/

/** Suffixes of functions that Swift and LLVM merge: `Tm` of a Swift name, `.Tgm` of any. */
const MERGED = /^_?\$[sSe]\S*Tm(?:\.\w+)*$|\.Tgm$/

/** LLVM's name for code that it moves out of functions. */
const OUTLINED = /^_?OUTLINED_FUNCTION_\d+(?:\.\w+)*$/

/** True if the code may be another function's: it was merged, or a further name is more than one of the entry point. */
export function mayBeAnother({ aliases = [], mangled = '' }: Told): boolean {
  return MERGED.test(mangled) || aliases.some((name) => !entryPoint.test(name))
}

function listed(names: readonly string[]): { readonly names: readonly string[]; readonly more: number } {
  return { names: names.slice(0, MOST_TOLD), more: Math.max(0, names.length - MOST_TOLD) }
}
