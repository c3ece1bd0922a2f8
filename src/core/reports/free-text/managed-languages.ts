/** Finds the language of a stack when one row could be Java’s or .NET’s. */
import { isCsharpName } from '../text/managed-rows.ts'
import type { TextRow } from '../text/text-rows.ts'
import type { TextStack } from '../text/text-stacks.ts'

/** The stack with the languages that follow from its neighbours and its text. */
export const withLanguage = (stack: TextStack, all: readonly TextStack[], text: string): TextStack =>
  withProxied(withOneLanguage(stack, all), text)

/** Java's rows may lack their place; .NET writes such rows, too; their neighbours decide. */
function withOneLanguage(stack: TextStack, all: readonly TextStack[]): TextStack {
  if (stack.rows.every(({ symbol }) => symbol?.file === undefined) && hasCsharpName(stack))
    return {
      ...stack,
      rows: stack.rows.map((row) => ({
        ...row,
        symbol: row.symbol && { name: row.symbol.name },
        language: 'csharp' as const,
      })),
    }
  // A package of Java begins in small letters; a lone row without its place gets its language from its neighbours.
  const near = stack.rows.every(({ symbol }) => PACKAGE.test(symbol?.name ?? '')) ? all.flatMap(({ rows }) => rows) : []
  const known = [...stack.rows, ...near].find(({ language }) => language === 'java' || language === 'kotlin')
  if (!known) return stack
  const isOf = ({ language, symbol }: TextRow): boolean =>
    language === 'csharp' && symbol?.file === undefined && !NAMESPACE.test(symbol?.name ?? '')
  return { ...stack, rows: stack.rows.map((row) => (isOf(row) ? { ...row, language: known.language } : row)) }
}

/** .NET for Android writes its own rows in the form of Java's, without a place; only they have methods in capitals, or namespaces. */
function withProxied(stack: TextStack, text: string): TextStack {
  if (!PROXY.test(text)) return stack
  const isOf = ({ language, symbol }: TextRow): boolean =>
    language === 'java' && symbol?.file === undefined && OF_NET.test(symbol?.name ?? '')
  return { ...stack, rows: stack.rows.map((row) => (isOf(row) ? { ...row, language: 'csharp' as const } : row)) }
}
const PROXY = /\bJavaProxyThrowable\b/
const OF_NET = /^(?:[A-Z]\w*\.){2}|^(?!(?:android|androidx|java|javax|com|org|kotlin)\.)\w+(?:\.[A-Z]\w*){2}$/

/** .NET for Android logs its rows between those of Java. */
const NAMESPACE = /^(?:[A-Z]\w*\.){2}/
const PACKAGE = /^(?:[a-z][a-z0-9_]*\.){2}/

const hasCsharpName = ({ rows }: TextStack): boolean =>
  rows.some(({ language, symbol }) => language === 'csharp' && symbol !== undefined && isCsharpName(symbol.name))
