/** The sentences of the line on symbols. */
import { symbolPlaces } from '../../../core/messages/images.ts'
import type { SymbolicatedReport } from '../../../core/model/report.ts'
import { knownVersion } from '../../../core/model/version.ts'
import type { ImageNeed, NeedKind, OutsideFrames } from '../../../core/reading/names-state.ts'
import { common } from '../../messages/common.ts'
import { words } from '../../messages/names.ts'
import type { Drop } from '../../state/symbols-line.ts'

/** Missing symbols of an image, in a sentence or two. */
export function needText({ report }: SymbolicatedReport, { kind, status, frames }: ImageNeed): string {
  const image = report.images[status.image]
  // The version in the header is the program's own.
  const isProgram = image?.name !== undefined && image.name === report.header.process
  return words.needs[kind]({
    image: image?.name || words.unnamedImage,
    frames,
    have: status.have ?? [],
    wanted: image?.uuid,
    version: isProgram ? knownVersion(report.header) : undefined,
  })
}

/** `hasSymbols`: of some image that may be the one. */
export function outsideText({ frames, isListMissing, isSystem }: OutsideFrames, hasSymbols: boolean): string {
  if (isSystem) return words.systemOutside(frames)
  const told = isListMissing ? words.noImageList(frames) : words.outside(frames)
  return `${told}${common.gap}${hasSymbols ? words.placeToName : words.dropThenPlace}`
}

/** What the files given last brought. */
export function dropText(drop: Drop): string {
  switch (drop.kind) {
    case 'unreadable':
      return words.unreadable(drop.path, drop.why)
    case 'damaged':
      return words.damaged(drop.path, drop.why)
    case 'no-symbols':
      return words.noSymbols
    case 'unrelated':
      return words.unrelated(drop.names)
  }
}

const askedFor: ReadonlySet<NeedKind> = new Set<NeedKind>([
  'missing',
  'wrong-build',
  'wrong-arch',
  'stripped',
  'doubtful',
])

/** Messages to whoever has the symbols that are missing, one an image, of the user's own images alone. */
export function requestsOf({ report }: SymbolicatedReport, needs: readonly ImageNeed[]): readonly string[] {
  return needs
    .filter(({ kind, status }) => askedFor.has(kind) && status.origin !== 'system')
    .slice(0, 10)
    .map(({ status }) => {
      const name = report.images[status.image]?.name || words.unnamedImage
      return status.request ?? symbolPlaces.request({ build: name })
    })
}
