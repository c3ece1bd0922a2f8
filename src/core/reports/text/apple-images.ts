/** Rows of `Binary Images:` in Apple's text reports of all ages. */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { canBeRow } from '../base/lines.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { asObject, asString, formatJson, parseJson } from '../json/json.ts'
import type { ImageRow } from '../base/report-builder.ts'
import { openingBracket } from './opening-bracket.ts'

const RANGE =
  /^[ \t]*\*?(0x[0-9a-fA-F]+|0(?=[ \t]*-[ \t]*0xf{16}[ \t]))[ \t]*-[ \t]*(0x[0-9a-fA-F]+|\?\?\?)[ \t]+(\S.*)$/
const UUID = /[ \t]*<([0-9A-Fa-f]{32}|[0-9A-Fa-f-]{36})>[ \t]*/
const ARCH = /[ \t]+(arm(?:v\d\w?|64(?:_32|e|v8)?)?|i386|i486|x86_64h?|x86|ppc\w*|unknown(?:-arch)?)$/

/** Tools on jailbroken devices add the package that an image came with as JSON. */
const PACKAGE = /[ \t]\{"/

/** The members of the package that a row of images ends with; undefined where it names none. */
export function parsePackage(text: string): readonly (readonly [key: string, value: string])[] | undefined {
  const at = text.search(PACKAGE)
  const members = at < 0 ? undefined : asObject(parseJson(text.slice(at).trim())?.value)
  return members && Object.entries(members).map(([key, value]) => [key, formatJson(value)])
}

/**
 * A row of a list of images: `0x1000 - 0x2fff name arch <uuid> path`, `0x1000 - 0x2fff +id (1.0 - 1) <UUID> path`, and their
 * relatives. Ends are inclusive; `???` is an unknown one. Undefined for a line that is no such row.
 */
export function parseImageRow(text: string): ImageRow | undefined {
  const range = canBeRow(text) ? RANGE.exec(text) : null
  if (!range) return undefined
  const [, first = '0', end = '', rest = ''] = range
  const loadAddress = BigInt(first)
  // `0x0 - 0xffffffffffffffff` is of code whose place was not found.
  const isAll = loadAddress === 0n && /^0xf{8,}$/i.test(end)
  const last = first === '0' || isAll ? '???' : end
  const uuid = UUID.exec(rest)
  const slash = uuid ? -1 : rest.search(/[ \t]\//)
  const label = uuid ? rest.slice(0, uuid.index) : slash >= 0 ? rest.slice(0, slash) : rest
  const behind = uuid ? rest.slice(uuid.index + uuid[0].length) : slash >= 0 ? rest.slice(slash) : ''
  const packageAt = behind.search(PACKAGE)
  // Some writers put the version behind the UUID.
  const late = /^[ \t]*\((\d[^()]*)\)[ \t]+(?=\/)/.exec(behind)
  const path = (packageAt < 0 ? behind : behind.slice(0, packageAt)).slice(late?.[0].length ?? 0).trim()
  const packaged = packageAt < 0 ? {} : asObject(parseJson(behind.slice(packageAt).trim())?.value)
  const bundle = asString(packaged['identifier'])
  // The last row of a text that is cut off may end inside its UUID.
  const parsed = parseLabel(withoutComma(label.replace(/[ \t]*<[0-9A-Fa-f-]*$/, '').trim()))
  const version = parsed.version ?? late?.[1] ?? asString(packaged['version'])
  const known = path !== '' && path !== '???'
  // Simulator runtimes and libraries of Xcode have the mark, too: a path that says what an image is knows better.
  const origin = originOfPath(known ? path : undefined) ?? (parsed.plus ? 'app' : undefined)
  const isBundleId = known && fileName(path) !== parsed.name && /^[\w-]+(?:\.[\w-]+){2,}$/.test(parsed.name)
  const id = uuid?.[1] ? parseUuid(uuid[1]) : undefined
  return {
    name: isBundleId || (parsed.name === '' && known) ? fileName(path) : parsed.name,
    // `0x0 - ???`: neither is known.
    ...(loadAddress === 0n && last === '???' ? {} : { loadAddress: runtimeAddress(loadAddress) }),
    ...(known ? { path } : {}),
    ...(id ? { uuid: id } : {}),
    ...(parsed.arch ? { arch: parsed.arch } : {}),
    ...(last.startsWith('0x') && BigInt(last) >= loadAddress ? { size: Number(BigInt(last) - loadAddress + 1n) } : {}),
    ...(version ? { version } : {}),
    ...(isBundleId ? { bundleId: parsed.name } : bundle ? { bundleId: bundle } : {}),
    ...(origin ? { origin } : {}),
  }
}

interface Label {
  readonly name: string
  readonly arch?: string
  readonly version?: string
  /** The mark of images that are not the system's. */
  readonly plus: boolean
}

/** Some tools print a comma between the columns. */
function withoutComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1).trimEnd() : text
}

