/** Ends by the system: codes, namespaces, signatures, privacy, senders. Each with its figures and what comes near it. */
import { describe, expect, test } from 'vitest'
import { terminations } from '../../../src/core/explain/rules-terminations.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { ENDS, statedBy, type Stated } from '../../support/rule-families.ts'

type Termination = Draft['termination']
const ended = (termination: Termination, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(terminations, { termination, ...parts })

/** Apple's "Understanding the exception types in a crash report" and the headers of xnu. */
const CODES: readonly (readonly [bigint, string])[] = [
  [0x8badf00dn, 'watchdog'],
  [0xdead10ccn, 'file-lock-while-suspended'],
  [0xbaaaaaadn, 'stackshot'],
  [0xbaadca11n, 'voip-call-not-reported'],
  [0xbad22222n, 'voip-resumed-too-often'],
  [0xc00010ffn, 'thermal'],
  [0xdeadfa11n, 'user-force-quit'],
  [0x2bad45ecn, 'security-violation'],
  [0xbada5e47n, 'watch-assertion'],
  [0xbaddd15cn, 'disk-space'],
  [0xc51bad01n, 'watch-cpu'],
  [0xc51bad02n, 'watch-time'],
  [0xc51bad03n, 'watch-busy-system'],
  [562215634n, 'background-task-late'],
  [562215635n, 'background-session-late'],
  [562215636n, 'background-fetch-late'],
  [3490524077n, 'too-many-resources'],
]

describe('codes in hexadecimal words', () => {
  test.each(CODES)('%s: %s', (code, id) => {
    const hex = `0x${code.toString(16)}`
    const managers = ['FRONTBOARD', 'SPRINGBOARD', 'RUNNINGBOARD', 'ASSERTIOND', 'WATCHDOG', 'CAROUSEL', 'BACKBOARDD', 'WATCHKIT', 'COREDUET', '<NO_NS>']
    for (const namespace of managers) {
      const found = ended({ namespace, code })
      expect(found, namespace).toMatchObject({ id, kind: 'said', grade: 'proved' })
      expect(found?.grounds).toEqual([{ code: 'termination-code', params: { code: hex } }])
    }
    for (const namespace of ['SPRINGBOARDS', 'MYSPRINGBOARD', 'EXEC']) expect(ended({ namespace, code })?.id).not.toBe(id)
    expect(ended({ code })?.id).toBe(id)
    expect(ended({ namespace: ' ', code })?.id).toBe(id)
    expect(ended({ namespace: 'SPRINGBOARD', code: code + 1n })?.id).not.toBe(id)
    const words = [hex, hex.toUpperCase().replace('X', 'x'), `0x000${hex.slice(2)}`, `<RBSTerminateContext| code:${hex} explanation>`]
    for (const indicator of words) expect(ended({ indicator })?.id, indicator).toBe(id)
    for (const indicator of [hex.slice(2), `${hex}0`, `0x1${hex.slice(2)}`]) expect(ended({ indicator })?.id, indicator).not.toBe(id)
    expect(statedBy(terminations, { exception: { codes: `0x0, ${hex}` } })?.id).toBe(id)
    expect(statedBy(terminations, { exception: { rawCodes: [0n, code] } })?.id).toBe(id)
    const fields: [string, string][] = [['isSimulated', '1']]
    expect(ended({ namespace: 'SPRINGBOARD', code }, { fields })?.id).toBe(id === 'watchdog' ? id : 'ended-by-system')
  }) // prettier-ignore
})

describe('the watchdog', () => {
  const watchdog = (indicator: string, parts: Partial<Draft> = {}): Stated | undefined =>
    ended({ namespace: 'SPRINGBOARD', code: 0x8badf00dn, indicator }, parts)

  test('what it allowed, and the time of the processors', () => {
    const words = 'scene-create watchdog transgression: app exhausted real (wall clock) time allowance of 19.97 seconds\n' +
      'Elapsed total CPU time (seconds): 12.5 (user 12.5, system 0.0), 63% CPU\nElapsed application CPU time (seconds): 0.25, 1% CPU' // prettier-ignore
    const found = watchdog(words, { calls: ['open'] })
    expect(found?.params).toMatchObject({ stage: 'launch', state: 'unknown', hasStack: true, isNoCrash: false })
    expect(found?.grounds.slice(1)).toEqual([
      { code: 'time-allowed', params: { seconds: 19.97, isCpu: false } },
      { code: 'cpu-of-app', params: { seconds: 0.25 } },
      { code: 'cpu-of-all', params: { seconds: 12.5 } },
      { code: 'waits-in', params: { function: 'open' } },
    ])
  })

  test('a limit of processor time, and a thread that waits', () => {
    const cpu = watchdog('exhausted CPU time allowance of 60.00 seconds')
    expect(cpu?.params).toMatchObject({ state: 'cpu', stage: 'unsaid' })
    expect(cpu?.grounds.slice(1)).toEqual([{ code: 'time-allowed', params: { seconds: 60, isCpu: true } }])
    const locked = watchdog('in time', { calls: ['__psynch_mutexwait'] })
    expect(locked?.params['state']).toBe('waiting')
    expect(locked?.grounds.slice(1)).toEqual([{ code: 'waits-in', params: { function: '__psynch_mutexwait' } }])
    expect(locked?.frames).toContain(0)
    expect(watchdog('in time', { calls: ['total'] })?.grounds).toHaveLength(1)
    expect(watchdog('in time', { fields: [['isSimulated', 'true']] })?.params['isNoCrash']).toBe(true)
  })

  test('its words in a message and in lines of libraries', () => {
    const words = 'scene-update watchdog transgression: after 10 s'
    for (const parts of [{ info: [words] }, { exception: { message: words } }]) {
      const found = ended({ code: 0x8badf00dn }, parts)
      expect(found?.params['stage']).toBe('update')
      expect(found?.grounds.at(-1)).toEqual({ code: 'time-allowed', params: { seconds: 10, isCpu: false } })
    }
  })
})

describe('signatures', () => {
  const invalid = { type: 'EXC_BAD_ACCESS (Code Signature Invalid)', signal: 'SIGKILL' }
  test('the namespace of signatures', () => {
    const found = ended({ namespace: 'CODESIGNING', code: 2n, indicator: 'Invalid Page' }, { calls: ['open'] })
    expect(found).toMatchObject({ id: 'code-signing', kind: 'said', grade: 'proved' })
    expect(found?.params).toMatchObject({ number: 2, reason: 'Invalid Page', hasRun: true })
    expect(found?.grounds).toEqual([
      { code: 'termination', params: { namespace: 'CODESIGNING', code: '0x2', by: undefined } },
    ])
    expect(ended({ namespace: 'CODESIGNING' })?.params).toMatchObject({ number: 0, reason: undefined, hasRun: false })
  })

  test.each([
    [['open'], [], true],
    [['_dyld_start'], [], false],
    [['open', 'dyld_start'], [], false],
    [['my_dyld_start'], [], true],
    [['dyld_starts'], [], true],
    [['open'], ['pre-exec failure'], false],
    [['open'], ['a pre-executive'], true],
    [[], [], false],
  ])('the stack %j with %j has run: %s', (calls, info, hasRun) => {
    expect(statedBy(terminations, { exception: invalid, calls, info })?.params['hasRun']).toBe(hasRun)
    expect(ended({ namespace: 'CODESIGNING' }, { calls, info })?.params['hasRun']).toBe(hasRun)
  })

  test('a page of a file is no generated code', () => {
    const of = (region: string): unknown =>
      ended({ namespace: 'CODESIGNING', code: 2n }, { calls: ['open'], region: [region] })?.params['isOfFile']
    expect(of('--->  mapped file  108ce0000-108e3c000 [ 1392K] r--/rwx SM=COW')).toBe(true)
    expect(of('--->  __TEXT  108ce0000-108e3c000 [ 1392K] r-x/rwx SM=COW  libtill.dylib')).toBe(true)
    expect(of('      __TEXT  108ce0000-108e3c000 [ 1392K] r-x/rwx SM=COW  libtill.dylib')).toBe(false)
    expect(of('--->  VM_ALLOCATE  108ce0000-108e3c000 [ 1392K] rwx/rwx SM=PRV')).toBe(false)
  })

  test.each([
    'Code Signature Invalid',
    'code signature invalid',
    'SIGKILL - CODESIGNING',
    'KERN_CODESIGN_ERROR at 0x1',
  ])('the words %j', (subtype) => {
    const found = statedBy(terminations, { exception: { type: 'EXC_BAD_ACCESS', subtype } })
    expect(found).toMatchObject({ id: 'code-signing', params: { number: undefined, reason: undefined } })
    expect(found?.grounds).toEqual([{ code: 'report-says', params: { text: subtype } }])
    for (const namespace of ['CODESIGNING', 'SIGNAL', '<NO_NS>'])
      expect(ended({ namespace }, { exception: { type: 'EXC_CRASH', subtype } })?.id, namespace).toBe('code-signing')
    expect(ended({ namespace: 'EXEC' }, { exception: { type: 'EXC_CRASH', subtype } })?.id).toBe('ended-by-system')
    expect(ended({ namespace: 'MYSIGNAL' }, { exception: { type: 'EXC_CRASH', subtype } })?.id).toBe('ended-by-system')
  })

  test('code 50 of an access, and words that come near', () => {
    expect(statedBy(terminations, { exception: { ...ENDS.access, rawCodes: [50n, 1n] } })?.id).toBe('code-signing')
    expect(statedBy(terminations, { exception: { ...ENDS.access, rawCodes: [51n, 1n] } })).toBeUndefined()
    expect(statedBy(terminations, { exception: { ...ENDS.trap, rawCodes: [50n, 1n] } })).toBeUndefined()
    for (const subtype of ['MYCODESIGNING', 'CODESIGNINGS', 'KERN_CODESIGN_ERRORS', 'MYKERN_CODESIGN_ERROR'])
      expect(statedBy(terminations, { exception: { type: 'EXC_CRASH', subtype } }), subtype).toBeUndefined()
  })
})

describe('privacy', () => {
  const words = "This app has crashed because it attempted to access privacy-sensitive data without a usage description. The app's Info.plist must contain an NSCameraUsageDescription key" // prettier-ignore
  test('the key that is missing', () => {
    const found = ended({ namespace: 'TCC', indicator: `note\n${words}` })
    expect(found).toMatchObject({ id: 'privacy-usage-description', kind: 'said', params: { key: 'NSCameraUsageDescription' } })
    expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: words } }])
    const without = ended({ namespace: 'TCC', indicator: 'privacy-sensitive data without a usage description' })
    expect(without).toMatchObject({ id: 'privacy-usage-description', params: { key: undefined } })
    expect(ended({ namespace: 'TCCS', indicator: words })?.id).toBe('ended-by-system')
    for (const indicator of ['MYNSCameraUsageDescription', 'NSUsageDescription', 'NSCameraUsageDescriptions', 'NS-CameraUsageDescription'])
      expect(ended({ namespace: 'TCC', indicator })?.id, indicator).toBe('ended-by-system')
  }) // prettier-ignore
  test('the system’s sentence alone, as a console has it', () => {
    const found = ended({ indicator: words })
    expect(found).toMatchObject({ id: 'privacy-usage-description', params: { key: 'NSCameraUsageDescription' } })
    expect(ended({ indicator: `note: ${words}` })?.id).not.toBe('privacy-usage-description')
    expect(ended({ namespace: 'EXEC', indicator: words })?.id).not.toBe('privacy-usage-description')
  })
  test('an entitlement that the system asks for in these words', () => {
    const key = 'com.apple.security.device.camera'
    const found = ended({ namespace: 'TCC', indicator: words.replace('NSCameraUsageDescription', key) })
    expect(found?.params).toEqual({ key, isEntitlement: true })
    const other = ended({ namespace: 'TCC', indicator: words.replace('NSCameraUsageDescription', 'org.till.camera') })
    expect(other?.params).toEqual({ key: undefined })
  })
})

