/** The first page of memory is never said to be mapped, and a stack without its first row proves no place of the counter. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, unresolved } from '../../support/report-builder.ts'

const words = (address: number, subtype: string): string =>
  explain(
    buildReport([app('Shelf.fill()')], {
      exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGBUS', subtype, address: runtimeAddress(address) },
    }),
  )
    .explanations.map(({ title, meaning }) => `${title}. ${meaning}`)
    .join('\n')

test.each([0x1, 0x20, 0x1fc, 0xfff])('protection of %s is no mapped memory', (address) => {
  const said = words(address, `KERN_PROTECTION_FAILURE at 0x${address.toString(16)}`)
  expect(said).toContain(`Access to the first page of memory, at 0x${address.toString(16)} in Shelf.fill()`)
  expect(said).not.toMatch(/is mapped/)
})

test('other addresses and codes say what they did', () => {
  expect(words(0x1000, 'KERN_PROTECTION_FAILURE at 0x1000')).toMatch(/is mapped/)
  expect(words(0x1_0000_4000, 'KERN_PROTECTION_FAILURE at 0x100004000')).toMatch(/is mapped/)
  expect(words(0x20, 'KERN_INVALID_ADDRESS at 0x20')).not.toMatch(/first page|is mapped/)
})

const lldb = (first: string): string => `Process 6803 stopped
* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)
${first}    frame #1: 0x00000001068a2657 larder.so\`fill(shelf=0x0) + 215 at shelf.c:22
    frame #2: 0x0000000106011f2b larder.so\`open + 251 at shelf.c:300
`
const titleOf = (text: string): string | undefined => {
  const outcome = parseReport('pasted.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return explain(unresolved(outcome.value[0])).explanations[0]?.title
}

test('without its first row a stack does not tell a read from a call', () => {
  expect(titleOf(lldb(''))).toMatch(/^Access to address 0/)
  expect(titleOf(lldb('  * frame #0: 0x0000000000000000\n'))).toMatch(/^(?:Access|Execution) (?:to|at) address 0/)
  expect(titleOf(lldb('  * frame #0: 0x00000001068a2000 larder.so`fall + 12 at shelf.c:9\n'))).toMatch(/^Null pointer access/)
}) // prettier-ignore
