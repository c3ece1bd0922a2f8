/** Names of registers by DWARF number, as LLVM writes them: the ABIs' numbers, x86-64 3.36, AADWARF64 4.1, AADWARF32 4.1. */
import { archFamily, type ArchFamily } from '../model/architecture.ts'

const numbered = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const at = (start: number, names: readonly string[]): Record<number, string> =>
  Object.fromEntries(names.map((name, index) => [start + index, name]))

const arm64 = { ...at(0, [...numbered('W', 31), 'WSP']), ...at(64, numbered('B', 32)) }
const x86Segments = ['ES', 'CS', 'SS', 'DS', 'FS', 'GS']
const masks = numbered('K', 8)

const byFamily: Readonly<Partial<Record<ArchFamily, Readonly<Record<number, string>>>>> = {
  arm64,
  arm64_32: arm64,
  arm: {
    ...at(0, [...numbered('R', 13), 'SP', 'LR', 'PC']),
    ...at(64, numbered('S', 32)),
    ...at(256, numbered('D', 32)),
  },
  x86_64: {
    ...at(0, ['RAX', 'RDX', 'RCX', 'RBX', 'RSI', 'RDI', 'RBP', 'RSP']),
    ...at(8, numbered('R', 16).slice(8)),
    ...at(16, ['RIP', ...numbered('XMM', 16)]),
    ...at(33, [...numbered('ST', 8), ...numbered('MM', 8)]),
    ...at(49, ['RFLAGS', ...x86Segments]),
    ...at(58, ['FS_BASE', 'GS_BASE']),
    ...at(67, numbered('XMM', 32).slice(16)),
    ...at(118, masks),
  },
  i386: {
    ...at(0, ['EAX', 'ECX', 'EDX', 'EBX', 'ESP', 'EBP', 'ESI', 'EDI', 'EIP', 'EFLAGS']),
    ...at(11, numbered('ST', 8)),
    ...at(21, numbered('XMM', 8)),
    ...at(29, numbered('MM', 8)),
    ...at(40, x86Segments),
    ...at(93, masks),
  },
}

/** Undefined for a number that the processor's ABI does not give. */
export function registerName(arch: string, number: number): string | undefined {
  return byFamily[archFamily(arch)]?.[number]
}
