/** Hangs, waits, allocators’ diagnoses and handlers of signals: each form with its facts, and what comes near it. */
import { describe, expect, test } from 'vitest'
import { allocatorRules } from '../../../src/core/explain/rules-allocator.ts'
import { handlers } from '../../../src/core/explain/rules-handlers.ts'
import { deadlocks, hangCauses, hangs, sampled } from '../../../src/core/explain/rules-hangs.ts'
import type { Family } from '../../../src/core/explain/rule.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { makeFrames } from '../../support/report-builder.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { ENDS, statedBy, type EndName, type Stated } from '../../support/rule-families.ts'

describe('hangs', () => {
  test('by the kind of the report, with its duration', () => {
    const found = statedBy(hangs, { kind: 'hang', fields: [['Duration', '4.5s']], calls: ['total'] })
    expect(found).toMatchObject({ id: 'hang', kind: 'said', grade: 'proved' })
    expect(found?.params).toMatchObject({ duration: '4.5s', isWaiting: false, samples: 'work' })
    expect(found?.grounds).toEqual([{ code: 'report-kind', params: { label: 'Crash report' } }])
    for (const key of ['hangDuration', 'Hang Duration', 'duration'])
      expect(statedBy(hangs, { kind: 'hang', fields: [[key, '9 s']] })?.params['duration'], key).toBe('9 s')
    for (const key of ['Durations', 'My Duration'])
      expect(statedBy(hangs, { kind: 'hang', fields: [[key, '9 s']] })?.params['duration'], key).toBeUndefined()
    const stated = '1.10 seconds (unresponsive for 867 seconds before sampling)'
    expect(statedBy(hangs, { kind: 'hang', fields: [['Duration', stated]] })).toMatchObject({
      params: { duration: '867 seconds', isBefore: true },
    })
  })

  test('the call in which it waits', () => {
    const found = statedBy(hangs, { kind: 'hang', calls: ['__psynch_mutexwait', 'total'] })
    expect(found?.params['isWaiting']).toBe(true)
    expect(found?.grounds.at(-1)).toEqual({ code: 'waits-in', params: { function: '__psynch_mutexwait' } })
    expect(found?.frames).toContain(0)
    const event = statedBy(hangs, { kind: 'hang', calls: ['mach_msg2_trap', 'total'] })
    expect(event?.params['isWaiting']).toBe(false)
    expect(event?.grounds.at(-1)).toEqual({ code: 'waits-in', params: { function: 'mach_msg2_trap' } })
  })

  test('samples that wait for a lock', () => {
    const [frame] = makeFrames([{ symbol: { name: '_dispatch_sync_f_slow' } }], 999)
    const of = (count: number): Stated | undefined =>
      statedBy(
        hangs,
        { kind: 'hang' },
        { callTrees: [{ title: 'Main Thread', weight: 'samples', roots: [{ frame: frame!, count, children: [] }] }] },
      )
    expect(of(83)?.params['isWaiting']).toBe(true)
    expect(of(83)?.grounds.at(-1)).toMatchObject({ code: 'samples-in', params: { waiting: 83, samples: 83 } })
    // Too few to say so.
    expect(of(9)?.params['isWaiting']).toBe(false)
  })

  test.each(['hang', 'App Hang', 'unresponsive', 'Unresponsive app'])('the event %j', (event) => {
    const found = statedBy(hangs, { fields: [['Event', event]] })
    expect(found).toMatchObject({ id: 'hang', grounds: [{ code: 'event-is', params: { event } }] })
  })

  test.each(['hang', 'Hanging', 'App Hang', 'app hanging', 'Deadlock'])('the kind %j of a reporter', (type) => {
    expect(statedBy(hangs, { exception: { type } })?.id).toBe('hang')
    for (const other of [`my ${type}`, `${type}s`]) expect(statedBy(hangs, { exception: { type: other } })).toBeUndefined()
  }) // prettier-ignore

  test('words of KSCrash, of a spindump and of a service', () => {
    const line = 'Application main thread deadlocked'
    expect(statedBy(hangs, { info: [line] })?.id).toBe('hang')
    for (const other of [`my ${line}`, `${line} again`]) expect(statedBy(hangs, { info: [other] })).toBeUndefined()
    const note = 'Unresponsive for 2 seconds before sampling'
    const found = statedBy(hangs, { fields: [['Note', note]] })
    expect(found?.grounds[0]).toEqual({ code: 'report-says', params: { text: note } })
    for (const other of ['Irresponsive for 2 seconds', 'unresponsive forever'])
      expect(statedBy(hangs, { fields: [['Note', other]] }), other).toBeUndefined()
    for (const title of ['App hanging for at least 2000 ms.', 'App hang for at least 2 s', 'app hanged for at least 3 s'])
      expect(statedBy(hangs, { kind: 'hang', info: ['x', title] })?.grounds[0]).toEqual({ code: 'report-says', params: { text: title } })
    for (const title of ['My App hanging for at least 2 s', 'App hanging for at least x'])
      expect(statedBy(hangs, { kind: 'hang', info: [title] })?.grounds[0]?.code).toBe('report-kind')
  }) // prettier-ignore

  const [, possible] = hangCauses as readonly [Family, Family]
  test.each([
    ['the main thread deadlocked', 'deadlocked'],
    ['a deadlock', 'deadlock'],
    ['it will hang here', 'hang here'],
    ['Unresponsive app', 'Unresponsive app'],
  ])('words that hint at one: %j', (line, text) => {
    const found = statedBy(possible, { info: [line] })
    expect(found).toMatchObject({ id: 'hang', kind: 'possible', grade: 'possible' })
    expect(found?.grounds[0]).toEqual({ code: 'report-says', params: { text } })
    for (const end of Object.keys(ENDS) as EndName[])
      expect(statedBy(possible, { exception: { ...ENDS[end] }, info: [line] }), end).toBeUndefined()
    expect(statedBy(possible, { exception: { type: 'EXC_ARITHMETIC' }, info: [line] })).toBeUndefined()
    const java = { type: 'Java exception', name: 'TillError', reason: 'no till' }
    expect(statedBy(possible, { exception: java, info: [line] })).toBeUndefined()
    for (const panic of ['panic: x', 'fatal error: x', "thread 'main' panicked at x", "thread '' (12) panicked at x"])
      expect(statedBy(possible, { info: [line, panic] }), panic).toBeUndefined()
    for (const other of ['my panic: x', 'a fatal error: x', "thread 'main' (x) panicked at"])
      expect(statedBy(possible, { info: [line, other] })?.id, other).toBe('hang')
  })

  test.each(['undeadlock', 'deadlocks', 'the hanger', 'changed'])('%j hints at none', (line) => {
    expect(statedBy(possible, { info: [line] })).toBeUndefined()
  })
})

