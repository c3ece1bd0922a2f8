/** What in a report tells who made it: user names, home paths, device names, e-mail addresses, bundle ids, device keys. */
import type { Report } from '../model/report.ts'

export type PrivateKind = 'user' | 'path' | 'device' | 'email' | 'bundle-id' | 'device-key'

/** A text to replace; `pattern` finds it where it stands for itself and not inside a longer word. */
export interface PrivateText {
  readonly kind: PrivateKind
  readonly text: string
  readonly pattern: RegExp
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
/** Paths in JSON may have their slashes escaped. */
const slash = String.raw`(?:\\?/)`

const HOME =
  /(?:\\?\/)(?:Users|home)(?:\\?\/)([^\\/\s"'<>:|*?]{1,64})|[A-Za-z]:\\{1,2}Users\\{1,2}([^\\/"'<>:|*?\r\n]{1,64})/g
/** Names below /Users that are nobody's. */
const NOBODY = new Set(['Shared', 'Guest', 'USER', 'user', '*', '<user>', '...', '.localized'])
const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}/g
const OWNED_DEVICE =
  /([A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30})?['’]s (?:iPhone|iPad|iPod|Mac|MacBook|iMac|Apple Watch|Watch|Apple TV)(?: (?:Pro|Air|mini|Max|Studio|SE))*)/g
const DEVICE_FIELD = /^(?:device ?name|computer ?name|host ?name|machine ?name|server ?name)$/i
const KEY_FIELD =
  /^(?:crash ?reporter ?key|anonymous ?uuid|device ?identifier(?: ?for ?vendor)?|device ?id|serial(?: ?number)?|udid|sleep\/wake ?uuid|user ?id|ecid)$/i

/** Directories that are the same everywhere and tell nothing. */
const PLAIN_DIRECTORY =
  /^(?:Users|home|Library|Developer|Xcode|DerivedData|Build|Products|Intermediates\.noindex|Documents|Desktop|Downloads|Applications|Sources|Source|src|Contents|MacOS|Frameworks|PlugIns|Resources|Pods|node_modules|Debug.*|Release.*|CoreSimulator|Devices|Containers|Bundle|Application|data|Application Support|Archives|\.\.?|.*\.(?:app|framework|appex|xctest|bundle|dylib|xcarchive|dSYM|xcodeproj))$/

/** Directories below a home directory, which often name a project, a client or a company. */
const PATH_BELOW_HOME =
  /(?:\\?\/)(?:Users|home)(?:\\?\/)[^\\/\s"'<>:|*?]{1,64}((?:(?:\\?\/)[^\\/"'<>:|*?\r\n]{1,80}){2,24})/g

/** All texts of a report that its sharer may want to hide, longest first. */
export function findPrivate(reports: readonly Report[], texts: readonly string[]): readonly PrivateText[] {
  const found = new Map<string, PrivateText>()
  const add = (kind: PrivateKind, text: string, pattern: string): void => {
    const key = `${kind}\n${text}`
    if (text.length >= 2 && !found.has(key)) found.set(key, { kind, text, pattern: new RegExp(pattern, 'g') })
  }
  for (const text of texts) {
    for (const match of text.matchAll(HOME)) {
      const user = (match[1] ?? match[2] ?? '').trim()
      if (NOBODY.has(user)) continue
      // A short name may be a word of its own; then only paths say that it is meant.
      const before =
        user.length >= 6 || /[\d._-]/.test(user) ? String.raw`(?<![\w.-])` : String.raw`(?<=(?:Users|home)[\\/]{1,3})`
      add('user', user, String.raw`${before}${literal(user)}(?![\w-])`)
    }
    for (const match of text.matchAll(PATH_BELOW_HOME)) {
      const parts = (match[1] ?? '').split(/\\?\//).slice(1, -1)
      for (const part of parts) {
        if (!PLAIN_DIRECTORY.test(part) && part.trim() !== '')
          add('path', part, `(?<=${slash})${literal(part)}(?=${slash})`)
      }
    }
    for (const [email] of text.matchAll(EMAIL)) add('email', email, `(?<![\\w.%+-])${literal(email)}(?![\\w-])`)
    for (const match of text.matchAll(OWNED_DEVICE)) if (match[1]) add('device', match[1], literal(match[1]))
  }
  for (const { header, images } of reports) {
    const ids = [header.bundleId, ...images.filter(({ origin }) => origin === 'app').map(({ bundleId }) => bundleId)]
    for (const id of ids) {
      if (id === undefined || !/^[\w-]+(?:\.[\w-]+)+$/.test(id) || id.startsWith('com.apple.')) continue
      add('bundle-id', id, `(?<![\\w.-])${literal(id)}(?![\\w-])`)
    }
    for (const [field, value] of header.fields) {
      if (DEVICE_FIELD.test(field) && value.trim() !== '') add('device', value, `(?<!\\w)${literal(value)}(?!\\w)`)
      // A short number, such as user id 501, tells nobody and may be a line or an offset elsewhere.
      if (KEY_FIELD.test(field) && /[1-9a-f]/i.test(value) && !/^\d{1,5}$/.test(value)) {
        add('device-key', value, `(?<!\\w)${literal(value)}(?!\\w)`)
      }
    }
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length)
}
