/**
 * Markup as elements and texts, for hosts that build their page of nodes: no text is ever read as markup, and a policy may forbid that it
 * is. Reads what our own templates write and nothing else: elements, quoted attributes, and text without entities.
 */
import { eachPiece, type HtmlValue, type HtmlVisitor, type LaterHtml } from './html-text.ts'

export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly tag: string
  /** Attributes by name; one without a value has ''. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly HtmlNode[]
  /** Number of the stored rest: the markup after the children, which is left out here. */
  readonly rest?: number
}

export interface TreeOptions {
  /** How much is made of what is folded away, in elements and pieces of text. */
  readonly most: number
  /** Keeps what was left out; gives the number that it goes by. */
  readonly keep: (make: LaterHtml) => number
}

/** Elements without content, which are never closed. */
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr'])
/** Letters of a text that cost as much as an element. */
const LETTERS = 64

/**
 * Builds the nodes of markup. Folded parts are built up to a limit; after that each one is stored instead. Throws if
 * one of our templates is malformed.
 */
export function buildTree(value: HtmlValue, { most, keep }: TreeOptions): readonly HtmlNode[] {
  const builder = new TreeBuilder(most, keep)
  eachPiece(value, builder)
  return builder.end()
}

interface OpenElement {
  readonly tag: string
  readonly attributes: Record<string, string>
  readonly children: HtmlNode[]
  rest?: number
}

const opened = (tag: string): OpenElement => ({ tag, attributes: {}, children: [] })

/** Thrown and caught here: a folded part is larger than what is left. */
class TooMuch extends Error {}

class TreeBuilder implements HtmlVisitor {
  readonly #root = opened('')
  readonly #open: OpenElement[] = []
  readonly #keep: TreeOptions['keep']
  #left: number
  /** Depth of folded parts around the place; what is not folded is made whole. */
  #folded = 0
  /** The tag that is being read, and the attribute in it. */
  #tag: OpenElement | undefined
  #attribute: string | undefined

  constructor(most: number, keep: TreeOptions['keep']) {
    this.#left = most
    this.#keep = keep
  }

  end(): readonly HtmlNode[] {
    if (this.#open.length > 0 || this.#tag) throw new SyntaxError(this.#inner.tag)
    return this.#root.children
  }

  get #inner(): OpenElement {
    return this.#open.at(-1) ?? this.#root
  }

  markup(text: string): void {
    let at = 0
    while (at < text.length)
      at =
        this.#attribute !== undefined
          ? this.#inValue(text, at)
          : this.#tag
            ? this.#inTag(text, at)
            : this.#inText(text, at)
  }

  text(text: string): void {
    if (text === '') return
    const { children } = this.#inner
    if (this.#tag) {
      if (this.#attribute === undefined) throw new SyntaxError(text)
      this.#tag.attributes[this.#attribute] += text
      return
    }
    this.#spend(1 + text.length / LETTERS)
    const last = children.at(-1)
    if (typeof last === 'string') children[children.length - 1] = last + text
    else children.push(text)
  }

  later(make: LaterHtml): void {
    const element = this.#inner
    const [length, depth, folded] = [element.children.length, this.#open.length, this.#folded]
    try {
      if (this.#left <= 0) throw new TooMuch()
      this.#folded++
      eachPiece(make(), this)
      this.#folded = folded
    } catch (thrown) {
      if (!(thrown instanceof TooMuch)) throw thrown
      this.#folded = folded
      // The outermost part that does not fit is left out as one.
      if (folded > 0) throw thrown
      element.children.length = length
      this.#open.length = depth
      this.#tag = this.#attribute = undefined
      element.rest = this.#keep(make)
    }
  }

  #spend(cost: number): void {
    if (this.#folded === 0) return
    this.#left -= cost
    if (this.#left <= 0) throw new TooMuch()
  }

  /** Each reads on from a place, and gives the one behind what it has read. */
  #inText(text: string, at: number): number {
    const end = text.indexOf('<', at)
    const between = text.slice(at, end < 0 ? undefined : end)
    if (between.includes('&')) throw new SyntaxError(between)
    this.text(between)
    if (end < 0) return text.length
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/.exec(text.slice(end, end + 20)) ?? []
    if (name === '') throw new SyntaxError(text.slice(end))
    if (slash !== '/') {
      this.#spend(1)
      this.#tag = opened(name)
      return end + 1 + name.length
    }
    if (this.#open.pop()?.tag !== name || text[end + 2 + name.length] !== '>') throw new SyntaxError(text.slice(end))
    return end + 3 + name.length
  }

  #inTag(text: string, at: number): number {
    const tag = this.#tag ?? this.#root
    const [found = '', name, equals] = /^(?:\s+|>|([a-z-]+)(="|))/.exec(text.slice(at)) ?? []
    if (found === '') throw new SyntaxError(text.slice(at))
    if (found === '>') {
      this.#inner.children.push(tag)
      if (!EMPTY.has(tag.tag)) this.#open.push(tag)
      this.#tag = undefined
    } else if (name !== undefined) {
      tag.attributes[name] = ''
      if (equals !== '') this.#attribute = name
    }
    return at + found.length
  }

  #inValue(text: string, at: number): number {
    const end = text.indexOf('"', at)
    this.text(text.slice(at, end < 0 ? undefined : end))
    if (end < 0) return text.length
    this.#attribute = undefined
    return end + 1
  }
}
