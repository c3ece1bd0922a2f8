/** Registers in minidump thread contexts. Layouts from Breakpad's `minidump_cpu_*.h`, which Crashpad shares. */
import { ByteCursor } from '../bytes/cursor.ts'
import type { Arch } from '../model/image.ts'
import type { Register } from '../model/report.ts'
import { archFamily } from './architecture.ts'
import { stateOf, type ThreadState } from './thread-state.ts'

/** Processor numbers of the system info stream that Apple systems use. */
export function archOfMinidump(processor: number): Arch | undefined {
  switch (processor) {
    case 0:
      return 'i386'
    case 5:
      return 'arm'
    case 9:
      return 'x86_64'
    case 12:
    case 0x8003: // Breakpad before Microsoft gave arm64 a number
      return 'arm64'
    default:
      return undefined
  }
}

interface Layout {
  readonly word: 4 | 8
  readonly registers: readonly (readonly [name: string, offset: number])[]
}

const inOrder = (names: readonly string[], start: number, word: number): (readonly [string, number])[] =>
  names.map((name, index) => [name, start + index * word])

const general = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

const layouts: Readonly<Record<string, Layout>> = {
  x86_64: {
    word: 8,
    registers: inOrder(
      [
        'rax',
        'rcx',
        'rdx',
        'rbx',
        'rsp',
        'rbp',
        'rsi',
        'rdi',
        'r8',
        'r9',
        'r10',
        'r11',
        'r12',
        'r13',
        'r14',
        'r15',
        'rip',
      ],
      0x78,
      8,
    ),
  },
  i386: {
    word: 4,
    registers: [
      ...inOrder(['edi', 'esi', 'ebx', 'edx', 'ecx', 'eax', 'ebp', 'eip'], 0x9c, 4),
      ...inOrder(['eflags', 'esp'], 0xc0, 4),
    ],
  },
  arm: { word: 4, registers: inOrder([...general('r', 13), 'sp', 'lr', 'pc', 'cpsr'], 4, 4) },
  arm64: { word: 8, registers: inOrder([...general('x', 29), 'fp', 'lr', 'sp', 'pc'], 8, 8) },
}

/** The registers of a context; undefined when it is too short for its processor. */
export function parseMinidumpContext(bytes: Uint8Array, arch: Arch, file: string): ThreadState | undefined {
  const layout = layouts[arch]
  if (!layout) return undefined
  const cursor = new ByteCursor(bytes, { file })
  const registers: Register[] = []
  for (const [name, offset] of layout.registers) {
    if (offset + layout.word > bytes.length) return undefined
    cursor.at = offset
    registers.push({ name, value: cursor.readPointer(layout.word) })
  }
  return stateOf(registers, archFamily(arch))
}
