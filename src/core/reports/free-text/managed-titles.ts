/** Titles of stacks of managed code: the thread that threw, the cause that threw first, or components of React. */
import { areOfOneSignal } from '../../model/mono-stacks.ts'
import { lastAtMost } from '../../bytes/binary-search.ts'
import { titles } from '../../messages/labels.ts'
import type { FrameLanguage } from '../../model/script.ts'
import type { Line } from '../base/lines.ts'
import { COMPONENTS_HEADING } from '../text/component-rows.ts'
import { readJvmRow } from '../text/jvm-rows.ts'
import { readManagedRow } from '../text/managed-rows.ts'
import type { TextStack } from '../text/text-stacks.ts'

const LONGEST = 1000

/** Java's runtime, Android's and the logs of apps name the thread that threw, some lines above its rows. */
const THREW =
  /\bFATAL EXCEPTION: ([^\n]{1,80}?)(?: \([A-Z][a-z]{1,20}(?: [A-Z][a-z]{1,20}){1,3}\))?$|\bException in thread "([^"\n]{1,80})"|^[ \t]*[Tt]hread: (\S[^\n]{0,80}?)(?: \(id=\d{1,9}\))?$/
const MOST_ABOVE = 8
/** The exception below it is the cause of the one above. */
const END_OF_CAUSE = /^[ \t]{0,40}--- End of (?:inner exception )?stack trace/
const CAUSE = /^(?:.*[ \t])?(?:Caused by:?|--->) ((?:[\w$`+]{1,120}\.){1,24}[A-Z][\w$`+]{0,120})/

/** Languages whose runtimes print causes and threads. */
const isOfThreads: ReadonlySet<FrameLanguage | undefined> = new Set(['java', 'kotlin', 'csharp'])

/** The stack of the thread that got Mono's signal: the managed one right beside the native one, else that. */
export function stackOfSignal(stacks: readonly { readonly stack: TextStack; readonly rule: string }[]): number {
  const native = stacks.findIndex(({ rule }) => rule === 'return')
  const own = stacks[native]?.stack.span
  if (!own) return 0
  const beside = [native - 1, native + 1].find((at) => {
    const span = stacks[at]?.stack.span
    return span !== undefined && areOfOneSignal(span, own)
  })
  return beside ?? native
}

/** React’s line above a list of components. */
export function titleOfManaged({ title, rows, span }: TextStack, lines: readonly Line[]): string {
  if (title && COMPONENTS_HEADING.test(title.text)) return titles.componentStack
  if (!rows.some(({ language }) => isOfThreads.has(language))) return titles.managedStack
  const first = lastAtMost(lines.length, (at) => lines[at]?.start ?? 0, span.start)
  const above = lines.slice(Math.max(first - MOST_ABOVE, 0), first).reverse()
  for (const { text } of above) {
    const line = { text, start: 0, end: text.length, number: 1 }
    if (readJvmRow(line) ?? readManagedRow(line) ?? END_OF_CAUSE.test(text)) break
    const cause = CAUSE.exec(text.slice(0, LONGEST))?.[1]
    if (cause !== undefined) return titles.stackOfCause({ name: cause })
    const thread = THREW.exec(text.slice(0, LONGEST).trimEnd())
      ?.slice(1)
      .find((name) => name !== undefined)
    if (thread !== undefined) return titles.stackOfThread({ thread })
  }
  return titles.managedStack
}
