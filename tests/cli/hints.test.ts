/** Hints for functions without a name. Calls agree with llvm-objdump's disassembly. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, unslide, type JsonFrame } from '../support/cli.ts'

const image = fileURLToPath(new URL('../fixtures/macho/ios-arm64-dylib/Shelf.exports-only', import.meta.url))
/** `gap`, which only `count_gaps` calls: `40d0: bl 0x4100`. */
const GAP = '0x4100'

test('who calls it and between whom it lies, as hints under what stands for the name', () => {
  const { out, status } = unslide(['lookup', '--hints', '--symbols', image, GAP])
  expect(out.split('\n')).toEqual([
    'unnamed function at 0x4100 (in Shelf.exports-only) + 0',
    '    hint: Called by: count_gaps',
    '    hint: Lies: next after count_gaps, right before shelf::Stack<int, 4>::push(int const&)',
    '',
  ])
  expect(status).toBe(1)
})

test('JSON has them beside the calls, a named function has none', () => {
  const { out } = unslide(['lookup', '--hints', '--symbols', image, '--format', 'json', GAP, '0x40a4'])
  const [unnamed, named] = linesOf<JsonFrame & { readonly hints?: unknown }>(out)
  expect(unnamed?.calls?.map((call) => call.function)).toEqual(['unnamed function at 0x4100'])
  expect(unnamed?.hints).toMatchObject({
    start: 0x4100,
    size: 0x28,
    texts: [],
    selectors: [],
    callers: { named: ['count_gaps'], count: 1 },
    before: { name: 'count_gaps', between: 0 },
  })
  expect(named).toMatchObject({ calls: [{ function: 'count_gaps' }] })
  expect(named?.hints).toBeUndefined()
})

test('without --hints there are none', () => {
  expect(unslide(['lookup', '--symbols', image, GAP]).out).not.toContain('hint')
})

test('the body of a block is told with the function that makes the block', () => {
  // `__23-[SHStore valueAtYear:]_block_invoke` in the symbol table that was stripped.
  const { out } = unslide(['lookup', '--hints', '--symbols', image, '0x4368'])
  expect(out).toContain('    hint: Body of a block: made by -[SHStore valueAtYear:]\n')
  const json = unslide(['lookup', '--hints', '--symbols', image, '--format', 'json', '0x4368', GAP]).out
  const [body, other] = linesOf<JsonFrame & { readonly hints?: { readonly block?: unknown } }>(json)
  expect(body?.hints?.block).toEqual({ makers: ['-[SHStore valueAtYear:]'], count: 1 })
  expect(other?.hints?.block).toBeUndefined()
})
