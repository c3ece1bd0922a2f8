/** Frames of an image that no symbols at hand name: what other reports call them, else what their own report prints, else why not. */
import { imageNames } from '../messages/images.ts'
import { say } from '../messages/message.ts'
import { unnamedReasons } from '../messages/names.ts'
import type { ImageOffset } from '../model/address.ts'
import { originOfPath } from '../model/origin.ts'
import { isRealName } from '../model/printed-names.ts'
import type { Frame, Resolution } from '../model/report.ts'
import { resolveHarvested } from './harvested-name.ts'
import type { ImagePlan } from './image-plan.ts'
import type { LookupPoint } from './lookup-address.ts'
import { uuidOf } from './match.ts'
import { unanswered, type Unanswered } from './resolution.ts'
import { namesOf } from './slide.ts'
import type { SymbolLookup } from './symbol-lookup.ts'

/** A frame's name from other reports, if they have one and its own report has none. */
export type Borrow = (
  frame: Frame,
  point: LookupPoint | undefined,
  functionStart?: ImageOffset,
) => Resolution | undefined

/** Undefined where other reports have no names of the image. */
export async function openHarvest(plan: ImagePlan, symbols: SymbolLookup): Promise<Borrow | undefined> {
  const { image, placement } = plan
  const uuid = uuidOf(image)
  const harvested = (uuid && (await symbols.harvested?.(uuid))) ?? []
  if (harvested.length === 0) return undefined
  const names = namesOf(image)
  const isSystem = (image.origin ?? originOfPath(image.path)) === 'system'
  return (frame, point, functionStart) =>
    !point || frame.inlined || frame.disputed || isRealName(frame.symbol, names)
      ? undefined
      : resolveHarvested(harvested, {
          point,
          slideConfidence: placement?.confidence ?? 1,
          isSystem,
          ...(functionStart !== undefined && { functionStart }),
        })
}

/** The frames of an image without symbols, by their ids. */
export function resolveWithout(
  plan: ImagePlan,
  pointOf: (position: number) => LookupPoint | undefined,
  borrow: Borrow | undefined,
): ReadonlyMap<number, Resolution> {
  const names = namesOf(plan.image)
  const found = new Map<number, Resolution>()
  // One object for all frames: it crosses to the page once.
  let reason: Unanswered | undefined
  const why = (): Unanswered => (reason ??= reasonWithout(plan))
  plan.frames.forEach(({ frame }, position) => {
    found.set(frame.id, borrow?.(frame, pointOf(position)) ?? unanswered(frame, names, why))
  })
  return found
}

function reasonWithout({ match, image }: ImagePlan): Unanswered {
  const name = image.name === '' ? imageNames.unnamed : image.name
  if (match.kind === 'wrong-build') {
    return { why: say(unnamedReasons, 'wrong-build', { image: name }), have: match.have.map((other) => other.uuid) }
  }
  if (match.kind === 'wrong-arch') return { why: say(unnamedReasons, 'wrong-arch', { image: name }) }
  if (match.kind === 'by-name') return { why: say(unnamedReasons, 'several-builds', { image: name }) }
  return { why: say(unnamedReasons, 'no-symbols', { image: name }) }
}
