/** Limits, guards and memory kills: each form with its facts and its numbers, and forms that come near it. */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../../src/core/explain/crash-facts.ts'
import { resources } from '../../../src/core/explain/rules-resources.ts'
import { stateOf } from '../../../src/core/explain/statement.ts'
import type { ExceptionInfo, Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { emptyDraft, reportOf, type Draft } from '../../support/planted-facts.ts'
import { statedBy, type Stated } from '../../support/rule-families.ts'

const limited = (exception: ExceptionInfo, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(resources, { exception: { type: 'EXC_RESOURCE', ...exception }, ...parts })

describe('limits', () => {
  test.each([
    ['resource-wakeups', 2, ['WAKEUPS', 'WAKEUPS_FATAL'], ['MYWAKEUPS', 'WAKEUPSES']],
    ['resource-memory', 3, ['MEMORY', 'high watermark memory limit exceeded', 'exceeded mem limit: 50 MB'], ['MYMEMORY', 'MEMORYS', 'has exceeded mem limit']],
    ['resource-disk', 4, ['IO', 'DISK_WRITES', 'PHYSICAL_WRITES', 'LOGICAL_WRITES'], ['MYIO', 'IOS']],
    ['resource-threads', 5, ['THREADS'], ['MYTHREADS', 'THREADSES']],
    ['resource-ports', 6, ['PORTS'], ['MYPORTS', 'PORTSES']],
    ['resource-cpu', 1, ['CPU', 'CPU_FATAL'], ['MYCPU', 'CPUS']],
  ])('%s, number %i', (id, number, words, near) => {
    for (const subtype of words) expect(limited({ subtype }), subtype).toMatchObject({ id, kind: 'said', grade: 'proved' })
    for (const subtype of near) expect(limited({ subtype })?.id, subtype).toBe('resource')
    const rawCodes = [BigInt(number) << 61n, 0n]
    if (number < 8) expect(limited({ rawCodes })?.id).toBe(id)
    expect(limited({ subtype: 'x', rawCodes })?.id).toBe('resource')
    expect(statedBy(resources, { exception: { type: 'EXC_CRASH', subtype: words[0] as string } })).toBeUndefined()
  }) // prettier-ignore

  test.each<readonly [words: string, numbers: string | undefined, hasMeasured: boolean]>([
    ['MEMORY (Limit 1850 MB)', '(Limit 1850 MB)', false],
    ['MEMORY (Limit 1850 MB, unused=0x0)', '(Limit 1850 MB, unused=0x0)', false],
    ['WAKEUPS (Limit 150/sec) Observed 206/sec over 300 secs', '(Limit 150/sec) Observed 206/sec over 300 secs', true],
    ['CPU (limit=50%, observed=99%)', '(limit=50%, observed=99%)', true],
    ['exceeded mem limit: ActiveHard 50 MB (fatal)', 'ActiveHard 50 MB', true],
    ['exceeded mem limit: InactiveSoft 12 KB', 'InactiveSoft 12 KB', true],
    ['MEMORY (Limited)', undefined, false],
    ['MEMORY', undefined, false],
  ])('the numbers in %j', (subtype, numbers, hasMeasured) => {
    const found = limited({ subtype })
    expect(found?.params).toMatchObject({ numbers, hasMeasured })
    expect(found?.grounds).toEqual([{ code: 'resource', params: { type: 'EXC_RESOURCE', subtype, measured: numbers } }])
    expect(limited({ message: subtype })?.params).toMatchObject({ numbers, hasMeasured })
  })

  test.each<readonly [words: string, parts: Partial<Draft>, isFatal: boolean]>([
    ['CPU', {}, false],
    ['CPU_FATAL', {}, true],
    ['CPU (FATAL)', {}, true],
    ['CPU, the process was killed', {}, true],
    ['CPU, Terminated', {}, true],
    ['CPU NON-FATAL', {}, false],
    ['CPU NONFATAL', {}, false],
    ['CPU, unkilled and determinated', {}, false],
    ['CPU', { fields: [['Action taken', 'Process killed']] }, true],
    ['CPU', { fields: [['Action taken', 'none']] }, false],
    ['CPU', { termination: { namespace: 'LIBSYSTEM' } }, true],
    ['CPU_FATAL', { fields: [['isNonFatal', '1']] }, false],
  ])('%s with %j ended the process: %s', (subtype, parts, isFatal) => {
    expect(limited({ subtype }, parts)?.params).toMatchObject({ isFatal, isSaidEnded: false })
  })

  test.each(['CPU', 'Wakeups', 'Writes', 'Footprint'])('the field %s is the measure where no words have one', (key) => {
    const measure = (name: string): unknown =>
      limited({ subtype: 'CPU' }, { fields: [[name, '90 seconds']] })?.grounds[0]?.params['measured']
    expect(measure(key)).toBe('90 seconds')
    expect(measure(`My ${key}`)).toBeUndefined()
    expect(measure(`${key} total`)).toBeUndefined()
  })

  test.each([
    ['resource-wakeups', ['wakeups', 'Wakeups per second', 'caught waking the CPU', 'caught causing excessive wakeups'], ['my wakeups', 'caught wakingly']],
    ['resource-disk', ['disk writes', 'Disk Writes'], ['my disk writes', 'disk writeses']],
    ['resource-memory', ['memory', 'Memory limit'], ['my memory', 'memorys']],
    ['resource-cpu', ['cpu usage', 'CPU Usage over'], ['my cpu usage', 'cpu usages']],
  ])('the event of %s', (id, events, near) => {
    for (const event of events) {
      const found = statedBy(resources, { fields: [['Event', event]] })
      expect(found, event).toMatchObject({ id, kind: 'said' })
      expect(found?.grounds[0]?.params['type']).toBe(event)
    }
    for (const event of near) expect(statedBy(resources, { fields: [['Event', event]] }), event).toBeUndefined()
    expect(statedBy(resources, { fields: [['My Event', events[0] as string], ['Events', events[0] as string]] })).toBeUndefined()
  }) // prettier-ignore

  test('the kind of the report alone', () => {
    const cpu = statedBy(resources, { kind: 'cpu-limit' })
    expect(cpu).toMatchObject({ id: 'resource-cpu', kind: 'said' })
    expect(cpu?.grounds[0]?.params).toMatchObject({ type: 'Crash report', subtype: undefined, measured: undefined })
    expect(statedBy(resources, { kind: 'disk-writes' })?.id).toBe('resource-disk')
    expect(statedBy(resources, { kind: 'crash' })).toBeUndefined()
  })
})

const guarded = (exception: ExceptionInfo, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(resources, { exception: { type: 'EXC_GUARD', ...exception }, ...parts })

describe('guards', () => {
  test.each([
    ['guard-mach-port', 1, ['GUARD_TYPE_MACH_PORT', 'INVALID_RIGHT on mach port 1234'], ['xGUARD_TYPE_MACH_PORT', 'GUARD_TYPE_MACH_PORTS', 'on mach port x']],
    ['guard-file-descriptor', 2, ['GUARD_TYPE_FD', 'CLOSE on file descriptor 12'], ['xGUARD_TYPE_FD', 'GUARD_TYPE_FDS', 'on file descriptor x']],
    ['guard-user', 3, ['GUARD_TYPE_USER', 'namespc 18'], ['xGUARD_TYPE_USER', 'GUARD_TYPE_USERS', 'namespc x']],
    ['guard-vnode', 4, ['GUARD_TYPE_VN'], ['xGUARD_TYPE_VN', 'GUARD_TYPE_VNS']],
    ['guard-memory', 5, ['GUARD_TYPE_VIRT_MEMORY'], ['xGUARD_TYPE_VIRT_MEMORY', 'GUARD_TYPE_VIRT_MEMORYS']],
    ['guard-rejected-call', 6, ['GUARD_TYPE_REJECTED_SC'], ['xGUARD_TYPE_REJECTED_SC', 'GUARD_TYPE_REJECTED_SCS']],
    ['guard-tag', undefined, ['flavor=0x001000c8 (x)', 'flavor=0xC9', 'flavor=0x10c8', 'flavor=0x00100ca', 'MTE_SYNC_FAULT', 'A MTE_ASYNC_FAULT'], ['flavor=0xcb', 'flavor=0x2c8', 'XMTE_SYNC']],
  ] as const)('%s, number %s', (id, number, words, near) => {
    for (const subtype of words) expect(guarded({ subtype }), subtype).toMatchObject({ id, kind: 'said' })
    for (const subtype of near) expect(guarded({ subtype })?.id, subtype).toBe('guard')
    expect(guarded({ message: words[0] })?.id).toBe(id)
    if (number !== undefined) expect(guarded({ rawCodes: [BigInt(number) << 61n, 0n] })?.id).toBe(id)
  }) // prettier-ignore

  test.each([
    ['SET_EXCEPTION_BEHAVIOR on mach port 7', 'handler'],
    ['EXCEPTION_BEHAVIOR_ENFORCE', 'handler'],
    ['SET_CONTEXT', 'guard'],
    ['UNGUARDED', 'guard'],
    ['INCORRECT_GUARD', 'guard'],
    ['DESTROY', 'release'],
    ['MOD_REFS', 'release'],
    ['INVALID_NAME', 'release'],
    ['INVALID_RIGHT', 'release'],
    ['INVALID_VALUE', 'release'],
    ['MY_DESTROY', undefined],
    ['DESTROYED', undefined],
    ['RESET_CONTEXT', undefined],
    ['SET_CONTEXTS', undefined],
    ['OFFSET_EXCEPTION_BEHAVIOR', undefined],
    ['SET_EXCEPTION_BEHAVIORS', undefined],
  ])('the act in %j: %s', (message, use) => {
    const found = guarded({ subtype: 'GUARD_TYPE_MACH_PORT', message })
    expect(found?.params).toMatchObject({ use, text: message, hasStack: true })
    expect(found?.grounds).toEqual([{ code: 'guard', params: { subtype: 'GUARD_TYPE_MACH_PORT', message } }])
  })

  test('words that are missing, blank or long', () => {
    expect(guarded({})?.params).toMatchObject({ text: undefined, use: undefined })
    expect(guarded({})?.grounds).toEqual([{ code: 'guard', params: { subtype: undefined, message: undefined } }])
    expect(guarded({ message: '  ' })?.params['text']).toBeUndefined()
    const long = guarded({ message: 'x'.repeat(400) })
    expect(long?.params['text']).toBe(`${'x'.repeat(199)}…`)
    expect(long?.grounds[0]?.params['message']).toBe(`${'x'.repeat(299)}…`)
  })
})

const killedBy = (namespace: string, code?: bigint, indicator?: string): Stated | undefined =>
  statedBy(resources, {
    termination: { namespace, ...(code !== undefined && { code }), ...(indicator !== undefined && { indicator }) },
  })

describe('memory kills', () => {
  /** The kernel's numbers, from xnu’s `kern_memorystatus.h`. */
  test.each([
    [2n, 'background'],
    [3n, 'kernel'],
    [4n, 'pressure'],
    [5n, 'pressure'],
    [6n, 'kernel'],
    [7n, 'limit'],
    [8n, 'disk'],
    [9n, 'idle'],
    [10n, 'kernel'],
    [11n, 'kernel'],
    [12n, 'kernel'],
    [1n, undefined],
    [99n, undefined],
    [undefined, undefined],
  ])('the number %s of JETSAM: %s', (code, reason) => {
    const found = killedBy('JETSAM', code)
    expect(found).toMatchObject({ id: 'jetsam', kind: 'said', grade: 'proved', params: { reason, killed: 'Shop' } })
    expect(found?.params).toMatchObject({ others: 0, largest: undefined, hasProcesses: false })
    expect(killedBy('SIGNAL', code)).toBeUndefined()
  })

  test.each([
    ['per-process-limit', 'limit'],
    ['highwater', 'background'],
    ['vm-pageshortage', 'pressure'],
    ['vm-thrashing', 'pressure'],
    ['memory pressure', 'pressure'],
    ['fc-thrashing', 'kernel'],
    ['vnode-limit', 'kernel'],
    ['zone-map-exhaustion', 'kernel'],
    ['vm-compressor-thrashing', 'kernel'],
    ['disk-space-shortage', 'disk'],
    ['idle-exit', 'idle'],
    ['long-idle-exit', 'idle'],
  ])('the word %s: %s', (word, reason) => {
    expect(killedBy('JETSAM', 99n, word)?.params['reason']).toBe(reason)
  })

  const listed = (parts: Partial<Report>): Stated | undefined => {
    const made = reportOf({ ...emptyDraft(), kind: 'memory-kill' })
    const report: SymbolicatedReport = { ...made, report: { ...made.report, ...parts } }
    const [rule] = resources.rules
    const found = rule && stateOf(rule, factsOf(report))
    return found && ({ ...found, params: found.message?.params ?? {} } as unknown as Stated)
  }
  const table = (columns: readonly string[], rows: readonly (readonly string[])[]): Report['sections'] => [
    { kind: 'text', title: 'Note', text: 'reason' },
    { kind: 'table', title: 'Sizes', columns: ['name', 'pages'], rows: [['Shop', '7']] },
    { kind: 'table', title: 'Processes', columns: [...columns], rows: rows.map((row) => [...row]) },
  ]

  test('a list of processes: the first with a reason, and how many more', () => {
    const rows = [['1', 'idle', ''], ['2', 'Shop', 'per-process-limit'], ['3', 'Till', 'highwater']]
    const found = listed({ sections: table(['pid', 'Name', 'Reason'], rows) })
    expect(found?.params).toMatchObject({ killed: 'Shop', reason: 'limit', others: 1, hasProcesses: true, largest: undefined })
    expect(found?.grounds).toEqual([
      { code: 'terminated-processes', params: { processes: ['Shop (per-process-limit)', 'Till (highwater)'], more: 0 } },
    ])
  }) // prettier-ignore

  test('of a long list five are named', () => {
    const rows = Array.from({ length: 8 }, (_, at) => [`p${at}`, 'idle-exit'])
    const found = listed({ sections: table(['process', 'reason'], rows) })
    expect(found?.params).toMatchObject({ killed: 'p0', reason: 'idle', others: 7 })
    const processes = [0, 1, 2, 3, 4].map((at) => `p${at} (idle-exit)`)
    expect(found?.grounds).toEqual([{ code: 'terminated-processes', params: { processes, more: 3 } }])
  })

  test('a list without names, without reasons, and the largest process of its head', () => {
    expect(listed({ sections: table(['pid', 'reason'], [['1', 'idle-exit']]) })?.params['killed']).toBe('?')
    const fields = [['largestProcess', 'Till']] as const
    const header = { process: 'Shop', fields }
    const largest = listed({ header, sections: table(['name', 'reason'], []) })
    expect(largest?.params).toMatchObject({ killed: undefined, largest: 'Till', others: 0, hasProcesses: true })
    expect(largest?.grounds).toEqual([{ code: 'largest-process', params: { process: 'Till' } }])
    for (const key of ['Largest process', 'LARGESTPROCESS'])
      expect(listed({ header: { ...header, fields: [[key, 'Till']] } })?.params['largest'], key).toBe('Till')
    for (const key of ['My largestProcess', 'largestProcesses', 'My Largest process', 'Largest processes'])
      expect(listed({ header: { ...header, fields: [[key, 'Till']] } })?.params['largest'], key).toBeUndefined()
    const both = listed({ header, sections: table(['name', 'reason'], [['Shop', 'vm-pageshortage']]) })
    expect(both?.params).toMatchObject({ killed: 'Shop', reason: 'pressure', largest: 'Till' })
    expect(both?.grounds).toHaveLength(2)
    expect(listed({ sections: [] })?.params).toMatchObject({ killed: 'Shop', hasProcesses: false })
  })

  test.each([
    ['memory_limit', 'limit'],
    ['memory_pressure', 'pressure'],
    ['memory_termination', undefined],
  ])('the word %s of a reporter is its conclusion', (word, reason) => {
    const found = statedBy(resources, { exception: { type: word } })
    expect(found).toMatchObject({ id: 'jetsam', kind: 'said', grade: 'likely' })
    expect(found?.params).toMatchObject({ killed: 'Shop', reason, largest: undefined, others: 0 })
    expect(found?.grounds).toEqual([{ code: 'report-says', params: { text: word } }])
    for (const other of [`my_${word}`, `${word}s`]) expect(statedBy(resources, { exception: { type: other } })).toBeUndefined()
  }) // prettier-ignore
})
