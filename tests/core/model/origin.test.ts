import { expect, test } from 'vitest'
import { originOfPath } from '../../../src/core/model/origin.ts'

test.each([
  ['/private/var/containers/Bundle/Application/1/Shop.app/Shop', 'app'],
  ['/private/var/containers/Bundle/Application/1/Shop.app/Frameworks/Pay.framework/Pay', 'app'],
  // Put there by Xcode: the runtime, not the user's work.
  ['/private/var/containers/Bundle/Application/1/Shop.app/Frameworks/libswiftCore.dylib', 'system'],
  ['/private/var/containers/Bundle/Application/1/Shop.app/Frameworks/libswiftos.dylib', 'system'],
  ['/private/var/containers/Bundle/Application/1/Shop.app/Frameworks/libclang_rt.asan_ios_dynamic.dylib', 'system'],
  ['/Users/ana/Shop.app/Contents/Frameworks/libswiftness.dylib', 'app'],
  ['/usr/lib/swift/libswiftCore.dylib', 'system'],
  ['/System/Library/Frameworks/UIKit.framework/UIKit', 'system'],
  ['Shop', undefined],
  [undefined, undefined],
])('%s', (path, origin) => {
  expect(originOfPath(path)).toBe(origin)
})
