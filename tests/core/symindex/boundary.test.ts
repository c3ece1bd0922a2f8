/** The boundary to WebAssembly: what the built module has is what TypeScript declares, and each number has one meaning. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as L from '../../../wasm/assembly/layout.ts'
import { signaturesOf, type FunctionSignature } from '../../support/wasm-signatures.ts'

const root = new URL('../../../', import.meta.url)
const wasm = signaturesOf(readFileSync(new URL('wasm/build/core.wasm', root)))

/** The methods of `EngineExports`. */
function declared(): ReadonlyMap<string, FunctionSignature> {
  const text = readFileSync(new URL('src/core/symindex/engine-exports.ts', root), 'utf8')
  const methods = new Map<string, FunctionSignature>()
  const visit = (node: ts.Node): void => {
    if (ts.isMethodSignature(node))
      methods.set(node.name.getText(), {
        parameters: node.parameters.length,
        results: node.type?.kind === ts.SyntaxKind.VoidKeyword ? 0 : 1,
      })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('engine-exports.ts', text, ts.ScriptTarget.ESNext, true))
  return methods
}

const sorted = (map: ReadonlyMap<string, FunctionSignature>): unknown => Object.fromEntries([...map].sort())

test('the module exports what is declared, with as many parameters and results', () => {
  const methods = declared()
  expect(methods.size).toBeGreaterThan(50)
  expect(sorted(wasm.exported)).toEqual(sorted(methods))
})

test('the module imports what an instance is given', () => {
  expect(sorted(wasm.imported)).toEqual({ 'host.bring': { parameters: 3, results: 1 } })
})

test.each(['OUTPUT_', 'TOTAL_', 'SECTION_', 'PART_', 'ERROR_', 'HEADER_AT_'])(
  'no two numbers %s… are the same',
  (prefix) => {
    const sizes = ['SECTION_COUNT', 'PART_COUNT', 'PART_BYTES']
    const numbers = Object.entries(L).flatMap(([name, value]) =>
      name.startsWith(prefix) && !sizes.includes(name) ? [value] : [],
    )
    expect(numbers.length).toBeGreaterThan(4)
    expect(new Set(numbers).size).toBe(numbers.length)
  },
)
