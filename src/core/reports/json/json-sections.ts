/** Sections with the keys of a JSON report that have no field in the model; shown as they are. */
import type { ReportSection } from '../../model/report.ts'
import { asArray, formatJson, isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'

/** A table for each member that is an object, a text for each that is a list; other members and `shown` ones are left out. */
export function sectionsOfJson(members: JsonObject, shown: ReadonlySet<string>): ReportSection[] {
  return Object.entries(members).flatMap(([title, value]): ReportSection[] => {
    if (shown.has(title)) return []
    if (Array.isArray(value)) {
      return value.length > 0
        ? [
            {
              kind: 'text',
              title,
              text: asArray(value)
                .map((item) => formatJson(item))
                .join('\n'),
            },
          ]
        : []
    }
    if (!isJsonObject(value)) return []
    const rows = Object.entries(value).map(([key, item]) => [key, formatJson(item)])
    return rows.length > 0 ? [{ kind: 'table', title, columns: ['Field', 'Value'], rows }] : []
  })
}

/** The members that are plain values, as header fields. */
export function fieldsOfJson(members: JsonObject): (readonly [key: string, value: string])[] {
  return Object.entries(members).flatMap(([key, value]) =>
    value === undefined || typeof value === 'object' ? [] : [[key, formatJson(value)] as const],
  )
}
