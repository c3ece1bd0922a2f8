/** Registers of two crashed threads, where what they hold means different things. */
import { formatHex } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import { pointerFact, type PointerFact } from '../model/pointer-facts.ts'
import type { Register, Report, Thread } from '../model/report.ts'
import type { RegisterDifference } from './comparison.ts'

/** Two heap pointers always differ and mean the same: only values that say something by themselves are compared. */
export function registerDifferences(
  a: { readonly report: Report; readonly thread: Thread | undefined },
  b: { readonly report: Report; readonly thread: Thread | undefined },
): readonly RegisterDifference[] {
  const inB = new Map((b.thread?.registers ?? []).map((register) => [register.name, register]))
  return (a.thread?.registers ?? []).flatMap((register): readonly RegisterDifference[] => {
    const other = inB.get(register.name)
    if (!other) return []
    const [factA, factB] = [
      pointerFact(register.value, a.report, a.thread),
      pointerFact(other.value, b.report, b.thread),
    ]
    if (FLAGS.test(register.name)) return []
    // In an image of another build the same function lies elsewhere: only the image can be compared.
    const [buildA, buildB] = [imageOf(factA, a.report), imageOf(factB, b.report)]
    if (buildA && buildB && buildA.name === buildB.name && buildA.uuid !== buildB.uuid) return []
    if (meaning(factA, register, a.report) === meaning(factB, other, b.report)) return []
    return [{ name: register.name, a: words(factA, register), b: words(factB, other) }]
  })
}

/** Condition bits of whatever was computed last. */
const FLAGS = /^(?:cpsr|rflags|eflags)$/i

function imageOf({ place }: PointerFact, { images }: Report): BinaryImage | undefined {
  return place && images[place.image]
}

function meaning(fact: PointerFact, { value, note }: Register, report: Report): string {
  switch (fact.kind) {
    case 'null':
    case 'small':
    case 'pattern':
    case 'text':
      return `${fact.kind} ${value}`
    case 'image': {
      const image = imageOf(fact, report)
      return `image ${image?.uuid ?? image?.name ?? ''} ${fact.place?.offset ?? ''}`
    }
    case 'stack':
    case 'other':
      // What the report itself says of the value counts, as the decoded fault of esr.
      return note === undefined ? 'pointer' : `note ${note}`
  }
}

function words(fact: PointerFact, { value, note }: Register): string {
  const said = fact.kind === 'small' ? `${value}` : fact.kind === 'other' ? formatHex(value) : fact.text
  return note === undefined ? said : `${said} · ${note}`
}
