/** Reads the header fields of Apple's text reports. */
import { runtimeAddress } from '../../model/address.ts'
import type { BinaryImage } from '../../model/image.ts'
import type { ExceptionInfo, ReportEvent, ReportHeader, TerminationInfo } from '../../model/report.ts'
import { parseUuid } from '../../model/image.ts'
import { archOfCodeType } from './apple-registers.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { eventTexts } from '../../messages/labels.ts'

export type Field = readonly [key: string, value: string]

function get(fields: readonly Field[], ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const found = fields.find(([name, value]) => name.toLowerCase() === key && value.trim() !== '')
    if (found) return found[1].trim()
  }
  return undefined
}

/** The version; undefined for `??? ??? (Build ???)`, which a reporter prints when it could not get the version. */
function told(version: string | undefined): string | undefined {
  return version === undefined || /^[?()\s]*$/.test(version.replace('Build', '')) ? undefined : version
}

/** The fields of the program: those above its name, if there are any, are of the whole machine. */
function ofProcess(fields: readonly Field[]): readonly Field[] {
  return fields.slice(
    Math.max(
      0,
      fields.findIndex(([key]) => /^command$/i.test(key)),
    ),
  )
}

/** Lines above the program's name that are no part of the report: a paste may begin with the versions of tools. */
function ofProgram(fields: readonly Field[]): readonly Field[] {
  const at = fields.findIndex(([key]) => /^(?:process|command|identifier)$/i.test(key))
  return at === -1 ? [] : fields.slice(at)
}

/** The header as a model. `images` refine what `Code Type` says: `ARM-64` may be arm64e, `ARM` may be armv7. */
export function buildHeader(fields: readonly Field[], images: readonly BinaryImage[]): ReportHeader {
  const process = /^(.*?)\s*\[(\d+)\]/.exec(get(fields, 'process', 'command') ?? '')
  const path = get(fields, 'path')
  const name = process?.[1] ?? get(fields, 'process', 'command')
  const codeType = get(fields, 'code type') ?? get(ofProcess(fields), 'architecture') ?? get(fields, 'architecture')
  const stated = codeType === undefined ? undefined : archOfCodeType(codeType)
  const pid = process?.[2] ?? get(fields, 'pid')
  return omitUndefined({
    process: name,
    pid: pid !== undefined && /^\d+$/.test(pid) ? Number(pid) : undefined,
    path,
    bundleId: get(fields, 'identifier'),
    version: get(ofProgram(fields), 'version'),
    os: told(get(fields, 'os version', 'os_version')),
    // The system's own description of the machine goes on behind its model.
    device: get(fields, 'hardware model', 'device model', 'model')?.replace(
      /^(\w{1,40},\d{1,3}), BootROM [^\n]*/,
      '$1',
    ),
    arch: mainImage(images, name, path)?.arch ?? stated ?? images[0]?.arch,
    date: get(fields, 'date/time'),
    launched: get(fields, 'launch time'),
    parent: get(fields, 'parent process', 'parent'),
    incident: get(fields, 'incident identifier'),
    fields,
  })
}

/** When a measure began and ended, and how long it and the process took. */
export function readMeasures(fields: readonly Field[]): readonly ReportEvent[] {
  const events: ReportEvent[] = []
  const ended = get(fields, 'end time')
  // Where a report has an end, its date is the beginning.
  const began = get(fields, 'start time') ?? (ended === undefined ? undefined : get(fields, 'date/time'))
  if (began !== undefined) events.push({ kind: 'measure', text: eventTexts.measureBegan, time: began })
  if (ended !== undefined) events.push({ kind: 'measure', text: eventTexts.measureEnded, time: ended })
  const spans = [
    ...(ended === undefined ? [['duration', eventTexts.took] as const] : []),
    ['time since fork', eventTexts.processRan] as const,
  ]
  for (const [key, text] of spans) {
    const seconds = /^([\d.]+) ?s\b/.exec(get(fields, key) ?? '')?.[1]
    if (seconds !== undefined) events.push({ kind: 'measure', text, lasted: Number(seconds) })
  }
  return events
}

