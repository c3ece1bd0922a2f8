/** Classifies values by their key: `deviceIdentifierForVendor`, `CrashReporter Key`, `user.email`. */
import type { PrivateKind } from './kinds.ts'

/** Keys without their separators, in lower case. */
const kindsByKey: readonly (readonly [PrivateKind, RegExp])[] = [
  [
    'secret',
    /(?:token|secret|password|passwd|passphrase|apikey|accesskey|privatekey|cookie|jwt|bearer|authorization|credentials?)$/,
  ],
  [
    'device-key',
    /^(?:crashreporter(?:key|uuid)?|anonymous(?:uuid|id|identifier|userid)|(?:device|vendor|hardware|machine|host|computer|client|platform|phone)(?:id|identifier|uuid|guid|uid|udid|key|hash|fingerprint)|deviceapphash|(?:device)?identifierforvendor|deviceidforvendor|deviceidentifierforvendor|idfa|idfv|adid|advertis(?:ing|er)(?:id|identifier)|(?:\w*)serial(?:number|num|no)|serial|udid|openudid|uniquedeviceid|uniquechipid|(?:unique|chip)?ecid|imei(?:sv|number|\d)?|meid|eid|iccid|imsi|bootsessionuuid|sleepwakeuuid|wakeuuid)$/,
  ],
  [
    'id',
    /^(?:(?:user|session|account|customer|install|installation|appinstall|appinstallation|visitor|profile|distinct|person|member|subscriber|login|launch|run|analytics|appinstance|firebaseinstallation|anon|tracking|conversation|order)(?:id|identifier|uuid|guid|uid|key|hash)|sid|embsid|fid)$/,
  ],
  [
    'id',
    /^(?:incident(?:id|identifier)?|(?:crash|event|report|error|request|trace|span|parentspan|transaction|correlation|message|occurrence|feedback|replay)(?:id|identifier|uuid|guid))$/,
  ],
  [
    'user',
    /^(?:user|username|userlogin|userfullname|userdisplayname|login|loginname|accountname|fullname|realname|firstname|lastname|givenname|familyname|surname|nickname|customername|personname|contactname)$/,
  ],
  ['id', /^(?:(?:apple|icloud|itunes|gamecenter)(?:id|account|accountid|accountname)|(?:alt)?dsid|dspersonid)$/],
  ['device', /^(?:device|computer|host|machine|server|node|bonjour)name$/],
  [
    'device',
    /^(?:(?:current|connected|last|wifi|wlan|network)?ssid(?:name)?|(?:wifi|wlan)(?:network)?name|networkname)$/,
  ],
  [
    'place',
    /^(?:city|cityname|town|locality|sublocality|neighbou?rhood|street(?:address|name)?|thoroughfare|addressline\d?|(?:home|postal|shipping|billing)address)$/,
  ],
  ['email', /^(?:user|contact|customer)?e?mail(?:address)?$/],
  ['phone', /^(?:user|contact|customer)?(?:phone|mobile|telephone|cell|msisdn)(?:number|no)?$/],
  [
    'network',
    /^(?:ip|(?:client|remote|local|server|peer|source|user|device)?(?:ip|ipaddr|ipaddress|addr)|remoteaddress|(?:wifi|bluetooth|ethernet)?(?:mac|macaddr|macaddress)|bluetoothaddress|bssid|gateway|xforwardedfor)$/,
  ],
  [
    'bundle-id',
    /^(?:(?:cf)?bundle(?:id|identifier)|codesigningid|appidentifier|teamid|teamidentifier|codesigningteamid)$/,
  ],
  ['app-name', /^(?:cfbundle(?:name|displayname|executable)|appname|applicationname)$/],
]

/** Objects whose `name`, `id` or `uuid` are a person's or a device's. */
const PERSON = /^(?:user|usr|person|account|customer|contact|owner|identity)$/
const DEVICE = /^(?:device|host|machine|hardware|computer)$/
const PLACE = /^(?:geo|geoip|geolocation|location|placemark)$/
/** Numbers that are a place where they have a fraction; such keys have many other values. */
const COORDINATE =
  /^(?:(?:user|device|last|current|home|gps|geo)?(?:location)?(?:lat|latitude|lon|lng|longitude)|(?:user|device|last|current|home|gps|geo)?(?:location|coordinates?|latlng|latlong|geopoint))$/
const POSTAL_CODE = /^(?:postalcode|postcode|zipcode)$/
const VISIT = /^(?:session|installation|install|visit|visitor)$/

const ADDRESS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?|[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5})$/i
/** Placeholders for unknown values, and words that such a key may use for a mode. */
const NOTHING =
  /^(?:|true|false|yes|no|null|\(null\)|nil|none|unknown|undefined|n\/a|anonymous|guest|user|foreground|background|<.*>|\[.*\]|\{.*\}|[0.*x-]+)$/i
