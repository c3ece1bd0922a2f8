/** The examples of the library's README: each block of TypeScript is a module, and the text after it is the expected output. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

export interface Example {
  readonly name: string
  readonly source: string
  /** As JavaScript. */
  readonly script: string
  readonly prints: string
}

const readme = readFileSync(new URL('../../src/lib/README.md', import.meta.url), 'utf8')

export const examples: readonly Example[] = [
  ...readme.matchAll(/```ts\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g),
].map(([, source = '', prints = ''], at) => ({
  name: `example-${at + 1}`,
  source,
  script: ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText,
  prints,
}))

/** True if a text is an example's expected output; a last line `…` allows any more. */
export function isPrinted({ prints }: Example, text: string): boolean {
  return prints.endsWith('…\n') ? text.startsWith(prints.slice(0, -2)) : text === prints
}
