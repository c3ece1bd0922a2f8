/** Breadcrumbs: what an app's crash reporter noted before the crash. Sentry's and Bugsnag's forms, which their forks of KSCrash share. */
import type { ReportEvent } from '../../model/report.ts'
import { asObject, asString, formatJson, isJsonObject } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { omitUndefined } from './omit-undefined.ts'
import { formatTimestamp } from './timestamp.ts'

/** More than this is no story any more; the last ones, nearest to the end, are kept. */
export const MOST_EVENTS = 1000
const LONGEST_TEXT = 1000

/** `type` and `category` of Sentry (`develop.sentry.dev`: breadcrumbs interface), `type` of Bugsnag (its error reporting API). */
const KINDS: readonly (readonly [pattern: RegExp, kind: ReportEvent['kind']])[] = [
  [/^(?:error|exception|fatal)/, 'error'],
  [/^(?:http|request|xhr|fetch|network)/, 'network'],
  [/^(?:app\.lifecycle|state|device|session|system|battery|connectivity)/, 'state'],
  [/^(?:navigation|ui\.lifecycle)/, 'navigation'],
  [/^(?:user|ui\.|touch|tap|click)/, 'user'],
  [/^(?:log|debug|info|console|process|sentry\.)/, 'log'],
]

/** The breadcrumbs of a list, in its order; what is no object is passed over. */
export function readBreadcrumbs(list: readonly JsonValue[]): readonly ReportEvent[] {
  return list.filter(isJsonObject).slice(-MOST_EVENTS).map(readBreadcrumb)
}

function readBreadcrumb(crumb: JsonObject): ReportEvent {
  const type = asString(crumb['type'])
  const category = asString(crumb['category'])
  const data = asObject(crumb['data'] ?? crumb['metaData'] ?? crumb['metadata'])
  const pairs = Object.entries(data).filter(([, value]) => value !== null)
  const detail = pairs.map(([key, value]) => `${key}: ${formatJson(value)}`).join(', ')
  const said = asString(crumb['message']) ?? asString(crumb['name']) ?? asString(crumb['title'])
  const level = asString(crumb['level'])
  return omitUndefined({
    time: formatTimestamp(crumb['timestamp'] ?? crumb['time']),
    kind: level === 'error' || level === 'fatal' ? ('error' as const) : kindOf(category, type),
    text: cut(said || category || type || 'breadcrumb'),
    detail: detail === '' ? undefined : cut(detail),
    // `info` is the usual level and left out.
    level: level === 'info' ? undefined : level,
  })
}

/** The category says more than the type, where both are known words. */
function kindOf(category: string | undefined, type: string | undefined): ReportEvent['kind'] {
  for (const word of [category, type]) {
    const found = word === undefined ? undefined : KINDS.find(([pattern]) => pattern.test(word.toLowerCase()))
    if (found) return found[1]
  }
  return 'other'
}

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text)
