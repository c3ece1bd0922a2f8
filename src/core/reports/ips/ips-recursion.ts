/** Rows that the crash reporter itself left out of stacks because they repeat: `recursionInfoArray` and `originalLength` of a thread. */
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'
import { rowsLeftOut, type ElidedCut, type ElidedRecursion } from '../../model/elided-recursion.ts'
import type { ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import {
  asArray,
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonDocument,
  type JsonObject,
} from '../json/json.ts'
import { readFrames, type UsedImages } from './ips-frames.ts'

/** A thread's facts about the rows left out of it; undefined where it has none. */
export function readElided(entry: JsonObject, used: UsedImages, document: JsonDocument): ElidedRecursion | undefined {
  const originalLength = wholeOf(entry['originalLength'])
  const cuts = asArray(entry['recursionInfoArray'])
    .filter(isJsonObject)
    .map((cut): ElidedCut => {
      const [key] = readFrames([cut['keyFrame'] ?? null], used, document)
      return omitUndefined({
        first: wholeOf(cut['hottestElided']),
        last: wholeOf(cut['coldestElided']),
        depth: wholeOf(cut['depth']),
        imageName: key?.imageName,
        offset: key?.offset,
        symbol: asString(asObject(cut['keyFrame'])['symbol']),
      })
    })
  if (cuts.length === 0) return undefined
  return { ...(originalLength === undefined ? {} : { originalLength }), cuts }
}

function wholeOf(value: Parameters<typeof asNumber>[0]): number | undefined {
  const number = asNumber(value)
  return Number.isSafeInteger(number) && Number(number) >= 0 ? number : undefined
}

interface ElidedThread {
  readonly id: number
  readonly elided?: ElidedRecursion
}

/** A note for each stack that rows were left out of. */
export const elidedProblems = (threads: readonly ElidedThread[], file: string) =>
  threads.flatMap(({ id, elided }) => {
    const frames = (elided?.cuts ?? []).reduce((sum, cut) => sum + (rowsLeftOut(cut, elided?.originalLength) ?? 0), 0)
    return frames === 0 ? [] : [problem('skipped-frames', { frames, thread: String(id) }, { file, severity: 'note' })]
  })

/** All that the report says of rows that were left out, as a table. */
export function elidedSections(threads: readonly ElidedThread[]): ReportSection[] {
  const rows = threads.flatMap(({ id, elided }) =>
    (elided?.cuts ?? []).map((cut) =>
      [
        id,
        elided?.originalLength,
        rowsLeftOut(cut, elided?.originalLength),
        cut.first === undefined || cut.last === undefined ? undefined : `${cut.first}–${cut.last}`,
        cut.depth,
        [cut.symbol, [cut.imageName, cut.offset].filter((part) => part !== undefined).join(' + ')]
          .filter((part) => part !== undefined && part !== '')
          .join(', '),
      ].map((cell) => String(cell ?? '')),
    ),
  )
  const columns = [
    titles.thread,
    titles.framesInAll,
    titles.leftOut,
    titles.leftOutRows,
    titles.recursionDepth,
    titles.repeatedCall,
  ]
  return rows.length === 0 ? [] : [{ kind: 'table', title: titles.elided, columns, rows }]
}
