/** Signals, exceptions and processor traps in plain words: their ids, codes and parameters. */
import { describe, expect, test } from 'vitest'
import { signals } from '../../../src/core/explain/rules-signals.ts'
import type { ExceptionInfo } from '../../../src/core/model/report.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { statedBy, type Stated } from '../../support/rule-families.ts'

const ended = (exception: ExceptionInfo, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(signals, { exception, ...parts })

describe('signals and exceptions', () => {
  test.each<readonly [ExceptionInfo, id: string | undefined, name: string, names: readonly string[]]>([
    [{ type: 'EXC_CRASH', signal: 'SIGABRT' }, 'signal-sigabrt', 'SIGABRT', ['EXC_CRASH', 'SIGABRT']],
    [{ type: 'EXC_CRASH', signal: 'SIGKILL' }, 'signal-sigkill', 'SIGKILL', ['EXC_CRASH', 'SIGKILL']],
    [{ type: 'EXC_CRASH' }, 'signal-exc-crash', 'EXC_CRASH', ['EXC_CRASH']],
    [{ signal: 'SIGTRAP' }, 'signal-sigtrap', 'SIGTRAP', ['SIGTRAP']],
    [{ type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' }, 'signal-exc-breakpoint', 'EXC_BREAKPOINT', ['EXC_BREAKPOINT', 'SIGTRAP']],
    [{ type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV' }, 'signal-exc-bad-access', 'EXC_BAD_ACCESS', ['EXC_BAD_ACCESS', 'SIGSEGV']],
    [{ type: 'EXC_ARITHMETIC', signal: 'SIGFPE' }, 'signal-exc-arithmetic', 'EXC_ARITHMETIC', ['EXC_ARITHMETIC', 'SIGFPE']],
    [{ signal: 'SIGTERM' }, 'signal-sigterm', 'SIGTERM', ['SIGTERM']],
    [{ signal: 'SIGNOTHING' }, undefined, '', []],
    [{}, undefined, '', []],
  ])('%j', (exception, id, name, names) => {
    const found = ended(exception)
    expect(found?.id).toBe(id)
    if (id === undefined) return
    expect(found).toMatchObject({ code: 'signal', kind: 'none', grade: 'proved', params: { name } })
    expect(found?.grounds).toEqual([{ code: 'codes', params: { names } }])
  }) // prettier-ignore

  test('a kill that the report calls no crash is none; other signals stay', () => {
    const fields: [string, string][] = [['isSimulated', '1']]
    expect(ended({ type: 'EXC_CRASH', signal: 'SIGKILL' }, { fields })?.id).toBe('signal-exc-crash')
    expect(ended({ signal: 'SIGKILL' }, { fields })).toBeUndefined()
    expect(ended({ signal: 'SIGKILL' }, { fields: [['isSimulated', '0']] })?.id).toBe('signal-sigkill')
    for (const signal of ['SIGABRT', 'SIGTERM', 'SIGTRAP'])
      expect(ended({ signal }, { fields })?.id, signal).toBe(`signal-${signal.toLowerCase()}`)
  })

  test('the places around a trap and around an abort', () => {
    const trap = ended({ signal: 'SIGTRAP' }, { calls: ['open'] })?.params
    expect(trap).toMatchObject({
      hasStack: true,
      isHandled: false,
      isUnnamed: false,
      hasSystem: true,
      mayBeCall: false,
    })
    expect(trap).not.toHaveProperty('hasMessage')
    expect(ended({ signal: 'SIGILL' })?.params).toMatchObject({ isUnnamed: true, hasSystem: false, mayBeCall: true })
    const abort = ended({ signal: 'SIGABRT' }, { info: ['no till'] })?.params
    expect(abort).toMatchObject({ hasOwn: false, isHandled: false, hasMessage: true })
    expect(abort).not.toHaveProperty('hasStack')
    expect(ended({ signal: 'SIGTERM' })?.params).not.toHaveProperty('hasMessage')
  })

  test.each<[ExceptionInfo, string[], boolean, boolean]>([
    [{ signal: 'SIGTRAP' }, [], false, false],
    [{ type: 'EXC_BREAKPOINT' }, [], false, false],
    [{ signal: 'SIGILL' }, [], true, false],
    [{ type: 'EXC_BAD_INSTRUCTION' }, [], true, false],
    [{ signal: 'SIGILL' }, ['open'], false, true],
    [{ type: 'EXC_BAD_INSTRUCTION' }, ['open'], false, true],
  ])(
    '%j in %j: whether a wild call may end there, and whether a library is called',
    (exception, calls, wild, library) => {
      expect(ended(exception, { calls })?.params).toMatchObject({ mayBeCall: wild, hasLibrary: library })
    },
  )

  test.each(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])('%s that code sent', (signal) => {
    const found = ended({ type: 'EXC_CRASH', signal }, { calls: ['raise'] })
    expect(found).toMatchObject({ id: 'signal-sent', kind: 'shown', grade: 'proved' })
    expect(found?.params).toMatchObject({ name: signal, isSender: true })
    expect(found?.grounds).toEqual([{ code: 'codes', params: { names: ['EXC_CRASH', signal] } }])
  })
})

const trapped = (registers: Readonly<Record<string, bigint>>, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(signals, { arch: 'x86_64', registers: new Map(Object.entries(registers)), ...parts })

describe('traps of Intel processors, where a report has registers alone', () => {
  test.each([
    [3n, 'breakpoint'],
    [6n, 'opcode'],
    [13n, 'protection'],
  ])('number %s: %s', (number, trap) => {
    for (const name of ['trap', 'trapno']) {
      const found = trapped({ [name]: number, err: 0x1fn, cr2: 0x77n })
      expect(found).toMatchObject({ id: 'processor-trap', kind: 'shown', grade: 'proved', params: { trap } })
      expect(found?.grounds).toEqual([
        { code: 'processor-trap', params: { number: Number(number), error: '0x1f', address: undefined } },
      ])
    }
    const fields: [string, string][] = [['Trap Number', `${number}`], ['Error Code', '0x1f (more)']]
    expect(trapped({}, { fields })?.grounds[0]?.params).toMatchObject({ number: Number(number), error: '0x1f' })
    expect(trapped({ trap: number }, { exception: { codes: '0x1' } })).toBeUndefined()
    expect(trapped({ trap: number }, { termination: { namespace: 'OBJC' } })).toBeUndefined()
    expect(trapped({ trap: number }, { arch: 'arm64' })).toBeUndefined()
    expect(trapped({ trap: number })?.grounds[0]?.params['error']).toBeUndefined()
  }) // prettier-ignore

  /** Bits of the error code: Intel's manual, volume 3, 4.7. */
  test.each([
    [0x0n, 'read', false],
    [0x4n, 'read', false],
    [0x5n, 'read', true],
    [0x6n, 'write', false],
    [0x7n, 'write', true],
    [0x14n, 'execute', false],
    [0x15n, 'execute', true],
    [0x16n, 'execute', false],
  ])('a page fault with the error %s', (err, touch, isPresent) => {
    const found = trapped({ trap: 14n, err, cr2: 0x1234n })
    expect(found).toMatchObject({ id: 'processor-page-fault', kind: 'shown', grade: 'likely' })
    expect(found?.params).toMatchObject({ touch, isPresent, address: '0x1234' })
    expect(found?.grounds).toEqual([
      { code: 'processor-trap', params: { number: 14, error: `0x${err.toString(16)}`, address: '0x1234' } },
    ])
  })

  test('a page fault without its registers, and numbers that say nothing', () => {
    expect(trapped({ trap: 14n })?.params).toMatchObject({ touch: 'read', isPresent: false, address: undefined })
    for (const number of [0n, 1n, 2n, 4n, 5n, 7n, 12n, 15n, 133n]) expect(trapped({ trap: number })).toBeUndefined()
    for (const value of ['x3', '3x', '', '-3', '0x'])
      expect(trapped({}, { fields: [['Trap Number', value]] }), value).toBeUndefined()
    expect(trapped({}, { fields: [['My Trap Number', '3']] })).toBeUndefined()
    for (const value of ['3', '0x3', '3 (more)', '0X3'])
      expect(trapped({}, { fields: [['Trap Number', value]] })?.id, value).toBe('processor-trap')
  })
})
