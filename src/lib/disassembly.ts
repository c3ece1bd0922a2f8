/** `unslide/disassembly`: bytes as instructions. */
export { disassemble, isReadable, type Instruction } from '../core/disassembly/disassemble.ts'
export type { ArmMode } from '../core/model/architecture.ts'
