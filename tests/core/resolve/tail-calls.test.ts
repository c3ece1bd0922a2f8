/** A call that does not lead to the frame below names the called function. A jump in that function proves the tail call. */
import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = 0x104000000n
const app = makeImage({ name: 'App', uuid: uuid('A'), loadAddress: runtimeAddress(loadAddress), size: 0x10000 })
const [start, caller, called, running] = [0x1000, 0x1000, 0x1100, 0x1200]
const functions = [
  { start: caller, end: called, name: 'caller' },
  { start: called, end: running, name: 'called' },
  { start: running, end: 0x1300, name: 'running' },
]

/** `caller` calls at 0x1010; `called` jumps at 0x1120. */
function codeWith(call: number, jump: number | undefined) {
  const words = new Uint32Array(0x300 / 4).fill(0xd503201f)
  words[(0x1010 - start) / 4] = 0x94000000 | (((call - 0x1010) / 4) & 0x3ffffff)
  if (jump !== undefined) words[(0x1120 - start) / 4] = 0x14000000 | (((jump - 0x1120) / 4) & 0x3ffffff)
  const sections = [{ start: imageOffset(start), bytes: new Uint8Array(words.buffer) }]
  return { sections, functionStarts: [caller, called, running].map((at) => imageOffset(at)) }
}

test.each([
  ['direct', codeWith(running, undefined), 'exact', 'that call targets the function of the frame below'],
  [
    'through a tail call',
    codeWith(called, running),
    'exact',
    'calls called, which ended with a tail call to the frame below',
  ],
  ['elsewhere', codeWith(called, undefined), 'likely', 'that call targets called, not the frame below'],
  [
    'elsewhere, which jumps elsewhere',
    codeWith(called, caller),
    'likely',
    'that call targets called, not the frame below',
  ],
])('%s', async (_, code, level, words) => {
  const rows = [running + 0x20, 0x1014].map((offset) => ({ image: 0, address: loadAddress + BigInt(offset) }))
  const report = makeReport({ images: [app], rows, header: { arch: 'arm64', fields: [] } })
  const symbols = makeSymbols([makeKnown({ arch: 'arm64' })], functions, { code: async () => code })
  const { resolutions } = await resolveReport(report, symbols)
  expect(resolutions[1]).toMatchObject({ calls: [{ function: 'caller' }], grade: { level } })
  const [, second] = resolutions
  expect(second && 'grade' in second ? second.grade?.evidence.join('; ') : '').toContain(words)
})
