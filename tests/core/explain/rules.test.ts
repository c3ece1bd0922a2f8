/**
 * Tests made from the rules. Each rule makes its statement if all of its facts hold. It makes none if a fact is missing or changed, or
 * if a fact that excludes it is added. An app's own words trigger no rule.
 */
import { afterAll, expect, test } from 'vitest'
import type { Fact } from '../../../src/core/explain/fact.ts'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { explain, families } from '../../../src/core/explain/registry.ts'
import type { Rule } from '../../../src/core/explain/rule.ts'
import { stateOf } from '../../../src/core/explain/statement.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { emptyDraft, planters, reportOf, type Draft } from '../../support/planted-facts.ts'

const rules = families.flatMap((family) => family.rules)
const named = rules.map((rule, at) => [`${at} ${rule.id ?? rule.code} (${rule.kind})`, rule] as const)

const plant = (draft: Draft, { on }: Fact, value: string | bigint): void =>
  (planters[on] as (draft: Draft, value: string | bigint) => void)(draft, value)

/** Ends and codes first, then planted facts. */
const inOrder = (facts: readonly Fact[]): readonly Fact[] =>
  [...facts].sort((a, b) => Number(b.on === 'end') - Number(a.on === 'end'))

function reportWith(facts: readonly Fact[], change?: { fact: Fact; value?: string | bigint }): SymbolicatedReport {
  const draft = emptyDraft()
  for (const fact of inOrder(facts)) {
    if (fact !== change?.fact) plant(draft, fact, fact.example)
    else if (change.value !== undefined) plant(draft, fact, change.value)
  }
  return reportOf(draft)
}

const speaks = (rule: Rule, report: SymbolicatedReport): boolean => stateOf(rule, factsOf(report)) !== undefined
const counted = { rules: rules.length, required: 0, changed: 0, excluding: 0, words: 0 }

afterAll(() => {
  const sum = counted.required + counted.changed + counted.excluding + counted.words
  console.log(`rules × facts tested: ${sum} (${JSON.stringify(counted)})`)
})

test.each(named)('%s speaks where all of its facts hold', (_, rule) => {
  const found = stateOf(rule, factsOf(reportWith(rule.requires)))
  expect(found).toBeDefined()
  expect(found?.title).not.toMatch(/undefined(?! behavior)|\[object/)
  expect(found?.kind).toBe(rule.kind)
  expect(found?.checks.length).toBeGreaterThan(0)
})

test.each(named)('%s is silent without any one of them, and where one is another', (_, rule) => {
  for (const fact of rule.requires) {
    counted.required++
    expect(fact.find(factsOf(reportOf(emptyDraft()))), `${fact.on} in an empty report`).toBeUndefined()
    const others = rule.requires.filter((one) => one !== fact)
    const isImplied =
      others.some((one) => one.on === fact.on || IMPLIED[fact.on]?.includes(one.on)) ||
      (fact.on === 'end' && others.some(({ example }) => IN_SWIFT_CHECK.test(String(example))))
    if (!isImplied) expect(speaks(rule, reportWith(others)), `without ${fact.on}`).toBe(false)
    if (fact.other === undefined) continue
    counted.changed++
    expect(speaks(rule, reportWith(rule.requires, { fact, value: fact.other })), `${fact.on} is ${fact.other}`).toBe(
      false,
    )
  }
})

/** A thread that crashed in one of these functions ended in a trap. */
const IN_SWIFT_CHECK = /^(?:Swift runtime failure: |_assertionFailure\()/

/** Fields that another field brings with it. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  // The tail of a report may have only registers: the trap's own number says how it ended.
  end: ['signal', 'type', 'trap', 'brk'],
  signal: ['end'],
  // On Arm the end alone says it.
  arithmetic: ['end'],
  type: ['end'],
  'thrown-state': ['thrown', 'end'],
  thrown: ['thrown-state', 'thrown-by'],
  'thrown-by': ['thrown', 'thrown-state'],
  address: ['access-code', 'from-stack-pointer', 'below-stack-pointer'],
  'access-code': ['address', 'from-stack-pointer', 'below-stack-pointer', 'pc-at-fault'],
}

test.each(named)('%s is silent where a fact that excludes it is added', (_, rule) => {
  for (const fact of rule.excludes ?? []) {
    // Another value in the one field replaces what is required there.
    counted.excluding++
    expect(speaks(rule, reportWith([...rule.requires, fact])), `with ${fact.on} ${fact.example}`).toBe(false)
  }
})

test.each(named)('%s is the same whatever else the report tells', (_, rule) => {
  const report = reportWith(rule.requires)
  const more = {
    ...report,
    report: {
      ...report.report,
      events: [{ kind: 'log' as const, text: 'Fatal error: Index out of range' }],
      header: { ...report.report.header, fields: [['Uptime', '7'] as const, ...report.report.header.fields].reverse() },
      sections: [...report.report.sections, { kind: 'text' as const, title: 'Log', text: 'abort() called' }].reverse(),
    },
  }
  expect(explain(more)).toEqual(explain(report))
})

const words = rules.flatMap((rule) =>
  rule.requires.flatMap((fact) =>
    ['info', 'thrown', 'panic', 'linker', 'exception', 'termination'].includes(fact.on) ? [[rule, fact] as const] : [],
  ),
)

test.each(words.map(([rule, fact]) => [`${rule.id ?? rule.code}: ${fact.example}`, rule, fact] as const))(
  'the app’s own words trigger nothing: %s',
  (_, rule, { example }) => {
    const text = String(example)
    const ends: Partial<Draft>[] = [
      { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } },
      { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } },
      { exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: 0x1_2345_6780n as never } },
    ]
    for (const end of ends) {
      for (const line of [`note: ${text}`, `Fatal error: the cart: ${text}`]) {
        counted.words++
        const made = reportOf({ ...emptyDraft(), ...end, info: [line] })
        const ids = explain(made).explanations.map(({ id }) => id)
        const bare = explain(reportOf({ ...emptyDraft(), ...end })).explanations.map(({ id }) => id)
        // The runtime's line is quoted, and nothing is read out of it.
        expect(
          ids.filter((id) => !bare.includes(id) && id !== 'swift-fatal'),
          `${rule.code}: ${line}`,
        ).toEqual([])
      }
      const [thread] = reportOf({ ...emptyDraft(), ...end }).report.threads
      const named = reportOf({ ...emptyDraft(), ...end })
      const told = {
        ...named,
        report: {
          ...named.report,
          threads: [{ ...thread, name: text } as never],
          events: [{ kind: 'log' as const, text }],
        },
      }
      expect(explain(told)).toEqual(explain(named))
    }
  },
)
