/** Images to look for in remembered folders. */
import type { ImageUuid } from '../../core/model/image.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { OpenReport } from './open-reports.ts'

/** True if the browser can remember folders; Firefox and Safari cannot. */
export const canRemember = (): boolean => typeof window.showDirectoryPicker === 'function'

/** UUIDs of images that have frames: a report lists many libraries of the system that none of its stacks goes through. */
export function neededUuids({ report, images }: SymbolicatedReport): readonly (string | undefined)[] {
  const used = images.filter(({ frames }) => frames > 0).map(({ image }) => report.images[image]?.uuid)
  return images.length > 0 ? used : report.images.map(({ uuid }) => uuid)
}

/** UUIDs of images whose frames lack names. */
export function missingUuids(reports: readonly OpenReport[]): ReadonlySet<ImageUuid> {
  const uuids = reports
    .filter(({ named }) => named)
    .flatMap(({ symbolicated: { images, report } }) =>
      images
        .filter(({ symbols, unnamed }) => symbols !== 'matched' && unnamed > 0)
        .map(({ image }) => report.images[image]?.uuid),
    )
  return new Set(uuids.filter((uuid) => uuid !== undefined))
}
