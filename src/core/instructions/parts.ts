/** An instruction in parts: its name, and operands. */
import { textOf, type Part, type Piece, type Text } from './spelled.ts'

/** An operand of several pieces, or of none: a list of registers, a shift. */
export interface Group {
  readonly kind: 'group'
  readonly pieces: readonly Piece[]
  readonly text: string
}

export type Operand = Piece | Group

export interface Parts {
  /** Words before the name: `lock`, `rep`. */
  readonly prefixes: readonly string[]
  /** `ldr.w`, `b.eq`, `addq`. */
  readonly mnemonic: string
  /** The name without its condition, and without what follows that or a dot: `ldr`, `b`. */
  readonly stem: string
  readonly condition: string | undefined
  /** In the order of the text. */
  readonly operands: readonly Operand[]
}

/** State of 32-bit Arm that earlier instructions set. */
export interface Marks {
  /** In the place of `^`: `s` where the flags are set. */
  readonly flags: string
  /** In the place of `~`. */
  readonly condition: string
}

/** The text with its marks filled in; each occurs at most once. */
export const marked = (text: string, { flags, condition }: Marks): string =>
  text.replace('^', flags).replace('~', condition)

const prefixes: ReadonlySet<string> = new Set('lock rep repe repne addr16 addr32 data16 xacquire xrelease'.split(' '))

/** The name of an instruction, without its operands. */
export function nameOf(spelled: Text): string {
  if (typeof spelled === 'string') return spelled.split(' ', 1)[0] ?? ''
  let name = spelled.strings[0] ?? ''
  for (let at = 0; at < spelled.parts.length && !name.includes(' '); at++) {
    const part = spelled.parts[at] ?? ''
    name +=
      (typeof part === 'object' && part.kind === 'spelled' ? nameOf(part) : textOf(part)) +
      (spelled.strings[at + 1] ?? '')
  }
  return name.split(' ', 1)[0] ?? ''
}

export function partsOf(spelled: Text, marks?: Marks): Parts {
  const reader = new PartsReader(marks)
  reader.read(spelled)
  return reader.end()
}

class PartsReader {
  private readonly prefixes: string[] = []
  private readonly operands: Operand[] = []
  private readonly marks: Marks | undefined
  private name = ''
  private stem: string | undefined
  private condition: string | undefined
  private isName = true
  private depth = 0
  private text = ''
  private pieces: Piece[] = []

  constructor(marks: Marks | undefined) {
    this.marks = marks
  }

  read(part: Part): void {
    if (typeof part === 'string' || typeof part === 'number') this.readText(String(part))
    else if (part.kind !== 'spelled') this.readPiece(part)
    else {
      this.readText(part.strings[0] ?? '')
      for (let at = 0; at < part.parts.length; at++) {
        this.read(part.parts[at] ?? '')
        this.readText(part.strings[at + 1] ?? '')
      }
    }
  }

  end(): Parts {
    if (this.isName) this.endName()
    else this.endOperand()
    const mnemonic = this.marks ? marked(this.name, this.marks) : this.name
    if (this.marks && this.marks.condition !== '' && this.name.includes('~')) this.condition = this.marks.condition
    const stem = this.stem ?? this.name.split(/[.~^]/, 1)[0] ?? ''
    return { prefixes: this.prefixes, mnemonic, stem, condition: this.condition, operands: this.operands }
  }

  private endName(): void {
    this.isName = false
  }

  private readPiece(piece: Piece): void {
    if (this.isName) {
      if (piece.kind === 'condition') {
        this.stem = this.name.split('.', 1)[0] ?? ''
        this.condition = piece.text
      }
      this.name += piece.text
      return
    }
    this.pieces.push(piece)
    this.text += piece.text
  }

  private readText(text: string): void {
    let start = 0
    if (this.isName) {
      const space = text.indexOf(' ')
      this.name += space < 0 ? text : text.slice(0, space)
      if (space < 0) return
      const isPrefix = prefixes.has(this.name)
      if (isPrefix) {
        this.prefixes.push(this.name)
        this.name = ''
        this.readText(text.slice(space + 1))
        return
      }
      this.endName()
      start = space + 1
    }
    for (let at = start; at < text.length; at++) {
      const char = text.charAt(at)
      if ('[{('.includes(char)) this.depth++
      else if (')}]'.includes(char)) this.depth--
      else if (char === ',' && this.depth === 0 && text.charAt(at + 1) === ' ') {
        this.text += text.slice(start, at)
        this.endOperand()
        start = at + 2
      }
    }
    this.text += text.slice(start)
  }

  private endOperand(): void {
    const [piece] = this.pieces
    if (piece && this.pieces.length === 1 && piece.text === this.text) this.operands.push(piece)
    else if (this.text !== '') this.operands.push({ kind: 'group', pieces: this.pieces, text: this.text })
    this.text = ''
    this.pieces = []
  }
}

/** Every register that the operands name. */
export const registersOf = (operands: readonly Operand[]) =>
  operands
    .flatMap((operand) => (operand.kind === 'group' ? operand.pieces : [operand]))
    .flatMap((piece) => (piece.kind === 'register' ? [piece] : piece.kind === 'place' ? piece.registers : []))
