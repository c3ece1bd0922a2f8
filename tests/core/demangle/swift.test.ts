import { expect, test } from 'vitest'
import { swiftDemangler } from '../../../src/core/demangle/swift/swift.ts'

/** Each row: the mangled name, its full form, its simplified form. */
const rows: readonly (readonly [mangled: string, full: string, simplified: string])[] = [
  ['$s4main3fooyyF', 'main.foo() -> ()', 'foo()'],
  ['_$s4main3fooyyF', 'main.foo() -> ()', 'foo()'],
  ['$s4main3foo3bar3bazySi_SStF', 'main.foo(bar: Swift.Int, baz: Swift.String) -> ()', 'foo(bar:baz:)'],
  ['$s4main1CC3fooyyFTo', '@objc main.C.foo() -> ()', '@objc C.foo()'],
  ['$s4main1SV1aSaySiGvp', 'main.S.a : [Swift.Int]', 'S.a'],
  ['$s4main1SV1aSDySSSiGSgvg', 'main.S.a.getter : [Swift.String : Swift.Int]?', 'S.a.getter'],
  ['$s4main3fooyyFyycfU_', 'closure #1 () -> () in main.foo() -> ()', 'closure #1 in foo()'],
  ['$s4main3fooyyFTm.cold.1', 'merged main.foo() -> () with unmangled suffix ".cold.1"', 'foo()'],
  ['$s4main3fooyyYaKF', 'main.foo() async throws -> ()', 'foo()'],
  ['$s4main3fooyyYaKFTY0_', '(1) suspend resume partial function for main.foo() async throws -> ()', 'foo()'],
  ['$s4main1SVMa', 'type metadata accessor for main.S', 'type metadata accessor for S'],
  ['$s4main3fooyyxlFSi_Tg5', 'generic specialization <Swift.Int> of main.foo<A>(A) -> ()', 'specialized foo<A>(_:)'],
]

test.each(rows)('%s', (mangled, full, simplified) => {
  expect(swiftDemangler.claims(mangled)).toBe(true)
  expect(swiftDemangler.demangle(mangled, 'full')).toBe(full)
  expect(swiftDemangler.demangle(mangled, 'simplified')).toBe(simplified)
})
