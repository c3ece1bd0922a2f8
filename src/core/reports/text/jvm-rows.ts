/** Rows of Java and of Kotlin on its virtual machine: `at com.shop.Till.count(Till.java:42)`. */
import { canBeRow, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

/** A class has its package before it, a method its class; `java.base@17/` and `app//` say what loaded it. Pages of services leave out `at`. */
const ROW =
  /^[ \t]*(at[ \t]{1,4}|\d{1,3}[ \t]{1,4})?(?:[\w.@-]{0,80}\/{1,2}){0,2}((?:[\p{L}_$-][\p{L}\p{N}_$-]{0,200}\.){1,24}(?:[\p{L}_$-][\p{L}\p{N}_$-]{0,200}|<(?:cl)?init>))!? ?\(([^()\n]{0,300})\)[;`]?[ \t]*$/u
const PLACE =
  /^([\p{L}_$][\p{L}\p{N}_$ .-]{0,200}\.(?:java|kt|scala|groovy)|SourceFile|Unknown Source|D8\$\$SyntheticClass|lambda|unavailable|[\w.]{1,120}(?::[\w.-]{1,80})?@{1,2}[\w.-]{1,80}(?:@[\w.-]{1,80})?|r8-map-id-[0-9a-f]{64})?(?::(\d{1,9}|-\d))?$/u
const NATIVE = /^Native [Mm]ethod$/

/** The same with types, as Android's own tool prints what it read back from an obfuscated stack. */
const TYPED_ROW =
  /^[ \t]*at[ \t]{1,4}(?:[\w.$[\]]{1,200} )?((?:[\p{L}_$][\p{L}\p{N}_$-]{0,200}\.){1,24}(?:[\p{L}_$-][\p{L}\p{N}_$-]{0,200}|<(?:cl)?init>))\([^()\n]{0,600}\) \(([^()\n]{1,300})\)[ \t]*$/u

/** `Till.java:42 - com.shop.Till.count`, as Bugsnag writes into the trackers of issues. One such row is a stack. */
const LISTED_ROW =
  /^[ \t]{2,40}([\p{L}_$][\p{L}\p{N}_$-]{0,200}\.(?:java|kt)):(\d{1,9}|-\d) - ((?:[\p{L}_$][\p{L}\p{N}_$]{0,200}\.){1,24}(?:[\p{L}_$-][\p{L}\p{N}_$-]{0,200}|<(?:cl)?init>))[ \t]*$/u

/** The same of native code: `/system/lib/libc.so:295968 - __ioctl`, whose number is no line. */
const LISTED_NATIVE = /^[ \t]{2,40}((?:\/[\w.@=~+-]{1,120}){1,16}\.so|\[vdso\]):\d{1,12} - ([\w:~<>.$]{1,300})[ \t]*$/

export function readListedRow(line: Line): TextRow | undefined {
  if (!canBeRow(line.text)) return undefined
  const span = spanIn(line, 0, line.text.trimEnd().length)
  const [, path, native] = LISTED_NATIVE.exec(line.text) ?? []
  if (path !== undefined && native !== undefined)
    return { imagePath: path, imageName: path.slice(path.lastIndexOf('/') + 1), symbol: { name: native }, span }
  const [, file, at, name] = LISTED_ROW.exec(line.text) ?? []
  if (file === undefined || name === undefined) return undefined
  return {
    symbol: omitUndefined({ name, file, line: Number(at) > 0 ? Number(at) : undefined }),
    language: file.endsWith('.kt') ? 'kotlin' : 'java',
    span,
  }
}

/** The row of a Java method; undefined for any other line. The place in brackets proves it: others print arguments there. */
export function readJvmRow(line: Line): TextRow | undefined {
  if (!canBeRow(line.text)) return undefined
  const typed = TYPED_ROW.exec(line.text)
  const [, mark, name, inside = ''] = typed ? ['', 'at', ...typed.slice(1)] : (ROW.exec(line.text) ?? [])
  const place = PLACE.exec(inside)
  if (name === undefined || (!NATIVE.test(inside) && (!place || inside === ''))) return undefined
  const [, file, at] = place ?? []
  // Obfuscated rows count lines in it; a mapping file says which they were.
  const isSource = file?.includes('.') === true || (file === 'SourceFile' && at !== undefined)
  // A class and its file alone may be a line of any list.
  if (
    mark === undefined &&
    !(isSource && file.includes('.') && (at !== undefined || line.text.trimEnd().endsWith(';')))
  )
    return undefined
  return {
    symbol: omitUndefined({ name, file: isSource ? file : undefined, line: Number(at) > 0 ? Number(at) : undefined }),
    language: file?.endsWith('.kt') ? 'kotlin' : 'java',
    span: spanIn(line, 0, line.text.trimEnd().length),
  }
}
