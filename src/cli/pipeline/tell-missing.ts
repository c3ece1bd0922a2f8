/** Prints on standard error what a symbolicated report lacks, and the next step. */
import { eachStack, eachTreeFrame } from '../../core/model/each-frame.ts'
import { formatHex } from '../../core/model/address.ts'
import type { Frame, ImageStatus, Report, SymbolicatedReport } from '../../core/model/report.ts'
import { waysOf } from '../../core/reading/image-state.ts'
import { registersReading } from '../../core/reading/registers.ts'
import { noteOn } from '../../core/reading/variables.ts'
import { writeNote } from '../command.ts'
import { symbolPlaces } from '../../core/messages/images.ts'
import { missing } from '../messages/missing.ts'

/** What reports lack. */
interface Lacks {
  /** Symbols that were given and do not fit: frames that the report names itself lack nothing. */
  readonly strange: readonly string[]
  /** Images without symbols. */
  readonly images: readonly ImageStatus[]
  /** Images without a load address. */
  readonly places: readonly string[]
  /** Why nothing is named, where no image is to blame. */
  readonly rest: readonly string[]
  /** What the reader of the file has already printed: unused --load and --slide values, the gaps of a piece of a report, lost rows. */
  readonly isTold: boolean
}

function lacksOf(reports: readonly SymbolicatedReport[]): Lacks {
  const images = reports.flatMap((report) => report.images.filter(lacksSymbols))
  const places = reports.flatMap(unplacedLines)
  const rest = images.length + places.length > 0 ? [] : reports.flatMap((report) => nothingNamed(report) ?? [])
  const isTold = reports.some(
    ({ report }) =>
      report.problems.some(({ code }) => code === 'unused-place' || code === 'missing-images') || losesRows(report),
  )
  return { strange: reports.flatMap(strangeLines), images, places, rest, isTold }
}

const isLacking = ({ strange, images, places, rest, isTold }: Lacks): boolean =>
  isTold || strange.length + images.length + places.length + rest.length > 0

/** True if any of these reports lacks something that `tellMissing` would print. */
export const lacksNames = (reports: readonly SymbolicatedReport[]): boolean => isLacking(lacksOf(reports))

/** Prints the missing symbols and addresses of these reports, a line each; true if anything is missing. */
export function tellMissing(reports: readonly SymbolicatedReport[]): boolean {
  const lacks = lacksOf(reports)
  const tellAll = (lines: readonly string[]): void => {
    for (const line of new Set(lines)) writeNote(line)
  }
  // Another build's symbols that were used because the user wants them.
  const forced = reports.flatMap((report) =>
    report.images.filter(
      (status) => status.symbols === 'wrong-build' && status.unnamed === 0 && isUsed(report, status),
    ),
  )
  tellAll(forced.map(({ reason }) => reason))
  tellAll(lacks.strange)
  // Doubtful names are names: they are printed, but do not change the exit code.
  tellAll(reports.flatMap(doubtfulLines))
  const { images: lacking } = lacks
  tellAll(lacking.map(({ reason }) => reason))
  if (lacking.some(isOpen)) writeNote(missing.giveOneBuild)
  if (lacking.some(isDart)) writeNote(symbolPlaces.dartDebugFile())
  if (lacking.some(isAndroid)) writeNote(missing.giveLibrary)
  const wanted = reports.flatMap(({ report, images }) =>
    images
      .filter((status) => lacksSymbols(status) && !isOpen(status) && !isDart(status) && !isAndroid(status))
      .map(({ image }) => report.images[image]?.uuid),
  )
  if (wanted.length > 0) writeNote(wanted.some((uuid) => uuid !== undefined) ? missing.giveSymbols : missing.giveBuild)
  tellAll(lacks.places)
  tellAll(lacks.rest)
  return isLacking(lacks)
}

/** Whether rows of its text could not be read. */
export function losesRows(report: Report): boolean {
  return report.problems.some(({ code, severity }) => code === 'lost-rows' && severity !== 'note')
}

/**
 * Prints which reports have no instructions at their fault for `--fault`. True if any has no registers either: registers
 * alone are an answer.
 */
export function tellNoFault(reports: readonly SymbolicatedReport[]): boolean {
  const without = reports.filter((report) => report.fault === undefined)
  const lines = without.map((report): [line: string, lacks: boolean] => {
    const { file } = report.report
    const hasRegisters = (registersReading(report)?.rows.length ?? 0) > 0
    return [hasRegisters ? missing.noInstructions({ file }) : missing.noMachine({ file }), !hasRegisters]
  })
  for (const line of new Set(lines.map(([line]) => line))) writeNote(line)
  return lines.some(([, lacks]) => lacks)
}

/** Prints which reports have no variables for `--variables`, and why. True if any has none. */
export function tellNoVariables(reports: readonly SymbolicatedReport[]): boolean {
  const without = reports.filter(({ variables = [] }) => variables.every(({ scopes }) => scopes.length === 0))
  const lines = without.map(({ report: { file }, variables = [] }) => {
    const [first] = variables
    return missing.noVariables({ file, reason: (first && noteOn(first)) ?? '' })
  })
  for (const line of new Set(lines)) writeNote(line)
  return without.length > 0
}

function lacksSymbols({ symbols, unnamed }: ImageStatus): boolean {
  return unnamed > 0 && symbols !== 'system' && symbols !== 'not-needed' && symbols !== 'matched'
}

