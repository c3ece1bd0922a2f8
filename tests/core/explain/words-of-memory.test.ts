/** Failed accesses: each code, number and word with its statement, its figures, and what comes near it. */
import { describe, expect, test } from 'vitest'
import { memoryAccess, namedAccess, saidOfMemory } from '../../../src/core/explain/rules-memory.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { accessed, ENDS, FAR, statedBy, type AccessParts, type Stated } from '../../support/rule-families.ts'

describe('what the system says of an access', () => {
  test.each([
    ['page-unreadable', 10n, 'KERN_MEMORY_ERROR'],
    ['tag-check', 0x106n, 'EXC_ARM_MTE_TAGCHECK_FAIL'],
    ['tag-canonical', 0x107n, 'EXC_ARM_MTE_CANONICAL_FAIL'],
    ['quarantine', 63_470n, '0xf7ee'],
  ])('%s, code %s', (id, number, code) => {
    const found = accessed(saidOfMemory, FAR, number)
    expect(found).toMatchObject({ id, kind: 'said', grade: 'proved', params: { address: '0x123456780' } })
    expect(found?.grounds).toEqual([{ code: 'access-code', params: { code, address: '0x123456780' } }])
    const words = { codes: `0x${number.toString(16)}` }
    expect(statedBy(saidOfMemory, { exception: { ...ENDS.access, ...words, rawCodes: [number] } })?.params['address']).toBeUndefined()
    expect(statedBy(saidOfMemory, { exception: { ...ENDS.trap, rawCodes: [number, FAR] } })).toBeUndefined()
  }) // prettier-ignore

  test.each([
    ['stack-exceeded', 'Thread stack size exceeded due to excessive recursion', undefined],
    ['stack-exceeded', 'Thread stack size exceeded', undefined],
    [
      'stack-guard-of-other',
      'Bad access in stack guard region for thread 12 but crash was associated with thread 0',
      undefined,
    ],
    ['page-in-error', 'FS pagein error: 5 Input/output error', undefined],
    ['page-in-error', 'an FS page-in error:22', 'FS page-in error:22'],
    [
      'pointer-authentication-possible',
      'at 0x41 (possible pointer authentication failure)',
      '(possible pointer authentication failure)',
    ],
    ['garbage-pointer', 'Attempted to dereference garbage pointer 0x4f2.', 'dereference garbage pointer 0x4f2'],
    ['garbage-pointer', 'dereference garbage pointer', undefined],
  ])('%s: %s', (id, line, text = line) => {
    for (const exception of [{ subtype: line }, { message: line }]) {
      const found = accessed(saidOfMemory, FAR, 1n, { exception })
      expect(found).toMatchObject({ id, kind: 'said', grade: 'proved' })
      if (id !== 'stack-exceeded') expect(found?.params).toMatchObject({ text })
      if (id === 'pointer-authentication-possible') expect(found?.params['isPossible']).toBe(true)
      expect(found?.grounds).toEqual([{ code: 'report-says', params: { text: line } }])
    }
    expect(statedBy(saidOfMemory, { exception: { ...ENDS.trap, subtype: line } })).toBeUndefined()
  })

  test.each([
    'my Thread stack size exceeded',
    'my Bad access in stack guard region for thread 1',
    'Bad access in stack guard region for thread x',
    'FS pagein error: x',
    'pagein error: 5',
    'possible pointer authentication failure',
    'dereference a garbage pointer',
  ])('%j says nothing of the memory', (subtype) => {
    expect(accessed(saidOfMemory, FAR, 1n, { exception: { subtype } })).toBeUndefined()
  })

  test('a garbage pointer in the words of a library', () => {
    const line = 'Attempted to dereference garbage pointer 0x4f2.'
    const found = accessed(saidOfMemory, FAR, 1n, { info: [line], calls: ['open'] })
    expect(found).toMatchObject({ id: 'garbage-pointer', params: { text: 'dereference garbage pointer 0x4f2' } })
    expect(found?.params).toMatchObject({ isOwn: false, hasLine: false, hasThreads: false })
    expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: line } }])
    for (const other of [`my ${line}`, 'Attempted to dereference garbage pointer x'])
      expect(accessed(saidOfMemory, FAR, 1n, { info: [other] })).toBeUndefined()
  })
})

