/** Functions of an app whose names only begin or end as those that rules know: no rule takes one for the other. */
import { expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import type { Fact } from '../../../src/core/explain/fact.ts'
import { families } from '../../../src/core/explain/registry.ts'
import { emptyDraft, planters, reportOf } from '../../support/planted-facts.ts'

/** Fields that hold names of functions. */
const NAMES = new Set(['innermost', 'near', 'interrupted', 'handler', 'terminated-by'])
/** Each stands for a family of functions whose names go on. */
const GOES_ON = new Set(['rust_panic', 'objc_msgSend'])

const isFound = (fact: Fact, value: string): boolean => {
  const draft = emptyDraft()
  ;(planters[fact.on] as (draft: unknown, value: string) => void)(draft, value)
  return fact.find(factsOf(reportOf(draft))) !== undefined
}

const facts = families.flatMap(({ rules }) =>
  rules.flatMap((rule) =>
    [...rule.requires, ...(rule.excludes ?? [])].flatMap((fact) =>
      NAMES.has(fact.on) && typeof fact.example === 'string' && /^\w+$/.test(fact.example)
        ? [[`${rule.id ?? rule.code}: ${fact.example}`, fact, fact.example] as const]
        : [],
    ),
  ),
)

test('rules know names of functions', () => {
  expect(facts.length).toBeGreaterThan(10)
})

test.each(facts)('%s, and what is named alike', (_, fact, name) => {
  expect(isFound(fact, name)).toBe(true)
  expect(isFound(fact, `till_${name}`)).toBe(false)
  expect(isFound(fact, `${name}_of_till`)).toBe(GOES_ON.has(name))
})
