/** Says on standard error what a symbolicated report lacks, and the next step. */
import type { ImageStatus, SymbolicatedReport } from '../core/model/report.ts'
import { writeError } from './command.ts'

/** Tells what is missing in these reports; true if anything is. */
export function tellMissing(reports: readonly SymbolicatedReport[]): boolean {
  // What the user stated and no image took, and what a piece of a report lacks, were told when the file was read.
  const unused = reports.some(({ report }) => report.problems.some(({ code }) => code === 'unused-place'))
  const strange = reports.flatMap(({ images }) =>
    images.filter(({ symbols, unnamed }) => symbols === 'wrong-build' && unnamed === 0).map(({ reason }) => reason),
  )
  for (const line of new Set(strange)) writeError(line)
  const symbols = new Set(reports.flatMap(({ images }) => images.filter(lacksSymbols).map(({ reason }) => reason)))
  for (const line of symbols) writeError(line)
  if (symbols.size > 0)
    writeError('Give the dSYM or binary with that UUID after --symbols; `unslide inspect PATH` tells UUIDs.')
  const places = new Set(reports.flatMap(unplacedLines))
  for (const line of places) writeError(line)
  const rest = symbols.size + places.size > 0 ? [] : reports.flatMap((report) => nothingNamed(report) ?? [])
  for (const line of new Set(rest)) writeError(line)
  const isPiece = reports.some(({ report }) => report.problems.some(({ code }) => code === 'missing-images'))
  return isPiece || unused || symbols.size + places.size + rest.length > 0
}

function lacksSymbols({ symbols, unnamed }: ImageStatus): boolean {
  return unnamed > 0 && symbols !== 'system' && symbols !== 'not-needed' && symbols !== 'matched'
}

/** Images whose symbols are at hand and whose place is not known. */
function unplacedLines({ report, images }: SymbolicatedReport): readonly string[] {
  return images
    .filter(({ symbols, base, unnamed }) => symbols === 'matched' && base === undefined && unnamed > 0)
    .map(({ image, unnamed }) => {
      const name = report.images[image]?.name ?? ''
      const told = `${name || 'An image'}: the report does not say where it was loaded, so ${unnamed === 1 ? 'one frame has' : `${unnamed} frames have`} no name.`
      return `${told} State it: --load ${name || 'NAME'}=0x…, or --slide ${name || 'NAME'}=0x….`
    })
}

/** Why a report has no name at all, where no image is to blame; undefined where it has names or holds no code. */
function nothingNamed({ report, resolutions, images: states }: SymbolicatedReport): string | undefined {
  const { file, frameCount, images, sections, callTrees } = report
  if (frameCount === 0) {
    if (sections.length > 0 || callTrees.length > 0) return undefined
    const held = images.length > 0 ? `${images.length} images, but no stack and no address` : 'no stack and no address'
    return `${file}: holds ${held}, so there is nothing to name. Add the addresses: one a line, as 0x….`
  }
  const isNamed = resolutions.some(({ kind }) => kind === 'resolved' || kind === 'already-named')
  if (isNamed) return undefined
  if (states.some(({ origin, unnamed }) => origin === 'system' && unnamed > 0))
    return `${file}: none of its ${frameCount} frames has a name: they lie in the operating system’s libraries. Their symbols come with the device’s system (Xcode keeps them in iOS DeviceSupport); give that folder after --symbols.`
  const outside = resolutions.filter(({ kind }) => kind === 'outside-images').length
  if (outside === 0)
    return `${file}: none of its ${frameCount} frames has a name: the symbols do not cover their addresses.`
  const why =
    images.length === 0
      ? 'the report lists no images and no load address'
      : 'they lie in none of the images whose place is known'
  return `${file}: none of its addresses has a name: ${why}. State where an image was loaded: --load NAME=0x…, or --slide NAME=0x…, with its symbols after --symbols.`
}