/** `+name (version)` or `name arch`. */
function parseLabel(label: string): Label {
  const plus = label.startsWith('+')
  let name = plus ? label.slice(1).trimStart() : label
  const arch = ARCH.exec(name)
  if (arch) name = withoutComma(name.slice(0, arch.index))
  let version: string | undefined
  if (name.endsWith(')')) {
    const open = openingBracket(name)
    // Where the architecture follows, only a number in brackets is a version.
    if (open > 0 && (!arch || /^\d/.test(name.slice(open + 1)))) {
      version = name.slice(open + 1, -1)
      name = name.slice(0, open).trimEnd()
      const inBrackets = ARCH.exec(` ${version}`)
      if (inBrackets) return { name, plus, ...(inBrackets[1] ? { arch: inBrackets[1] } : {}) }
    }
  }
  const bare = version === undefined && !arch ? /^(\S.*?)[ \t]+(\d+(?:\.\w+)+)$/.exec(name) : null
  if (bare?.[1]) {
    name = bare[1]
    version = bare[2]
  }
  // Power reports and old systems print two versions: `com.apple.X 6.9 (1863)`, `libSystem.B.dylib ??? (???)`.
  const short = version === undefined ? undefined : /^(\S.*?)[ \t]+(\d[\w.]*|\?\?\?)$/.exec(name)
  if (short?.[1] && isShortVersion(short[1], short[2] ?? '')) {
    name = short[1]
    version =
      short[2] === '???' ? version : UNKNOWN.test(version ?? '') ? short[2] : `${short[2] ?? ''} (${version ?? ''})`
  }
  // `org.example.R R 2.6.2 GUI 1.23 (4932)`: the version of some programs has words.
  const worded = version === undefined ? null : BUNDLE_ID.exec(name)
  if (worded?.[1] !== undefined && worded[2] !== undefined) {
    name = worded[1]
    version = `${worded[2]} ${version ?? ''}`
  }
  const isKnown = version !== undefined && !UNKNOWN.test(version)
  // `name arch (version)`: the architecture ends what is left of the name.
  const inner = arch ? null : ARCH.exec(name)
  if (inner) name = name.slice(0, inner.index)
  const found = arch?.[1] ?? inner?.[1]
  return { name, plus, ...(found ? { arch: found } : {}), ...(isKnown && version ? { version } : {}) }
}

const BUNDLE_ID = /^([\w-]+(?:\.[\w-]+){2,})[ \t]+(\S.*)$/
const UNKNOWN = /^(?:\*|\?\?\?(?: - \?\?\?)?)$/

/** `Google Chrome 94.0.1`, but not `Photoshop 2021`: a name of several words may end in a number. */
function isShortVersion(name: string, version: string): boolean {
  return version === '???' || /^[\w.+-]+$/.test(name) || /^\d+(?:\.\w+)+$/.test(version)
}
