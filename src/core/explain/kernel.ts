/** The system itself went down: kernel panics and forced resets. */
import type { panics } from '../messages/en/explain/system.ts'
import type { Rule } from './rule.ts'
import { explainMessage, type MessagePattern } from './message-patterns.ts'
import { explanation, quoted } from './crash-facts.ts'

const patterns: readonly MessagePattern<keyof typeof panics>[] = [
  { pattern: /\bbtn_rst\b|forced reset/i, id: 'forced-reset', grade: 'proved' },
  {
    pattern: /(?:userspace watchdog timeout|no (?:successful )?checkins? from) ?:?\s*([^\n]{0,120})/i,
    id: 'panic-watchdog',
    grade: 'proved',
  },
  { pattern: /initproc exited|launchd exited/i, id: 'panic-launchd', grade: 'proved' },
  { pattern: /SError|machine check|AppleANS|NVMe|DCP|nand|ECC/, id: 'panic-hardware', grade: 'likely' },
  {
    pattern:
      /tag check fault|use.after.free|element modified after free|zone .{0,40}(?:corrupt|bound)|Kernel data abort|page fault|KERN_/i,
    id: 'panic-memory',
    grade: 'likely',
  },
]

export const kernel: Rule = (facts) => {
  const { exception } = facts.report
  if (exception?.type?.toLowerCase() !== 'panic' || exception.reason === undefined) return undefined
  const { reason } = exception
  const text = /panic\([^)]*\):\s*([^\n]{1,140})/.exec(reason)?.[1] ?? reason.split('\n')[0]?.slice(0, 140) ?? ''
  return (
    explainMessage(facts, patterns, reason, quoted(reason)) ??
    explanation(facts, 'panic', { text }, { grade: 'proved', evidence: [quoted(reason)] })
  )
}
