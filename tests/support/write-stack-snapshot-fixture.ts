/** Writes `tests/fixtures/reports/stack-snapshot/kiosk.stacks`. Run it with any runner of TypeScript. */
import { writeFileSync } from 'node:fs'
import { stackSnapshot } from './stack-snapshot-builder.ts'

const uuid = Array.from({ length: 16 }, (_, at) => 0xa0 + at)
const bytes = stackSnapshot(
  '10.7',
  'Kiosk',
  [[0x1_0000_0000n, uuid]],
  [
    { id: 5150, kernel: [0xffffff8000200010n], user: [0x1_0000_412cn] },
    { id: 5151, kernel: [], user: [0x1_0000_5000n, 0x7fff_8000_0010n] },
  ],
)
writeFileSync(new URL('../fixtures/reports/stack-snapshot/kiosk.stacks', import.meta.url), bytes)
