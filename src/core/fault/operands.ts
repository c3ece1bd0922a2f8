/** Registers that an instruction names, as reports and debuggers spell the whole ones. */
import { readInstructions } from '../instructions/disassemble.ts'
import type { Instruction } from '../instructions/instruction.ts'
import { archFamily, architectureOf, type ArmMode } from '../model/architecture.ts'
import type { FaultInstruction } from '../model/fault.ts'

const modes: readonly ArmMode[] = ['thumb', 'a32']

/** The instruction of a row, read again. Of 32-bit Arm, the text shows the set. */
function readAgain({ address, bytes, text }: FaultInstruction, arch: string): Instruction | undefined {
  const code = Uint8Array.from(bytes.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const readings = modes.flatMap((mode) => readInstructions(code, address, arch, 1, mode))
  return readings.find((one) => one.text === text) ?? readings[0]
}

/** `w8` and `x8` are `x8`; `eax` and `al` are `rax`; `w29` is `fp` and `x29`, because reports have either name. */
export function registersIn(instruction: FaultInstruction, arch: string): readonly string[] {
  const others = Object.entries(architectureOf(archFamily(arch))?.registers.aliases ?? {})
  const names = new Set<string>()
  for (const { whole } of readAgain(instruction, arch)?.registers ?? []) {
    if (whole === 'xzr') continue
    names.add(whole)
    for (const [other, usual] of others) if (usual === whole) names.add(other)
  }
  return [...names]
}