/** A data abort: class 0x24 or 0x25, and bit 6 for a write. Arm's manual, ESR_EL1. */
const abort = (kind: bigint, isWrite: boolean): bigint => (kind << 26n) | (isWrite ? 0x40n : 0n)

describe('what the numbers of an access show', () => {
  test('a pointer that was not authenticated', () => {
    const esr = 0x1cn << 26n
    const found = accessed(memoryAccess, FAR, 1n, { registers: { esr } })
    expect(found).toMatchObject({ id: 'pointer-authentication', kind: 'shown', registers: ['esr'] })
    expect(found?.grounds).toEqual([{ code: 'authentication-fault', params: { esr: '0x70000000' } }])
    const byCode = accessed(memoryAccess, FAR, 0x105n)
    expect(byCode).toMatchObject({ id: 'pointer-authentication', params: { address: '0x123456780' }, registers: [] })
    expect(byCode?.grounds).toEqual([
      { code: 'access-code', params: { code: 'EXC_ARM_PAC_FAIL', address: '0x123456780' } },
    ])
  })

  test('a system call that touched the memory', () => {
    const esr = 0x15n << 26n
    const inKernel = { innermostImage: 'libsystem_kernel.dylib', registers: { esr } }
    const found = accessed(memoryAccess, FAR, 1n, inKernel)
    expect(found).toMatchObject({ id: 'access-in-call', kind: 'shown', registers: ['esr'] })
    expect(found?.grounds).toEqual([{ code: 'syndrome-of-call', params: { esr: '0x54000000' } }])
    expect(accessed(memoryAccess, FAR, 1n, { ...inKernel, innermostImage: 'libsystem_c.dylib' })).toBeUndefined()
    expect(accessed(memoryAccess, FAR, 1n, { ...inKernel, registers: { esr: 0x24n << 26n } })).toBeUndefined()
  })

  test.each([
    ['WTFCrash', 'WTFCrash'],
    ['WTFCrashWithInfo(int, char const*, char const*, int)', 'WTFCrashWithInfo'],
    [
      'facebook::hermes::detail::hermesFatalErrorHandler(void*, bool)',
      'facebook::hermes::detail::hermesFatalErrorHandler',
    ],
    ['mozalloc_abort(char const*)', 'mozalloc_abort'],
  ])('%s makes an access on purpose', (name, ender) => {
    const found = accessed(memoryAccess, 0n, 1n, { calls: [name] })
    expect(found).toMatchObject({ id: 'ended-by-access', kind: 'shown', grade: 'likely', params: { ender } })
    expect(found?.grounds).toEqual([{ code: 'frame-is', params: { frame: 0, function: name } }])
    expect(accessed(memoryAccess, 0n, 1n, { calls: [`till_${name}`] })?.id).toBe('null-dereference')
    expect(accessed(memoryAccess, 0n, 1n, { calls: ['till_weigh', name] })?.id).toBe('null-dereference')
  })

  test.each([
    [undefined, undefined],
    [abort(0x24n, false), 'read'],
    [abort(0x24n, true), 'write'],
    [abort(0x25n, true), 'write'],
    [abort(0x25n, false), 'read'],
    [abort(0x20n, true), undefined],
    [abort(0x3cn, true), undefined],
  ])('an access at 0 with the syndrome %s is a %s', (esr, access) => {
    const registers = { pc: 0x1_04cc_8000n, ...(esr !== undefined && { esr }) }
    const found = accessed(memoryAccess, 0n, 1n, { registers })
    expect(found).toMatchObject({ id: 'null-dereference', kind: 'shown', params: { offset: 0, access, mayBeJump: false } })
    expect(found?.grounds).toEqual([{ code: 'bad-access', params: { address: '0x0', offset: 0, access } }])
    const named = accessed(namedAccess, FAR, 1n, { registers })
    expect(named).toMatchObject({ id: 'invalid-access', kind: 'none', params: { address: '0x123456780', access } })
  }) // prettier-ignore

  test('an access at 0 is none of a pointer where something else shows another base', () => {
    const at0 = (code = 1n, more: AccessParts = {}): string | undefined => accessed(memoryAccess, 0n, code, more)?.id
    expect(at0(2n)).toBe('null-dereference')
    expect(at0(13n, { arch: 'x86_64' })).toBeUndefined()
    expect(at0(1n, { calls: ['objc_msgSend'], registers: { x0: 0x1_0000n } })).toBeUndefined()
    expect(at0(1n, { calls: ['objc_msgSend'], registers: { x0: 0xffffn } })).toBe('null-dereference')
    expect(at0(1n, { base: 0x60n })).toBeUndefined()
    expect(at0(1n, { base: 0n })).toBe('null-dereference')
    expect(at0(1n, { exception: { message: 'possible pointer authentication failure' } })).toBeUndefined()
    expect(at0(1n, { exception: { message: 'Attempted to dereference garbage pointer' } })).toBeUndefined()
  })

  test('a call of null', () => {
    const found = accessed(memoryAccess, 0n, 1n, { registers: { pc: 0n } })
    expect(found).toMatchObject({ id: 'null-call', kind: 'shown', grade: 'proved', registers: ['pc'] })
    expect(found?.grounds.map(({ code }) => code)).toEqual(['pc-is-null', 'bad-access'])
    expect(accessed(memoryAccess, 0n, 1n, { arch: 'x86_64', registers: { rip: 0n } })?.registers).toEqual(['rip'])
    expect(accessed(memoryAccess, 8n, 1n, { registers: { pc: 0n } })).toBeUndefined()
    expect(accessed(memoryAccess, 0n, 0x101n, { registers: { pc: 0n } })?.id).toBe('alignment')
  })

  const text = '  ->  __TEXT  101024000-101058000 [  208K] r--/r-- SM=COW  Shop'.replace('->', '--->')
  test('code that may not run, and a jump into nothing', () => {
    const jump = (code: bigint, region: readonly string[] = [], more: AccessParts = {}): Stated | undefined =>
      accessed(memoryAccess, FAR, code, { registers: { pc: FAR }, region: [...region], ...more })
    const found = jump(2n, [text])
    expect(found).toMatchObject({ id: 'code-not-runnable', kind: 'shown', registers: ['pc'] })
    expect(found?.grounds).toEqual([
      { code: 'pc-at-fault', params: { address: '0x123456780' } },
      { code: 'access-code', params: { code: 'KERN_PROTECTION_FAILURE', address: '0x123456780' } },
    ])
    expect(jump(2n, [text.replace('__TEXT', '__DATA')])).toMatchObject({
      id: 'jump-nowhere',
      params: { isMapped: true },
    })
    expect(jump(2n, [text.replace('__TEXT', '__TEXTS')])?.id).toBe('jump-nowhere')
    expect(jump(2n, [`${text.replace('__TEXT', '__DATA')} ${text}`])?.id).toBe('jump-nowhere')
    expect(jump(1n, [text])).toMatchObject({ id: 'jump-nowhere', kind: 'shown', params: { isMapped: false } })
    expect(jump(10n)).toBeUndefined()
    const refused = { exception: { message: 'possible pointer authentication failure' } }
    expect(jump(1n, [], refused)).toBeUndefined()
    expect(jump(2n, [text], refused)?.id).toBe('protection')
    const intel = jump(1n, [], { arch: 'x86_64', registers: { rip: FAR } })
    expect(intel).toMatchObject({ id: 'jump-nowhere', registers: ['rip'] })
  })

  test.each([
    [0x18n, 24],
    [1n, 1],
    [0xffffn, 65_535],
  ])('a field of null at %s', (address, offset) => {
    const hex = `0x${address.toString(16)}`
    const found = accessed(memoryAccess, address, 1n, { base: 0n, registers: { esr: abort(0x24n, true) } })
    expect(found).toMatchObject({ id: 'null-dereference', kind: 'shown', params: { offset, access: 'write' } })
    expect(found?.grounds).toEqual([{ code: 'bad-access', params: { address: hex, offset, access: 'write' } }])
    expect(accessed(memoryAccess, address)).toBeUndefined()
    expect(accessed(memoryAccess, address + 0x1_0000n, 1n, { base: 0n })).toBeUndefined()
  })

  test('codes of alignment and of protection', () => {
    for (const [code, name] of [[0x101n, 'EXC_ARM_DA_ALIGN'], [0x103n, 'EXC_ARM_SP_ALIGN']] as const) {
      const found = accessed(memoryAccess, FAR, code)
      expect(found).toMatchObject({ id: 'alignment', kind: 'shown', params: { isOwn: false } })
      expect(found?.grounds[0]?.params['code']).toBe(name)
    }
    expect(accessed(memoryAccess, FAR, 2n)).toMatchObject({ id: 'protection', params: { address: '0x123456780' } })
    for (const address of [1n, 0xfffn]) expect(accessed(memoryAccess, address, 2n)?.id).toBe('null-page')
    expect(accessed(memoryAccess, 0x1000n, 2n)?.id).toBe('protection')
    expect(accessed(memoryAccess, 0xfffn, 1n)).toBeUndefined()
    expect(accessed(memoryAccess, FAR, 2n, { region: ['---> STACK GUARD 1-2'] })).toBeUndefined()
    for (const message of ['in stack guard region for thread 1', 'a possible stray access'])
      expect(accessed(memoryAccess, FAR, 2n, { exception: { message } }), message).toBeUndefined()
  }) // prettier-ignore
})

