/** Rules for the diagnosis that an allocator made of a failed access: memory tags, guard pages, a sanitizer's quarantine. */
import { distanceInto } from '../model/memory-error.ts'
import { frameToBlame } from '../reading/blame.ts'
import { isPlaceholder, trustedCalls } from '../reading/lines.ts'
import { is, says } from './fact.ts'
import type { Rule } from './rule.ts'
import { cut, sign } from './statement.ts'

export const isAccess = is('end', 'access')

/** An allocator's diagnosis of the memory, with the stacks that allocated and freed it. */
const diagnosed = says(
  'memory-error',
  /^[^\n]{1,80}/,
  'use-after-free',
  ([error], { report, symbolicated }) => {
    const { memoryError } = report
    if (!memoryError) return {}
    const { size, isFreed, confidence, detector } = memoryError
    const distance = distanceInto(memoryError)
    const freed = report.backtraces.find(({ role }) => role === 'freed')
    const frame = freed && frameToBlame(symbolicated, freed)
    const call = frame && trustedCalls(symbolicated, frame).findLast(({ function: name }) => !isPlaceholder(name))
    const known = {
      error: cut(error),
      size: size === undefined ? undefined : Number(size),
      distance: distance === undefined ? undefined : Number(distance),
      isFreed,
      confidence: confidence === undefined ? undefined : cut(confidence, 40),
      freedIn: call && cut(call.function, 120),
    }
    return {
      params: known,
      evidence: [sign('memory-diagnosed', { ...known, detector })],
      frames: call && frame ? [frame] : [],
    }
  },
  '',
)
const isUnsure = says('memory-confidence', /^(?!high$)./i, 'low', () => ({}), 'high')

export const allocatorRules: readonly Rule[] = [
  { code: 'memory-error', kind: 'said', requires: [isAccess, diagnosed], excludes: [isUnsure] },
  {
    code: 'memory-error',
    id: 'memory-error-likely',
    kind: 'said',
    grade: 'likely',
    requires: [isAccess, diagnosed, isUnsure],
  },
]
