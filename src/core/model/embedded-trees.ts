/**
 * Call trees in few letters. A large tree written out as objects takes ten times the text that it was read from. Here
 * each row is a shape (the list of its fields) and numbers: integers as the difference to the last row of that shape,
 * texts by their place in a list. Rows come in reading order, each with its number of children, so that a tree of any
 * depth is read without recursion.
 */
import { isRecord } from './shape.ts'

/** A row with any fields, and the rows below it. */
export interface TreeNode {
  readonly children: readonly TreeNode[]
}

interface Tree {
  readonly roots: readonly TreeNode[]
}

/** `shapes`: paths of fields, each with a letter for its kind; `texts`: all that is no number. `rows` of a tree: numbers between blanks. */
interface PackedTrees {
  readonly shapes: readonly string[]
  readonly texts: readonly string[]
  readonly trees: readonly Readonly<Record<string, unknown>>[]
}

/** Our rows have fewer fields; a forged page could turn each row into a heap of them. */
const MOST_FIELDS = 64

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length > 0

/** The number of rows in the trees; stops at `most`. */
export function countRows(trees: readonly Tree[], most: number): number {
  const waiting: (readonly TreeNode[])[] = trees.map(({ roots }) => roots)
  let count = 0
  for (let nodes = waiting.pop(); nodes && count < most; nodes = waiting.pop()) {
    count += nodes.length
    for (const { children } of nodes) if (children.length > 0) waiting.push(children)
  }
  return Math.min(count, most)
}

/** `json` writes a value that is neither number nor text; `onTree` is called before each tree. */
export function packTrees(
  trees: readonly Tree[],
  json: (value: unknown) => string,
  onTree: (at: number) => void = () => undefined,
): PackedTrees {
  const packer = new Packer(json)
  return {
    trees: trees.map(({ roots, ...rest }, at) => {
      onTree(at)
      return { ...rest, rows: packer.rows(roots) }
    }),
    ...packer.lists(),
  }
}

/** The fields of one shape, with their values in its last row. */
interface Shape {
  readonly at: number
  readonly integers: number[]
  readonly bigs: bigint[]
}

class Packer {
  readonly #json: (value: unknown) => string
  readonly #texts = new Map<string, number>()
  readonly #shapes = new Map<string, Shape>()
  #fields = ''
  #values: (string | number | bigint)[] = []

  constructor(json: (value: unknown) => string) {
    this.#json = json
  }

  lists(): { readonly shapes: readonly string[]; readonly texts: readonly string[] } {
    return { shapes: [...this.#shapes.keys()], texts: [...this.#texts.keys()] }
  }

  rows(roots: readonly TreeNode[]): string {
    const rows: string[] = []
    const waiting = [...roots].reverse()
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const { children, ...fields } = node
      rows.push(this.#row(fields, children.length))
      for (let at = children.length - 1; at >= 0; at--) {
        const child = children[at]
        if (child) waiting.push(child)
      }
    }
    return rows.join(' ')
  }

  #row(fields: Readonly<Record<string, unknown>>, children: number): string {
    this.#fields = ''
    this.#values = []
    this.#flatten(fields, '')
    let shape = this.#shapes.get(this.#fields)
    if (!shape) this.#shapes.set(this.#fields, (shape = { at: this.#shapes.size, integers: [], bigs: [] }))
    let row = `${shape.at} ${children}`
    for (const [at, value] of this.#values.entries()) {
      if (typeof value === 'string') row += ` ${this.#text(value)}`
      else if (typeof value === 'number') {
        row += ` ${value - (shape.integers[at] ?? 0)}`
        shape.integers[at] = value
      } else {
        row += ` ${value - (shape.bigs[at] ?? 0n)}`
        shape.bigs[at] = value
      }
    }
    return row
  }

  #flatten(record: Readonly<Record<string, unknown>>, path: string): void {
    for (const key in record) {
      const value = record[key]
      if (value === undefined) continue
      if (isPlain(value)) this.#flatten(value, `${path}${key}.`)
      else this.#field(`${path}${key}`, value)
    }
  }

  /** Letters: `t` and `f` for true and false, `n` integer, `b` big integer, `s` text, `j` anything else as JSON. */
  #field(path: string, value: unknown): void {
    const letter =
      typeof value === 'boolean'
        ? value
          ? 't'
          : 'f'
        : Number.isSafeInteger(value) && !Object.is(value, -0)
          ? 'n'
          : typeof value === 'bigint'
            ? 'b'
            : typeof value === 'string'
              ? 's'
              : 'j'
    this.#fields += `${this.#fields === '' ? '' : ' '}${letter}${path}`
    if (letter === 'n' || letter === 'b' || letter === 's') this.#values.push(value as number | bigint | string)
    else if (letter === 'j') this.#values.push(this.#json(value))
  }

  #text(text: string): number {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    this.#texts.set(text, this.#texts.size)
    return this.#texts.size - 1
  }
}

