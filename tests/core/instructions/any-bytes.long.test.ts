/** Bytes that are no code. */
import { expect, test } from 'vitest'
import { disassemble } from '../../../src/core/instructions/disassemble.ts'
import { Random } from '../../support/random.ts'

test('any bytes end, take all bytes, and never throw', () => {
  const random = new Random(7)
  for (let round = 0; round < 4000; round++) {
    const code = Uint8Array.from({ length: random.below(48) }, () => random.below(256))
    for (const arch of ['arm64', 'x86_64', 'i386', 'armv7', 'armv6']) {
      const found = disassemble(code, 0xffff_ffff_ffff_fff0n, arch)
      expect(found.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBe(code.length)
    }
  }
})
