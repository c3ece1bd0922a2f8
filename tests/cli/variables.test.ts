/** `variables` as a user runs it. `npm run build:cli` must have run. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { linesOf, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const shelf = fileURLToPath(new URL('../fixtures/macho/macos-arm64-dwarf5/Shelf.dSYM', import.meta.url))

test('text: inlined calls first, each variable with its type and location', () => {
  // llvm-dwarfdump 19 prints these DIEs.
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

test('of a report, the first frame has values as far as its registers tell, and reasons elsewhere', () => {
  const files = ['--symbols', samplePath('Trailmap.dSYM.zip'), '--report', samplePath('Trailmap.ips')]
  const { status, out } = unslide(['variables', ...files, '--format', 'json'])
  expect(status).toBe(0)
  const [first, second] = linesOf<{ frame: number; scopes: readonly { variables: readonly object[] }[] }>(out)
  // The report's x8 is 0: the track that the program read from.
  expect(first?.scopes[0]).toMatchObject({
    function: 'trackSamples',
    inlined: true,
    variables: [{ name: 'track', value: '0x0', raw: '0x0' }],
  })
  expect(first?.scopes[1]?.variables[0]).toMatchObject({
    name: 'route',
    children: [{ name: '*', kind: 'pointee', children: [{ unavailable: 'memory not in the report' }, {}, {}, {}] }],
  })
  expect(second?.scopes[0]?.variables[0]).toMatchObject({ unavailable: 'register W20 is not known in this frame' })
})

test('wrong usage', () => {
  expect(unslide(['variables', '--symbols', shelf, '--core', 'a', '--report', 'b']).err).toContain('not both')
  expect(unslide(['variables', '1000']).err).toContain('variables needs --symbols PATH')
  expect(unslide(['variables', '--symbols', shelf], '').err).toContain('variables needs an address')
})
