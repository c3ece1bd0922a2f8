/** Possible causes of an access that failed: each number and call with its cause, and what excludes it. */
import { describe, expect, test } from 'vitest'
import { memoryCauses } from '../../../src/core/explain/rules-memory-causes.ts'
import type { Family } from '../../../src/core/explain/rule.ts'
import { accessed, FAR, type AccessParts, type Stated } from '../../support/rule-families.ts'

const [causes] = memoryCauses as readonly [Family]
const causeAt = (address: bigint, code = 1n, more: AccessParts = {}): Stated | undefined =>
  accessed(causes, address, code, more)

describe('possible causes', () => {
  const around = { isOwn: false, hasLine: false, hasThreads: false }
  test.each<readonly [bigint, bigint, AccessParts, string, string | undefined]>([
    [0x5555_5555_5555_5558n, 1n, {}, 'wild-pointer', 'pattern'],
    [0x6f77_206f_6c6c_6568n, 1n, {}, 'wild-pointer', 'text'],
    [0x45n, 1n, {}, 'wild-pointer', 'small'],
    [0x1n, 1n, {}, 'wild-pointer', 'small'],
    [0xffffn, 1n, {}, 'wild-pointer', 'small'],
    [FAR, 1n, {}, 'wild-pointer', 'unmapped'],
    [0x1_0000n, 1n, {}, 'wild-pointer', 'unmapped'],
    [0n, 13n, { arch: 'x86_64' }, 'wild-pointer', 'unreachable'],
    [0x18n, 1n, {}, 'null-dereference', undefined],
    [0xfffcn, 1n, {}, 'null-dereference', undefined],
  ])('at %s with the code %s and %j', (address, code, more, id, kind) => {
    const found = causeAt(address, code, more)
    expect(found).toMatchObject({ id, kind: 'possible', grade: 'possible', params: { ...around } })
    expect(found?.params['kind']).toBe(kind)
  })

  test('nothing is guessed where the system or an allocator says it', () => {
    for (const code of [0x101n, 0x106n, 0x107n, 10n, 50n, 63_470n]) {
      for (const address of [FAR, 0x5555_5555_5555_5558n, 0x18n, 0x45n])
        expect(causeAt(address, code), `${code} at ${address}`).toBeUndefined()
    }
    expect(causeAt(FAR, 0x100n)?.id).toBe('wild-pointer')
    expect(causeAt(FAR, 0x108n)?.id).toBe('wild-pointer')
    expect(causeAt(FAR, 2n)).toBeUndefined()
    const memoryError = { detector: 'guard-allocator', errorType: 'use-after-free' } as const
    for (const address of [FAR, 0x18n]) expect(causeAt(address, 1n, { memoryError })).toBeUndefined()
    expect(causeAt(FAR, 1n, { exception: { subtype: 'Thread stack size exceeded' } })).toBeUndefined()
    expect(causeAt(FAR, 1n, { info: ["thread 'main' has overflowed its stack"] })).toBeUndefined()
    expect(causeAt(FAR, 1n, { registers: { sp: FAR + 0x20n } })).toBeUndefined()
  })

  test('a field is of a null pointer only where a register may have held one', () => {
    const registers = (names: readonly string[], first: bigint) =>
      Object.fromEntries(names.map((name, at) => [name, at === 0 ? first : FAR]))
    const arm = ['x0', 'x1', 'x8', 'x19', 'x20', 'fp']
    for (const names of [arm, ['rax', 'rbx', 'rdi', 'rsi', 'r8', 'r15']]) {
      expect(causeAt(0x24n, 1n, { registers: registers(names, 0n) })?.id).toBe('null-dereference')
      const small = causeAt(0x24n, 1n, { registers: registers(names, 4n) })
      expect(small).toMatchObject({ id: 'wild-pointer', kind: 'possible', params: { kind: 'small' } })
    }
    // Few registers, and those of a handler, prove nothing.
    expect(causeAt(0x24n, 1n, { registers: registers(arm.slice(1), FAR) })?.id).toBe('null-dereference')
    expect(causeAt(0x24n, 1n, { registers: registers(['sp', 'lr', 'pc', 'cpsr', 'esr', 'far'], FAR) })?.id).toBe(
      'null-dereference',
    )
    expect(causeAt(0x24n, 1n, { calls: ['write_crash', '_sigtramp', 'sum'], registers: registers(arm, FAR) })?.id).toBe(
      'null-dereference',
    )
  })

  test('a freed object, with the selector that it was sent', () => {
    const found = causeAt(FAR, 1n, { calls: ['objc_msgSend'], info: ['objc_msgSend() selector name: openTill:'] })
    expect(found).toMatchObject({ id: 'freed-object', kind: 'possible', params: { isMessage: true, selector: 'openTill:' } })
    expect(found?.grounds).toEqual([
      { code: 'frame-is', params: { frame: 0, function: 'objc_msgSend' } },
      { code: 'selector', params: { selector: 'openTill:' } },
      { code: 'faulting-at', params: { address: '0x123456780' } },
    ])
    expect(found?.registers).toEqual(['x1'])
    for (const [name, isMessage] of [['objc_retain', false], ['objc_opt_class', true], ['lookUpImpOrForward', true], ['_CFRelease', false]] as const) {
      const other = causeAt(FAR, 1n, { calls: [name] })
      expect(other, name).toMatchObject({ id: 'freed-object', params: { isMessage }, registers: [] })
      expect(other?.grounds).toHaveLength(2)
    }
    for (const name of ['my_objc_msgSend', 'objc_alloc', 'free'])
      expect(causeAt(FAR, 1n, { calls: [name] })?.id, name).toBe('wild-pointer')
    expect(causeAt(FAR, 1n, { calls: ['open', 'objc_msgSend'] })?.id).toBe('wild-pointer')
  }) // prettier-ignore

  test('a message to an object whose class is a null pointer', () => {
    const of = (more: AccessParts) => causeAt(0x10n, 1n, { calls: ['objc_msgSend'], ...more })?.id
    expect(of({ registers: { x0: FAR } })).toBe('freed-object')
    expect(of({ registers: { x0: 0n } })).not.toBe('freed-object')
    expect(of({ registers: { x0: FAR }, calls: ['till_count'] })).not.toBe('freed-object')
  })

  test('a general protection fault in a message, for which the processor gives no address', () => {
    const found = causeAt(0n, 13n, { arch: 'x86_64', calls: ['objc_msgSend'] })
    expect(found).toMatchObject({ id: 'freed-object', kind: 'possible', grade: 'possible' })
    expect(found?.grounds).toEqual([
      { code: 'frame-is', params: { frame: 0, function: 'objc_msgSend' } },
      { code: 'general-protection', params: {} },
    ])
    expect(causeAt(0n, 13n, { arch: 'x86_64', calls: ['till_count'] })?.params).toMatchObject({ kind: 'unreachable' })
    expect(causeAt(0n, 0x101n, { calls: ['objc_msgSend'] })).toBeUndefined()
  })

  test('a stack that repeats, or is deep', () => {
    expect(causeAt(FAR, 1n, { rounds: 50 })).toMatchObject({ id: 'stack-overflow', params: { function: 'Cart.count' } })
    expect(causeAt(FAR, 1n, { rounds: 49 })?.id).toBe('wild-pointer')
    expect(causeAt(8n, 1n, { rounds: 50 })?.id).toBe('null-dereference')
    const calls = Array.from({ length: 500 }, (_, at) => `level ${at}`)
    expect(causeAt(FAR, 2n, { calls })?.id).toBe('stack-overflow')
    expect(causeAt(FAR, 1n, { calls })?.id).toBe('wild-pointer')
    expect(causeAt(FAR, 2n, { calls: calls.slice(1) })).toBeUndefined()
    expect(causeAt(FAR, 2n, { calls, registers: { sp: FAR + 0x20n } })).toBeUndefined()
  })
})