/** Names of models are no names of devices. */
const MODEL =
  /^(?:(?:iphone|ipad|ipod|watch|appletv|realitydevice|macbook|imac|macmini|macpro|mac|audioaccessory)[\w ]*\d+(?:,\d+)?|(?:iphone|ipad|ipod|mac|apple)\b[^’']*|simulator|x86_64|arm64\w*|localhost)$/i

const plainKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The kind of a value by its key and the enclosing keys, innermost last; undefined if these say nothing about a person. */
export function kindOfValue(key: string, value: string, around: readonly string[] = []): PrivateKind | undefined {
  const text = value.trim()
  if (isMemory(plainKey(key), around.map(plainKey))) return SELECTOR.test(text) ? undefined : 'memory'
  if (text.length > 400 || NOTHING.test(text)) return undefined
  const plain = plainKey(key.split(/[.[\]]/).findLast((part) => part !== '') ?? key)
  if (COORDINATE.test(plain)) return isCoordinate(text) ? 'place' : undefined
  if (POSTAL_CODE.test(plain)) return /^\d[\w -]{2,9}$|^[A-Z]{1,2}\d[\w -]{1,8}$/i.test(text) ? 'place' : undefined
  const kind =
    kindFromKeys(plain, around) ?? kindsByKey.find(([, keys]) => keys.test(plain) || keys.test(plainKey(key)))?.[0]
  return kind !== undefined && fits(kind, text) ? kind : undefined
}

/** A selector behind a pointer belongs to the program and explains the crash. */
const SELECTOR = /^[A-Za-z_]\w*:(?:\w*:)*$/

/** Words of a stack and strings that pointers lead to may be anything that the program held. */
function isMemory(plain: string, around: readonly string[]): boolean {
  return (
    (plain === 'contents' && around.at(-1) === 'stack') || (plain === 'value' && around.includes('notableaddresses'))
  )
}

function kindFromKeys(plain: string, around: readonly string[]): PrivateKind | undefined {
  const parent = plainKey(around.findLast((key) => key !== '') ?? '')
  if (/^(?:id|uuid|identifier|key)$/.test(plain)) {
    if (PERSON.test(parent) || VISIT.test(parent)) return 'id'
    if (DEVICE.test(parent)) return 'device-key'
  }
  if (/^(?:region|state|subdivision|subregion)$/.test(plain) && PLACE.test(parent)) return 'place'
  if (plain === 'name') {
    if (PERSON.test(parent)) return 'user'
    if (DEVICE.test(parent)) return 'device'
  }
  return undefined
}

function fits(kind: PrivateKind, text: string): boolean {
  switch (kind) {
    case 'secret':
      return text.length >= 6 && !/^0x[0-9a-f]+$/i.test(text)
    case 'device-key':
    case 'id':
      // A short number, such as user id 501, identifies nobody and may be a line or an offset elsewhere.
      return (
        text.length >= 4 && !/^\d{1,5}$/.test(text) && !MODEL.test(text) && !/\s.*\s/.test(text) && !text.includes('=')
      )
    case 'user':
      return text.length <= 40 && /^\p{L}[\p{L}\p{M}\d._ '’-]*$/u.test(text) && text.split(/\s+/).length <= 3
    case 'device':
      return text.length <= 80 && !MODEL.test(text)
    case 'email':
      return text.includes('@')
    case 'phone':
      return /^\+?[\d\s().\-/]{6,24}$/.test(text)
    case 'network':
      return ADDRESS.test(text)
    case 'place':
      return isPlaceName(text)
    case 'bundle-id':
      return /^[\w-]+(?:\.[\w-]+)*$/.test(text) && !text.startsWith('com.apple.')
    case 'app-name':
      return text.length <= 60
    case 'path':
    case 'container':
    case 'memory':
      return true
  }
}

/** A degree, or two behind each other. With fewer digits it is a version, or tells a region at most. */
function isCoordinate(text: string): boolean {
  if (!/^[<({[]?[+-]?\d{1,3}\.\d{3,}/.test(text)) return false
  const numbers = text.match(/[+-]?\d+(?:\.\d+)?/g) ?? []
  return numbers.slice(0, 2).every((number) => Math.abs(Number(number)) <= 180)
}

const isPlaceName = (text: string): boolean =>
  text.length <= 80 && /^[\p{L}\d][\p{L}\p{M}\d ,.'’/-]*$/u.test(text) && /\p{L}{2}/u.test(text)

/** Whether a key, or a list around it, is of images. A bare `uuid` is an image's only inside such a list. */
export function namesImage(key: string, around: readonly string[]): boolean {
  const plain = plainKey(key)
  const parents = around.map(plainKey)
  if (IMAGE_KEY.test(plain)) return true
  if (!/^(?:uuid|id|buildid|codeid|debugid|)$/.test(plain)) return false
  return parents.some((one) => IMAGE_LIST.test(one))
}

/** Keys of one image's UUID. `UUID of Shop` names the image in the key. */
const IMAGE_KEY =
  /^(?:(?:image|binary|slice|macho|dsym|kernel|kernelcache|filesetkernelcache|debugheaderkernelcache|kext|txm|sptm|app|library|framework|dylib|(?:dyld)?sharedcache|dyldcache)uuids?|debugid|codeid|uuidof\w+)$/
const IMAGE_LIST =
  /^(?:(?:used|binary|user(?:binary)?|kernel(?:binary)?|loaded|debug|process)?images?|binaries|debugmeta|sharedcache|dyldcache|kernelcache|kexts?|libraries|modules|frameworks|dylibs|dsyms?)$/
