/**
 * The signature of a crash: the program, the kind of end, and the place. Reports with one signature are listed as one crash.
 *
 * - Inlining-proof: the place is the innermost function of the app itself, called or inlined. A trap or a library body that was
 *   inlined into it is not the place.
 * - Guess-proof: it has no doubtful name, no description in place of a name, no name of another build and no offset from a guessed
 *   load address. Instead it has the offset in the build, which is certain. Without that it has the system's own signature
 *   (`logWritingSignature`), and without that none.
 * - Language-proof: it has no sentence of ours, only codes and what the report itself says.
 * - Address-proof: it has nothing that changes from run to run: no address, no count, no identifier.
 */
import { offsetInImage } from '../model/address.ts'
import { imageNameOf } from '../model/frames.ts'
import { isProvedName, type Call } from '../model/image.ts'
import type { Frame, Grade, SymbolicatedReport } from '../model/report.ts'
import { headlineOf, type Headline } from './headline.ts'
import { gradeOf, isPlaceholder, trustedCalls } from './lines.ts'
import { isOwnFrame } from './own-code.ts'
import { crashedThread } from './stacks.ts'

/** An inferred load address counts as known from this confidence on. */
const SURE = 0.9

/** Headlines that only name the kind of report: two such reports are not one crash. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['kind-of-report', 'untold'])

/** Lines of text, equal for reports of one crash; undefined where it cannot be known. */
export function signatureOf(
  symbolicated: SymbolicatedReport,
  headline: Headline = headlineOf(symbolicated),
): string | undefined {
  if (SAYS_NOTHING.has(headline.code)) return undefined
  const place = placeOf(symbolicated, headline) ?? systemSignature(symbolicated)
  if (place === undefined) return undefined
  return [symbolicated.report.header.process ?? '', endOf(symbolicated), place, ...memoryPlaces(symbolicated)].join(
    '\n',
  )
}

/** The key under which the crash reporter files its report: a SHA-1 of its own reading of the stack. */
function systemSignature({ report: { header } }: SymbolicatedReport): string | undefined {
  const stated = header.fields.find(([key]) => key === 'logWritingSignature')?.[1]
  return stated !== undefined && /^[0-9a-f]{40}$/i.test(stated) ? stated.toLowerCase() : undefined
}

/** Key of a function. Functions of the system have no image in it: they move from library to library between versions. */
export function functionKey(image: string, isOwn: boolean, name: string): string {
  return `${isOwn ? image : 'system'} ${plainName(name)}`
}

/** `UUID offset`: the same place of the same build, in whatever report; undefined where the load address is a guess. */
export function placeInBuild({ report, images }: SymbolicatedReport, frame: Frame): string | undefined {
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  if (image?.uuid === undefined) return undefined
  const status = images[image.index]
  const isSure = status?.confidence === undefined || status.confidence >= SURE
  const base = (isSure ? status?.loadAddress : undefined) ?? image.loadAddress
  const offset =
    frame.offset ?? (frame.address !== undefined && base !== undefined ? offsetInImage(frame.address, base) : undefined)
  return offset === undefined ? undefined : `${image.uuid} ${offset}`
}

/** The text with `#` for addresses, counts and identifiers, which differ from run to run. */
export function withoutNumbers(text: string): string {
  return text
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\d+/gi, '#')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The name without suffixes of pieces that the compiler split off, and with single spaces. */
function plainName(name: string): string {
  return name
    .replace(/(?:\.(?:cold|part|constprop|isra|llvm)\.\d+| \(\.[\w.]+\)| \[clone [^\]]*\])+$/, '')
    .replace(/\s+/g, ' ')
}

/** Mach exceptions of signals: some writers print only one of the two. */
const MACH: Readonly<Record<string, string>> = {
  SIGSEGV: 'EXC_BAD_ACCESS',
  SIGBUS: 'EXC_BAD_ACCESS',
  SIGILL: 'EXC_BAD_INSTRUCTION',
  SIGTRAP: 'EXC_BREAKPOINT',
  SIGFPE: 'EXC_ARITHMETIC',
  SIGABRT: 'EXC_CRASH',
}

/** The end by the report's own codes. The conclusion of a rule would depend on the given symbols. */
function endOf({ report }: SymbolicatedReport): string {
  const { exception, termination } = report
  const type = /EXC_[A-Z_]+/.exec(exception?.type ?? '')?.[0] ?? exception?.type
  const stated =
    type ?? exception?.signal ?? termination?.namespace ?? report.kind ?? report.writtenFrom ?? report.format
  return [...new Set([MACH[stated] ?? stated, exception?.name])].filter((part) => part !== undefined).join(' ')
}

function placeOf(symbolicated: SymbolicatedReport, headline: Headline): string | undefined {
  const { where } = headline
  if (where) {
    const { frame, line } = where
    const name = line.call?.function ?? line.name
    if (line.named && isSureName(where.grade) && isProved(line.call))
      return functionKey(imageNameOf(symbolicated.report, frame), isOwnFrame(symbolicated, frame), name)
    return placeInBuild(symbolicated, frame)
  }
  const { report } = symbolicated
  const others = report.backtraces.filter(({ role }) => role === undefined)
  const stack = [report.lastException, crashedThread(report), ...others].find(
    (candidate) => candidate !== undefined && candidate.frames.length > 0,
  )
  return stack ? systemStack(symbolicated, stack.frames) : saidAlone(headline)
}

/** A headline in no language: its code, and the words that its sentence takes. */
function saidAlone({ code, parameters }: Headline): string {
  const words = Object.keys(parameters)
    .sort()
    .map((key) => parameters[key])
    .filter((value): value is string => typeof value === 'string' && value !== '')
  return withoutNumbers([code, ...words].join(' '))
}

/** Which function of the app allocated and which freed the memory of a failed access: one access may fail for several such reasons. */
function memoryPlaces(symbolicated: SymbolicatedReport): string[] {
  const { report } = symbolicated
  return report.backtraces.flatMap(({ role, frames }) => {
    const frame = role && frames.find((one) => isOwnFrame(symbolicated, one))
    if (!frame) return []
    const call = trustedCalls(symbolicated, frame).at(-1)
    const isNamed = call && isProved(call) && !isPlaceholder(call.function) && isSureName(gradeOf(symbolicated, frame))
    const place = isNamed
      ? functionKey(imageNameOf(report, frame), true, call.function)
      : placeInBuild(symbolicated, frame)
    return place === undefined ? [] : [`${role} ${place}`]
  })
}

/** Without a function of the app, one call of the system says little: the whole stack is the place. */
function systemStack(symbolicated: SymbolicatedReport, frames: readonly Frame[]): string | undefined {
  const keys: string[] = []
  for (const frame of frames) {
    const concrete = trustedCalls(symbolicated, frame).at(-1)
    const isNamed =
      concrete && isProved(concrete) && !isPlaceholder(concrete.function) && isSureName(gradeOf(symbolicated, frame))
    const key = isNamed ? functionKey('', false, concrete.function) : placeInBuild(symbolicated, frame)
    if (key === undefined) return undefined
    // The depth of a recursion does not count.
    if (key !== keys.at(-1)) keys.push(key)
  }
  return keys.join(' < ')
}

/** False for a description in place of a name and for a name of another build: these differ from build to build. */
const isProved = (call: Call | undefined): boolean => call === undefined || isProvedName(call)

const isSureName = (grade: Grade | undefined): boolean => grade?.level !== 'doubtful'