describe('threads that wait for each other', () => {
  /** Threads 1 to `count`, each of which waits for the next, and the last for the first. */
  const ring = (count: number, isPartly = false): Partial<Report> => ({
    waits: Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      text: `lock ${at + 1}`,
      on: { id: at + 1 === count ? 1 : at + 2 },
      ...(isPartly && { isPartly: true as const }),
    })),
  })
  test.each([1, 2, 6, 7, 9])('%i of them', (count) => {
    const found = statedBy(deadlocks, {}, ring(count))
    expect(found).toMatchObject({ id: 'deadlock', kind: 'said', grade: 'proved', params: { threads: count, others: 0 } })
    const [ground] = found?.grounds ?? []
    expect(ground?.code).toBe('waits-in-circle')
    expect(ground?.params['links']).toHaveLength(Math.min(6, count))
    expect(ground?.params['more']).toBe(Math.max(0, count - 6))
    const [possible] = hangCauses as readonly [Family]
    expect(statedBy(possible, {}, ring(count))).toBeUndefined()
    expect(statedBy(deadlocks, {}, ring(count, true))).toBeUndefined()
    expect(statedBy(possible, {}, ring(count, true))).toMatchObject({ id: 'deadlock', kind: 'possible', grade: 'possible' })
  }) // prettier-ignore
})

describe('samples that all wait', () => {
  const [frame] = makeFrames([{ symbol: { name: '__psynch_mutexwait' } }], 999)
  const [other] = makeFrames([{ symbol: { name: 'work' } }], 998)
  const sampledBy = (waiting: number, rest: number): Stated | undefined => {
    const roots = [
      { frame: other!, count: rest, children: [] },
      { frame: frame!, count: waiting, children: [] },
    ]
    return statedBy(sampled, {}, { callTrees: [{ title: 'Thread 0', weight: 'samples', roots }] })
  }
  test.each([
    [10, 0, true],
    [95, 5, true],
    [19, 1, true],
    [94, 6, false],
    [9, 0, false],
    [0, 100, false],
  ])('%i of them wait and %i do not', (waiting, rest, isWait) => {
    const found = sampledBy(waiting, rest)
    expect(found?.id).toBe(isWait ? 'samples-wait' : undefined)
    if (!isWait) return
    const params = { waiting, samples: waiting + rest, function: '__psynch_mutexwait', isLock: true }
    expect(found).toMatchObject({ kind: 'shown', grade: 'proved', params })
    expect(found?.grounds).toEqual([{ code: 'samples-in', params }])
  })
})

