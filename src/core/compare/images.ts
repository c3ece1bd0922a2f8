/** Images of two reports: the same build, another one, or only in one of them. */
import type { BinaryImage } from '../model/image.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { knownVersion } from '../model/version.ts'
import { isOwnImage } from '../reading/own-code.ts'
import type { ImageDifference } from './comparison.ts'

/** All images by name, the user's own first; several of one name are paired in their order. */
export function imageDifferences(a: SymbolicatedReport, b: SymbolicatedReport): readonly ImageDifference[] {
  const inB = new Map<string, BinaryImage[]>()
  for (const image of b.report.images) inB.set(image.name, [...(inB.get(image.name) ?? []), image])
  const pairs: { own: boolean; a?: BinaryImage; b?: BinaryImage }[] = a.report.images.map((image) => {
    const namesakes = inB.get(image.name) ?? []
    // The same build first, so that one more image of a name does not shift all others.
    const at = Math.max(
      0,
      namesakes.findIndex(({ uuid }) => uuid !== undefined && uuid === image.uuid),
    )
    const [other] = namesakes.splice(at, 1)
    return { own: isOwnImage(a, image.index), a: image, ...(other && { b: other }) }
  })
  for (const image of [...inB.values()].flat()) pairs.push({ own: isOwnImage(b, image.index), b: image })
  return pairs
    .filter((pair) => (pair.a ?? pair.b)?.name !== '')
    .map(({ own, a: imageA, b: imageB }) => {
      const [versionA, versionB] = [knownVersion(imageA), knownVersion(imageB)]
      return {
        name: (imageA ?? imageB)?.name ?? '',
        state: stateOf(imageA, imageB),
        own,
        ...(versionA !== undefined && { versionA }),
        ...(versionB !== undefined && { versionB }),
        ...(imageA?.uuid !== undefined && { uuidA: imageA.uuid }),
        ...(imageB?.uuid !== undefined && { uuidB: imageB.uuid }),
      }
    })
    .sort((left, right) => Number(right.own) - Number(left.own))
}

function stateOf(a: BinaryImage | undefined, b: BinaryImage | undefined): ImageDifference['state'] {
  if (!a) return 'only-b'
  if (!b) return 'only-a'
  if (a.uuid === undefined || b.uuid === undefined) return 'unknown'
  return a.uuid === b.uuid ? 'same-build' : 'other-build'
}