/** Why symbols were not used for images all of whose frames the report names itself. */
function strangeLines(symbolicated: SymbolicatedReport): readonly string[] {
  const { report, images } = symbolicated
  return images.flatMap((status): readonly string[] => {
    const { symbols, unnamed, frames, reason, loadAddress, slideFrom } = status
    if (frames === 0 || unnamed > 0 || symbols === 'not-needed' || symbols === 'system') return []
    if (isUsed(symbolicated, status)) return []
    if (symbols === 'wrong-build' || symbols === 'wrong-arch') return [reason]
    if (symbols !== 'matched') return []
    const own = framesOf(report, status)
    const image = report.images[status.image]?.name ?? ''
    if (loadAddress === undefined)
      return own.some(({ offset }) => offset !== undefined) ? [] : [missing.nothingFits({ image })]
    const isBefore = own.every(({ address }) => address !== undefined && address < loadAddress)
    return slideFrom === 'given' && isBefore
      ? [missing.nothingBehind({ image, loadAddress: formatHex(loadAddress) })]
      : []
  })
}

/** Images of which symbols gave nothing but doubtful names. */
function doubtfulLines({ report, resolutions, images }: SymbolicatedReport): readonly string[] {
  return images.flatMap((status): readonly string[] => {
    if (status.symbols !== 'matched') return []
    const grades = framesOf(report, status).flatMap(({ id }) => {
      const resolution = resolutions[id]
      return resolution?.kind === 'resolved' ? [resolution.grade] : []
    })
    if (grades.length === 0 || grades.some(({ level }) => level !== 'doubtful')) return []
    const [first, ...others] = grades.map(({ evidence }) => evidence)
    const shared = (first ?? []).filter((fact) => others.every((evidence) => evidence.includes(fact)))
    const image = report.images[status.image]?.name ?? ''
    // The evidence against a name is last.
    return [missing.allDoubtful({ image, names: grades.length, evidence: shared.at(-1) ?? '' })]
  })
}

/** True if symbols named a frame of the image, even if the report's own name was kept. */
function isUsed({ report, resolutions }: SymbolicatedReport, status: ImageStatus): boolean {
  return framesOf(report, status).some(({ id }) => {
    const resolution = resolutions[id]
    return resolution?.kind === 'resolved' || (resolution?.kind === 'already-named' && resolution.grade !== undefined)
  })
}

/** The frames of each report by image, kept because many images of one report use them. */
const framesOfImages = new WeakMap<Report, ReadonlyMap<number | undefined, readonly Frame[]>>()

function framesOf(report: Report, { image }: ImageStatus): readonly Frame[] {
  let byImage = framesOfImages.get(report)
  if (!byImage) framesOfImages.set(report, (byImage = sortFrames(report)))
  return byImage.get(image) ?? []
}

function sortFrames(report: Report): ReadonlyMap<number | undefined, readonly Frame[]> {
  const byImage = new Map<number | undefined, Frame[]>()
  const put = (frame: Frame): void => {
    const frames = byImage.get(frame.image)
    if (frames) frames.push(frame)
    else byImage.set(frame.image, [frame])
  }
  for (const { frames } of eachStack(report)) frames.forEach(put)
  for (const { roots } of report.callTrees) for (const frame of eachTreeFrame(roots)) put(frame)
  return byImage
}

/** True for Dart code, whose names no dSYM has. */
function isDart({ ways = [] }: ImageStatus): boolean {
  return ways.some(({ code }) => code === 'dartDebugFile')
}

/** True for a library of Android, whose names no dSYM has. */
function isAndroid({ ways = [] }: ImageStatus): boolean {
  return ways.some(({ code }) => code === 'androidLibrary' || code === 'androidSystem')
}

/** True if several builds were given and the report does not say which one made it. */
function isOpen({ symbols, have = [] }: ImageStatus): boolean {
  return symbols === 'missing' && have.length > 1
}

/** Images with matching symbols and an unknown load address. */
function unplacedLines({ report, images }: SymbolicatedReport): readonly string[] {
  return images
    .filter(({ symbols, loadAddress, unnamed }) => symbols === 'matched' && loadAddress === undefined && unnamed > 0)
    .map(({ image, unnamed }) => missing.noLoadAddress({ image: report.images[image]?.name ?? '', frames: unnamed }))
}

/** Why a report has no name at all, where no image is to blame; undefined where it has names or holds no code. */
function nothingNamed({ report, resolutions, images: states }: SymbolicatedReport): string | undefined {
  const { file, frameCount, images, sections, callTrees } = report
  if (frameCount === 0) {
    if (sections.length > 0 || callTrees.length > 0) return undefined
    return missing.noAddresses({ file, images: images.length })
  }
  const isNamed = resolutions.some(({ kind }) => kind === 'resolved' || kind === 'already-named')
  if (isNamed) return undefined
  const system = states.filter(({ origin, unnamed }) => origin === 'system' && unnamed > 0)
  if (system.length > 0) {
    const ways = waysOf(system.find((status) => status.ways) ?? {})
    const isKernel = (report.writtenFrom ?? report.format) === 'panic'
    return missing[isKernel ? 'kernelOnly' : 'systemOnly']({ file, frames: frameCount, ways })
  }
  const isOutside = resolutions.some(({ kind }) => kind === 'outside-images')
  if (!isOutside) return missing.notCovered({ file, frames: frameCount })
  return missing.noImageFor({ file, hasImages: images.length > 0 })
}
