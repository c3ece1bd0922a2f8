/** `unslide/disassembly`: bytes as instructions. */
export { disassemble, isReadable, type ListedInstruction as Instruction } from '../core/instructions/disassemble.ts'
export type { ArmMode } from '../core/model/architecture.ts'
