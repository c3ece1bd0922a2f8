/** Owner of a frame's code: a row for each case. */
import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Frame, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { originOfPath } from '../../../src/core/model/origin.ts'
import { codeOriginOf, type CodeOrigin } from '../../../src/core/reading/code-origin.ts'
import { buildReport, system, unresolved } from '../../support/report-builder.ts'

const bundle = '/private/var/containers/Bundle/Application/1/Shop.app'
const simulator = '/Library/Developer/CoreSimulator/Volumes/iOS_21A328/Library/Developer/CoreSimulator/Profiles'

/** A frame of an image at a path, or of none, with the name that the report prints. */
function frameOf(name: string, path: string | undefined, symbol?: string): readonly [SymbolicatedReport, Frame] {
  const { report } = buildReport([system('start')])
  const origin = originOfPath(path)
  const image = {
    index: 0,
    name,
    loadAddress: runtimeAddress(0x104cc8000),
    ...(path !== undefined && { path }),
    ...(origin && { origin }),
  }
  const frame: Frame = {
    id: 0,
    index: 0,
    kind: 'exact',
    address: runtimeAddress(0x104cc8010),
    image: 0,
    ...(symbol !== undefined && { symbol: { name: symbol } }),
  }
  const threads = [{ id: 0, crashed: true, frames: [frame] }]
  return [unresolved({ ...report, header: { process: 'Shop', fields: [] }, images: [image], threads }), frame]
}

test.each<[CodeOrigin, string, string | undefined, string?]>([
  ['app', 'Shop', `${bundle}/Shop`],
  ['app', 'Shop', undefined],
  ['app', 'Shop', `${bundle}/Shop`, '-[Cart add:]'],
  ['framework', 'Checkout', `${bundle}/Frameworks/Checkout.framework/Checkout`],
  ['framework', 'libpay.dylib', `${bundle}/Frameworks/libpay.dylib`],
  ['app', 'Shop.debug.dylib', `${bundle}/Shop.debug.dylib`],
  ['extension', 'Widget', `${bundle}/PlugIns/Widget.appex/Widget`],
  ['app', 'Shop', '/Applications/Shop.app/Contents/MacOS/Shop'],
  ['app', 'Shop', '/Users/ana/Library/Developer/CoreSimulator/Devices/1/data/Containers/Bundle/Shop.app/Shop'],
  ['reporter', 'Sentry', `${bundle}/Frameworks/Sentry.framework/Sentry`],
  ['reporter', 'KSCrashRecording', `${bundle}/Frameworks/KSCrashRecording.framework/KSCrashRecording`],
  ['reporter', 'Shop', `${bundle}/Shop`, 'ksmachexc_i_handleExceptions'],
  ['reporter', 'Shop', `${bundle}/Shop`, 'uncaughtExceptionHandler'],
  ['runtime', 'libmonosgen-2.0.dylib', `${bundle}/Frameworks/libmonosgen-2.0.dylib`],
  ['runtime', 'Flutter', `${bundle}/Frameworks/Flutter.framework/Flutter`],
  ['runtime', 'Shop', `${bundle}/Shop`, 'rust_panic'],
  ['runtime', 'Shop', `${bundle}/Shop`, 'mono_handle_exception'],
  ['runtime', 'Shop', `${bundle}/Shop`, 'RCTFatal'],
  ['runtime', 'Shop', `${bundle}/Shop`, '-[RCTCxxBridge handleError:]'],
  ['runtime', 'Shop', `${bundle}/Shop`, '__34-[RCTCxxBridge executeApplicationScript:]_block_invoke'],
  ['app', 'Shop', `${bundle}/Shop`, '-[RCTCalendarModule createEvent:]'],
  ['system', 'libswiftCore.dylib', `${bundle}/Frameworks/libswiftCore.dylib`],
  ['system', 'UIKitCore', '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore'],
  ['system', 'libobjc.A.dylib', '/usr/lib/libobjc.A.dylib'],
  ['system', 'XCTestCore', '/Applications/Xcode.app/Contents/Developer/Library/XCTestCore.framework/XCTestCore'],
  ['simulator', 'UIKitCore', `${simulator}/Runtimes/iOS 17.0.simruntime/Contents/Resources/RuntimeRoot/UIKitCore`],
  ['kernel', 'AGXG15P', '/System/Library/Extensions/AGXG15P.kext/AGXG15P'],
  ['kernel', 'kernel', '/System/Library/Kernels/kernel'],
  ['unknown', 'com.apple.UpdateBrainService', '/private/var/run/staging/com.apple.UpdateBrainService'],
  ['unknown', '', undefined],
])('%s: %s at %s, %s', (origin, name, path, symbol) => {
  expect(codeOriginOf(...frameOf(name, path, symbol))).toBe(origin)
})

test('a frame in no image is the app’s only where its row names the process', () => {
  const [report] = frameOf('Shop', `${bundle}/Shop`)
  const stray: Frame = { id: 1, index: 1, kind: 'return', address: runtimeAddress(16) }
  expect(codeOriginOf(report, stray)).toBe('unknown')
  expect(codeOriginOf(report, { ...stray, imageName: 'Shop' })).toBe('app')
  expect(codeOriginOf(report, { ...stray, imageName: 'Else' })).toBe('unknown')
})
