/** Checks of Swift: the runtime's sentences in each form of its lines, the compiler's names, and words that come near them. */
import { describe, expect, test } from 'vitest'
import { swiftTraps, swiftWords, trapCauses } from '../../../src/core/explain/rules-swift.ts'
import type { Family } from '../../../src/core/explain/rule.ts'
import type { Draft } from '../../support/planted-facts.ts'
import { ENDS, statedBy, type EndName, type Stated } from '../../support/rule-families.ts'

const trap = { exception: { ...ENDS.trap } }
const said = (line: string, end: EndName = 'trap', format = 'made'): Stated | undefined =>
  statedBy(swiftWords, { exception: { ...ENDS[end] }, info: [line] }, { format })

/** Sentences of Swift's runtime and standard library, and words that are not quite theirs. */
const listed: readonly (readonly [id: string, texts: readonly string[], near?: readonly string[]])[] = [
  ['swift-nil-implicit', ['Unexpectedly found nil while implicitly unwrapping an Optional value']],
  [
    'swift-nil',
    [
      'Unexpectedly found nil while unwrapping an Optional value',
      'unexpectedly found nil while unwrapping an Optional value',
    ],
  ],
  ['swift-string-index', ['String index is out of bounds']],
  [
    'swift-index',
    [
      'Index out of range',
      'Array index is out of range',
      'ContiguousArray index is out of range',
      'Negative Array index is out of range',
      'Index out of bounds',
      'index is out of range',
    ],
  ],
  [
    'swift-empty',
    [
      "Can't remove first element from an empty collection",
      "Can't remove last element from an empty collection",
      "Can't remove more items from a collection than a collection has",
    ],
    ["Can't remove first", "Can't remove it from an empty collection"],
  ],
  ['swift-range', ['Range requires lowerBound <= upperBound', "Can't form Range with upperBound < lowerBound"]],
  [
    'swift-division',
    [
      'Division by zero',
      'Division by zero in quotient operation',
      'Division by zero in remainder operation',
      'Division results in overflow',
    ],
    ['Division by zero in another operation'],
  ],
  [
    'swift-conversion',
    [
      'Not enough bits to represent the passed value',
      'Double value cannot be converted to Int because it is either infinite or NaN',
      'Double value cannot be converted to UInt8 because the result would be less than UInt8.min',
      'Float value cannot be converted to Int64 because it is NaN',
      'Negative value is not representable',
    ],
    ['Double value cannot be converted to Intx because it is NaN', 'Double value cannot be converted to Int because '],
  ],
  [
    'swift-overflow',
    [
      'arithmetic overflow',
      'Arithmetic overflow',
      'Overflow in addition',
      'Overflow in subtraction',
      'Overflow in multiplication',
      'Overflow in division',
      'Overflow in negation',
    ],
    ['Overflow in another operation'],
  ],
  [
    'swift-try',
    [
      "'try!' expression unexpectedly raised an error",
      "'try!' expression unexpectedly raised an error: CartError.empty",
    ],
    ["'try!' expression unexpectedly raised an errors"],
  ],
  [
    'swift-unowned',
    [
      'Attempted to read an unowned reference but object 0x600 was already deallocated',
      'Attempted to read an unowned reference but the object was already deallocated',
    ],
    ['Attempted to read an unowned reference but an object'],
  ],
  [
    'swift-duplicates',
    [
      'Dictionary literal contains duplicate keys',
      "Duplicate keys of type 'Int' were found in a Dictionary.",
      'Duplicate elements of type x',
    ],
    ['Duplicate items of type x'],
  ],
  [
    'swift-initializer',
    ["Use of unimplemented initializer 'init(frame:)' for class 'Shop.Cart'"],
    ['Use of unimplemented initializer '],
  ],
  [
    'swift-executor',
    ['Incorrect actor executor assumption; expected MainActor', 'Incorrect actor executor assumption'],
  ],
]

