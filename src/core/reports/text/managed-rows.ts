/** Rows of managed code, as Mono and .NET print them. */
import { spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

/** `  at Demo.Api.Load (System.String id) [0x0001f] in /src/Api.cs:42 `, `  at Demo.Api.Load(String id) in /src/Api.cs:line 42` */
export const MANAGED =
  /^[ \t]*at[ \t]+((?:\(wrapper [\w-]+\)[ \t]+)?[\p{L}_<](?:[\p{L}\p{N}_.`+<>$:,[\]|/@&*=-]|(?<=,)[ ]){0,600}(?:[ \t]?\([^()]{0,900}\))?)(?:[ \t]+\[(0x[0-9a-f]{1,8})\])?(?:[ \t]+<0x[0-9a-f]+(?: \+ 0x[0-9a-f]+)?>)?(?:[ \t]+in[ \t]+(\S.*?):(?:line )?(\d{1,9}))?[ \t]*$/u

/** Rows are short, also those of generic types. */
const LONGEST_ROW = 1000

/** The row of a managed function; undefined for any other line. */
export function readManagedRow(line: Line): TextRow | undefined {
  const match = line.text.length > LONGEST_ROW ? null : MANAGED.exec(line.text)
  if (!match?.[1]) return undefined
  const symbol = omitUndefined({
    name: match[1].trim(),
    // Mono's `<hash>:0` is no file.
    file: match[3]?.startsWith('<') ? undefined : match[3],
    line: Number(match[4] ?? 0) || undefined,
  })
  return { symbol, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
}
