/**
 * Load addresses of several images together: no two of them overlap, so what one image takes speaks against the others
 * that would lie there. Images whose hypotheses collide are weighed in all combinations; the share of a hypothesis is then
 * that of the combinations which hold it.
 */
import type { RuntimeAddress } from '../model/address.ts'
import { overlap } from './physical-rules.ts'

export interface JointChoice {
  readonly loadAddress: RuntimeAddress
  readonly size: number
  /** Its posterior when the image is looked at alone. */
  readonly share: number
}

/** Choices of an image that are weighed, images that are weighed together, and combinations at most. */
const mostChoices = 4
const mostImages = 8
const leastShare = 1e-4

/** For each image, the shares of its choices once all images are weighed together. */
export function weighTogether(images: readonly (readonly JointChoice[])[]): readonly (readonly number[])[] {
  const shares = images.map((choices) => choices.map(({ share }) => share))
  const weighed = images.map((choices) => choices.slice(0, mostChoices).filter(({ share }) => share >= leastShare))
  // A report may list any number of images; few of them have a place that is in question.
  const asked = [...images.keys()].filter((position) => weighed[position]?.length)
  const seen = new Set<number>()
  for (const start of asked) {
    if (seen.has(start)) continue
    const group = [start]
    seen.add(start)
    for (let at = 0; at < group.length; at++) {
      for (const other of asked) {
        if (seen.has(other) || !collide(weighed[group[at] ?? 0] ?? [], weighed[other] ?? [])) continue
        seen.add(other)
        group.push(other)
      }
    }
    if (group.length === 1) continue
    const joint = combine(group.slice(0, mostImages).map((position) => weighed[position] ?? []))
    group.forEach((position, at) => {
      const own = shares[position]
      // More images than can be weighed collide: none of the rest is believed.
      own?.forEach((_, choice) => (own[choice] = joint[at]?.[choice] ?? 0))
    })
  }
  return shares
}

function collide(one: readonly JointChoice[], other: readonly JointChoice[]): boolean {
  return one.some((a) => other.some((b) => overlap(a, b)))
}

function combine(images: readonly (readonly JointChoice[])[]): readonly (readonly number[])[] {
  const sums = images.map((choices) => choices.map(() => 0))
  const none = images.map((choices) => Math.max(1e-12, 1 - choices.reduce((sum, { share }) => sum + share, 0)))
  let total = 0
  const visit = (at: number, weight: number, chosen: readonly (JointChoice | undefined)[]): void => {
    const choices = images[at]
    if (!choices) {
      total += weight
      chosen.forEach((choice, image) => {
        const own = sums[image]
        const position = choice && images[image]?.indexOf(choice)
        if (own && position !== undefined) own[position] = (own[position] ?? 0) + weight
      })
      return
    }
    visit(at + 1, weight * (none[at] ?? 1), [...chosen, undefined])
    for (const choice of choices) {
      if (chosen.some((other) => other && overlap(other, choice))) continue
      visit(at + 1, weight * choice.share, [...chosen, choice])
    }
  }
  visit(0, 1, [])
  return sums.map((own) => own.map((sum) => (total > 0 ? sum / total : 0)))
}
