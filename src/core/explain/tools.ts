/** Tools that a report's system could have: advice never names one that came years later. */
import type { Tool } from '../messages/explain/text.ts'
import type { Call } from '../model/image.ts'
import type { Report, ReportHeader } from '../model/report.ts'
import { languageOf } from '../reading/language.ts'
import { trustedCalls } from '../reading/lines.ts'
import { isSurelySystem } from '../reading/own-code.ts'
import type { CrashFacts } from './crash-facts.ts'

type Version = readonly [major: number, minor: number]

interface Since {
  readonly mac: Version
  readonly ios: Version
  readonly year: number
}

/** The first systems that programs built with it run on, and the year in which it came. */
const since: Readonly<Record<Tool, Since>> = {
  addressSanitizer: { mac: [10, 7], ios: [7, 0], year: 2012 },
  arc: { mac: [10, 6], ios: [4, 0], year: 2011 },
  swift: { mac: [10, 9], ios: [7, 0], year: 2014 },
  diffableDataSource: { mac: [10, 15], ios: [13, 0], year: 2019 },
}

/** A function of C++ by its mangled name, its file or its namespaces. */
const isCpp = ({ mangled = '', file = '', function: name }: Call): boolean =>
  /^_{1,2}Z/.test(mangled) ||
  /\.(?:cc|cpp|cxx|c\+\+|hh|hpp)$/i.test(file) ||
  /^[\w:~<>, ]{1,200}::[\w~]{1,200}\(/.test(name)

/** True if the code to read is surely none of Swift or Objective-C: of a runtime, or of C++. */
export function isOfOtherLanguage({ culprit, stack, symbolicated }: CrashFacts): boolean {
  const frames = stack?.frames ?? []
  const own = culprit ?? frames.find((frame) => !isSurelySystem(symbolicated, frame))
  if (own !== undefined && trustedCalls(symbolicated, own).some(isCpp)) return true
  return (culprit === undefined ? frames : [culprit]).some((frame) => languageOf(symbolicated, frame) !== undefined)
}

/** The clock of a device that lost its time begins in 1970 or 2001. */
const FIRST_CERTAIN_YEAR = 2002

/** Programs of the system, which nobody else builds. */
const OF_SYSTEM = /^\/(?:System|usr\/libexec|usr\/sbin)\//
/** Apple's own programs; Xcode gives this name to the program that runs a developer's tests, too. */
const OF_APPLE = /^com\.apple\.(?!test\.)/
const isOfApple = ({ header: { path = '', bundleId = '' } }: Report): boolean =>
  OF_SYSTEM.test(path) || OF_APPLE.test(bundleId)

/** False only where the processor, the system or the date proves that there was no such tool, or nobody could build with it. */
export function hadTool(report: Report, tool: Tool): boolean {
  if (isPowerPc(report) || (tool === 'addressSanitizer' && isOfApple(report))) return false
  const { header } = report
  const { year, ...first } = since[tool]
  const system = systemOf(header)
  if (system) {
    const [major, minor] = first[system.family]
    if (system.major < major || (system.major === major && system.minor < minor)) return false
  }
  const dated = Number(/^\d{4}(?=-)/.exec(header.date ?? '')?.[0] ?? year)
  return dated < FIRST_CERTAIN_YEAR || dated >= year
}

/** Words for systems, which a text without a header may have. */
const MAC_WORD = /\bmacOS\b|\bOS X\b/
const OTHER_WORD = /\b(?:iOS|iPhone|iPad|iPadOS|tvOS|watchOS|visionOS)\b/

/** True for a program of a Mac: by its header, else by the only system that the text names. */
export function isOnMac({ header, text }: Report): boolean {
  if (header.os !== undefined) return systemOf(header)?.family === 'mac'
  const near = text.slice(0, FARTHEST)
  return MAC_WORD.test(near) && !OTHER_WORD.test(near)
}

/** True for a program of an iPhone, iPad, watch or Apple TV, by the header. */
export const isOnPhone = ({ header }: Report): boolean => systemOf(header)?.family === 'ios'

interface System {
  readonly family: 'mac' | 'ios'
  readonly major: number
  readonly minor: number
}

/** Farther down, a text that has no header is hardly about its own program. */
const FARTHEST = 20_000

/** True for PowerPC, also if only the program’s own record names its architecture: `powerpc-apple-darwin8.10`. */
function isPowerPc({ header: { arch, os }, images, text }: Report): boolean {
  const stated = arch ?? images[0]?.arch
  if (stated !== undefined) return /^(?:ppc|powerpc)/i.test(stated)
  return os === undefined && /\bpowerpc(?:64)?-apple-darwin\d/.test(text.slice(0, FARTHEST))
}

/** The family and version of the system; undefined of others, and where the family is not certain. */
function systemOf({ os = '' }: ReportHeader): System | undefined {
  const [, name = '', major, minor = '0', build] =
    /^([A-Za-z ]*?) ?(?:Version )?(\d{1,3})(?:\.(\d{1,3}))?[\d.]*(?: \((?:Build )?(\d{1,2})[A-Z]\d)?/.exec(os) ?? []
  if (major === undefined) return undefined
  const version = { major: Number(major), minor: Number(minor) }
  if (/^(?:mac ?OS|OS X|Mac OS X)$/i.test(name)) return { family: 'mac', ...version }
  if (/^(?:iPhone OS|iOS|iPadOS)$/.test(name)) return { family: 'ios', ...version }
  // Mac OS X 10.3 printed the number alone. Its builds count as Darwin does, which those of iOS 10 do not.
  return name === '' && version.major === 10 && Number(build) === version.minor + 4
    ? { family: 'mac', ...version }
    : undefined
}
