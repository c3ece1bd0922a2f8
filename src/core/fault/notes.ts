/** What instructions point at: targets of branches, data beside the code; and what they protect. */
import type { protections } from '../messages/en/fault.ts'
import { archFamily, architectureOf } from '../model/architecture.ts'

export interface Listed {
  readonly address: bigint
  readonly bytes: Uint8Array
  readonly text: string | undefined
}

/** Whether instructions of a processor are spelt as those of Arm are. */
export const isArm = (arch: string): boolean => architectureOf(archFamily(arch))?.instructionSet !== 'x86'

const armBranch =
  /^(?:b|bl|blx|bl?(?:eq|ne|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?(?:\.w)?|b\.\w+|bc\.\w+|cbn?z \w+,|tbn?z \w+, #0x[\da-f]+,) (0x[\da-f]+)$/
const x86Branch = /^(?:call[lqw]?|jmp[lqw]?|j[a-z]+) (0x[\da-f]+)$/

/** Where a branch goes, if it says so itself. */
export function branchTarget(text: string, isArm: boolean): bigint | undefined {
  const match = (isArm ? armBranch : x86Branch).exec(text)
  return match?.[1] === undefined ? undefined : BigInt(match[1])
}

/** For each instruction the address of data that it forms: `adrp` with what follows, or an offset from `%rip`. */
export function dataAddresses(instructions: readonly Listed[], isArm: boolean): readonly (bigint | undefined)[] {
  const pages = new Map<string, bigint>()
  return instructions.map(({ address, bytes, text = '' }) => {
    if (!isArm) {
      const offset = /(-?)(0x[\da-f]+)?\(%rip\)/.exec(text)
      if (!offset) return undefined
      const distance = BigInt(offset[2] ?? 0)
      return address + BigInt(bytes.length) + (offset[1] === '-' ? -distance : distance)
    }
    // Linkers shorten a page and a load to one load near the code.
    const near = /^ldr(?:sw)? ([wxsdq]\d+), (0x[\da-f]+)$/.exec(text)
    if (near) {
      pages.delete((near[1] ?? '').replace('w', 'x'))
      return BigInt(near[2] ?? 0)
    }
    const page = /^(adrp?) (x\d+), (0x[\da-f]+)$/.exec(text)
    if (page) {
      const [, name, into = '', target = '0'] = page
      if (name === 'adrp') pages.set(into, BigInt(target))
      return name === 'adr' ? BigInt(target) : undefined
    }
    const sum = /^(?:add (\w+), (x\d+), #(0x[\da-f]+)|(?:ld|st)\w+ (\w+), \[(x\d+)(?:, #(0x[\da-f]+))?\])$/.exec(text)
    const base = sum?.[2] ?? sum?.[5]
    const start = base === undefined ? undefined : pages.get(base)
    const into = /^\w+(?:\.\w+)? ([wx]\d+)/.exec(text)?.[1]?.replace('w', 'x')
    if (into !== undefined && !text.startsWith('st')) pages.delete(into)
    return start === undefined ? undefined : start + BigInt(sum?.[3] ?? sum?.[6] ?? 0)
  })
}

const kinds: readonly (readonly [begin: RegExp, kind: keyof typeof protections])[] = [
  [/^pac/, 'sign'],
  [/^aut/, 'authenticate'],
  [/^xpac/, 'strip'],
  [/^(blra|bra|reta|ereta)[ab]/, 'branch'],
  [/^ldra[ab]/, 'load'],
  [/^bti/, 'target'],
]

/** What an instruction of pointer authentication or branch targets is for. */
export function protectionOf(text: string): keyof typeof protections | undefined {
  return kinds.find(([begin]) => begin.test(text))?.[1]
}