const SP = 0x1_6d00_0000n

describe('the end of a stack', () => {
  const near = (distance: bigint, more: AccessParts = {}, code = 1n): Stated | undefined =>
    accessed(memoryAccess, SP - distance, code, { registers: { sp: SP }, ...more })
  const guard = '---> STACK GUARD 16c000000-16c004000 [16K]'
  const pointer = { code: 'at-stack-pointer', params: { address: '0x16cfffff0', sp: '0x16d000000' } }

  test('its guard near the stack pointer', () => {
    const found = near(0x10n, { region: [guard] })
    expect(found).toMatchObject({ id: 'stack-overflow', kind: 'shown', grade: 'proved', registers: ['sp'] })
    expect(found?.grounds).toEqual([pointer, { code: 'stack-guard', params: {} }])
    expect(near(-0x10n, { region: [guard] })?.id).toBe('stack-overflow')
    expect(near(0xf_ffffn, { region: [guard.replace('STACK GUARD', 'Stack Guard')] })?.id).toBe('stack-overflow')
    expect(near(0x10_0000n, { region: [guard] })).toBeUndefined()
    expect(near(0x10n, { region: ['---> STACK'] })).toBeUndefined()
    for (const name of ['rsp', 'esp'])
      expect(near(0x10n, { arch: 'x86_64', region: [guard], registers: { [name]: SP } })?.registers).toEqual(['rsp'])
    expect(near(0x10n, { region: [guard], exception: { message: 'a possible stray access' } })).toBeUndefined()
  })

  test('a guard that the system names as another thread’s', () => {
    for (const words of ['...for thread', 'stack guard for thread']) {
      const of = (id: number): string => `${guard} ---/rwx SM=NUL  ${words} ${id}`
      expect(near(0x10n, { region: [of(0)] })?.id).toBe('stack-overflow')
      expect(near(0x10n, { region: [of(1)] })).toBeUndefined()
      // The crashed thread is cut off, and the head of the report names it.
      const line = `---> STACK GUARD  0000000180000000-00000001bf800000 [ 56.0M] ---/rwx SM=NUL  ${words} 3`
      const cut = (key: string, value: string): string | undefined => {
        const exception = { type: 'EXC_BAD_ACCESS', signal: 'SIGBUS', address: runtimeAddress(0x1_bf7f_fffcn) }
        return statedBy(memoryAccess, { exception, region: [line], fields: [[key, value]] }, { threads: [] })?.id
      }
      expect(cut('Crashed Thread', '3  Dispatch queue: till')).toBe('stack-overflow')
      expect(cut('Crashed Thread', '1')).toBeUndefined()
      expect(cut('Triggered by Thread', '33')).toBeUndefined()
    }
  })

  test('calls that repeat', () => {
    const found = near(0x10n, { rounds: 10 })
    expect(found).toMatchObject({ id: 'stack-overflow', grade: 'likely', params: { function: 'Cart.count' } })
    expect(found?.grounds).toEqual([pointer, { code: 'recursion', params: { functions: ['Cart.count'], count: 10 } }])
    expect(near(0x10n, { rounds: 9 })).toBeUndefined()
    expect(near(0x10_0000n, { rounds: 40 })).toBeUndefined()
  })

  test('a deep stack just beyond its end', () => {
    const calls = Array.from({ length: 500 }, (_, at) => `level ${at}`)
    const found = near(0x10n, { calls })
    expect(found).toMatchObject({ id: 'stack-overflow', grade: 'likely' })
    expect(found?.grounds).toEqual([pointer, { code: 'stack-is-deep', params: { frames: 500 } }])
    expect(near(0n, { calls })?.id).toBe('stack-overflow')
    expect(near(0xffffn, { calls })?.id).toBe('stack-overflow')
    expect(near(0x1_0000n, { calls })).toBeUndefined()
    expect(near(-1n, { calls })).toBeUndefined()
    expect(near(0x10n, { calls: calls.slice(1) })).toBeUndefined()
  })

  test('the region of a stack that allows nothing', () => {
    const line = '---> Stack  0000000180000000-00000001bf800000 [ 56.0M] ---/rwx SM=NUL'
    const at = (address: bigint, region = line): string | undefined =>
      accessed(memoryAccess, address, 1n, { region: [region] })?.id
    expect(at(0x1_bf7f_fffcn)).toBe('stack-overflow')
    expect(at(0x1_bf7f_0000n)).toBe('stack-overflow')
    expect(at(0x1_bf7f_fffcn, `${line.replace('Stack ', 'STACK GUARD ')}  ...for thread 0`)).toBe('stack-overflow')
    expect(at(0x1_bf7f_fffcn, `${line.replace('Stack ', 'STACK GUARD ')}  ...for thread 12`)).toBeUndefined()
    expect(at(0x1_bf7e_ffffn)).toBeUndefined()
    expect(at(0x1_bf80_0000n)).toBeUndefined()
    expect(at(0x1_bf7f_fffcn, line.replace('---/', 'rw-/'))).toBeUndefined()
    expect(at(0x1_bf7f_fffcn, line.replace('Stack', 'Stacked'))).toBeUndefined()
    // A stack that grows touches what is near its pointer, and chkstk what is farther below.
    const sp = (value: bigint, calls: string[] = []): string | undefined =>
      accessed(memoryAccess, 0x1_bf7f_fffcn, 1n, { region: [line], registers: { sp: value }, calls })?.id
    expect(sp(0x1_bfff_0000n)).toBeUndefined()
    expect(sp(0x1_bfff_0000n, ['___chkstk_darwin'])).toBe('stack-overflow')
    expect(sp(0x1_bf80_0000n)).toBe('stack-overflow')
    const found = accessed(memoryAccess, 0x1_bf7f_fffcn, 1n, { region: [line] })
    expect(found).toMatchObject({ grade: 'likely', grounds: [{ code: 'stack-guard', params: {} }] })
  })

  test('the words of R', () => {
    for (const line of ['segfault from C stack overflow', 'C stack usage  7971092 is too close to the limit']) {
      const found = statedBy(memoryAccess, { info: [line] })
      expect(found).toMatchObject({ id: 'r-stack', kind: 'said', params: { text: line.replace('  ', ' ') } })
      expect(statedBy(memoryAccess, { info: [`my ${line}`] })).toBeUndefined()
    }
    expect(statedBy(memoryAccess, { info: ['C stack usage x is too close to the limit'] })).toBeUndefined()
  })
})

describe('an access in plain words', () => {
  test('a general protection fault', () => {
    const found = accessed(namedAccess, 0n, 13n, { arch: 'x86_64' })
    expect(found).toMatchObject({ id: 'general-protection', kind: 'none', params: { isOwn: false } })
    expect(found?.grounds).toEqual([{ code: 'general-protection', params: {} }])
  })

  test.each<readonly [bigint, string | undefined]>([
    [1n, 'KERN_INVALID_ADDRESS'],
    [9n, 'KERN_MEMORY_FAILURE'],
    [0x77n, '0x77'],
    [0n, undefined],
  ])('the code %s', (number, code) => {
    const found = accessed(namedAccess, FAR, number)
    expect(found).toMatchObject({ id: 'invalid-access', kind: 'none' })
    const address = '0x123456780'
    const ground = code === undefined ? { code: 'faulting-at', params: { address } } : { code: 'access-code', params: { code, address } }
    expect(found?.grounds).toEqual([ground])
  }) // prettier-ignore

  test('the word of a signal is printed as it is', () => {
    const found = accessed(namedAccess, FAR, 1n, { exception: { subtype: 'SEGV_MAPERR' } })
    expect(found?.grounds[0]?.params['code']).toBe('SEGV_MAPERR')
  })
})
