/** Elements of the page out of what a reader wrote. Values are set as text and attributes; nothing is read as markup. */
import { embeddedTags } from '../../core/export/html-style.ts'
import type { HtmlElement, HtmlNode } from '../../core/export/html-tree.ts'

/** Names by which a page around may style parts, by class, else by tag. */
const parts: Readonly<Record<string, string>> = {
  h1: 'headline',
  h2: 'heading',
  table: 'table',
  pre: 'text',
  summary: 'summary',
  details: 'fold',
  why: 'explanation',
  stack: 'stack',
  read: 'frame-to-read',
  missing: 'missing',
  name: 'function',
  place: 'place',
  image: 'image',
}

/** Milliseconds of work after which the page gets its turn. */
const SLICE = 12

export interface BuildOptions {
  /** Gives what was left out of an element. */
  readonly rest: (at: number) => Promise<readonly HtmlNode[]>
  /** Placeholder while loading, and on failure. */
  readonly waiting: string
  readonly failed: string
  readonly signal: AbortSignal
}

/** Appends nodes to an element, in slices; resolves when all are there, or `signal` has ended it. */
export async function appendNodes(parent: Element, nodes: readonly HtmlNode[], options: BuildOptions): Promise<void> {
  const waiting: { readonly parent: Element; readonly nodes: readonly HtmlNode[]; at: number }[] = []
  waiting.push({ parent, nodes, at: 0 })
  let began = performance.now()
  for (let place = waiting.at(-1); place && !options.signal.aborted; place = waiting.at(-1)) {
    const node = place.nodes[place.at++]
    if (node === undefined) waiting.pop()
    else if (typeof node === 'string') appendText(place.parent, node)
    else {
      const element = makeElement(node, options)
      place.parent.append(element)
      waiting.push({ parent: element, nodes: node.children, at: 0 })
    }
    if (performance.now() - began < SLICE) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}

/** Lines of a long text that the browser lays out together, as they come into sight: all at once may take it seconds. */
const TEXT_LINES = 200

function appendText(parent: Element, text: string): void {
  let [begin, lines] = [0, 0]
  if (parent.tagName === 'PRE')
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (++lines % TEXT_LINES !== 0) continue
      const piece = document.createElement('span')
      piece.className = 'lines'
      piece.textContent = text.slice(begin, at + 1)
      parent.append(piece)
      begin = at + 1
    }
  parent.append(text.slice(begin))
}

function makeElement({ tag, attributes, rest }: HtmlElement, options: BuildOptions): HTMLElement {
  const element = document.createElement(embeddedTags[tag] ?? tag)
  for (const [name, value] of Object.entries(attributes)) {
    // A policy forbids the attribute, not the property.
    if (name === 'style') element.style.cssText = value
    else element.setAttribute(name, value)
  }
  const names = [tag, ...(attributes['class'] ?? '').split(' ')].flatMap((name) => parts[name] ?? [])
  if (names.length > 0) element.setAttribute('part', names.join(' '))
  if (rest !== undefined) fillWhenOpened(element, rest, options)
  return element
}

function fillWhenOpened(element: HTMLElement, at: number, options: BuildOptions): void {
  element.addEventListener(
    'toggle',
    () => {
      const note = document.createElement('p')
      note.className = 'seen'
      note.setAttribute('role', 'status')
      note.textContent = options.waiting
      element.append(note)
      options
        .rest(at)
        .then(async (nodes) => {
          note.remove()
          await appendNodes(element, nodes, options)
        })
        .catch(() => (note.textContent = options.failed))
    },
    { once: true },
  )
}
