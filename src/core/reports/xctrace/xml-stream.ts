/**
 * Reads XML of any size piece by piece, so that no more than one piece is in memory. Entities that a file defines are never
 * expanded, and a depth, a text or a tag without end stops the reading.
 */
import { SaxesParser } from 'saxes'
import type { Problem } from '../../model/problem.ts'
import { problem } from '../../messages/problems.ts'

/** Bytes of a piece: a read costs about a millisecond, so pieces are not small. */
const PIECE = 1 << 20
/** Elements inside each other; exports have about eight. */
const DEEPEST = 200
/** Faults of the XML after which the rest is not worth a look. */
const MOST_FAULTS = 10_000
/** Bytes without the start or end of an element, after which a text or a tag has no end. */
const LONGEST_RUN = 16 << 20

/** Attributes by their names, as the parser gives them. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>

/** A reader's handlers for the elements of a document. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void
  text(text: string): void
  close(name: string): void
}

/** Reads a document up to its end or first unreadable place, and returns its problems. */
export async function readXml(blob: Blob, handler: XmlHandler): Promise<Omit<Problem, 'file'>[]> {
  const parser = new SaxesParser()
  const faults = new Faults()
  let depth = 0
  let seen = 0
  parser.on('error', ({ message }) => {
    faults.malformed(message)
  })
  parser.on('doctype', () => {
    faults.hasDoctype = true
  })
  parser.on('opentag', ({ name, attributes }) => {
    seen++
    if (++depth <= DEEPEST) handler.open(name, attributes)
    else faults.end(problem('xml-too-deep', { levels: DEEPEST }))
  })
  parser.on('text', (text) => {
    handler.text(text)
  })
  parser.on('cdata', (text) => {
    handler.text(text)
  })
  parser.on('closetag', ({ name }) => {
    seen++
    if (depth-- <= DEEPEST) handler.close(name)
  })
  const decoder = new TextDecoder()
  let quiet = 0
  for (let at = 0; at < blob.size && !faults.stop; at += PIECE) {
    const bytes = await blob.slice(at, at + PIECE).arrayBuffer()
    const before = seen
    faults.watch(() => parser.write(decoder.decode(bytes, { stream: true })))
    quiet = seen === before ? quiet + bytes.byteLength : 0
    if (quiet > LONGEST_RUN) faults.stop ??= problem('xml-run-too-long', { megabytes: LONGEST_RUN >> 20 })
  }
  if (!faults.stop) {
    if (depth > 0) faults.stop = problem('truncated.xml', {})
    else faults.watch(() => parser.close())
  }
  return faults.problems()
}

/** Thrown out of the parser, which has no way to stop. */
class Ended extends Error {}

/** Faults of a document; the same fault a million times is one problem with a number. */
class Faults {
  hasDoctype = false
  /** Why the document was not read to its end. */
  stop: Omit<Problem, 'file'> | undefined
  #count = 0
  #first = ''

  malformed(message: string): void {
    if (this.#count++ === 0) this.#first = message
    if (this.#count > MOST_FAULTS) this.end(problem('xml-too-damaged', { faults: MOST_FAULTS }))
  }

  end(reason: Omit<Problem, 'file'>): never {
    this.stop = reason
    throw new Ended()
  }

  /** Runs the parser until it is through or is ended. */
  watch(parse: () => unknown): void {
    try {
      parse()
    } catch (thrown) {
      if (!(thrown instanceof Ended)) throw thrown
    }
  }

  problems(): Omit<Problem, 'file'>[] {
    return [
      ...(this.#count > 0 ? [problem('malformed-xml', { count: this.#count, first: this.#first })] : []),
      ...(this.hasDoctype ? [problem('xml-entities', {})] : []),
      ...(this.stop ? [this.stop] : []),
    ]
  }
}