/** The image of the program itself: the one with its path, else with its name. */
export function mainImage(
  images: readonly BinaryImage[],
  process: string | undefined,
  path: string | undefined,
): BinaryImage | undefined {
  return (
    images.find((image) => path !== undefined && image.path === path) ??
    images.find((image) => image.name === (path ? fileName(path) : process)) ??
    images.find((image) => process !== undefined && image.name === process)
  )
}

/** The UUID that a report's first line states is the program's own; its image has it where the list of images is cut off or says none. */
export function withSliceUuid(
  images: readonly BinaryImage[],
  main: BinaryImage | undefined,
  stated: string | undefined,
): readonly BinaryImage[] {
  const uuid = parseUuid(stated ?? '')
  if (!main || main.uuid || !uuid || images.some((image) => image.uuid === uuid)) return images
  return images.map((image) => (image === main ? { ...image, uuid } : image))
}

/** `Code[0]: 0x00000001` and `Code[1]: …`, as Mac OS X 10.3 prints the codes of an exception, often in one line without a blank. */
function numberedCodes(fields: readonly Field[]): string | undefined {
  const codes = fields
    .filter(([key]) => /^code\[\d\]$/i.test(key))
    .flatMap(([, value]) => value.trim().split(/\s*Code\[\d\]:\s*/i))
  return codes.length > 0 ? codes.join(', ') : undefined
}

export function buildException(fields: readonly Field[]): ExceptionInfo | undefined {
  // `Exception: EXC_BAD_ACCESS (0x0001)` and `Codes: …`, as Mac OS X 10.4 prints them.
  const [, oldType] = /^(EXC_[A-Z_]+) \(0x[0-9a-f]{1,8}\)$/i.exec(get(fields, 'exception') ?? '') ?? []
  const typeText = get(fields, 'exception type') ?? oldType
  // What stands in brackets is the signal, or words such as `Code Signature Invalid`.
  const match = /^([^()]+?)\s*(?:\((?:(SIG[A-Z0-9]+ - [A-Z]+|[A-Z][A-Z0-9]*)\b(?![a-z ])[^)]*|([^)]*))\))?$/.exec(
    typeText ?? '',
  )
  const isBareSignal = /^SIG[A-Z0-9]+$/.test(match?.[1] ?? '')
  // A service leaves out the address behind `at`.
  const codes =
    (get(fields, 'exception codes') ?? (oldType && (get(fields, 'codes') ?? numberedCodes(fields))))?.replace(
      /^at$/,
      '',
    ) || undefined
  const subtype = get(fields, 'exception subtype') ?? match?.[3]
  const listed = get(fields, 'raw codes') ?? codes
  const raw = listed?.match(/0x[0-9a-fA-F]{1,16}\b/g)?.map(BigInt)
  const isRaw = listed !== undefined && /^0x[0-9a-fA-F]+\s*(?:,\s*0x[0-9a-fA-F]+\s*)*$/.test(listed)
  const stated = /^0x[0-9a-fA-F]{1,16}$/.exec(get(fields, 'exception address') ?? '')?.[0]
  const at = stated ?? /\bat (0x[0-9a-fA-F]{1,16})\b/.exec(`${subtype ?? ''} ${isRaw ? '' : (codes ?? '')}`)?.[1]
  // `at 0x00`: the report prints all digits, so this address is cut.
  const isCut = at !== undefined && /^0x0{2,7}$/.test(at)
  const info = omitUndefined({
    type: isBareSignal ? undefined : (match?.[1] ?? typeText),
    signal: match?.[2] ?? (isBareSignal ? match?.[1] : undefined),
    codes,
    rawCodes: isRaw ? raw : undefined,
    subtype,
    message: get(fields, 'exception message') ?? fields.find(([key]) => /^EXC_[A-Z_]+$/.test(key))?.[1],
    name: get(fields, 'exception name'),
    reason: get(fields, 'exception reason'),
    address: at === undefined || isCut ? undefined : runtimeAddress(BigInt(at)),
  })
  return Object.keys(info).length > 0 ? info : undefined
}

