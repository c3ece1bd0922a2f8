/**
 * Parts of a format's text that its reader ignores, with the reason: `<format id>.tsv` beside this file, and `all.tsv`
 * for every format. A line is a pattern (flags `gmu`), a tab and the reason; a token inside a match of the pattern is
 * ignored. A line of `lost` and a number limits the corpus's tokens that are in neither model nor patterns. This limit
 * may only go down.
 */
import { existsSync, readFileSync } from 'node:fs'

export interface Ignored {
  readonly pattern: RegExp
  readonly reason: string
  readonly from: string
}

export interface IgnoreList {
  readonly ignored: readonly Ignored[]
  readonly floor: number
}

/** The list of one format. A line without a reason, or with a pattern that matches nothing at all, is an error. */
export function readIgnoreList(format: string): IgnoreList {
  const path = new URL(`${format}.tsv`, import.meta.url)
  let floor = 0
  const ignored: Ignored[] = []
  if (!existsSync(path)) return { ignored, floor }
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('# ')) continue
    const [pattern = '', reason = ''] = line.split('\t')
    if (pattern === 'lost') floor = Number(reason)
    else if (reason === '') throw new Error(`${format}.tsv: no reason for ${pattern}`)
    else ignored.push({ pattern: new RegExp(pattern, 'gmu'), reason, from: `${format}.tsv` })
  }
  return { ignored, floor }
}
