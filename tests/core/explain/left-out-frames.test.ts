/** A stack whose middle somebody left out: the number of its last frame says how deep it was. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { readPasted } from '../reports/fixture.ts'

const pasted = (last: number): string =>
  `* thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=2, address=0x7ffeef3fffd0)
  * frame #0: 0x000000010e1284b2 Larder\`shelf_fill + 18
    frame #1: 0x000000010e1a23d0 Larder\`shelf_count + 40
    frame #2: 0x000000010e1284f2 Larder\`shelf_fill + 82
    frame #${last}: 0x000000010e1a9000 Larder\`main + 40
`
const causes = (text: string): readonly string[] =>
  explain({ report: readPasted(text), resolutions: [], images: [], explanations: [] }).explanations.map(
    ({ id, kind }) => `${kind} ${id}`,
  )

test('a stack may have run full where its last frame has a high number', () => {
  expect(causes(pasted(9807))).toContain('possible stack-overflow')
  expect(causes(pasted(40)).join()).not.toContain('stack-overflow')
})

const kscrash = (diagnosis: string): string =>
  JSON.stringify({
    report: { id: '1', version: '3.3.0', type: 'standard' },
    system: { process_name: 'Larder', cpu_arch: 'armv7' },
    binary_images: [],
    crash: {
      error: {
        type: 'mach',
        address: 0,
        mach: { exception: 1, exception_name: 'EXC_BAD_ACCESS', code: 2, code_name: 'KERN_PROTECTION_FAILURE' },
        signal: { signal: 10, name: 'SIGBUS' },
      },
      diagnosis,
      threads: [{ index: 0, crashed: true, backtrace: { contents: [{ instruction_addr: 4096 }] } }],
    },
  })

test('a null pointer is in no mapped memory', () => {
  const found = causes(kscrash('Attempted to dereference null pointer.'))
  expect(found.join()).toContain('null-dereference')
  expect(found.join()).not.toContain('protection')
})

test('a process without a name is no empty word', () => {
  const report = readPasted(
    JSON.stringify({
      report: { id: '1', version: '3.3.0', type: 'standard', process_name: '' },
      system: {},
      binary_images: [],
      crash: {
        error: { type: 'termination', termination_reason: 'memory_limit', signal: { signal: 9, name: 'SIGKILL' } },
      },
    }),
  )
  const titles = explain({ report, resolutions: [], images: [], explanations: [] }).explanations.map(
    ({ title }) => title,
  )
  expect(titles.join()).toContain('A process was terminated for memory')
})