const sentences = listed.map(([id, texts, near = []]) => [id, texts, near] as const)

/** Sentences whose end is free. */
const OPEN = new Set([
  'swift-conversion',
  'swift-duplicates',
  'swift-executor',
  'swift-initializer',
  'swift-try',
  'swift-unowned',
])

const own = (text: string): string => `Fatal error: ${text}`
const place = (text: string, before: string, behind: string): string => before + own(text) + behind

describe('sentences of the runtime', () => {
  test.each(sentences)('%s', (id, texts, near) => {
    for (const text of texts) {
      const forms = [
        own(text),
        place(text, 'Shop/Cart.swift:88: ', ''),
        place(text, '', ': file Shop/Cart.swift, line 7'),
        `Precondition failed: ${text}`,
        `Assertion failed: ${text}: file /x/Shop/Cart.swift, line 1234`,
        ` ${own(text)} `,
      ]
      for (const line of forms) {
        const found = said(line)
        expect(found, line).toMatchObject({ id, kind: 'said', grade: 'proved' })
        expect(found?.grounds).toEqual([{ code: 'trap-text', params: { text: line.trim() } }])
        expect(said(line, 'access')).toBeUndefined()
        expect(said(line, 'killed')?.id, line).toBe(id)
      }
      const others = [own(`my ${text}`), `my ${own(text)}`, ...(OPEN.has(id) ? [] : [own(`${text} here`)])]
      for (const line of others) expect(said(line)?.id, line).not.toBe(id)
    }
    for (const text of near) expect(said(own(text))?.id, text).toBe('swift-fatal')
  }) // prettier-ignore

  test.each([
    ['swift-cast', "Could not cast value of type 'A' (0x1f) to 'B' (0x2)."],
    ['swift-cast', "Could not cast value of type 'Shop.A' (0x1) to 'B' (0x2f)"],
    ['swift-continuation', 'SWIFT TASK CONTINUATION MISUSE: load() tried to resume its continuation more than once'],
    ['swift-unowned', 'Attempted to read an unowned reference but object 0x60 was already deallocated'],
    ['swift-exclusivity', 'Simultaneous accesses to 0x60f, but modification requires exclusive access.'],
  ])('%s without a beginning: %s', (id, line) => {
    expect(said(line)).toMatchObject({ id, kind: 'said' })
    expect(said(line)?.grounds).toEqual([{ code: 'trap-text', params: { text: line } }])
    expect(said(`my ${line}`)?.id).toBeUndefined()
    expect(said(line, 'access')).toBeUndefined()
  })

  test.each([
    "Could not cast value of type 'A' (x) to 'B' (0x2).",
    "Could not cast value of type 'A' (0x1) to 'B' (0x2). It",
    'SWIFT TASK CONTINUATION MISUSE: ',
    'Simultaneous accesses to x, but modification requires exclusive access.',
  ])('%j is a line of the runtime without a known sentence, or none', (line) => {
    expect([undefined, 'swift-fatal']).toContain(said(line)?.id)
  })

  test('old lines in small letters count where something makes them Swift’s', () => {
    const text = 'till is gone'
    expect(said(`fatal error: ${text}: file /x/Cart.swift, line 12`, 'abort')).toMatchObject({ id: 'swift-fatal', params: { text } })
    expect(said(`fatal error: ${text}: file /x/Cart.go, line 12`, 'abort')).toBeUndefined()
    expect(said(`fatal error: ${text}`, 'trap')).toBeUndefined()
    for (const word of ['fatal error', 'precondition failed', 'assertion failed'])
      expect(said(`${word}: ${text}`, 'trap', 'ips-crash'), word).toMatchObject({ id: 'swift-fatal', params: { text } })
    expect(said(`fatal error: ${text}`, 'abort', 'ips-crash')).toBeUndefined()
    expect(said('fatal error: Index out of range', 'abort')?.id).toBe('swift-index')
    expect(said(`my fatal error: ${text}`, 'trap', 'ips-crash')).toBeUndefined()
  }) // prettier-ignore
})

