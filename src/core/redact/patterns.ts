/** Private texts that show by their own form: home folders, e-mail and network addresses, names of devices, containers of apps. */
import type { PrivateKind } from './kinds.ts'

export interface Found {
  readonly kind: PrivateKind
  readonly text: string
}

/** Paths in JSON may have their slashes escaped, those in links are encoded. */
const S = String.raw`(?:\\{0,3}\/|%2F)`
const WORD = String.raw`[^\\/\s"'<>:|*?%,;()]`

const HOME = new RegExp(
  `${S}(?:Users|home)${S}(${WORD}{1,64})|[A-Za-z]:\\\\{1,4}Users\\\\{1,4}([^\\\\/"'<>:|*?\\r\\n]{1,64})`,
  'gi',
)
/** Directories below a home directory, which often name a project, a client or a company. */
const BELOW_HOME = new RegExp(`${S}(?:Users|home)${S}${WORD}{1,64}((?:${S}[^\\\\/"'<>:|*?\\r\\n]{1,80}){2,24})`, 'gi')
const VOLUME = new RegExp(`${S}Volumes${S}([^\\\\/"'<>:|*?\\r\\n]{1,64})(?=${S})`, 'g')
/** Names of homes that are nobody's. */
const NOBODY = /^(?:shared|guest|user|username|your[-_ ]?name|runner|root|mobile|\.\.\.|\.localized|x+)$/i

/** Directories that are the same on every machine and identify nobody. */
const PLAIN_DIRECTORY =
  /^(?:Users|home|Versions|Code|Workspace|Projects?|iPhone Simulator|Library|Developer|Xcode|DerivedData|Build|Products|Intermediates\.noindex|Documents|Desktop|Downloads|Applications|Sources|Source|src|Contents|MacOS|Frameworks|PlugIns|Resources|Pods|node_modules|Debug.*|Release.*|CoreSimulator|Devices|Containers|Bundle|Application|data|tmp|Caches|Preferences|Application Support|Archives|Macintosh HD|\.\.?|.*\.(?:app|framework|appex|xctest|bundle|dylib|xcarchive|dSYM|xcodeproj))$/i

const UUID = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'
const CONTAINER = new RegExp(
  `${S}(?:Application|AppGroup|PluginKitPlugin|Devices|InternalDaemon|SystemGroup|System)${S}(${UUID})(?![0-9A-Za-z-])`,
  'g',
)
/** The folder for temporary files of a macOS account. */
const TEMPORARY = new RegExp(`${S}var${S}folders${S}[\\w+-]{2}${S}([\\w+-]{20,40})(?=${S})`, 'g')

const EMAIL =
  /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,3}\.[A-Za-z]{2,24}(?![A-Za-z0-9-])/g
const GADGET =
  '(?:iPhone|iPad|iPod(?: touch)?|MacBook|iMac|Mac|Apple Watch|Watch|Apple TV|Vision Pro)(?: (?:Pro|Air|mini|Max|Studio|SE|Ultra|Plus))*'
const OWNED = new RegExp(
  `\\p{Lu}[\\p{L}\\p{M}\\w.-]{1,30}(?: \\p{Lu}[\\p{L}\\p{M}\\w.-]{1,30})?(?:['’]|&#39;|&apos;|\\\\u2019)s ${GADGET}(?: \\d{1,2})?`,
  'gu',
)
const OWNED_ELSEWHERE = new RegExp(
  `(?<!\\p{L})${GADGET} (?:de|von|di|van|du|do|da) \\p{Lu}[\\p{L}\\p{M}\\w.-]{1,30}`,
  'gu',
)
/** `Annas-MacBook-Pro.local`. */
const HOST = /(?<![A-Za-z0-9.%-])[A-Za-z0-9][A-Za-z0-9-]{1,60}\.(?:local|lan|home|fritz\.box)(?![\w-])/g
/** Macs put their name into the names of report files. */
const FILE_HOST = /_\d{4}-\d\d-\d\d-\d{6}_([A-Za-z0-9][A-Za-z0-9-]{1,60})\.[a-z]+/g
const MAC =
  /(?<![0-9A-Za-z:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Za-z]|[:-][0-9A-Za-z])/g
