/** Output of `llvm-dwarfdump --debug-info` as a tree, and the variables in scope at an address according to it. */

export interface DumpedDie {
  readonly offset: string
  readonly tag: string
  readonly parent: DumpedDie | undefined
  readonly attributes: Map<string, string>
  readonly children: DumpedDie[]
}

export interface DumpedVariable {
  readonly name: string
  readonly type: string
  /** `undefined` where it is nowhere at the address. */
  readonly location: string | undefined
}

export class Dump {
  readonly dies = new Map<string, DumpedDie>()

  constructor(text: string) {
    const open: { depth: number; die: DumpedDie }[] = []
    let last: string | undefined
    for (const line of text.split('\n')) {
      const head = /^(0x[0-9a-f]+):( +)(DW_TAG_\w+|NULL)/.exec(line)
      if (head) {
        const [, offset = '', indent = '', tag = ''] = head
        while ((open.at(-1)?.depth ?? -1) >= indent.length) open.pop()
        if (tag === 'NULL') continue
        const parent = open.at(-1)?.die
        const die: DumpedDie = { offset, tag, parent, attributes: new Map(), children: [] }
        parent?.children.push(die)
        this.dies.set(offset, die)
        open.push({ depth: indent.length, die })
        last = undefined
        continue
      }
      const current = open.at(-1)?.die
      const attribute = /^ +(DW_AT_\w+)\t\((.*)$/.exec(line)
      if (current && attribute) {
        last = attribute[1] ?? ''
        current.attributes.set(last, attribute[2] ?? '')
      } else if (current && last !== undefined && line.trim() !== '') {
        current.attributes.set(last, `${current.attributes.get(last) ?? ''}\n${line.trim()}`)
      }
    }
    for (const { attributes } of this.dies.values())
      for (const [name, value] of attributes) attributes.set(name, value.replace(/\)$/, ''))
  }

  functions(): readonly DumpedDie[] {
    return [...this.dies.values()].filter((die) => die.tag === 'DW_TAG_subprogram' && rangesOf(die).length > 0)
  }

  /** For the function at an address and each call inlined there, innermost first, what is in scope, by offset. */
  scopesAt(address: bigint): readonly (readonly DumpedVariable[])[] {
    const found = this.functions().find((die) => covers(die, address))
    if (!found) return []
    const scopes: DumpedVariable[][] = []
    const visit = (die: DumpedDie, into: DumpedVariable[]): void => {
      for (const child of die.children) {
        if (child.tag === 'DW_TAG_variable' || child.tag === 'DW_TAG_formal_parameter') {
          const name = this.#attribute(child, 'DW_AT_name')
          if (name !== undefined) into.push(this.#variable(child, name, address))
        } else if (child.tag === 'DW_TAG_lexical_block' && covers(child, address)) visit(child, into)
        else if (child.tag === 'DW_TAG_inlined_subroutine' && covers(child, address)) {
          const own: DumpedVariable[] = []
          scopes.push(own)
          visit(child, own)
        }
      }
    }
    const outer: DumpedVariable[] = []
    scopes.push(outer)
    visit(found, outer)
    return scopes.reverse()
  }

  #variable(die: DumpedDie, name: string, address: bigint): DumpedVariable {
    const type = /"(.*)"$/.exec(this.#attribute(die, 'DW_AT_type') ?? '')?.[1] ?? ''
    const location = locationAt(this.#attribute(die, 'DW_AT_location'), address)
    return { name: name.replace(/^"|"$/g, ''), type: plainType(type), location }
  }

  #attribute(die: DumpedDie, name: string): string | undefined {
    const own = die.attributes.get(name)
    if (own !== undefined) return own
    const origin = die.attributes.get('DW_AT_abstract_origin') ?? die.attributes.get('DW_AT_specification')
    const other = origin === undefined ? undefined : this.dies.get(offsetText(origin))
    return other && this.#attribute(other, name)
  }
}

/** References into other units have more digits. */
function offsetText(reference: string): string {
  return `0x${parseInt(reference, 16).toString(16).padStart(8, '0')}`
}

/** LLVM prints a type without a name as the bare kind and a space. */
function plainType(type: string): string {
  return type.replace(/^(const )?(class|structure|union|enumeration) ( \*)?$/, (_, modifier = '', kind, star = '') => {
    const word = { structure: 'struct', enumeration: 'enum' }[String(kind)] ?? String(kind)
    return `${String(modifier)}(unnamed ${word})${String(star)}`
  })
}

/** Address ranges as printed. */
export function rangesOf(die: DumpedDie): readonly (readonly [low: bigint, high: bigint])[] {
  const listed = die.attributes.get('DW_AT_ranges')
  if (listed !== undefined) {
    return [...listed.matchAll(/\[(0x[0-9a-f]+), (0x[0-9a-f]+)\)/g)].map(([, low = '0', high = '0']) => [
      BigInt(low),
      BigInt(high),
    ])
  }
  const low = die.attributes.get('DW_AT_low_pc')
  const high = die.attributes.get('DW_AT_high_pc')
  return low === undefined || high === undefined ? [] : [[BigInt(low), BigInt(high)]]
}

function covers(die: DumpedDie, address: bigint): boolean {
  return rangesOf(die).some(([low, high]) => address >= low && address < high)
}

function locationAt(location: string | undefined, address: bigint): string | undefined {
  if (location === undefined) return undefined
  if (!/^0x[0-9a-f]+:/.test(location)) return location === '<empty>' ? undefined : location
  for (const line of location.split('\n').slice(1)) {
    const [, low = '0', high = '0', text] = /^\[(0x[0-9a-f]+), (0x[0-9a-f]+)\): (.*)$/.exec(line) ?? []
    if (address >= BigInt(low) && address < BigInt(high)) return text === '<empty>' ? undefined : text
  }
  return undefined
}
