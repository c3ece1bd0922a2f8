/** Names of registers by their DWARF numbers, counted through as the ABIs list them; no other number has a name. */
import { expect, test } from 'vitest'
import { registerName } from '../../../src/core/dwarf/register-names.ts'

const ARM64 = { 0: 'W0', 15: 'W15', 30: 'W30', 31: 'WSP', 64: 'B0', 80: 'B16', 95: 'B31' }

test.each<readonly [arch: string, count: number, names: Readonly<Record<number, string>>]>([
  ['arm64', 64, ARM64],
  ['arm64e', 64, ARM64],
  ['arm64_32', 64, ARM64],
  ['armv7', 80, { 0: 'R0', 12: 'R12', 13: 'SP', 14: 'LR', 15: 'PC', 64: 'S0', 95: 'S31', 256: 'D0', 287: 'D31' }],
  [
    'x86_64',
    // 17, 16 of vectors, 8 of the old unit and 8 of MMX, flags and segments, two bases, 16 more vectors, 8 masks.
    17 + 16 + 16 + 7 + 2 + 16 + 8,
    {
      ...{
        0: 'RAX',
        1: 'RDX',
        2: 'RCX',
        3: 'RBX',
        4: 'RSI',
        5: 'RDI',
        6: 'RBP',
        7: 'RSP',
        8: 'R8',
        15: 'R15',
        16: 'RIP',
      },
      ...{ 17: 'XMM0', 32: 'XMM15', 33: 'ST0', 40: 'ST7', 41: 'MM0', 48: 'MM7', 49: 'RFLAGS' },
      ...{ 50: 'ES', 51: 'CS', 52: 'SS', 53: 'DS', 54: 'FS', 55: 'GS', 58: 'FS_BASE', 59: 'GS_BASE' },
      ...{ 67: 'XMM16', 82: 'XMM31', 118: 'K0', 125: 'K7' },
    },
  ],
  [
    'i386',
    10 + 24 + 6 + 8,
    {
      ...{ 0: 'EAX', 1: 'ECX', 2: 'EDX', 3: 'EBX', 4: 'ESP', 5: 'EBP', 6: 'ESI', 7: 'EDI', 8: 'EIP', 9: 'EFLAGS' },
      ...{ 40: 'ES', 45: 'GS', 93: 'K0', 100: 'K7' },
      ...{ 11: 'ST0', 18: 'ST7', 21: 'XMM0', 28: 'XMM7', 29: 'MM0', 36: 'MM7' },
    },
  ],
  ['ppc', 0, {}],
])('%s', (arch, count, names) => {
  for (const [number, name] of Object.entries(names)) expect(registerName(arch, Number(number)), name).toBe(name)
  const all = Array.from({ length: 1000 }, (_, number) => registerName(arch, number)).filter(
    (name) => name !== undefined,
  )
  expect(all).toHaveLength(count)
  expect(new Set(all).size).toBe(count)
})