const IPV4 = /(?<![\w.])(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?![\w]|\.\d)/g
/** Text before the four numbers of a version. */
const VERSION =
  /(?:v|ver|version|build|sdk|release|xcode|os|kit|framework|[A-Za-z]\w* ?\(|\+|-|@|\/)["']?[ :=]{0,3}["'(]?$/i
const IPV6 =
  /(?<![\w:.])(?:(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}|(?:fe80|f[cd][0-9a-f]{2}|[23][0-9a-f]{3})(?::[0-9a-f]{1,4}){0,6}::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)(?![\w:])/gi
/** With a plus, a country and separators: digits alone may be an offset. */
const PHONE = /(?<![\w+)\]])\+\d{1,3}[ -]\(?\d{2,4}\)?(?:[ -]?\d{2,4}){2,4}(?![\w])/g
/** Without separators, as phones store them; offsets are shorter, or follow a blank. */
const PHONE_PLAIN = /(?<![\w+)\]])\+[1-9]\d{9,14}(?![\w.])/g
const PHONE_OF_AMERICA = /(?<![\w+)\]])(?:\+?1[ .-])?\(\d{3}\) ?\d{3}[ .-]\d{4}(?!\w)/g
const PHONE_NAMED =
  /(?:\btel:|\b(?:phone|mobile|telephone|msisdn)\b["']?(?: number)?[ :=]{1,3})["']?(\+?\d[\d ().-]{5,20}\d)(?![\w.])/gi
const CRASH_REPORTER_KEY = /\bCrash ?Reporter ?Key\b[\\"']*[ \t]{0,8}[:=][ \t]{0,8}[\\"']*([0-9a-f-]{8,64})(?![\w-])/gi
const IMEI = /\bIMEI\b[ :#=]{1,3}["']?(\d{2}[ -]?\d{6}[ -]?\d{6}[ -]?\d{1,2})(?!\w)/gi
/** `SSID "Home of Anna"` in a sentence. */
const SSID = /\bSSID\b["']? ?[:=]? ?["'“‘«]([^"'“”‘’«»\n]{1,32})["'”’»]/gi
/** As Core Location prints it, or two fractions behind a word for a place: other pairs are of a screen. */
const COORDINATES =
  /<([+-]\d{1,2}\.\d{4,15}), ?([+-]\d{1,3}\.\d{4,15})>|(?:geo:|\b(?:at|near|gps|location|coordinates?|lat(?:itude)?[ /,]{1,3}(?:lon|lng|longitude)?)[ :=(]{1,3})([+-]?\d{1,2}\.\d{4,15}), ?([+-]?\d{1,3}\.\d{4,15})(?![\w.])/gi
const UDID = /(?<![0-9A-Za-z-])0000[0-9A-Fa-f]{4}-[0-9A-Fa-f]{16}(?![0-9A-Za-z-])/g
const JWT = /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g
const BEARER = /(?:Bearer|Basic) ([\w+/.~-]{8,}={0,2})/g
const LOGIN_IN_LINK = /:\/\/([^\s/:@"']{1,64}):([^\s/:@"']{1,128})@/g

/** All private values that a text shows by their form. */
export function* findPatterns(text: string): Generator<Found> {
  if (text.length < 4) return
  for (const match of text.matchAll(HOME)) {
    const user = (match[1] ?? match[2] ?? '').trim()
    if (!NOBODY.test(user) && !user.startsWith('$')) yield { kind: 'user', text: user }
  }
  for (const match of text.matchAll(BELOW_HOME)) {
    for (const part of (match[1] ?? '').split(/\\{0,3}\/|%2F/i).slice(1, -1)) {
      // Behind a blank another path begins.
      if (part.endsWith(' ')) break
      if (!PLAIN_DIRECTORY.test(part) && !isUuid(part) && part.trim() !== '') yield { kind: 'path', text: part }
    }
  }
  yield* groups('path', text, VOLUME)
  yield* groups('container', text, CONTAINER)
  yield* groups('container', text, TEMPORARY)
  if (text.includes('@')) {
    for (const [email] of text.matchAll(EMAIL))
      if (!/\.(?:png|jpe?g|gif|pdf)$/i.test(email)) yield { kind: 'email', text: email }
    for (const match of text.matchAll(LOGIN_IN_LINK)) {
      yield { kind: 'user', text: match[1] ?? '' }
      yield { kind: 'secret', text: match[2] ?? '' }
    }
  }
  yield* whole('device', text, OWNED)
  yield* whole('device', text, OWNED_ELSEWHERE)
  for (const [host] of text.matchAll(HOST)) yield { kind: 'device', text: host.replace(/\.[^.]*(?:\.box)?$/, '') }
  yield* groups('device', text, FILE_HOST)
  yield* whole('network', text, MAC)
  for (const match of text.matchAll(IPV4)) if (isIpv4(match, text)) yield { kind: 'network', text: match[0] }
  yield* whole('network', text, IPV6)
  yield* whole('phone', text, PHONE)
  yield* whole('phone', text, PHONE_PLAIN)
  yield* whole('phone', text, PHONE_OF_AMERICA)
  yield* groups('phone', text, PHONE_NAMED)
  yield* groups('device-key', text, CRASH_REPORTER_KEY)
  yield* groups('device-key', text, IMEI)
  yield* groups('device', text, SSID)
  for (const match of text.matchAll(COORDINATES))
    for (const number of match.slice(1)) if (number !== undefined) yield { kind: 'place', text: number }
  yield* whole('device-key', text, UDID)
  yield* whole('secret', text, JWT)
  yield* groups('secret', text, BEARER)
}

/** Every UUID of a text, with the place where it stands: with hyphens, or as 32 hex digits that are a word. */
export function findUuids(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(ANY_UUID)
}

/** An escape (`\n`, `%2F`) may stand before one. Digits alone are no UUID, nor is the rest of a longer word, as in mangled names. */
const ANY_UUID = new RegExp(
  String.raw`(?:(?<![0-9A-Za-z-])|(?<=\\[ntr]|[%=][0-9A-F]{2}))${UUID}(?![0-9A-Za-z-])|` +
    String.raw`(?:(?<![\w-])|(?<=\\[ntr]|[%=][0-9A-F]{2}))(?=\d*[A-Fa-f])(?=[A-Fa-f]*\d)[0-9A-Fa-f]{32}(?![\w-])`,
  'g',
)

const isUuid = (text: string): boolean => new RegExp(`^${UUID}$`).test(text)

function* whole(kind: PrivateKind, text: string, pattern: RegExp): Generator<Found> {
  for (const [found] of text.matchAll(pattern)) yield { kind, text: found }
}

function* groups(kind: PrivateKind, text: string, pattern: RegExp): Generator<Found> {
  for (const match of text.matchAll(pattern)) {
    const found = (match[1] ?? '').trim()
    if (found !== '' && !PLAIN_DIRECTORY.test(found)) yield { kind, text: found }
  }
}

/** Four numbers below 256 that are no version, no mask and not this very machine. */
function isIpv4(match: RegExpExecArray, text: string): boolean {
  const parts = match.slice(1, 5).map(Number)
  if (parts.some((part) => part > 255)) return false
  const [first = 0, second = 0, third = 0] = parts
  if (first === 0 || first === 127 || first === 255 || first >= 224) return false
  const isLocal = first === 192 && second === 168
  const before = text.slice(Math.max(0, match.index - 24), match.index)
  if (/:\/\/$|@$/.test(before)) return true
  if (isLocal) return true
  // A version of four small numbers is likelier than an address without anything that says so.
  const isSaid =
    /(?:ip|addr\w*|host|server|peer|from|to|connect\w*|socket|dns|gateway|client|remote)["']?[ :=]{0,3}["'(]?$/i.test(
      before,
    )
  return isSaid || (!VERSION.test(before) && (first >= 20 || (first === 10 && (second > 20 || third > 20))))
}
