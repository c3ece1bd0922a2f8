/** Panics and the words of the dynamic linker: each form with its facts, and forms that come near it. */
import { describe, expect, test } from 'vitest'
import { kernel, kernelCauses, loading } from '../../../src/core/explain/rules-system.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { ENDS, statedBy, type Stated } from '../../support/rule-families.ts'

const HEAD = 'panic(cpu 1 caller 0xfff): '
const panicOf = (words: string, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(kernel, { exception: { type: 'panic', reason: words }, ...parts })

describe('panics', () => {
  test.each([
    ['forced-reset', 'btn_rst', ''],
    ['forced-reset', 'Forced Reset of the device', ''],
    [
      'panic-watchdog',
      'userspace watchdog timeout: no successful checkins from logd',
      'no successful checkins from logd',
    ],
    ['panic-watchdog', 'watchdog timeout : remoted', 'remoted'],
    ['panic-watchdog', 'Watchdog timeout:remoted  service returned not alive with context', 'remoted'],
    ['panic-watchdog', 'no checkins from WindowServer in 120 seconds', 'no checkins from WindowServer in 120 seconds'],
    ['panic-watchdog', 'no successful checkin from logd', 'no successful checkin from logd'],
    ['panic-launchd', 'initproc exited -- exit reason namespace 2', ''],
    ['panic-launchd', 'launchd exited', ''],
  ])('%s: %s', (id, words, subject) => {
    for (const text of [words, HEAD + words, `first line\n${words}`]) {
      const found = panicOf(text)
      expect(found).toMatchObject({ id, kind: 'said', grade: 'proved', params: { subject } })
      expect(found?.grounds).toEqual([{ code: 'quoted', params: { text: text.replace(/\s+/g, ' ') } }])
    }
  })

  test.each(['xbtn_rst', 'watchdog is timed out', 'casino checkins from logd', 'myinitproc exited', 'nolaunchd exits'])(
    '%s is a panic of another cause',
    (words) => {
      expect(panicOf(words)?.id).toBe('panic')
    },
  ) // prettier-ignore

  test.each([
    ['WDOG reset asserted (flag set in iBoot panic header)', 'WDOG reset asserted (flag set in iBoot panic header)'],
    ['Unexpected SoC (system) watchdog reset occurred\nmore', 'Unexpected SoC (system) watchdog reset occurred'],
    ['unforced reset', 'unforced reset'],
  ])('%s is a reset, and no panic of the kernel', (words, subject) => {
    expect(panicOf(words)).toMatchObject({ id: 'panic-reset', kind: 'said', params: { subject } })
    expect(panicOf(HEAD + words)?.id).toBe('panic')
  })

  test.each([
    [`${HEAD}something unheard of\nDebugger message: panic`, 'something unheard of'],
    ['panic(cpu 1): \nsomething unheard of', 'something unheard of'],
    ['strange words\nmore', 'strange words'],
    [`x${HEAD}later`, 'later'],
    [HEAD + 'x'.repeat(280), `${'x'.repeat(239)}…`],
  ])('the words of %j', (words, text) => {
    expect(panicOf(words)).toMatchObject({ id: 'panic', kind: 'said', params: { text } })
  })

  test('a report without words, or of another kind, has no panic', () => {
    expect(panicOf(' ')).toBeUndefined()
    expect(statedBy(kernel, { exception: { type: 'kernel', reason: 'initproc exited' } })).toBeUndefined()
    expect(statedBy(kernel, { exception: { type: 'PANIC', reason: 'initproc exited' } })?.id).toBe('panic-launchd')
  })

  test.each([
    ['com.apple.driver.AppleTill', false],
    ['mach_kernel', false],
    ['kernel', false],
    ['kernel.release.t8103', false],
    ['com.vendor.driver.Till', true],
    ['my.com.apple.driver', true],
    ['com.appleseed', true],
    ['org.till-maker.driver_2', true],
    ['kernels', false],
    ['com.apple.', false],
    ['com.vendor.driver Till', false],
    ['???', false],
  ])('a call of %s is of another maker’s extension: %s', (innermostImage, hasOthers) => {
    expect(panicOf('something', { innermostImage })?.params).toMatchObject({ hasOthers })
  })

  test.each([
    ['iPhone OS 26.1 (23B85)', false],
    ['iOS 17.0', false],
    ['macOS 14.5 (23F79)', true],
    ['', true],
  ])('extensions of other makers on %s: %s', (os, hasOthers) => {
    const header = { fields: [], ...(os !== '' && { os }) }
    const exception = { type: 'panic', reason: 'something' }
    const found = statedBy(kernel, { exception, innermostImage: 'com.vendor.driver.Till' }, { header })
    expect(found?.params).toMatchObject({ hasOthers })
  })
})

const causesOf = (words: string, parts: Partial<Draft> = {}): readonly Stated[] =>
  kernelCauses.flatMap((family) => statedBy(family, { exception: { type: 'panic', reason: words }, ...parts }) ?? [])

describe('causes of panics', () => {
  test.each([
    ['panic-hardware', 'SError interrupt'],
    ['panic-hardware', 'Machine Check at 0x1'],
    ['panic-hardware', 'AppleANS2Controller: command timeout'],
    ['panic-hardware', 'NVMe: error'],
    ['panic-hardware', 'a nand failure'],
    ['panic-hardware', 'uncorrectable ECC error'],
    ['panic-memory', 'Kernel tag check fault'],
    ['panic-memory', 'use-after-free of an object'],
    ['panic-memory', 'element modified after free (off:0)'],
    ['panic-memory', 'zone kalloc.16 is corrupt'],
    ['panic-memory', 'zone bound checks'],
  ])('%s: %s', (id, words) => {
    const found = causesOf(words)
    expect(found.map((one) => one.id)).toEqual([id])
    expect(found[0]).toMatchObject({ kind: 'possible', grade: 'possible' })
    expect(found[0]?.params['hasStack']).toBe(id === 'panic-memory' ? true : undefined)
  })

  test.each(['SErrors', 'demachine checked', 'NVMes', 'bandnand', 'necce', `zone ${'x'.repeat(50)} corrupt`])(
    '%s suggests nothing',
    (words) => {
      expect(causesOf(words)).toEqual([])
    },
  )

  test.each<readonly [words: string, parts: Partial<Draft>, address: string | undefined]>([
    ['Kernel data abort. at pc 0x1', { registers: new Map([['far', 0xd8n]]) }, '0xd8'],
    ['Kernel trap, type 14=page fault', { fields: [['Fault CR2', '0x0000000000000fff, more']] }, '0xfff'],
    ['Kernel data abort', { fields: [['Fault CR2', '0xd8']], registers: new Map([['far', 0x10n]]) }, '0xd8'],
    ['Kernel data abort', { fields: [['Fault CR2', 'none']], registers: new Map([['far', 0x10n]]) }, '0x10'],
    [
      'Kernel data abort',
      {
        fields: [
          ['My Fault CR2', '0xd8'],
          ['Fault CR2s', '0xd8'],
        ],
      },
      undefined,
    ],
    ['Kernel data abort', { fields: [['Fault CR2', '0x1000']] }, undefined],
    ['Kernel data abort', {}, undefined],
    ['backpage fault', { fields: [['Fault CR2', '0xd8']] }, undefined],
  ])('an access of the kernel: %s with %j', (words, parts, address) => {
    const [found] = causesOf(words, parts)
    expect(found?.id).toBe(address === undefined ? undefined : 'panic-null')
    if (address === undefined) return
    expect(found).toMatchObject({ kind: 'shown', grade: 'likely', params: { address, offset: Number(address) } })
    expect(found?.grounds.at(-1)).toEqual({ code: 'faulting-at', params: { address } })
  })
})

const linked = (words: string, parts: Partial<Draft> = {}): Stated | undefined =>
  statedBy(loading, { exception: { ...ENDS.abort }, info: [words], ...parts })

const library = (path: string, ...rest: readonly string[]): Stated | undefined =>
  linked([`Library not loaded: ${path}`, ...rest].join('\n'))

describe('the dynamic linker and a library', () => {
  const USER = '/private/var/Shop.app/Shop'

  test('its name, its user and the reason', () => {
    const found = library(
      '@rpath/Pay.framework/Pay',
      `  Referenced from: <1B-2C> ${USER}`,
      '  Reason: tried: no such file',
    )
    expect(found).toMatchObject({ id: 'dyld-library-missing', kind: 'said', grade: 'proved' })
    expect(found?.params).toMatchObject({
      name: 'Pay',
      failure: 'missing',
      hasReason: true,
      isOfSystem: false,
      path: 'run-path',
      isEmbedded: true,
      stage: 'run',
    })
    expect(found?.grounds).toEqual([
      {
        code: 'library-not-loaded',
        params: { library: '@rpath/Pay.framework/Pay', from: USER, reason: 'tried: no such file' },
      },
    ])
  })

  test.each<readonly [path: string, user: string, params: Readonly<Record<string, unknown>>]>([
    ['@rpath/Pay.framework/Pay', USER, { path: 'run-path', isEmbedded: true }],
    ['@rpath/Pay.framework/Pay', '/usr/local/bin/shop', { path: 'run-path', isEmbedded: false }],
    ['@rpath/libpay.dylib', USER, { name: 'libpay.dylib', path: 'run-path', isEmbedded: false }],
    ['@executable_path/Pay.framework/Pay', '/x/Shop.appex/Shop', { path: 'fixed', isEmbedded: true }],
    ['/x/Shop.app/Pay.framework/Pay', USER, { path: 'fixed', isEmbedded: true }],
    ['/opt/Pay.framework/Pay', USER, { path: 'fixed', isEmbedded: false }],
    ['/System/Library/Frameworks/Pay.framework/Pay', USER, { path: 'system', isOfSystem: true, isEmbedded: false }],
    ['/usr/lib/libpay.dylib', USER, { path: 'system', isOfSystem: true }],
    ['/usr/local/lib/libpay.dylib', USER, { path: 'fixed', isOfSystem: false }],
    ["'/usr/lib/libpay.dylib'", USER, { name: 'libpay.dylib', path: 'system', isOfSystem: true }],
    ['libpay.dylib', USER, { name: 'libpay.dylib', path: 'fixed', isOfSystem: false }],
  ])('the place of %s, of %s', (path, user, params) => {
    expect(library(path, `Referenced from: ${user}`, 'Reason: image not found')?.params).toMatchObject(params)
  })

  test.each([
    ['image not found', 'missing'],
    ["tried: '/x/Pay' (no such file)", 'missing'],
    ['Pay does not exist', 'missing'],
    ["tried: '/x/Pay' (not found)", 'missing'],
    ["tried: '/x/Pay' (errno=13), not found", 'unusable'],
    ['no suitable image found.  Did find:\n\t/x/Pay: truncated', 'unusable'],
    ['something unheard of', 'unusable'],
    [
      "tried: '/x/Pay' (mach-o file, but is an incompatible architecture (have 'x86_64', need 'arm64'))",
      'architecture',
    ],
    ['wrong architecture', 'architecture'],
    ['mach-o, but wrong filetype', 'architecture'],
    ['code signature invalid', 'signature'],
    ['code signature missing, code signature invalid', 'signature'],
    ['mapping process and mapped file (non-platform) have different Team IDs', 'signature'],
    ['code signature in (x) not valid for use in process', 'signature'],
    ['mapping process is a platform binary', 'signature'],
    ['no code signature', 'unsigned'],
    ['code signature missing', 'unsigned'],
    ['code object is not signed at all', 'unsigned'],
    ['the file is unsigned', 'unsigned'],
    ['unsigned, and different Team IDs', 'signature'],
  ])('the reason %j: %s', (reason, failure) => {
    expect(library('@rpath/Pay', `Reason: ${reason}`)?.params['failure']).toBe(failure)
  })

  test('the reason of the file that was found goes before the list', () => {
    const found = library(
      '@rpath/Pay',
      'Reason: no suitable image found.  Did find:',
      '\t/usr/lib/Pay: mach-o, but wrong architecture',
    )
    expect(found?.params).toMatchObject({ failure: 'architecture', hasReason: true, isOfSystem: true })
    expect(found?.grounds[0]?.params['reason']).toBe('mach-o, but wrong architecture')
  })

  test('the title of the linker stands in for a lost reason', () => {
    const title = (indicator: string): Stated | undefined =>
      statedBy(loading, { termination: { namespace: 'DYLD', code: 1n, indicator } })
    expect(title('Library missing: @rpath/Pay')?.params).toMatchObject({ failure: 'unusable', hasReason: false })
    expect(title('Library missing\nLibrary not loaded: @rpath/Pay')?.params['failure']).toBe('missing')
    expect(title('Code Signature\nLibrary not loaded: @rpath/Pay\nReason: not found')?.params['failure']).toBe('signature')
    expect(title('No Code Signature here\nLibrary not loaded: @rpath/Pay\nReason: not found')?.params['failure']).toBe('missing')
  }) // prettier-ignore

  test('a stack of the linker alone is of a launch', () => {
    for (const innermostImage of ['dyld', 'dyld_sim', 'libdyld.dylib', 'libsystem_kernel.dylib', 'libsystem_c.dylib'])
      expect(linked('Library not loaded: @rpath/Pay', { innermostImage })?.params['stage']).toBe('launch')
    for (const innermostImage of ['mydyld', 'libsystem_m.dylib', 'Shop'])
      expect(linked('Library not loaded: @rpath/Pay', { innermostImage })?.params['stage']).toBe('run')
  })
})

describe('the dynamic linker and a symbol', () => {
  const symbol = (...lines: readonly string[]): Stated | undefined =>
    linked(['Symbol not found: _pay ', ...lines].join('\n'))

  test.each([
    [undefined, '/x/Shop.app/Shop', undefined],
    ['flat namespace', '/x/Shop.app/Shop', 'flat'],
    ["'flat namespace'", '/x/Shop.app/Shop', 'flat'],
    ['/x/Shop.app/Frameworks/Pay', '/x/Shop.app/Shop', 'program'],
    ['/x/Shop.appex/Pay', '/x/Shop.app/Shop', 'program'],
    ['@rpath/Pay', '/x/Shop.app/Shop', 'program'],
    ['my@rpath/Pay', '/x/Shop.app/Shop', 'other'],
    ['/usr/lib/libpay.dylib', '/x/Shop.app/Shop', 'system'],
    ['/System/Library/Frameworks/Pay', undefined, 'system'],
    ['/usr/lib/libpay.dylib', '/usr/lib/libshop.dylib', 'other'],
    ['/opt/libpay.dylib', '/x/Shop.app/Shop', 'other'],
  ])('expected in %s by %s', (expected, user, home) => {
    const found = symbol(
      ...(user === undefined ? [] : [`  Referenced from: <1B> ${user}`]),
      ...(expected === undefined ? [] : [`  Expected in: <2C> ${expected}`]),
    )
    expect(found).toMatchObject({ id: 'dyld-symbol-missing', kind: 'said', params: { symbol: '_pay', home } })
    expect(found?.grounds).toEqual([{ code: 'symbol-not-found', params: { symbol: '_pay', from: user, expected } }])
  })

  test('its other titles, and words that come near them', () => {
    const title = (indicator: string): Stated | undefined =>
      statedBy(loading, { termination: { namespace: 'DYLD', code: 4n, indicator } })
    expect(title('Symbol missing _pay')).toMatchObject({ id: 'dyld-symbol-missing', params: { symbol: '_pay' } })
    expect(title('Symbol not found _pay')?.params['symbol']).toBe('_pay')
    expect(title('Symbol lost: _pay')).toMatchObject({ id: 'dyld', params: { code: 4, reason: 'Symbol lost: _pay' } })
  })
})

describe('other words of the dynamic linker', () => {
  test('on a console', () => {
    const found = linked('dyld: unknown required load command 0x80000022 ')
    expect(found).toMatchObject({
      id: 'dyld',
      kind: 'said',
      params: { reason: 'unknown required load command 0x80000022' },
    })
    expect(found?.grounds).toEqual([
      { code: 'quoted', params: { text: 'dyld: unknown required load command 0x80000022' } },
    ])
    expect(linked('dyld: x', { innermostImage: 'dyld' })?.params['stage']).toBe('launch')
    expect(linked('my dyld: x')).toBeUndefined()
    expect(linked('my Library not loaded: x')).toBeUndefined()
    expect(linked('dyld[42]: Library not loaded: @rpath/Pay')?.id).toBe('dyld-library-missing')
    expect(linked(`dyld: ${'x'.repeat(200)}`)?.params['reason']).toBe('x'.repeat(140))
  })

  test('the namespace alone', () => {
    const bare = statedBy(loading, { termination: { namespace: 'DYLD', code: 6n } })
    expect(bare).toMatchObject({ id: 'dyld', params: { code: 6, reason: undefined, stage: 'run' } })
    expect(bare?.grounds).toEqual([{ code: 'namespace-is', params: { namespace: 'DYLD' } }])
    const told = statedBy(loading, { termination: { namespace: 'DYLD', indicator: `Bad\n${'x'.repeat(200)}` } })
    expect(told?.params).toMatchObject({ code: undefined, reason: 'Bad' })
    expect(told?.grounds[0]?.code).toBe('quoted')
    const noted = statedBy(loading, { termination: { namespace: 'DYLD' }, info: [`${'y'.repeat(200)}\nmore`] })
    expect(noted?.params['reason']).toBe('y'.repeat(140))
    expect(statedBy(loading, { termination: { namespace: 'EXEC', code: 6n } })).toBeUndefined()
  })
})
