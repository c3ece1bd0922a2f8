/** Separates the user's own code from the system's: by path, else by the image's address. */
import type { RuntimeAddress } from '../model/address.ts'
import { originOfPath } from '../model/origin.ts'
import type { BinaryImage } from '../model/image.ts'
import type { Report } from '../model/report.ts'
import { archFamily, architectureOf, architectures, type ArchFamily } from '../model/architecture.ts'

/** Names that no image of an app has; they decide only where no path is known. */
const SYSTEM_NAME =
  /^(?:com\.apple\.|libsystem_|libswift|libobjc\.|libc\+\+|libdyld|dyld|libdispatch\.|libxpc\.|libsqlite3\.|(?:CoreFoundation|Foundation|UIKit|UIKitCore|AppKit|CFNetwork|GraphicsServices|QuartzCore|CoreData|CoreGraphics|SwiftUI|SwiftUICore|AttributeGraph|HIToolbox|FrontBoardServices|BaseBoard|BackBoardServices|WebKit|JavaScriptCore|WebCore|Security|Core(?:Audio|AutoLayout|Bluetooth|Location|Media|Motion|Services|Spotlight|Telephony|Video)|AudioToolbox|AVFoundation|AVFAudio|BoardServices|CloudKit|Extension(?:Foundation|Kit)|FrontBoard|IOKit|IOSurface|LaunchServices|MediaToolbox|PlugInKit|PowerlogCore|RunningBoardServices|SpringBoardServices|libclosured?)(?:\.dylib)?$)/

/** The origin of an image. Undefined if neither its path nor its address shows it. */
export function imageOrigin(image: BinaryImage, report: Report): 'app' | 'system' | undefined {
  if (image.origin) return image.origin
  const byPath = originOfPath(image.path)
  if (byPath) return byPath
  if (image.name !== '' && image.name === report.header.process) return 'app'
  if (!image.path && SYSTEM_NAME.test(image.name)) return 'system'
  if (image.loadAddress === undefined) return undefined
  return inSharedCache(image.loadAddress, archFamily(image.arch ?? report.header.arch)) ? 'system' : undefined
}

/** True if the system's shared cache may lie here; programs lie elsewhere. */
export function inSharedCache(address: RuntimeAddress, family: ArchFamily): boolean {
  const known = architectureOf(family)
  // Without an architecture the two 64-bit regions still speak for themselves: apps lie far below both.
  const regions = known ? [known] : architectures.filter(({ pointerSize }) => pointerSize === 8)
  return regions.some(({ sharedCache }) => address >= sharedCache.start && address < sharedCache.end)
}
