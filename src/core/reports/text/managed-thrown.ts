/** Exceptions in the words of the runtimes of managed code and of scripts: .NET, Java, Kotlin, JavaScript. */
import type { ExceptionInfo } from '../../model/report.ts'
import type { FrameLanguage } from '../../model/script.ts'
import { fieldTexts, titles } from '../../messages/labels.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

/** Unity leaves out the namespace. */
const BARE_EXCEPTION =
  /^[ \t`>]{0,40}(?:Rethrow as |[A-Z]\w{0,20} \[\w{1,20}\]: |[VDIWEF]\/\w{1,40}: )?([A-Z]\w*Exception): ([^\n]+)/m

/** `no till is open (System.ArgumentException)`, as the runtime of iOS prints a managed exception; rows of its stack follow. */
export const NAMED_BEHIND =
  /^[ \t]{0,40}(?:Unhandled managed exception: )?(\S[^\n]{0,600}?)(?:[ \t]|[ \t\r]*\n[ \t]{0,8})\(((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)\)[ \t]*\r?\n[ \t]{1,20}at [A-Z(<]/m

/** `Type: System.ArgumentException`, and its message some lines below, as programs log them. */
const LABELLED =
  /^[ \t]*(?:(?:Exception )?Type|Exception): ((?:\w+\.)+\w*Exception)[ \t\r]*\n(?:[^\n]{0,400}\n){0,3}?[ \t]*(?:Exception )?Message: ([^\n]+)/m

/** Visual Studio's window on an exception, in any language. */
const OF_VISUAL_STUDIO =
  /^[ \t]*((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)(?: [^\n]{1,100})?\n(?:[ \t]*\w{1,40}=[^\n]{0,400}\n){0,3}?[ \t]*Message=([^\n]+)/m

/** Java's packages begin in small letters. The words before it say who caught it, or nobody. */
export const JVM_EXCEPTION =
  /^[ \t`]{0,40}(?:[ew]: )?(?:(?:Fatal|Non-fatal) Exception: |Rejecting re-init on previously-failed class [^\n:]{1,300}: |Exception in thread "[^"\n]{1,80}" |Caused by:? )?((?:[a-z_]\w{0,80}\.){1,16}(?:[A-Z][\w$]{0,120})?(?:Exception|Error|Throwable))(?::[ \t]*([^\n]*))?[ \t]*$/m