export function buildTermination(fields: readonly Field[]): TerminationInfo | undefined {
  const reason = get(fields, 'termination reason')
  const description = get(fields, 'termination description')
  const signal = get(fields, 'termination signal')
  const byProcess = get(fields, 'terminating process')
  // A reporter of old devices says so, and has no codes of the kill.
  const kill = /^The process was terminated for exceeding jetsam memory limits\b/.exec(get(fields, 'reason') ?? '')?.[0]
  if (kill !== undefined) return { namespace: 'JETSAM', reasons: [kill] }
  if (!reason && !description && !signal && !byProcess) return undefined
  const first = reason?.split('\n')[0] ?? ''
  const named =
    /^Namespace ([^,]+), Code (0x[0-9a-fA-F]+|\d+)(?:[,;]? (.*))?$/.exec(first) ??
    /^Namespace ([^,\s]+)()(?:[,;]? (.*))?$/.exec(first)
  // Older and board reports: `FRONTBOARD 2343432205`, `SIGNAL 6 Abort trap: 6`, `DYLD, [0x1] Library missing`.
  const plain = named
    ? null
    : /^([A-Z][A-Za-z_]*|<(?:0x[0-9a-f]+|NO_NS)>),?\s+\[?(0x[0-9a-fA-F]+|\d+)\]?[;,]?\s*(.*)$/.exec(first)
  const found = named ?? plain
  // iOS 10 put the linker's words into one line of the description.
  const linker = found ? undefined : /^DYLD, (\S[^\n]*)$/.exec(description ?? '')?.[1]?.replaceAll(' | ', '\n')
  const more = reason?.split('\n').slice(1).join('\n').trim()
  const reasons = [found ? undefined : reason, found ? more : undefined, linker ?? description].filter(
    (text) => text !== undefined && text !== '',
  )
  return omitUndefined({
    namespace: found?.[1] ?? (linker === undefined ? undefined : 'DYLD'),
    code: found?.[2] ? BigInt(found[2]) : undefined,
    indicator: found?.[3] || signal,
    reasons: reasons.length > 0 ? (reasons as string[]) : undefined,
    byProcess,
  })
}

/** How Sentry writes the exception where it has no field of it. */
const FATAL = /^Fatal Error: (EXC_[A-Z_]{1,40})(?: \/ ((?:KERN|EXC)_\w{1,60}))?(?: \/ (0x[0-9a-f]{1,16}))?$/m

/** The exception that a reporter wrote among the words of the program. */
export function readStatedException(lines: readonly string[]): ExceptionInfo | undefined {
  const [, type, subtype, at] = FATAL.exec(lines.join('\n')) ?? []
  if (type === undefined) return undefined
  return omitUndefined({ type, subtype, address: at === undefined ? undefined : runtimeAddress(BigInt(at)) })
}

const REASON =
  /\*\*\* Terminating app due to uncaught exception\s{1,4}'([^\n]{0,2000}?)',?\s{1,8}reason:\s{1,3}'((?:.|\n)*?)'(?=[ \t]{0,80}(?:\n|$)| ?\*|, | terminating\b)/
/** Written by the handler that Xcode and its tools install. */
const XCODE = /^UNCAUGHT EXCEPTION \((\w{3,80})\): ([^\n]{1,2000})/m
const CXX = /terminating (?:with|due to) uncaught exception of type ((?:::|[^\s:])+)(?::[ \t]*(.+))?/

/** Name and text of an uncaught exception, from application-specific information. */
export function readThrown(lines: readonly string[]): Pick<ExceptionInfo, 'name' | 'reason'> {
  const text = lines.join('\n')
  const objc = REASON.exec(text)
  if (objc) return omitUndefined({ name: objc[1], reason: objc[2] })
  const xcode = XCODE.exec(text)
  if (xcode) return omitUndefined({ name: xcode[1], reason: xcode[2]?.trimEnd() })
  const cxx = CXX.exec(text)
  return cxx ? omitUndefined({ name: cxx[1], reason: cxx[2] }) : {}
}
