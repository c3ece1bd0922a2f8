/** Names as reports show them, and what is remembered of them. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readableName } from '../../../src/core/demangle/readable.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

test.each([
  ['-[Cart addItem:]', '-[Cart addItem:]'],
  ['objc_msgSend', 'objc_msgSend'],
  ['_ZN4Shop4Cart3addEi', 'Shop::Cart::add(int)'],
  ['stub for _ZN4Shop4Cart3addEi', 'stub for Shop::Cart::add(int)'],
  ['_ZN4Shop', '_ZN4Shop'],
])('%s is shown as %s, also when it comes again', (mangled, readable) => {
  expect([readableName(mangled), readableName(mangled)]).toEqual([readable, readable])
})

test('a name without end is cut, mangled or not', () => {
  for (const name of [`-[Cart ${'x'.repeat(20_000)}]`, `_ZN1a${'x'.repeat(20_000)}`])
    expect(readableName(name)).toBe(`${name.slice(0, 16_384)}…`)
})

test.each([
  ['that is mangled', (at: number) => `_ZN4Shop${String(at).padStart(8, 'c')}3addEi`],
  ['that no scheme takes', (at: number) => `_ZN4Shop_${String(at).padStart(8, '_')}`],
  ['of Objective-C', (at: number) => `-[Cart${at} addItemToTheCart:]`],
])('a remembered name %s does not keep the report that it is a part of', (_, nameOf) => {
  const [REPORTS, BYTES] = [400, 100_000]
  const before = heapBytes()
  for (let at = 0; at < REPORTS; at++) {
    const name = nameOf(at)
    const report = Buffer.from(`${name}${'.'.repeat(BYTES)}`).toString('latin1')
    readableName(report.slice(0, name.length))
  }
  expect(heapBytes() - before).toBeLessThan((REPORTS * BYTES) / 8)
})
