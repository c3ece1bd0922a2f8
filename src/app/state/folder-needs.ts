/** Whether, and for what, remembered folders are asked. */
import type { OpenReport } from './open-reports.ts'

/** Whether the browser has folders that can be remembered; Firefox and Safari have none. */
export const canRemember = (): boolean => typeof window.showDirectoryPicker === 'function'

/** UUIDs of images whose frames lack names. */
export function missingUuids(reports: readonly OpenReport[]): ReadonlySet<string> {
  const uuids = reports
    .filter(({ named }) => named)
    .flatMap(({ symbolicated: { images, report } }) =>
      images
        .filter(({ symbols, unnamed }) => symbols !== 'matched' && unnamed > 0)
        .map(({ image }) => report.images[image]?.uuid),
    )
  return new Set(uuids.filter((uuid) => uuid !== undefined))
}