/** Who caught it says that it is one, whatever its name. */
const JVM_FATAL =
  /^[ \t`]{0,40}(?:(?:Fatal|Non-fatal) Exception: |Exception in thread "[^"\n]{1,80}" |Exception )((?:[a-z_]\w{0,80}\.){1,16}[A-Z][\w$]{0,120})(?::[ \t]*([^\n]*))?[ \t]*$/m

/** The error above React's heading, behind the words of a log. */
const ABOVE_COMPONENTS =
  /^[^\n]{0,120}?\b((?:[A-Z]\w{0,60})?Error): ([^\n]{1,2000})\n(?:[^\w\n]{0,120}\n){0,3}[^\w\n]{0,120}This error is located at:/m

/** How .NET for Android carries an exception of its own through Java. */
const PROXIED = /\bJavaProxyThrowable: \[?((?:[A-Z]\w{0,80}\.){1,16}\w{0,80}Exception)\]?: ([^\n]*)/

/** An exception of .NET at the end of a log's own words, right above its rows. */
const BEHIND_WORDS =
  /^[^\n]{0,400}?(?<![\w.])((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)(?: \(0x[0-9a-f]{8}\))?: ([^\n]{1,1000})\n(?:\[Ref [0-9A-F]{1,8}\][ \t\r]*\n)?[ \t]{1,20}at [\w(<]/m

const thrownForms = (): readonly (readonly [RegExp, string])[] => [
  [PROXIED, '.NET exception'],
  [/^[ \t]*Uncaught (?:Kotlin exception: |exception: (?=kotlin\.))([\w.$]+)(?:: ([^\n]*))?/m, 'Kotlin exception'],
  [
    /^[ \t]*Unhandled managed exception: (?:Failed to print exception: )?((?:\w+\.)+\w*Exception): ([^\n]*)/m,
    '.NET exception',
  ],
  [JVM_FATAL, '.NET exception'],
  [JVM_EXCEPTION, '.NET exception'],
  [LABELLED, '.NET exception'],
  [OF_VISUAL_STUDIO, '.NET exception'],
  [NAMED_BEHIND, '.NET exception'],
  [
    /^(?:Unhandled Exception:[ \t]*\r?\n)?[ \t]*(?:\[ERROR\] )?(?:[A-Z][\w ]{1,40}[.:] )?((?:\w+\.)+\w*Exception)(?!\w)(?: \(0x[0-9a-f]{8}\)(?=: ))?(?:: ([^\n]*))?/m,
    '.NET exception',
  ],
  [BARE_EXCEPTION, '.NET exception'],
  [BEHIND_WORDS, '.NET exception'],
  [ABOVE_COMPONENTS, titles.javaScriptError],
  [/^[^\n]{0,200}?\bJS ERROR ((?:[A-Z]\w*)?Error): ([^\n]+)/m, titles.javaScriptError],
  // Promises of Angular and of web views: the words of a log may come before.
  [/^[^\n]{0,200}?\b((?:[A-Z]\w*)?Error): (Uncaught \(in promise\)[^\n]*)/m, titles.javaScriptError],
  // React Native writes the message in the next line. An error there says its own name.
  [
    /^[^\n]{0,200}?\b(Unhandled Promise(?: Rejection)?)(?: \(id: \w{1,20}\))?:[ \t]{0,8}(?:\r?\n[ \t]{0,8})?(?!(?:[A-Z]\w{0,60})?Error\b|[\s{[])([^\n;]+)/im,
    titles.javaScriptError,
  ],
  [/^(?:[^\w\n]*|Uncaught \(in promise\):? )((?:[A-Z]\w*)?Error): ([^\n]+)/m, titles.javaScriptError],
  [/^[^\w\n]*((?:[A-Z]\w*)?Error)(?:: ([^\n]*))?/m, titles.javaScriptError],
]

/** What a program of Unity logged as an error: the line above the calls that log it. */
const LOGGED_BY_UNITY =
  /^([^\n]{1,600})\n(?:[ \t]*UnityEngine\.(?:StackTraceUtility|DebugLogHandler|Logger):[^\n]{1,200}\n){0,4}[ \t]*UnityEngine\.Debug:(?:LogError|LogException|LogErrorFormat|LogAssertion|Assert)[ (]/m

/** A check in a program that was built for debugging. */
const ASSERTED =
  /^[ \t]*---- (DEBUG ASSERTION FAILED) ----\s{1,8}---- Assert Short Message ----[ \t\r]*\n([^\n]{0,1000})\n\s{0,8}---- Assert Long Message ----/m

/** A console that shows an error as an object says its message again. */
const REPEATED = /^([^\n]{1,400}?)message: "\1".*/

/** The cause in the same line, which stands among the causes. */
const INNER = / ---> (?:[\w$]{1,80}\.){1,16}(?:[A-Z][\w$]{0,120})?(?:Exception|Error)\b.*/

/** Kotlin's runtime says so of an exception for which it ends the program. */
const ENDS_KOTLIN = /^[ \t]*(Uncaught Kotlin exception: .{1,2000})/m

/** The line in which .NET's or Java's runtime says that nothing caught it. */
const UNHANDLED =
  /^[^\n]{0,200}\b(?:[Uu]nhandled [Ee]xception[.:]|FATAL UNHANDLED EXCEPTION|Fatal Exception|Exception in thread ")[^\n]{0,1000}/m

/** What threw first, in the words of Java and .NET: `Caused by: …`, ` ---> …`. */
const CAUSES =
  /(?:^[ \t]{0,200}|[ \t](?=--->))((?:Caused by:?|--->) (?:[\w$]{1,80}\.){0,16}(?:[A-Z][\w$]{0,120})?(?:Exception|Error|Throwable)\b(?:(?! --->)[^\n]){0,600})/gm
const MOST_CAUSES = 8

const causesIn = (text: string): readonly string[] =>
  [...text.matchAll(CAUSES)].slice(0, MOST_CAUSES).map(([, words = '']) => words.trimEnd())

export function wordsOf(exception: ExceptionInfo | undefined, text: string): readonly string[] {
  return exception === undefined ? [] : [...ownWordsOf(exception, text), ...causesIn(text)]
}

function ownWordsOf(exception: ExceptionInfo, text: string): readonly string[] {
  if (!exception.reason) return []
  const ends = exception.type === 'Kotlin exception' ? ENDS_KOTLIN.exec(text)?.[1] : undefined
  const words = ends?.trim() ?? exception.reason
  const unhandled = UNHANDLED.exec(text)?.[0].trim()
  return unhandled === undefined || unhandled === words ? [words] : [unhandled, words]
}

/** A name alone does not tell Java from .NET: the rows do. */
function typeOfThrown(type: string, name: string, has: (language: FrameLanguage) => boolean): string {
  if (type !== '.NET exception' || !/^[a-z]/.test(name)) return type
  // A class of Java that carries an error of a script.
  if (/\.Java[sS]criptE(?:xception|rror)$/.test(name)) return titles.javaScriptError
  if (/^(?:javax?|android|dalvik)\./.test(name)) return 'Java exception'
  if (name.startsWith('kotlin.')) return 'Kotlin exception'
  if (has('java')) return 'Java exception'
  return has('kotlin') ? 'Kotlin exception' : type
}

/** Lines of a message between the first one and the first row; never a cause, a heading or a note of the log. */
const FURTHER =
  /^\r?\n((?:(?![ \t]*(?:at |--->|Caused by|-{3}|\[|\(|#\d|\.{3}|\r?\n|[\w .]{1,40}:[ \t\r]*\n|(?:[\w$]{1,80}\.){2,16}\w))[^\n]{1,400}\n){1,4})[ \t]{1,20}at [\w(<$]/

function withFurtherLines(reason: string | undefined, match: RegExpExecArray | null, text: string): string | undefined {
  // Its words end where the match does, or the message stands elsewhere.
  if (!reason || !match?.[0].trimEnd().endsWith(reason.trimEnd())) return reason
  const behind = match.index + match[0].trimEnd().length
  const further = FURTHER.exec(text.slice(behind, behind + MOST_FURTHER))?.[1]
  return further === undefined
    ? reason
    : [reason, ...further.split('\n')]
        .map((line) => line.trim())
        .join(' ')
        .trim()
}
const MOST_FURTHER = 2000

/** Mono's words on a signal within native code. */
export function readMonoSignal(text: string): ExceptionInfo | undefined {
  const signal = /^[ \t]*Got an? (?:SIG)?(\w+) while executing native code/im.exec(text)?.[1]
  return signal === undefined ? undefined : { type: fieldTexts.monoCrash, signal: `SIG${signal.toUpperCase()}` }
}

/** A fault ends a program, too: an exception beside it did not, unless its runtime says so. */
const isFaultBeside = (text: string): boolean =>
  /^SIG(?:SEGV|BUS|ILL|FPE)$/.test(readMonoSignal(text)?.signal ?? '') && !UNHANDLED.test(text)

/** The exception in its runtime's words. */
export function readThrown(text: string, has: (language: FrameLanguage) => boolean): ExceptionInfo | undefined {
  if (isFaultBeside(text)) return readMonoSignal(text)
  const hasScript = has('javascript')
  for (const [pattern, type] of thrownForms()) {
    // Tools that build C# print lines with `Error`, too.
    if (type === titles.javaScriptError && !hasScript) continue
    if (pattern === BARE_EXCEPTION && hasScript) continue
    const match = pattern.exec(text)
    const [name, reason] = pattern === NAMED_BEHIND ? [match?.[2], match?.[1]] : [match?.[1], match?.[2]]
    if ((pattern === JVM_EXCEPTION || pattern === JVM_FATAL) && !has('java') && !has('kotlin')) continue
    const whole = type === titles.javaScriptError ? reason : withFurtherLines(reason, match, text)
    const words = whole?.replace(REPEATED, '$1').replace(INNER, '').trim() || undefined
    if (name) return omitUndefined({ type: typeOfThrown(type, name, has), name, reason: words })
  }
  const [, heading, asserted = ''] = ASSERTED.exec(text) ?? []
  if (heading !== undefined)
    return {
      type: '.NET exception',
      reason: [heading, asserted.trim()].filter((part) => part !== '').join(': '),
    }
  const logged = LOGGED_BY_UNITY.exec(text)?.[1]?.trim()
  if (logged !== undefined) return { type: '.NET exception', reason: logged }
  return readMonoSignal(text)
}
