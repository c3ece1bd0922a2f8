/** Registers of two crashed threads whose values have different meanings. */
import { valueFacts } from '../messages/registers.ts'
import { textOf } from '../messages/message.ts'
import { formatHex } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import type { ValueReading } from '../model/register-reading.ts'
import type { Register, Report, Thread } from '../model/report.ts'
import { placeOf, registerReadings, valueContext, withoutSignature, type ImagePlace } from '../reading/values.ts'
import type { RegisterDifference } from './comparison.ts'

interface Side {
  readonly report: Report
  readonly thread: Thread | undefined
}

/** Two heap pointers always differ and mean the same: only values that say something by themselves are compared. */
export function registerDifferences(a: Side, b: Side): readonly RegisterDifference[] {
  const inB = new Map((b.thread?.registers ?? []).map((register) => [register.name, register]))
  const [readA, readB] = [readerOf(a), readerOf(b)]
  return (a.thread?.registers ?? []).flatMap((register): readonly RegisterDifference[] => {
    const other = inB.get(register.name)
    if (!other || FLAGS.test(register.name)) return []
    const [factA, factB] = [readA(register), readB(other)]
    // In an image of another build the same function lies elsewhere: only the image can be compared.
    const [buildA, buildB] = [imageOf(factA, a.report), imageOf(factB, b.report)]
    if (buildA && buildB && buildA.name === buildB.name && buildA.uuid !== buildB.uuid) return []
    if (meaning(factA, register, a.report) === meaning(factB, other, b.report)) return []
    return [{ name: register.name, a: words(factA, register), b: words(factB, other) }]
  })
}

/** Condition bits of whatever was computed last. */
const FLAGS = /^(?:cpsr|rflags|eflags)$/i

interface Fact {
  /** The surest reading of the value. */
  readonly reading: ValueReading | undefined
  readonly place: ImagePlace | undefined
}

function readerOf({ report, thread }: Side): (register: Register) => Fact {
  const context = valueContext(report, thread)
  return ({ name, value }) => {
    const bare = placeOf(value, context) ? value : withoutSignature(value, context)
    return {
      reading: registerReadings(name, value, context)[0],
      place: bare === undefined ? undefined : placeOf(bare, context),
    }
  }
}

function imageOf({ place }: Fact, { images }: Report): BinaryImage | undefined {
  return place && images[place.image]
}

/** Readings whose values say something by themselves. */
const ofNumbers = new Set(['zero', 'number', 'pattern', 'text', 'tagged-number', 'tagged-string'])

function meaning(fact: Fact, { value, note }: Register, report: Report): string {
  const image = imageOf(fact, report)
  if (image) return `image ${image.uuid ?? image.name} ${fact.place?.offset ?? ''}`
  if (fact.reading && ofNumbers.has(fact.reading.code)) return `${fact.reading.code} ${value}`
  // The report's own note on the value counts, such as the decoded fault of esr.
  return note === undefined ? 'pointer' : `note ${note}`
}

function words({ reading }: Fact, { value, note }: Register): string {
  const said =
    reading === undefined ? formatHex(value) : (textOf(valueFacts, reading.code, reading.params) ?? reading.code)
  return note === undefined ? said : `${said} · ${note}`
}
