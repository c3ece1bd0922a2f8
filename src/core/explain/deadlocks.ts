/** Threads that wait for each other in a circle, as the kernel saw them. */
import { waitsOf, type Deadlock } from '../reading/waits.ts'
import { explanation, sign } from './crash-facts.ts'
import type { Rule } from './rule.ts'

/** Links of the circle that are told as evidence. */
const TOLD = 6

const evidenceOf = ({ links, length }: Deadlock): { links: readonly string[]; more: number } => ({
  links: links.slice(0, TOLD).map(({ title, text = '' }) => `${title} (${text})`),
  more: Math.max(0, length - TOLD),
})

/** The first circle of waits; the view of waits tells all of them. */
export const deadlocks: Rule = (facts) => {
  const found = waitsOf(facts.report)?.deadlocks ?? []
  const first = found.find(({ grade }) => grade === 'proved') ?? found[0]
  if (!first) return undefined
  return explanation(
    facts,
    'deadlock',
    { threads: first.length, others: found.length - 1 },
    { grade: first.grade, evidence: [sign('waits-in-circle', evidenceOf(first))] },
  )
}
