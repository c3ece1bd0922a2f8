/** A Mach-O image with Swift metadata, word by word: a class with a vtable, a subclass that overrides, a protocol and a conformance. */
import { buildMachO, codeSection, type SectionSpec } from './macho-builder.ts'

const TEXT = 0x1_0000_0000n
const CODE = 0x1000
const DATA = 0x4000

/** A word of 32 bits: a number, or the distance to a label. */
type Word = number | { readonly to: string }

/** Lays words out one behind the other; labels are offsets in the image. */
class Layout {
  readonly #words: Word[] = []
  readonly labels: Map<string, number>
  readonly #start: number

  constructor(start: number, labels: Readonly<Record<string, number>>) {
    this.#start = start
    this.labels = new Map(Object.entries(labels))
  }

  get end(): number {
    return this.#start + this.#words.length * 4
  }

  label(name: string): this {
    this.labels.set(name, this.end)
    return this
  }

  words(...words: readonly Word[]): this {
    this.#words.push(...words)
    return this
  }

  /** A name, filled up to whole words. */
  text(name: string, value: string): this {
    this.label(name)
    const bytes = [...new TextEncoder().encode(value), 0]
    while (bytes.length % 4 !== 0) bytes.push(0)
    for (let at = 0; at < bytes.length; at += 4)
      this.#words.push(new DataView(Uint8Array.from(bytes.slice(at, at + 4)).buffer).getUint32(0, true))
    return this
  }

  done(): Uint8Array {
    const view = new DataView(new ArrayBuffer(this.#words.length * 4))
    for (const [at, word] of this.#words.entries()) {
      const value = typeof word === 'number' ? word : (this.labels.get(word.to) ?? 0) - (this.#start + at * 4)
      view.setUint32(at * 4, value >>> 0, true)
    }
    return new Uint8Array(view.buffer)
  }
}

const to = (label: string): Word => ({ to: label })

/** Functions of the image, each at its own start. */
export const swiftCode = {
  accessor: CODE,
  completion: CODE + 0x10,
  getter: CODE + 0x20,
  load: CODE + 0x30,
  subAccessor: CODE + 0x40,
  override: CODE + 0x50,
  witness: CODE + 0x60,
  pointAccessor: CODE + 0x70,
} as const

/** Damage that a test adds. */
export interface SwiftDamage {
  /** Slots that the vtable says it has, and fields of the class. */
  readonly slots?: number
  readonly fields?: number
  /** The label that the class says it lies in. */
  readonly parent?: string
}

export function buildSwiftImage({
  slots = 2,
  fields = 2,
  parent = 'module',
}: SwiftDamage = {}): Uint8Array<ArrayBuffer> {
  const data = new Layout(DATA, swiftCode)
  for (const name of ['App', 'Cart', 'Sub', 'Point', 'Priced', 'count', 'owner']) data.text(`"${name}"`, name)
  data.label('module').words(0, 0, to('"App"'))
  // A class with two methods, one of them async, and with a completion function.
  data.label('fields').words(0, 0, 12 << 16, fields)
  data.words(0, 0, to('"count"'), 0, 0, to('"owner"'))
  data.label('load.record').words(to('load'), 32)
  data.label('Cart').words((0x8001 << 16) | 16, to(parent), to('"Cart"'), to('accessor'), to('fields'))
  data.words(0, 0, 0, 0, 0, 0).words(0, 0, to('completion')).words(10, slots)
  data.label('Cart.getter').words(0x12, to('getter')).words(0x50, to('load.record'))
  // A subclass that overrides the getter.
  data.label('Sub').words((0x4000 << 16) | 16, to('module'), to('"Sub"'), to('subAccessor'), 0)
  data.words(0, 0, 0, 0, 0, 0).words(1, to('Cart'), to('Cart.getter'), to('override'))
  // A struct in the class. It conforms to a protocol of one associated type and one getter.
  data.label('Point').words(17, to('Cart'), to('"Point"'), to('pointAccessor'), 0, 0, 0)
  data.label('Priced').words(3, to('module'), to('"Priced"'), 0, 2, 0).words(7, 0, 0x13, 0)
  data.label('conformance').words(to('Priced'), to('Point'), to('table'), 0)
  if (data.end % 8 !== 0) data.words(0)
  data.label('table').words(0, 0, 0, 0, swiftCode.witness, 1)
  const list = (name: string, start: number, ...labels: readonly string[]): SectionSpec => ({
    name,
    segment: '__TEXT',
    address: TEXT + BigInt(start),
    bytes: new Layout(start, Object.fromEntries(data.labels)).words(...labels.map(to)).done(),
  })
  return buildMachO({
    uuid: '00112233-4455-6677-8899-AABBCCDDEEFF',
    functionStarts: Object.values(swiftCode),
    sections: [
      codeSection(0x80, TEXT + BigInt(CODE)),
      { name: '__const', segment: '__TEXT', address: TEXT + BigInt(DATA), bytes: data.done() },
      list('__swift5_types', 0x8000, 'Cart', 'Sub', 'Point'),
      list('__swift5_protos', 0x8100, 'Priced'),
      list('__swift5_proto', 0x8200, 'conformance'),
    ],
  })
}
