/** The things that a function uses, and the functions that use it. */
import { functionAt, readFunction, referenceAt, type CodeView } from './code-view.ts'
import type { Prints } from './prints.ts'

export interface FunctionUses {
  readonly texts: readonly string[]
  readonly selectors: readonly string[]
  /** Names of imported functions. */
  readonly imports: readonly string[]
  /** Numbers of functions of the image. */
  readonly functions: readonly number[]
}

const SELECTOR_STUB = 'objc_msgSend$'

/** In the order of the code, each once; at most `most` of a kind. */
export function usesOf(view: CodeView, index: number, most: number): FunctionUses {
  const texts = new Set<string>()
  const selectors = new Set<string>()
  const imports = new Set<string>()
  const functions = new Set<number>()
  const put = <T>(set: Set<T>, value: T): unknown => set.size < most && set.add(value)
  const lead = (target: number): void => {
    const callee = functionAt(view, target)
    if (callee >= 0 && callee !== index) put(functions, callee)
  }
  readFunction(view, index, {
    word: () => undefined,
    call: (target) => {
      const stub = view.stubs.get(target)
      if (stub === undefined) lead(target)
      else if (stub.startsWith(SELECTOR_STUB)) put(selectors, stub.slice(SELECTOR_STUB.length))
      else put(imports, stub)
    },
    refer: (target) => {
      const found = referenceAt(view, target)
      if (!found) lead(target)
      else if (found.kind === 'selector') put(selectors, found.text)
      else if (found.text.trim() !== '') put(texts, found.text)
    },
  })
  return { texts: [...texts], selectors: [...selectors], imports: [...imports], functions: [...functions] }
}

/** Numbers of the functions that call this one or take its address, ascending. */
export function callersOf({ count, first, callees }: Prints, index: number): readonly number[] {
  const found: number[] = []
  for (let caller = 0; caller < count; caller++) {
    const end = first[caller + 1] ?? 0
    for (let at = first[caller] ?? 0; at < end; at++)
      if (callees[at] === index && caller !== index) {
        found.push(caller)
        break
      }
  }
  return found
}