describe('words of a console', () => {
  test.each([
    ['Message from debugger: Terminated due to memory issue', 'debugger-memory'],
    ['Message from debugger: Terminated due to Memory Error', 'debugger-memory'],
    ['Message from debugger: Terminated due to signal 9', undefined],
    ['my Message from debugger: Terminated due to memory issue', undefined],
    ['suspended with locked system files', 'file-lock-while-suspended'],
    ['not suspended with locked system files', undefined],
  ])('%s: %s', (indicator, id) => {
    expect(ended({ indicator })?.id).toBe(id)
  })
})

describe('other ends', () => {
  test('a namespace with its number, sender and words', () => {
    const found = ended({ namespace: 'SANDBOX', code: 0x1_0000_0007n, indicator: ' no  till ', byProcess: 'kernel [0]' })
    expect(found).toMatchObject({ id: 'ended-by-system', kind: 'said', grade: 'proved' })
    expect(found?.params).toMatchObject({ namespace: 'SANDBOX', code: '0x100000007', number: 7, reason: 'no till' })
    expect(found?.params).not.toHaveProperty('isNoCrash')
    expect(found?.grounds).toEqual([
      { code: 'termination', params: { namespace: 'SANDBOX', code: '0x100000007', by: 'kernel [0]' } },
    ])
    const bare = ended({ namespace: 'SANDBOX' }, { fields: [['isSimulated', '1']] })
    expect(bare?.params).toMatchObject({ isNoCrash: true, code: undefined, number: undefined, reason: undefined })
    for (const indicator of ['', '(terminated at exec)'])
      expect(ended({ namespace: 'SANDBOX', indicator })?.params['reason'], indicator).toBeUndefined()
    expect(ended({ namespace: 'SANDBOX', indicator: 'x (terminated at exec)' })?.params['reason']).toBe('x (terminated at exec)')
    expect(ended({ namespace: 'SANDBOX', indicator: 'x'.repeat(300) })?.params['reason']).toBe(`${'x'.repeat(199)}…`)
    expect(ended({ namespace: 'SAND BOX' })).toBeUndefined()
  }) // prettier-ignore

  test('a check that failed, and a guard, say more', () => {
    expect(ended({ namespace: 'SANDBOX' }, { info: ['assertion failure: "fd" -> 9'] })).toBeUndefined()
    expect(ended({ namespace: 'SANDBOX' }, { exception: { subtype: 'GUARD_TYPE_USER' } })).toBeUndefined()
    for (const subtype of ['MY_GUARD_TYPE_USER', 'GUARD_TYPE_USERS'])
      expect(ended({ namespace: 'SANDBOX' }, { exception: { subtype } })?.id, subtype).toBe('ended-by-system')
  })

  test.each([
    ['Supervisor [7]', true],
    ['Supervisor', true],
    ['Shop [7]', false],
    ['Shop', false],
    ['exc handler [7]', false],
    ['exc handler', false],
    ['', false],
    ['Supervisor [x]', true],
  ])('a signal that %j sent: by another is %s', (byProcess, isOther) => {
    const parts = { exception: { ...ENDS.killed } }
    const found = ended({ namespace: 'SIGNAL', code: 9n, byProcess }, parts)
    expect(found?.id).toBe(isOther ? 'signal-by' : undefined)
    expect(ended({ namespace: 'SIGNALS', code: 9n, byProcess }, parts)?.id).toBe('ended-by-system')
    if (!isOther) return
    expect(found).toMatchObject({ kind: 'said', params: { sender: byProcess, signal: 'SIGKILL' } })
    expect(found?.grounds).toEqual([{ code: 'termination', params: { namespace: 'SIGNAL', code: '0x9', by: byProcess } }])
    for (const end of ['access', 'trap'] as const)
      expect(ended({ namespace: 'SIGNAL', byProcess }, { exception: { ...ENDS[end] } }), end).toBeUndefined()
  }) // prettier-ignore
})
