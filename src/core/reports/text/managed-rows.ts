/** Rows of managed code, as Mono and .NET print them. */
import { spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

/** `  at Demo.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42 `, `  at Demo.Api.Load(String id) in /src/Api.cs:line 42` */
export const MANAGED =
  /^[ \t]*(?:at[ \t]+){1,2}((?:\(wrapper [\w-]+\)[ \t]+)?[\p{L}_<](?:[\p{L}\p{N}_.`+<>$:,[\]|/@&*=-]|(?<=,)[ ]){0,600}(?:[ \t]?\([^()]{0,900}\))?)(?:[ \t]+\[(0x[0-9a-f]{1,8})\]|[ \t]\+[ \t]0x[0-9a-f]{1,8})?(?:[ \t]+<(?:IL )?0x[0-9a-f]+(?:(?: \+|,) 0x[0-9a-f]+)?>)?(?:[ \t]+in[ \t]+(\S.*?):(?:line )?(\d{1,9}))?[ \t]*$/u

/**
 * The same without `at`, as pages of services show it: `Demo.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42;Demo`. A method
 * has a class, and a blank precedes its parameters, which have types.
 */
const BARE =
  /^[ \t]*((?:\(wrapper [\w-]+\)[ \t]+)?(?:[\p{L}_<][\p{L}\p{N}_`+<>$,[\]/]{0,200}\.){1,16}(?:\.c?ctor|[\p{L}_<][\p{L}\p{N}_`<>|.]{0,200})(?: ?\((?!\w{1,100}\.(?:java|kt|scala|groovy)\))(?:[\w.`+<>[\]&*,]{1,300}(?: [\w@]{1,100})?(?:, [\w.`+<>[\]&*]{1,300}(?: [\w@]{1,100})?){0,32})?\)))(?:[ \t]+\[(0x[0-9a-f]{1,8})\]|[ \t]+<0x[0-9a-f]{1,16} \+ 0x[0-9a-f]{1,8}>)?(?:[ \t]+in[ \t]+(\S.{0,400}?):(\d{1,9})(?:;[\w.]{1,100})?)?[ \t]*$/u

/** A row without `at`. One alone may be a line of source. */
export function readBareManagedRow(line: Line): TextRow | undefined {
  const text = line.text.replace(/[`]?[ \t]*$/, '').replace(/^`/, ' ')
  const [, name, , file, at] = (text.length <= LONGEST_ROW && BARE.exec(text)) || []
  if (name === undefined) return undefined
  const symbol = omitUndefined({
    name: name.trim(),
    file: file?.startsWith('<') ? undefined : file,
    line: Number(at ?? 0) || undefined,
  })
  return { symbol, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** Marks that no line of source has: an offset or a place behind the brackets, or a namespace and a class in capitals before the method. */
const SURE =
  /\)[ \t]+(?:<0x[0-9a-f]{1,16} \+ 0x|\[0x[0-9a-f]{1,8}\]|in[ \t]+\S.*:\d)|^[ \t`]*(?:\(wrapper [\w-]+\)[ \t]+)?(?:[\p{Lu}<][\p{L}\p{N}_`+<>$,[\]/]*\.){2}/u

/** True for a bare row that no line of source looks like. */
export const isSureBareRow = ({ text }: Line): boolean => text.length <= LONGEST_ROW && SURE.test(text)

/** The same with the module’s number and the assembly after it. Only one service writes this form, so one such row is a stack. */
export const isServiceRow = (line: Line): boolean =>
  / in <[\w-]{1,80}>:\d{1,9};[\w.]{1,100}[ \t]*$/.test(line.text) &&
  isSureBareRow(line) &&
  readBareManagedRow(line) !== undefined

/** Rows are short, also those of generic types. */
const LONGEST_ROW = 1000

/** Android's log writes the rows of .NET in the form of Java's. */
const NO_SOURCE = / ?\(Unknown Source(?::\d{1,9})?\)$/
/** Names that only compilers of C# write: classes in classes, their closures and state machines, counts of type parameters. */
const OF_CSHARP = /\w\+[\w<]|<\w{0,200}>[a-z]__|>d\.MoveNext\b|\w`\d/

/** The offset in machine code follows it: `at Shop.Till.Count + 0xb9(Unknown Source)`. */
const withoutDistance = (text: string): string =>
  text.length > LONGEST_ROW ? text : text.replace(/ \+ 0x[0-9a-f]{1,8}(?= ?\(Unknown Source(?::\d{1,9})?\))/, '')

/** True for a row in that form. */
export const isJavaLike = ({ text }: Line): boolean =>
  NO_SOURCE.test(text.trimEnd()) && MANAGED.test(withoutDistance(text))

export const isCsharpName = (name: string): boolean => OF_CSHARP.test(name)

/** A row of a wrapper that Mono or a patch of it made, whose name may hold anything: `(wrapper dynamic-method) Till.DMD<(x -> y) Count>(int)`. */
const WRAPPER =
  /^[ \t]*(?:at[ \t]+)?(\((?:wrapper [\w-]{1,40}|il2cpp -> managed|managed -> il2cpp)\) \S[^\n]{0,800}\))(?: <0x[0-9a-f]{1,16}>)?[ \t]*$/

/** Such a row; undefined for any other line. */
export function readWrapperRow(line: Line): TextRow | undefined {
  const name = line.text.length > LONGEST_ROW ? undefined : WRAPPER.exec(line.text)?.[1]
  if (name === undefined) return undefined
  return { symbol: { name }, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** The row of a managed function; undefined for any other line. */
export function readManagedRow(line: Line): TextRow | undefined {
  // A function of a script's engine.
  const isForeign = line.text.length > LONGEST_ROW || line.text.includes('([native code])')
  const match = isForeign ? null : MANAGED.exec(withoutDistance(line.text))
  if (!match?.[1]) return undefined
  const symbol = omitUndefined({
    name: match[1].replace(NO_SOURCE, '').trim(),
    // Mono's `<hash>:0` is no file.
    file: match[3]?.startsWith('<') ? undefined : match[3],
    line: Number(match[4] ?? 0) || undefined,
  })
  return { symbol, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
}