describe('a program’s own words', () => {
  test.each<readonly [line: string, text: string, check: string, library: string | undefined]>([
    ['Fatal error: the till is gone', 'the till is gone', 'fatal', undefined],
    ['Shop/Cart.swift:88: Precondition failed: no till', 'no till', 'precondition', undefined],
    ['Shop/Cart.swift:1: Assertion failed: no till', 'no till', 'assertion', undefined],
    ['SwiftUICore/View.swift:1: Fatal error: no till', 'no till', 'fatal', 'SwiftUICore'],
    ['Swift/Array.swift:45: Fatal error: no till', 'no till', 'fatal', 'Swift'],
    ['FoundationEssentials/Data+x.swift:45: Fatal error: no till', 'no till', 'fatal', 'FoundationEssentials'],
    ['_Concurrency/Task.swift:4: Fatal error: no till', 'no till', 'fatal', '_Concurrency'],
    ['MySwift/Array.swift:45: Fatal error: no till', 'no till', 'fatal', undefined],
    ['Swift/a/Array.swift:45: Fatal error: no till', 'no till', 'fatal', undefined],
    [
      'Fatal error: no till: file /AppleInternal/com.apple.xbs/Sources/Cart/Cart.swift, line 5',
      'no till',
      'fatal',
      'Cart',
    ],
    [
      'Fatal error: no till: file /AppleInternal/com.apple.xbs/Source/Cart/Cart.swift, line 5',
      'no till',
      'fatal',
      undefined,
    ],
    ['no till: file Swift/Array.swift, line 12', 'no till', 'fatal', undefined],
    [`Fatal error: ${'x'.repeat(300)}`, `${'x'.repeat(199)}…`, 'fatal', undefined],
  ])('%s', (line, text, check, library) => {
    const found = said(line)
    expect(found).toMatchObject({ id: 'swift-fatal', kind: 'said', params: { text, check, library } })
    expect(said(line, 'access')).toBeUndefined()
  })

  test.each([
    'Fatal error',
    'Fatal errors: no till',
    'Shop/Cart.swift:x: Fatal error: no till',
    'no till: file Shop/Array.swift, line 12',
    'no till: file Swift/Array.swift, line x',
    'Assertion failed: (till), function count, file cart.c, line 7.',
    'a note',
  ])('%j is no line of the runtime', (line) => {
    expect(said(line)).toBeUndefined()
  })
})

