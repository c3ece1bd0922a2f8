/** `unslide/disassembly`: bytes as instructions. */
export { disassemble, isReadable, type Instruction } from '../core/instructions/disassemble.ts'
export type { ArmMode } from '../core/model/architecture.ts'