describe('an allocator’s diagnosis', () => {
  const family: Family = { rules: allocatorRules }
  const diagnosed = (parts: Partial<NonNullable<Draft['memoryError']>>, end: EndName = 'access'): Stated | undefined =>
    statedBy(family, {
      exception: { ...ENDS[end] },
      memoryError: { detector: 'guard-allocator', errorType: 'use-after-free', ...parts },
    })

  test.each([
    [undefined, 'memory-error', 'proved'],
    ['high', 'memory-error', 'proved'],
    ['HIGH', 'memory-error', 'proved'],
    ['highest', 'memory-error-likely', 'likely'],
    ['low', 'memory-error-likely', 'likely'],
  ])('its confidence %s', (confidence, id, grade) => {
    const found = diagnosed({ ...(confidence !== undefined && { confidence }) })
    expect(found).toMatchObject({ id, kind: 'said', grade, params: { error: 'use-after-free', confidence } })
    expect(found?.grounds[0]).toMatchObject({ code: 'memory-diagnosed', params: { detector: 'guard-allocator', confidence } })
    expect(diagnosed({}, 'trap')).toBeUndefined()
  }) // prettier-ignore

  test('the size of the memory, and what was freed', () => {
    expect(diagnosed({ size: 48n, isFreed: true })?.params).toMatchObject({ size: 48, isFreed: true, distance: undefined })
    expect(diagnosed({})?.params).toMatchObject({ size: undefined, freedIn: undefined })
    expect(diagnosed({ errorType: `${'x'.repeat(100)}\nmore` })?.params['error']).toBe('x'.repeat(80))
    const freed = { role: 'freed' as const, title: 'Freed by', frames: makeFrames([{ symbol: { name: 'total' } }], 0) }
    const memoryError = { detector: 'guard-allocator', errorType: 'use-after-free' } as const
    const found = statedBy(family, { exception: { ...ENDS.access }, memoryError, calls: ['total'] }, { backtraces: [freed] })
    expect(found?.id).toBe('memory-error')
  }) // prettier-ignore
})

describe('handlers on a stack without an exception', () => {
  test.each([
    ['mono_sigsegv_signal_handler', 'SIGSEGV'],
    ['sigbus_handler', 'SIGBUS'],
    ['_sigill_handler', 'SIGILL'],
    ['crash_sigfpe_handler', 'SIGFPE'],
    ['sigabrt_signal_handler', 'SIGABRT'],
    ['x_sigtrap_handler', undefined],
    ['xy_sigtrap_handler', 'SIGTRAP'],
    ['sighup_handler', undefined],
    ['sigsegv_handlers', undefined],
    ['sigsegv', undefined],
    ['__sigsegv_handler', undefined],
  ])('%s is of %s', (name, signal) => {
    const found = statedBy(handlers, { calls: ['open', name, '_sigtramp', 'total'] })
    expect(found?.id).toBe(signal === undefined ? undefined : 'handled-signal')
    if (signal === undefined) return
    expect(found).toMatchObject({ kind: 'shown', grade: 'likely', params: { handler: name, name: signal, hasBelow: true } })
    expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 1, function: name } }])
    expect(statedBy(handlers, { calls: [name, '_sigtramp'] })?.params['hasBelow']).toBe(false)
    expect(statedBy(handlers, { calls: [name, 'sigtramp'] })?.params['hasBelow']).toBe(false)
    expect(statedBy(handlers, { calls: [name, '_sigtramps'] })?.params['hasBelow']).toBe(true)
    expect(statedBy(handlers, { calls: [name] })?.params['hasBelow']).toBe(false)
    for (const end of Object.keys(ENDS) as EndName[])
      expect(statedBy(handlers, { exception: { ...ENDS[end] }, calls: [name] }), end).toBeUndefined()
    expect(statedBy(handlers, { exception: { reason: 'no till' }, calls: [name] })).toBeUndefined()
    expect(statedBy(handlers, { calls: [name, 'monoeg_g_log'] })).toBeUndefined()
    const deep = Array.from({ length: 11 }, () => 'work')
    expect(statedBy(handlers, { calls: [...deep, name] })?.id).toBe('handled-signal')
    expect(statedBy(handlers, { calls: [...deep, 'work', name] })).toBeUndefined()
  }) // prettier-ignore

  test.each(['mono_handle_native_crash', 'mono_handle_native_sigsegv'])('%s of Mono names no signal', (name) => {
    const found = statedBy(handlers, { calls: [name, 'total'] })
    expect(found).toMatchObject({ id: 'handled-signal', params: { name: undefined } })
    const below = statedBy(handlers, { calls: [name, 'sigabrt_signal_handler', '_sigtramp', 'total'] })
    expect(below).toMatchObject({ id: 'handled-signal', params: { handler: name, name: 'SIGABRT', hasBelow: true } })
    expect(statedBy(handlers, { calls: [name, 'monoeg_g_log'] })?.id).toBe('mono-own-error')
  })

  test.each(['dyld4::APIs::_dyld_missing_symbol_abort()', '_dyld_missing_symbol_abort'])('%s', (name) => {
    for (const exception of [{}, { ...ENDS.abort }]) {
      const found = statedBy(handlers, { exception, calls: ['open', name] })
      expect(found).toMatchObject({ id: 'dyld-symbol-missing', kind: 'shown', grade: 'proved', params: { stage: 'run' } })
      expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 1, function: name } }])
    }
    for (const end of ['access', 'raised', 'trap'] as const)
      expect(statedBy(handlers, { exception: { ...ENDS[end] }, calls: [name] }), end).toBeUndefined()
    for (const other of [`my${name}`, '_dyld_missing_symbol_aborts']) expect(statedBy(handlers, { calls: [other] })).toBeUndefined()
  }) // prettier-ignore
})