const NAME = 'Swift runtime failure: '
describe('the compiler’s name of a check', () => {
  const called = (end: EndName, ...calls: readonly string[]): Stated | undefined =>
    statedBy(swiftTraps, { exception: { ...ENDS[end] }, calls: [...calls] })

  test.each(sentences.filter(([, [text = '']]) => !/^(?:Attempted|Could)/.test(text)))('%s', (id, [text = '']) => {
    const found = called('trap', NAME + text, 'total')
    expect(found).toMatchObject({ id, kind: 'shown', grade: 'proved', params: { text } })
    expect(found?.grounds).toEqual([{ code: 'trap-text', params: { frame: 0, text: NAME + text } }])
    expect(found?.frames).toContain(0)
    expect(called('abort', NAME + text)).toBeUndefined()
    expect(called('trap', 'total', NAME + text)).toBeUndefined()
    expect(called('trap', `my ${NAME}${text}`)).toBeUndefined()
    for (const on of ['exception', 'termination'] as const) {
      const parts = { exception: { ...ENDS.trap, ...(on === 'exception' && { message: ` ${NAME}${text}` }) }, ...(on === 'termination' && { termination: { namespace: 'SIGNAL', indicator: NAME + text } }) }
      const words = statedBy(swiftWords, parts)
      expect(words, on).toMatchObject({ id, kind: 'said', params: { text } })
      expect(words?.grounds).toEqual([{ code: 'trap-text', params: { text: NAME + text } }])
    }
  }) // prettier-ignore

  test('a name that is new', () => {
    expect(called('trap', `${NAME}something new`)).toMatchObject({ id: 'swift-check', kind: 'shown', params: { text: 'something new' } })
    expect(called('trap', NAME)).toBeUndefined()
    const message = `${NAME}something new`
    expect(statedBy(swiftWords, { exception: { ...ENDS.trap, message } })?.id).toBe('swift-check')
    expect(statedBy(swiftWords, { exception: { ...ENDS.trap, message: `my ${message}` } })).toBeUndefined()
    expect(called('trap', `${NAME}${'x'.repeat(300)}`)?.params['text']).toBe(`${'x'.repeat(199)}…`)
  }) // prettier-ignore

  test.each(['_assertionFailure(_:_:file:line:flags:)', 'Swift._assertionFailure(x)', 'assertionFailure(x)', '_fatalErrorMessage(x)', 'Swift.fatalErrorMessage(x)', '$ss17_assertionFailure__4file'])(
    '%s',
    (name) => {
      const parts: Partial<Draft> = { ...trap, calls: [name], info: ['no till'] }
      expect(statedBy(swiftTraps, parts)).toMatchObject({ id: 'swift-assertion', kind: 'shown', params: { hasMessage: true } })
      expect(called('trap', name)?.params['hasMessage']).toBe(false)
      expect(called('trap', name)?.grounds).toEqual([{ code: 'frame-is', params: { frame: 0, function: name } }])
      expect(called('abort', name)).toBeUndefined()
      expect(called('trap', `my${name}`)).toBeUndefined()
      expect(called('trap', 'total', name)).toBeUndefined()
    },
  ) // prettier-ignore

  test('a name of nearly that form', () => {
    for (const name of ['_assertionFailure', '__assertionFailure(x)', '$ss18_assertionFailure', 'assertionFailures(x)'])
      expect(called('trap', name), name).toBeUndefined()
  })
})

describe('a trap in Swift’s library', () => {
  const [cause] = trapCauses as readonly [Family]
  const inSwift = { ...trap, innermostImage: 'libswiftCore.dylib' }
  test('is a possible check', () => {
    const found = statedBy(cause, { ...inSwift, calls: ['open'], info: ['no till'] })
    expect(found).toMatchObject({
      id: 'swift-runtime',
      kind: 'possible',
      grade: 'possible',
      params: { hasMessage: true },
    })
    expect(found?.grounds).toEqual([{ code: 'innermost-in-swift', params: { type: 'EXC_BREAKPOINT' } }])
    expect(found?.frames).toEqual([0])
    const bySignal = statedBy(cause, { ...inSwift, exception: { signal: 'SIGTRAP' } })
    expect(bySignal?.grounds[0]?.params).toEqual({ type: 'SIGTRAP' })
  })

  test('is none of another library, of another end, or where something else says it', () => {
    expect(statedBy(cause, { ...inSwift, innermostImage: 'libswiftFoundation.dylib' })).toBeUndefined()
    expect(statedBy(cause, { ...inSwift, exception: { ...ENDS.abort } })).toBeUndefined()
    expect(statedBy(cause, { ...inSwift, termination: { namespace: 'PAC_EXCEPTION' } })).toBeUndefined()
    expect(statedBy(cause, { ...inSwift, info: ['Fatal error: no till'] })).toBeUndefined()
    for (const [number, isOther] of [[0xc470n, true], [0xc471n, false], [0xc472n, true], [0xc473n, true]] as const) {
      const registers = new Map([['esr', (0x3cn << 26n) | number]])
      expect(statedBy(cause, { ...inSwift, registers }) === undefined, `${number}`).toBe(isOther)
    }
  }) // prettier-ignore
})
