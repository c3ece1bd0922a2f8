/** Events before a crash, from KSCrash and its forks: breadcrumbs, the console, how long the app was active, hangs. */
import type { ReportEvent } from '../../model/report.ts'
import { readBreadcrumbs } from '../base/breadcrumbs.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { readLogLines } from '../text/log-lines.ts'
import { eventTexts } from '../../messages/labels.ts'

/** Where forks keep breadcrumbs: what the app set, what was set when it crashed, Sentry's scope. */
const HOLDERS = ['user', 'user_atcrash', 'sentry_sdk_scope'] as const

export function readKscrashEvents(root: JsonObject, error: JsonObject): readonly ReportEvent[] {
  const stats = asObject(asObject(root['system_atcrash'] ?? root['system'])['application_stats'])
  return [
    ...readNotes(root),
    ...readLogLines(asString(asObject(root['debug'])['console_log']) ?? ''),
    ...lasted(asNumber(stats['active_time_since_launch']), eventTexts.activeSinceLaunch),
    ...lasted(asNumber(stats['background_time_since_launch']), eventTexts.backgroundSinceLaunch),
    ...readHang(asObject(error['hang'])),
  ]
}

function readNotes(root: JsonObject): readonly ReportEvent[] {
  const seen = new Set<string>()
  return HOLDERS.flatMap((holder) => {
    const part = asObject(root[holder])
    const list = asArray(part['breadcrumbs'] ?? asObject(part['sentry_sdk_scope'])['breadcrumbs'])
    // The same list may be in two holders.
    return readBreadcrumbs(
      list.filter((crumb) => {
        const text = formatJson(crumb)
        return !seen.has(text) && seen.add(text)
      }),
    )
  })
}

function lasted(seconds: number | undefined, text: string): readonly ReportEvent[] {
  return seconds ? [{ kind: 'measure', text, lasted: seconds }] : []
}

/** Both ends are counted from boot, so only their distance can be told. */
function readHang(hang: JsonObject): readonly ReportEvent[] {
  const [start, end] = [asBigint(hang['hang_start_nanos']), asBigint(hang['hang_end_nanos'])]
  if (start === undefined || end === undefined || end < start) return []
  return lasted(Number(end - start) / 1e9, eventTexts.mainThreadHung)
}
