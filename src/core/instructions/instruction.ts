/** One instruction: its address, parts and effect. */
import type { Decoded } from './decoded.ts'
import type { Access, Arithmetic, BranchCondition, DataAddress, Flow, Meaning, Protection, Trap } from './meaning.ts'
import { marked, partsOf, registersOf, type Operand, type Parts } from './parts.ts'
import { textOf, type Register } from './spelled.ts'

/** Bytes that are an instruction, or none. Its parts are made on first use. */
export class Instruction {
  readonly address: bigint
  readonly bytes: Uint8Array
  private readonly decoded: Decoded
  private readonly meaning: Meaning
  private made: Parts | undefined

  constructor(address: bigint, bytes: Uint8Array, decoded: Decoded, meaning: Meaning) {
    this.address = address
    this.bytes = bytes
    this.decoded = decoded
    this.meaning = meaning
  }

  /** The address after it. */
  get next(): bigint {
    return this.address + BigInt(this.bytes.length)
  }

  /** In LLVM's spelling; undefined where the bytes are no instruction. */
  get text(): string | undefined {
    return textOfDecoded(this.decoded)
  }

  get isKnown(): boolean {
    return this.decoded.spelled !== undefined
  }

  private get parts(): Parts {
    this.made ??= partsOf(this.decoded.spelled ?? '', this.decoded.marks)
    return this.made
  }

  get mnemonic(): string {
    return this.parts.mnemonic
  }

  /** In the order of the text. */
  get operands(): readonly Operand[] {
    return this.parts.operands
  }

  /** Every register that it names. */
  get registers(): readonly Register[] {
    return registersOf(this.operands)
  }

  get flow(): Flow {
    return this.isKnown ? this.meaning.flowOf(this.parts) : 'next'
  }

  /** Done only where the flags fulfil this. */
  get condition(): string | undefined {
    return this.parts.condition
  }

  /** True if the program never reaches the next instruction from here. */
  get endsFlow(): boolean {
    return ['jump', 'return', 'trap'].includes(this.flow) && this.parts.condition === undefined
  }

  /** Where a call, jump or branch goes, if the instruction holds the address itself. */
  get target(): bigint | undefined {
    if (!['call', 'jump', 'branch'].includes(this.flow)) return undefined
    const last = this.operands.at(-1)
    return last?.kind === 'address' ? last.value : undefined
  }

  /** The register that a call takes its target from. */
  get calledRegister(): Register | undefined {
    const [first] = this.operands
    return this.flow === 'call' && first?.kind === 'register' ? first : undefined
  }

  /** The condition of a branch; undefined for other instructions and for unknown conditions. */
  get branchCondition(): BranchCondition | undefined {
    return this.flow === 'branch' ? this.meaning.conditionOf(this.parts) : undefined
  }

  get access(): Access | undefined {
    return this.meaning.accessOf(this.parts, this.next)
  }

  get arithmetic(): Arithmetic | undefined {
    return this.meaning.arithmeticOf(this.parts)
  }

  /** The two operands of a comparison. */
  get compared(): readonly [left: Operand, right: Operand] | undefined {
    return this.meaning.comparedOf(this.parts)
  }

  /** The register that it compares with zero. */
  get zeroTest(): Register | undefined {
    return this.meaning.zeroTestOf(this.parts)
  }

  get trap(): Trap | undefined {
    return this.meaning.trapOf(this.parts)
  }

  get protection(): Protection | undefined {
    return this.meaning.protectionOf(this.parts)
  }

  get data(): DataAddress | undefined {
    return this.meaning.dataOf(this.parts, this.next)
  }

  /** The general register that it writes first. */
  get result(): Register | undefined {
    return this.meaning.resultOf(this.parts)
  }
}

/** A decoder's result as text. */
export function textOfDecoded({ spelled, marks }: Decoded): string | undefined {
  if (spelled === undefined) return undefined
  return marks ? marked(textOf(spelled), marks) : textOf(spelled)
}
