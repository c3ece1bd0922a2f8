/** Decides if a frame or an image is the user's own code, for the page, the exports, comparisons and explanations. */
import { forEachFrame } from '../model/each-frame.ts'
import { isRealName } from '../model/printed-names.ts'
import type { Frame, Report, SymbolicatedReport } from '../model/report.ts'

/**
 * True for a frame of the user's own code: the app, its frameworks and extensions. A frame in no listed image is own only if its
 * row names the process itself; otherwise it is the system's or garbage.
 */
export function isOwnFrame(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  if (frame.image !== undefined) return isOwnImage(symbolicated, frame.image) || hasOwnSource(symbolicated, frame)
  return isProcess(symbolicated.report, frame.imageName)
}

/** True for the name of the process; rows of old systems print its identifier. */
function isProcess({ header: { process, bundleId } }: Report, name: string | undefined): boolean {
  return name !== undefined && name !== '' && (name === process || name === bundleId)
}

/** True if some row of an image of unknown origin prints a source line: libraries of the system have none. */
function hasOwnSource({ report, images }: Pick<SymbolicatedReport, 'report' | 'images'>, { image }: Frame): boolean {
  if (image === undefined || (report.images[image]?.origin ?? images[image]?.origin) !== undefined) return false
  return imagesWithSource(report).has(image)
}

/** Libraries of the system that programs use, by name, where a report gives no paths. */
const SYSTEM_NAME =
  /^(?:AppKit|AV(?:Foundation|FAudio|FCore)|AudioToolbox|B(?:aseBoard|ackBoardServices|oardServices)|CFNetwork|CloudKit|Core(?:Audio|AutoLayout|Bluetooth|Data|Foundation|Graphics|Image|Location|Media|Motion|Services|Spotlight|Telephony|Text|UI|Video)|Extension(?:Foundation|Kit)|Foundation|FrontBoard(?:Services)?|GraphicsServices|HIToolbox|ImageIO|IOKit|IOSurface|JavaScriptCore|LaunchServices|MediaToolbox|Metal|PlugInKit|PowerlogCore|QuartzCore|RunningBoardServices|Security|SpringBoardServices|SwiftUI(?:Core)?|UIFoundation|UIKit(?:Core)?|Web(?:Core|Kit)|dyld(?:_sim)?)$/

/** Files of libraries, which programs bring along, too: `libpython3.9.dylib`. */
const OTHER_LIBRARY = /^lib[^/]{1,200}\.dylib$/
/** Those that the system has, where a report gives no paths. */
const SYSTEM_LIBRARY =
  /^lib(?:system\w*|System(?:\.B)?|dyld|dispatch|objc(?:\.A)?|xpc|c\+\+(?:abi)?(?:\.\d)?|swift[A-Z_]\w*|BacktraceRecording|MainThreadChecker|sqlite3|icucore(?:\.A)?|xml2(?:\.2)?|z(?:\.1)?|bsm(?:\.0)?|sandbox(?:\.1)?|network|MobileGestalt|macho|iconv(?:\.2)?|resolv(?:\.9)?|FontParser|TrueTypeScaler|GPUSupport\w*|GL\w*|CoreVMClient|BLAS|vDSP|LAPACK|unwind|compression|corecrypto|commonCrypto)\.dylib$/

const isSystemName = (name: string): boolean => SYSTEM_NAME.test(name) || SYSTEM_LIBRARY.test(name)

/** The identifier of a bundle, as rows of old systems print it. Apple's are the system's. */
const BUNDLE_OF_OTHERS = /^(?!com\.apple\.|.*\.dylib$)(?:com|org|net|edu|de|uk|fr|ch|jp|io)\.[\w-]+\.[\w.-]+$/

/** Runtimes whose rows print source lines, too. */
const RUNTIME_NAME =
  /^(?:libswift\w+|libc\+\+\S*|libobjc\S*|libsystem_\w+|libdispatch|dyld\w*|libclang_rt\S*)(?:\.dylib)?$/

const sourcedImages = new WeakMap<Report, ReadonlySet<number>>()

/** Images of which a row prints a source line; `<compiler-generated>` is none. */
function imagesWithSource(report: Report): ReadonlySet<number> {
  const known = sourcedImages.get(report)
  if (known) return known
  const sourced = new Set<number>()
  forEachFrame(report, ({ image, symbol }) => {
    if (image === undefined || symbol?.line === undefined || symbol.file === undefined) return
    if (!symbol.file.startsWith('<') && !RUNTIME_NAME.test(report.images[image]?.name ?? '')) sourced.add(image)
  })
  sourcedImages.set(report, sourced)
  return sourced
}

/**
 * True if a frame is known to be the system's. A frame of an unknown image is neither the system's nor the user's, and is never
 * folded.
 */
export function isSystemFrame({ report, images }: SymbolicatedReport, frame: Frame): boolean {
  const { image } = frame
  if (image === undefined) return false
  const origin = report.images[image]?.origin ?? images[image]?.origin
  if (origin !== undefined) return origin === 'system'
  if (hasOwnSource({ report, images }, frame)) return false
  const { name = '', path = '' } = report.images[image] ?? {}
  if (path === '' && OTHER_LIBRARY.test(name) && !SYSTEM_LIBRARY.test(name)) return false
  if (path === '' && BUNDLE_OF_OTHERS.test(name)) return false
  return images[image] !== undefined && !hasUnnamed(report, image)
}

/** True if the path or the name of a frame's image is one that only the system has. */
export function isSurelySystem({ report, images }: SymbolicatedReport, { image, imageName = '' }: Frame): boolean {
  const origin = image === undefined ? undefined : (report.images[image]?.origin ?? images[image]?.origin)
  if (origin !== undefined) return origin === 'system'
  const name = image === undefined ? imageName : (report.images[image]?.name ?? imageName)
  return isSystemName(name) || RUNTIME_NAME.test(name) || name.startsWith('com.apple.')
}

/**
 * True if the image at this position is the user's own: by its path, else by its load address, else by its name. Else it is own if the report
 * leaves some of its frames without names, as a device without its symbols does. Symbols do not change this, except for an image
 * without a name: that one is own once symbols match it.
 */
export function isOwnImage({ report, images }: SymbolicatedReport, position: number): boolean {
  const image = report.images[position]
  const status = images[position]
  const origin = image?.origin ?? status?.origin
  // Services of the system outside its folders are not the user's.
  if (image?.name?.startsWith('com.apple.')) return false
  if (origin !== undefined) return origin === 'app'
  if (isSystemName(image?.name ?? '')) return false
  if (isProcess(report, image?.name)) return true
  // Without a name, only matching symbols identify an image.
  if (!image?.name) return status?.symbols === 'matched'
  return status !== undefined && hasUnnamed(report, position)
}

const unnamedImages = new WeakMap<Report, ReadonlySet<number>>()

/** True if the report prints no name for some frame of the image. */
function hasUnnamed(report: Report, position: number): boolean {
  const known = unnamedImages.get(report)
  if (known) return known.has(position)
  const unnamed = new Set<number>()
  forEachFrame(report, ({ image, imageName = '', symbol }) => {
    if (image === undefined || unnamed.has(image)) return
    if (!isRealName(symbol, [report.images[image]?.name ?? '', imageName])) unnamed.add(image)
  })
  unnamedImages.set(report, unnamed)
  return unnamed.has(position)
}
