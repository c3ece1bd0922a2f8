/** Fingerprints of functions: code without addresses, calls, texts. Two builds share most of them. */
import { functionAt, readFunction, referenceAt, type CodeView } from './code-view.ts'

export interface Prints {
  readonly count: number
  /** Hash of the code without addresses. */
  readonly bodies: Float64Array
  /** The same with the texts, selectors and imports that the function uses, in their order. */
  readonly strong: Float64Array
  /** Hash of texts, selectors and imports alone; 0 without any. */
  readonly uses: Float64Array
  /** Words of code; an instruction has one or some. */
  readonly sizes: Uint32Array
  /** For function f, `callees[first[f]]` up to `callees[first[f + 1]]`: functions that it calls or takes the address of, in order. */
  readonly first: Uint32Array
  readonly callees: Uint32Array
}

/** Two halves of 32 bits; the number made from them keeps 53 bits. */
class Hash {
  #one = 0x811c9dc5
  #other = 0x9e3779b9

  add(value: number): void {
    this.#one = Math.imul(this.#one ^ value, 0x01000193)
    this.#one ^= this.#one >>> 15
    this.#other = Math.imul(this.#other + value, 0x85ebca6b)
    this.#other ^= this.#other >>> 13
  }

  addText(text: string): void {
    for (let at = 0; at < text.length; at++) this.add(text.charCodeAt(at))
    this.add(text.length)
  }

  get value(): number {
    return (this.#one >>> 0) * 2 ** 21 + (this.#other >>> 11)
  }
}

/** Reads all functions of an image once. */
export function makePrints(view: CodeView): Prints {
  const count = view.starts.length
  const bodies = new Float64Array(count)
  const strong = new Float64Array(count)
  const uses = new Float64Array(count)
  const sizes = new Uint32Array(count)
  const first = new Uint32Array(count + 1)
  let callees = new Uint32Array(1024)
  let calls = 0
  const texts = new Map<number, number>()
  const textAt = (offset: number): number => {
    const known = texts.get(offset)
    if (known !== undefined) return known
    const found = referenceAt(view, offset)
    const hash = new Hash()
    if (found) hash.addText(found.text)
    const value = found ? hash.value : 0
    texts.set(offset, value)
    return value
  }
  for (let index = 0; index < count; index++) {
    const body = new Hash()
    const used = new Hash()
    let words = 0
    let isUsing = false
    const lead = (target: number): void => {
      const callee = functionAt(view, target)
      if (callee < 0) return
      if (calls === callees.length) {
        const larger = new Uint32Array(calls * 2)
        larger.set(callees)
        callees = larger
      }
      callees[calls++] = callee
    }
    readFunction(view, index, {
      word: (value) => {
        words++
        body.add(value)
      },
      call: (target) => {
        const stub = view.stubs.get(target)
        if (stub === undefined) lead(target)
        else {
          isUsing = true
          used.addText(stub)
        }
      },
      refer: (target) => {
        const text = textAt(target)
        if (text === 0) lead(target)
        else {
          isUsing = true
          used.add(text | 0)
          used.add(Math.floor(text / 2 ** 32))
        }
      },
    })
    first[index + 1] = calls
    bodies[index] = body.value
    uses[index] = isUsing ? used.value : 0
    if (isUsing) {
      body.add(used.value | 0)
      body.add(Math.floor(used.value / 2 ** 32))
    }
    strong[index] = body.value
    sizes[index] = words
  }
  return { count, bodies, strong, uses, sizes, first, callees: callees.slice(0, calls) }
}

/** Kinds of instructions in pairs, for functions whose code is not the same: how often each comes. */
export function kindsOf(view: CodeView, index: number): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  let before = 0
  readFunction(view, index, {
    word: (value) => {
      const kind = view.isFixed ? value >>> 21 : value
      const pair = before * 4096 + kind
      found.set(pair, (found.get(pair) ?? 0) + 1)
      before = kind
    },
    call: () => undefined,
    refer: () => undefined,
  })
  return found
}

/** The share of two functions that is the same, from 0 to 1. */
export function likeness(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number {
  let [both, all] = [0, 0]
  for (const [pair, count] of one) {
    both += 2 * Math.min(count, other.get(pair) ?? 0)
    all += count
  }
  for (const count of other.values()) all += count
  return all === 0 ? 0 : both / all
}
