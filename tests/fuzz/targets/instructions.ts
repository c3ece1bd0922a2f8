/** Bytes as instructions, forward and back: all bytes are listed, in order, whatever they are. */
import { readBefore } from '../../../src/core/instructions/backward.ts'
import { disassemble, type ListedInstruction } from '../../../src/core/instructions/disassemble.ts'
import { made } from '../seeds.ts'
import { breakBytes, type Target } from '../target.ts'

/** A window is never longer than this; x86 read backwards tries every start. */
const longest = 4096

function expectWhole(instructions: readonly ListedInstruction[], start: bigint, bytes: number): void {
  let next = start
  for (const instruction of instructions) {
    if (instruction.address !== next || instruction.bytes.length === 0) throw new Error('bytes are left out')
    next += BigInt(instruction.bytes.length)
  }
  if (next !== start + BigInt(bytes)) throw new Error('the bytes do not end where they should')
}

function list(input: Uint8Array): void {
  const code = input.subarray(0, longest)
  for (const arch of ['arm64e', 'x86_64', 'i386', 'armv7', 'armv6']) {
    expectWhole(disassemble(code, 0x1000n, arch), 0x1000n, code.length)
    const before = readBefore(code, 0x10000n, arch)
    const size = before.reduce((sum, { bytes }) => sum + bytes.length, 0)
    expectWhole(before, 0x10000n - BigInt(size), size)
  }
}

export function instructionTargets(): readonly Target[] {
  const seed = (name: string, hex: string) => made(name, Uint8Array.from(Buffer.from(hex, 'hex')))
  return [
    {
      name: 'instructions',
      seeds: [
        seed('thumb', 'f0b503af2de9000d42f2cc70884708bf084418ee100adff800f0f0bd'),
        seed('a32', 'f0412de90c708de2a01f07e3a01044e321008de21400d5e5b2c0d1e1900f02e0d14d62ee34ff2fe1f081bde8'),
        seed('neon', 'a00800f2b00d02f3900100f28f0a60f4cf0b20f45001c0f2300b10ee'),
        seed('arm64', 'fd7bbfa9fd03009100e4006f0184a80e000d40f901083fd7c0035fd6'),
        seed('x86_64', '554889e54157488b7cc818c5f458c2f20f5ec1e8000000000f0b'),
      ],
      mutate: breakBytes,
      run: list,
    },
  ]
}
