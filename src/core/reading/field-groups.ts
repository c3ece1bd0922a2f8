/** Groups of a header's fields, so that fifty keys of a report can be read part by part. */
import type { ShownField } from './readable.ts'

/** In the order of the page. */
export const fieldGroups = ['app', 'end', 'process', 'system', 'report', 'more'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Keys without blanks, signs and case: `OS Version`, `os_version` and `osVersion` are one. The first that fits has the key. */
const patterns: readonly (readonly [FieldGroup, RegExp])[] = [
  [
    'end',
    /^(?:exception|termination|terminating|triggeredby|crashedthread|faultingthread|reason|legacyinfo|errorcode|trapnumber|faultaddress|ktriage|kerneltriage|actiontaken|duration|cpuused|cpulimit|writescaused|writeslimit|wakeups|panicstring|hangduration|(?:signal|event|cause)$)/,
  ],
  [
    'app',
    /^(?:app|bundle|storeinfo|sliceuuid|isfirstparty|istestflightapp|distributorid|codesigningid|codesigningteamid|codesigningflags|deployversion|sharewithappdevs|(?:version|buildversion|identifier|beta|environment|name)$)/,
  ],
  [
    'process',
    /^(?:process(?!ors)|procname|procpath|procrole|procid|proclaunch|procstart|procexit|parent|responsible|coalition|userid|launchtime|codetype|cputype|translated|iscorpse|sharedcache|loadaddress|physicalfootprint|throttletimeout|(?:pid|path|role|uid|command|architecture|platformarchitecture)$)/,
  ],
  [
    'system',
    /^(?:osversion|osbuild|system|hardware|model|device|machine|kernel|darwin|releasetype|bridge|baseband|timeawake|timesincewake|uptime|waketime|sleepwake|boot|roots|wasunlocked|islocked|lowpower|regionformat|activecpus|processors|logicalcpu|memory|pagesize|hwpagesize|vmpagesize|fanspeed|freediskspace|advisorylevels|soc|codesigningmonitor|powersource|battery|thermal|(?:product|build|platform|train|sip|cpu)$)/,
  ],
  [
    'report',
    /^(?:incident|crashreporter|anonymousuuid|bugtype|report|date|timestamp|capturetime|starttime|endtime|analysistool|logwriting|eventid|trialinfo|diagnostic|datasource|format|note|(?:level|steps|language)$)/,
  ],
]

/** A header with fewer fields is one list. */
const FEW = 12

function groupOf({ key, text }: Pick<ShownField, 'key' | 'text'>): FieldGroup {
  // `"version": 2` is the version of the report's form; `Version: 2.3.1 (412)` that of the app.
  if (key === 'version' && /^\d+$/.test(text)) return 'report'
  const plain = key.toLowerCase().replace(/[^a-z\d]/g, '')
  return patterns.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'more'
}

export interface FieldsOfGroup {
  readonly group: FieldGroup
  readonly fields: readonly ShownField[]
}

/** The fields by group, each in the report's order. All fields of a short header are in `more`. */
export function groupedFields(fields: readonly ShownField[]): readonly FieldsOfGroup[] {
  const groups = fields.map((field) => (fields.length < FEW ? 'more' : groupOf(field)))
  return fieldGroups
    .map((group) => ({ group, fields: fields.filter((_, at) => groups[at] === group) }))
    .filter((one) => one.fields.length > 0)
}
