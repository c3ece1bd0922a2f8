/** A core file and a minidump of made-up processes, as fixtures and as seeds of damage. */
import { coreFile, imageMemory, recordStack, testUuid } from './core-builder.ts'
import { minidump } from './minidump-builder.ts'

const BASE = 0x104000000n
const STACK = 0x16f000000n

/** One image; the second thread stopped at a fault, three calls deep. */
export function kioskCore(): Uint8Array<ArrayBuffer> {
  const waiting = recordStack('arm64', STACK, [BASE + 0x400n])
  const faulted = recordStack('arm64', STACK + 0x100000n, [BASE + 0x500n, BASE + 0x600n])
  return coreFile(
    'arm64',
    [
      {
        address: BASE,
        bytes: imageMemory('arm64', { loadAddress: BASE, uuid: testUuid(1), size: 0x800 }),
        executable: true,
      },
      { address: STACK, bytes: waiting.bytes },
      { address: STACK + 0x100000n, bytes: faulted.bytes },
    ],
    [
      { pc: BASE + 0x300n, sp: STACK, fp: waiting.fp },
      {
        pc: BASE + 0x310n,
        sp: STACK + 0x100000n,
        fp: faulted.fp,
        fault: { address: 0x18n, code: 0x92000046 },
      },
    ],
  )
}

/** One image, one thread, three calls deep. */
export function kioskMinidump(): Uint8Array<ArrayBuffer> {
  const stack = recordStack('x86_64', STACK, [BASE + 0x500n, BASE + 0x600n])
  return minidump('x86_64', BASE, BASE + 0x310n, STACK, stack)
}
