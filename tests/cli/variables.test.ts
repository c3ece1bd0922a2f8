/** `variables` as a user runs it. `npm run build:cli` must have run. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, unslide } from '../support/cli.ts'

const shelf = fileURLToPath(new URL('../fixtures/macho/macos-arm64-dwarf5/Shelf.dSYM', import.meta.url))

test('text: inlined calls first, each variable with its type and location', () => {
  // What llvm-dwarfdump 19 prints of these DIEs.
  const { status, out, err } = unslide(['variables', '--symbols', shelf, '1000009b8'])
  expect({ status, err }).toEqual({ status: 0, err: '' })
  expect(out.split('\n')).toEqual([
    '0x1000009b8',
    '  shelf::Stack<int, 4>::full() const [inlined]',
    '    (const shelf::Stack<int, 4> *) this  DW_OP_reg0 W0',
    '  shelf::Stack<int, 4>::push(int const&)',
    '    (shelf::Stack<int, 4> *) this  DW_OP_reg0 W0',
    '    (const int &) value  DW_OP_reg1 W1',
    '',
  ])
})

test('JSON, an object an address, in the order asked; exit code 1 where an address is in no function', () => {
  const { status, out, err } = unslide(['variables', '--symbols', shelf, '--format', 'json'], '0x10\n1000009b8\n')
  expect(status).toBe(1)
  expect(err).toContain('1 of 2 addresses is in no function')
  const [none, push] = linesOf<{ address: string; scopes: readonly object[] }>(out)
  expect(none).toEqual({ address: '0x10', scopes: [] })
  expect(push?.scopes[1]).toMatchObject({
    inlined: false,
    variables: [
      { name: 'this', kind: 'parameter' },
      { name: 'value', kind: 'parameter', type: 'const int &' },
    ],
  })
})

test('wrong usage', () => {
  expect(unslide(['variables', '1000']).err).toContain('variables needs --symbols PATH')
  expect(unslide(['variables', '--symbols', shelf], '').err).toContain('variables needs an address')
})