/** Thrown, and caught, here alone. */
class Damaged extends Error {}

/**
 * The trees again, their fields unchecked; undefined where the packed ones are damaged. `parse` reads the output of
 * `json`.
 */
export function unpackTrees(packed: unknown, parse: (text: string) => unknown): readonly unknown[] | undefined {
  if (!isRecord(packed)) return undefined
  const { shapes, texts, trees } = packed
  if (!isTexts(shapes) || !isTexts(texts) || !Array.isArray(trees)) return undefined
  try {
    const unpacker = new Unpacker(shapes, texts, parse)
    return trees.map((tree: unknown) => {
      if (!isRecord(tree) || typeof tree['rows'] !== 'string') throw new Damaged()
      const { rows, ...rest } = tree
      return { ...rest, roots: unpacker.roots(String(rows)) }
    })
  } catch {
    // A number, a text or JSON that is none: whatever it is, the page is damaged.
    return undefined
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

interface Field {
  readonly letter: string
  /** Names of records on the way, and of the field. */
  readonly path: readonly string[]
  last: number
  lastBig: bigint
}

class Unpacker {
  readonly #shapes: readonly (readonly Field[])[]
  readonly #texts: readonly string[]
  readonly #parse: (text: string) => unknown
  #tokens: readonly string[] = []
  #at = 0

  constructor(shapes: readonly string[], texts: readonly string[], parse: (text: string) => unknown) {
    this.#shapes = shapes.map(fieldsOf)
    this.#texts = texts
    this.#parse = parse
  }

  roots(rows: string): readonly unknown[] {
    this.#tokens = rows === '' ? [] : rows.split(' ')
    this.#at = 0
    const roots: unknown[] = []
    /** Rows that are to come, by level. */
    const open = [{ into: roots, left: Infinity }]
    while (this.#at < this.#tokens.length) {
      const fields = this.#shapes[this.#integer()]
      const count = this.#integer()
      if (!fields || count < 0) throw new Damaged()
      const children: unknown[] = []
      const into = open.at(-1)
      into?.into.push({ ...this.#record(fields), children })
      if (into) into.left--
      if (count > 0) open.push({ into: children, left: count })
      while (open.at(-1)?.left === 0) open.pop()
    }
    if (open.length !== 1) throw new Damaged()
    return roots
  }

  #record(fields: readonly Field[]): Readonly<Record<string, unknown>> {
    const whole: Record<string, unknown> = {}
    for (const field of fields) {
      const { path } = field
      let record = whole
      for (const name of path.slice(0, -1)) {
        const inner = Object.hasOwn(record, name) ? record[name] : (record[name] = {})
        if (!isRecord(inner)) throw new Damaged()
        record = inner
      }
      record[path.at(-1) ?? ''] = this.#value(field)
    }
    return whole
  }

  #value(field: Field): unknown {
    switch (field.letter) {
      case 't':
        return true
      case 'f':
        return false
      case 'n':
        return (field.last += this.#integer())
      case 'b':
        return (field.lastBig += BigInt(this.#digits()))
      case 's':
        return this.#text()
      default:
        return this.#parse(this.#text())
    }
  }

  #text(): string {
    const text = this.#texts[this.#integer()]
    if (text === undefined) throw new Damaged()
    return text
  }

  #integer(): number {
    const value = Number(this.#digits())
    if (!Number.isSafeInteger(value)) throw new Damaged()
    return value
  }

  #digits(): string {
    const token = this.#tokens[this.#at++] ?? ''
    if (!/^-?\d{1,40}$/.test(token)) throw new Damaged()
    return token
  }
}

function fieldsOf(shape: string): readonly Field[] {
  const fields = shape === '' ? [] : shape.split(' ')
  if (fields.length > MOST_FIELDS) throw new Damaged()
  return fields.map((field) => {
    // No name of ours begins otherwise, and none of a prototype is led into: each record has its own.
    if (!/^[tfnbsj][a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)*$/.test(field)) throw new Damaged()
    return { letter: field.charAt(0), path: field.slice(1).split('.'), last: 0, lastBig: 0n }
  })
}
