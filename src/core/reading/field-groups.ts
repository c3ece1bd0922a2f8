/** Groups of a header's fields, so that fifty keys of a report can be read part by part. */
import type { ShownField } from './readable.ts'

/** In the order of the page. */
export const fieldGroups = ['app', 'end', 'process', 'system', 'report', 'more'] as const
export type FieldGroup = (typeof fieldGroups)[number]

/** Beginnings of keys, without blanks, signs and case; `$` ends a whole key. `OS Version`, `os_version` and `osVersion` are one. */
const beginnings: Readonly<Record<Exclude<FieldGroup, 'more'>, string>> = {
  end: `exception termination terminating triggeredby crashedthread faultingthread signal$ reason legacyinfo errorcode
    trapnumber faultaddress ktriage kerneltriage actiontaken event$ duration cpuused cpulimit writescaused writeslimit
    wakeups cause$ panicstring hangduration`,
  app: `app bundle storeinfo version$ buildversion$ sliceuuid identifier$ isfirstparty istestflightapp distributorid beta$
    codesigningid codesigningteamid codesigningflags deployversion sharewithappdevs environment$ name$`,
  process: `process procname procpath procrole procid proclaunch procstart procexit pid$ path$ role$ parent responsible
    coalition userid uid$ launchtime codetype cputype translated iscorpse command$ architecture$ platformarchitecture$
    sharedcache loadaddress physicalfootprint throttletimeout`,
  system: `osversion osbuild system hardware model device machine product$ build$ kernel darwin platform$ train$ releasetype
    bridge baseband sip$ timeawake timesincewake uptime waketime sleepwake boot roots wasunlocked islocked lowpower
    regionformat activecpus processors cpu$ logicalcpu memory pagesize hwpagesize vmpagesize fanspeed freediskspace
    advisorylevels soc codesigningmonitor powersource battery thermal`,
  report: `incident crashreporter anonymousuuid bugtype report date timestamp capturetime starttime endtime analysistool
    logwriting eventid level$ trialinfo diagnostic datasource steps$ format language$ note`,
}

/** A header with fewer fields is one list. */
const FEW = 12

const byBeginning = Object.entries(beginnings).flatMap(([group, words]) =>
  words.split(/\s+/).map((word) => ({ group: group as FieldGroup, word })),
)

function groupOf({ key, text }: Pick<ShownField, 'key' | 'text'>): FieldGroup {
  // `"version": 2` is the version of the report's form; `Version: 2.3.1 (412)` that of the app.
  if (key === 'version' && /^\d+$/.test(text)) return 'report'
  const whole = `${key.toLowerCase().replace(/[^a-z\d]/g, '')}$`
  return byBeginning.find(({ word }) => whole.startsWith(word))?.group ?? 'more'
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
