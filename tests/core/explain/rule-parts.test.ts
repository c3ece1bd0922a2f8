/** Parts of rules that no single example shows: which words, addresses and names count, and what is close to them and does not. */
import { expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { byKind, explain, families } from '../../../src/core/explain/registry.ts'
import type { Rule } from '../../../src/core/explain/rule.ts'
import { stateOf, type ExplanationCode } from '../../../src/core/explain/statement.ts'
import { swiftWords } from '../../../src/core/explain/rules-swift.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Explanation, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { emptyDraft, reportOf, type Draft } from '../../support/planted-facts.ts'

const rules = families.flatMap((family) => family.rules)
const ruleOf = (code: ExplanationCode): Rule => {
  const found = rules.find((rule) => rule.code === code)
  if (!found) throw new Error(`no rule ${code}`)
  return found
}
const made = (parts: Partial<Draft>): SymbolicatedReport => reportOf({ ...emptyDraft(), ...parts })
const paramsOf = (rule: Rule, parts: Partial<Draft>) => rule.params?.(factsOf(made(parts)), {})
const access = { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', rawCodes: [1n, 0x1_2345_6780n] }
const accessAt = (address: bigint): Partial<Draft> => ({
  exception: { ...access, rawCodes: [1n, address], address: runtimeAddress(address) },
})

test('statements of every kind in their order, whatever the order before', () => {
  const kinds = ['said', 'shown', 'none', 'possible'] as const
  const one = (kind: (typeof kinds)[number] | undefined) => ({ ...(kind && { kind }) }) as Explanation
  for (const [at, first] of kinds.entries())
    for (const [other, second] of kinds.entries())
      expect(Math.sign(byKind(one(first), one(second))), `${first}, ${second}`).toBe(Math.sign(at - other))
  expect(byKind(one(undefined), one('possible'))).toBe(0)
  expect(byKind(one('possible'), one(undefined))).toBe(0)
  expect(byKind(one(undefined), one('none'))).toBe(1)
})

test.each([
  ...['pthread_kill', 'kill', 'raise', 'abort'].flatMap((name) => [
    [name, true],
    [`_${name}`, true],
    [`__${name}`, true],
    [`${name}$VARIANT$armv81`, true],
    [`${name}$VARIANT$m`, true],
    [`___${name}`, false],
    [`my_${name}`, false],
    [`${name}_all`, false],
    [`${name}$VARIANT$`, false],
  ]),
  ['open', false],
] as [string, boolean][])('%s sends the signal: %s', (name, isSender) => {
  expect(paramsOf(ruleOf('signal-sent'), { calls: [name] })).toEqual({ isSender })
  expect(paramsOf(ruleOf('signal-sent'), { calls: ['open', name] })).toEqual({ isSender: false })
})

test('a signal on a stack without names has no sender', () => {
  expect(paramsOf(ruleOf('signal-sent'), {})).toEqual({ isSender: false })
})

test.each([
  ['Selector name found in current argument registers: openTill:with:', 'openTill:with:'],
  ['objc_msgSend() selector name: openTill:with: later', 'openTill:with:'],
  ['note: objc_msgSend() selector name: openTill:', undefined],
  ['Selector name: openTill:', undefined],
])('the selector in %j', (line, selector) => {
  const [statement] = explain(
    made({ ...accessAt(0x1_2345_6780n), calls: ['objc_msgSend'], info: [line] }),
  ).explanations.filter(({ id }) => id === 'freed-object')
  expect(statement).toBeDefined()
  const words = JSON.stringify(statement)
  expect(words.includes('openTill:')).toBe(selector !== undefined)
  expect(words.includes('later')).toBe(false)
  if (selector !== undefined) expect(words).toContain(selector)
})

/** The possible cause of an access that comes from its address. */
const causeOf = (address: bigint): Explanation | undefined =>
  explain(made(accessAt(address))).explanations.find(({ message }) => message?.code === 'wild-pointer')
const wildKind = (address: bigint): unknown => causeOf(address)?.message?.params['kind']

const hex = (digits: string): bigint => BigInt(`0x${digits}`)
test.each<readonly [address: string, isPattern: boolean]>([
  ['5555555555555558', true],
  ['55555555', true],
  ['55555555fff', true],
  ['5555555555555555', true],
  ['555555', false],
  ['155555555', false],
  ['55555555ffff', false],
  ['aaaaaaaa', true],
  ['aaaaaaaaaaaaaaa0', true],
  ['aaaaaa', false],
  ['1aaaaaaaa', false],
  ['fafafafafafafa10', true],
  ['1212121212', true],
  ['121212', false],
  ['fffffffffffffff8', false],
  ['fffffffffffff000', false],
  ['deadbeef', true],
  ['deadbeaf10', true],
  ['baadf00d', true],
  ['feedface', true],
  ['1cafebabe', true],
  ['123456780', false],
  ['112233445566', false],
])('0x%s is a pattern: %s', (address, isPattern) => {
  expect(wildKind(hex(address)) === 'pattern').toBe(isPattern)
})

test.each<readonly [text: string, isText: boolean]>([
  ['hello w!', true],
  ['hello w', true],
  ['hello ', true],
  ['hello', false],
  ['~ ~ ~ ~ ', true],
  ['hell\u007f wo', false],
  ['hell\u001f wo', false],
])('%j as an address is text: %s', (text, isText) => {
  const address = [...text].reduceRight((sum, letter) => (sum << 8n) | BigInt(letter.codePointAt(0) ?? 0), 0n)
  const statement = causeOf(address)
  expect(statement?.message?.params['kind'] === 'text').toBe(isText)
  if (isText) expect(JSON.stringify(statement?.grounds)).toContain(text)
})

const bySwift = swiftWords.rules.filter(({ requires }) => requires.every(({ on }) => on === 'info'))

test('some rules read Swift’s words', () => {
  expect(bySwift.length).toBeGreaterThan(10)
})

test.each(bySwift.map((rule) => [rule.id ?? rule.code, rule] as const))(
  'Swift’s words do not explain an access that failed: %s',
  (_, rule) => {
    const info = rule.requires.map(({ example }) => String(example))
    const trap = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' }, info }
    expect(stateOf(rule, factsOf(made(trap)))).toBeDefined()
    expect(stateOf(rule, factsOf(made({ ...accessAt(0x1_2345_6780n), info })))).toBeUndefined()
  },
)

const WATCHDOG = 0x8bad_f00dn
const watchdog = (reason: string, parts: Partial<Draft> = {}) => {
  const report = made({ termination: { namespace: 'RUNNINGBOARD', code: WATCHDOG, indicator: reason }, ...parts })
  const found = explain(report).explanations.find(({ id }) => id === 'watchdog')
  return { params: ruleOf('watchdog').adds?.(factsOf(report)).params, found }
}

test.each([
  ['scene-create watchdog transgression', 'launch'],
  ['process-launch watchdog transgression', 'launch'],
  ['launch watchdog transgression', 'launch'],
  ['Scene-Update watchdog transgression', 'update'],
  ['process-exit watchdog transgression', 'quit'],
  ['scene-destroy watchdog transgression', 'quit'],
  ['terminate watchdog transgression', 'quit'],
  ['suspend watchdog transgression', 'suspend'],
  ['resume watchdog transgression', 'resume'],
  ['background watchdog transgression', 'background'],
  ['other watchdog transgression', 'unsaid'],
  ['Till failed to launch in time', 'launch'],
  ['Till failed to scene-create after 20s', 'launch'],
  ['Till failed to scene-update after 10s', 'update'],
  ['Till failed to resume in time', 'resume'],
  ['Till failed to suspend in time', 'suspend'],
  ['Till failed to terminate in time', 'quit'],
  ['Till failed to terminate gracefully after 5.0s', 'quit'],
  ['the background task of Till expired', 'background'],
  ['Till has active assertions beyond permitted time', 'background'],
  ['Till failed to reopen', 'unsaid'],
  ['', 'unsaid'],
])('the watchdog’s stage in %j: %s', (reason, stage) => {
  expect(watchdog(reason).params).toMatchObject({ stage })
})

test.each([
  ['exhausted real (wall clock) time allowance of 19.97 seconds', '19.97'],
  ['allowance of 5 s', '5'],
  ['after 10.0s', '10'],
  ['within 3 sec', '3'],
  ['for more than 12 seconds', '12'],
  ['elapsed real time (seconds): 7.5 s', '7.5'],
  ['after 10 minutes', undefined],
  ['10 seconds', undefined],
])('the time in %j: %s', (reason, seconds) => {
  const words = JSON.stringify(watchdog(reason).found?.evidence)
  if (seconds === undefined) expect(words).not.toMatch(/\b(?:10|12)\b/)
  else expect(words).toContain(seconds)
})

test('times of the processor, a call that waits, and its frame', () => {
  const reason =
    'Elapsed total CPU time (seconds): 4.5 (user 3.0, system 1.5), 50% CPU\nElapsed application CPU time (seconds): 0.25, 3% CPU'
  const plain = watchdog(reason)
  expect(JSON.stringify(plain.found?.evidence)).toMatch(/0\.25.*4\.5/)
  expect(plain.params).toMatchObject({ state: 'unknown', hasStack: true })
  expect(plain.found?.frames).toBeUndefined()
  const locked = watchdog(reason, { calls: ['__psynch_mutexwait', 'open'] })
  expect(locked.params).toMatchObject({ state: 'waiting' })
  expect(locked.found?.frames).toHaveLength(1)
  const waits = watchdog(reason, { calls: ['mach_msg2_trap', 'open'] })
  expect(waits.params).toMatchObject({ state: 'unknown' })
  expect(waits.found?.frames).toHaveLength(1)
  expect(watchdog('exhausted CPU time allowance', { calls: ['__psynch_mutexwait'] }).params).toMatchObject({
    state: 'cpu',
  })
})

test.each([
  ['SANDBOX', true],
  ['RUNNINGBOARD', true],
  ['SIGNALS', true],
  ['SIGNAL', false],
  ['DYLD', false],
  ['GUARD', false],
  ['JETSAM', false],
  ['OBJC', false],
  ['<NO_NS>', false],
  ['PAC_EXCEPTION', false],
  ['MTE_FAIL', false],
])('the namespace %s alone explains the end: %s', (namespace, isEnd) => {
  const rule = ruleOf('ended-by-system')
  const draft = { termination: { namespace, code: 0xffff_ffff_0000_0007n, indicator: '(terminated at exec)' } }
  expect(stateOf(rule, factsOf(made(draft))) !== undefined).toBe(isEnd)
  expect(paramsOf(rule, draft)).toEqual({ namespace, code: '0xffffffff00000007', number: 7, reason: undefined })
  const said = { termination: { namespace, indicator: ` ${'till '.repeat(100)}` } }
  expect(paramsOf(rule, said)).toMatchObject({
    code: undefined,
    number: undefined,
    reason: `${'till '.repeat(40).slice(0, 199)}…`,
  })
})

test.each<readonly [string, Partial<Draft>, boolean]>([
  ['a stack', { calls: ['open'] }, true],
  ['the linker’s first call', { calls: ['open', '_dyld_start'] }, false],
  ['the linker’s first call without a bar', { calls: ['dyld_start'] }, false],
  ['a call of nearly that name', { calls: ['_dyld_started'] }, true],
  ['no names', {}, false],
  ['words of before the start', { calls: ['open'], info: ['died pre-exec'] }, false],
])('an invalid signature: whether the program had run, with %s', (_, parts, hasRun) => {
  const rule = ruleOf('code-signing')
  const termination = { namespace: 'CODESIGNING', code: 2n, indicator: 'Invalid Page' }
  const told = paramsOf(rule, { ...parts, termination })
  expect(told).toEqual({ isOfFile: false, number: 2, reason: 'Invalid Page', hasRun })
  expect(paramsOf(rule, { ...parts, termination: { namespace: 'EXEC', code: 2n, indicator: 'x' } })).toEqual({
    isOfFile: false,
    number: undefined,
    reason: undefined,
    hasRun: false,
  })
})
