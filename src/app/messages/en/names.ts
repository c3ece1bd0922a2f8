/** The line on the symbols of a report. */
import type { NameCounts, NeedKind } from '../../../core/reading/names-state.ts'
import { firstAndMore, formatBytes, formatCount, formatNumber } from './quantities.ts'

interface Need {
  readonly image: string
  readonly frames: number
  /** UUIDs of the builds that the user gave. */
  readonly have: readonly string[]
  /** Build in the report's header, if any. */
  readonly wanted: string | undefined
  readonly version: string | undefined
}

/** The first digits of UUIDs, enough to distinguish builds. */
const short = (uuids: readonly string[]): string => uuids.map((uuid) => `${uuid.slice(0, 8)}…`).join(', ')
const without = ({ image, frames }: Need): string => `${image}: ${formatCount(frames, 'frame')} without names.`
const names = ({ frames }: Need): string => (frames === 1 ? 'The only name' : `All ${formatCount(frames, 'name')}`)
/** Build of the given symbols, and build of the report. */
const builds = ({ have, wanted }: Need): string => {
  if (have.length === 0) return 'The symbols here are of a different build.'
  const here = `The symbols here are of build ${short(have)}`
  return wanted === undefined
    ? `${here}; the report does not fit them.`
    : `${here}; the report is of build ${short([wanted])}.`
}

export const words = {
  region: 'Names',
  missing: 'Missing symbols',
  counts: ({ frames, named, doubtful }: NameCounts) => {
    const told = `${formatNumber(named)} of ${formatCount(frames, 'frame')} named`
    if (doubtful === 0) return `${told}.`
    return `${told}, ${doubtful === named ? (named === 1 ? 'and doubtful' : 'all doubtful') : `${formatNumber(doubtful)} of them doubtful`}.`
  },
  needs: {
    missing: (need) =>
      `${without(need)} Add the dSYM of exactly this build${need.version === undefined ? '' : `, ${need.version}`}.`,
    'wrong-build': (need) => `${without(need)} ${builds(need)}`,
    'wrong-arch': (need) => `${without(need)} The symbols here are for another architecture.`,
    stripped: (need) => `${without(need)} The binary is of this build, but stripped: add its dSYM.`,
    several: (need) =>
      `${without(need)} ${formatCount(need.have.length, 'build')} here could fit: choose one in Images.`,
    unplaced: (need) => `${without(need)} The report does not contain the load address of ${need.image}.`,
    gaps: (need) => `${without(need)} The matching symbols have no name there.`,
    doubtful: (need) => `${need.image}: ${names(need)} ${need.frames === 1 ? 'is' : 'are'} doubtful.`,
    'other-build': (need) => `${need.image}: ${formatCount(need.frames, 'name')} from another build, as you chose.`,
    'not-used': (need) => `${need.image}: the symbols given are of another build and were not used.`,
    system: ({ image, frames }) =>
      `${image}: ${formatCount(frames, 'frame')} of the system without ${frames === 1 ? 'a name' : 'names'}.`,
  } satisfies Record<NeedKind, (need: Need) => string>,
  unnamedImage: 'an image without a name',
  noImageList: (frames: number) =>
    `${formatCount(frames, 'frame')} cannot be matched to an app: the list of binary images is missing.`,
  outside: (frames: number) =>
    `${formatCount(frames, 'address lies', 'addresses lie')} in no image that the report lists.`,
  systemOutside: (frames: number) =>
    `${formatCount(frames, 'address lies', 'addresses lie')} in code of the system that the report does not list: no dSYM names ${frames === 1 ? 'it' : 'them'}.`,
  dropThenPlace: 'If you know the load address, add the dSYM first, then type it in.',
  placeToName: 'If you know the load address, type it in.',

  reading: 'Looking up names. Frames show addresses and the report’s own names until then.',
  readingIn: (name: string) => `${name}:`,
  readingMore: 'Reading what you gave.',
  bytesOf: (done: number, total: number) => `${formatBytes(done)} of ${formatBytes(total)}`,

  unreadable: (path: string, why: string) => `${path} could not be read${why === '' ? '.' : `: ${why}`}`,
  damaged: (path: string, why: string) => `${path} is damaged or incomplete: ${why}`,
  noSymbols: 'The files that you gave last hold no symbols.',
  unrelated: (given: readonly string[]) =>
    `You gave symbols of ${firstAndMore(given)}, which this report does not list.`,
  newlyNamed: (named: number, doubtful: number) =>
    `${formatCount(named, 'frame')} named${doubtful === 0 ? '' : doubtful === named ? ', all doubtful' : `, ${formatNumber(doubtful)} of them doubtful`}`,

  open: 'Open dSYM…',
  openFiles: 'Choose a dSYM, a binary or an archive of them',
  openFolder: 'Open a folder…',
  chooseFolder: 'Choose a folder with dSYMs',
  howToGet: 'How to get it',
  why: 'Details',
  place: 'Enter a load address',
  imageToPlace: 'Image',
  copyRequest: 'Copy a message asking for it',
  theRequest: 'the message',
  otherImages: (count: number) => `and ${formatCount(count, 'other image')}`,
} as const
