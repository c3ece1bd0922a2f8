/** Names that reading knows by a list: each of them, what may follow it, and what only resembles it. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { frameToBlame } from '../../../src/core/reading/blame.ts'
import { codeOriginOf, isRuntimeImage } from '../../../src/core/reading/code-origin.ts'
import { isOwnImage, isSurelySystem, isSystemFrame } from '../../../src/core/reading/own-code.ts'
import { app, buildReport, makeImage, makeReport, system, unresolved } from '../../support/report-builder.ts'

/** A frame of the app in an image of this name. */
function originOf(name: string, call?: string): string {
  const image = makeImage({ name, origin: 'app', loadAddress: runtimeAddress(0x1000) })
  const report = makeReport({
    header: { process: 'Shop', fields: [] },
    images: [image],
    rows: [{ address: 0x1010, image: 0, offset: 16, ...(call !== undefined && { symbol: { name: call, offset: 4 } }) }],
  })
  const [frame] = report.threads[0]!.frames
  return codeOriginOf(unresolved(report), frame!)
}

describe('images of reporters', () => {
  const open = ['KSCrash', 'Sentry', 'Bugsnag', 'Bugly', 'PLCrashReporter', 'HockeySDK', 'Raygun', 'UMCrash', 'Rollbar']
  const all = [...open, 'Instabug', 'Embrace', 'Crashlytics', 'FirebaseCrashlytics', 'CrashReporter']
  test.each([...all, 'AppCenterCrashes', 'DatadogCrashReporting'])('%s', (name) => {
    expect(originOf(name)).toBe('reporter')
    expect(originOf(`My${name}`)).toBe('app')
    expect(originOf(`${name}-x`)).toBe('app')
  })
  test.each([...open, 'Instabug', 'Embrace'])('%s with more words', (name) => {
    expect(originOf(`${name}Core`)).toBe('reporter')
  })
  test.each(['CrashlyticsX', 'CrashReporterX', 'AppCenterCrashesX', 'DatadogCrashReportingX'])('%s is none', (name) => {
    expect(originOf(name)).toBe('app')
  })
})

describe('functions of reporters', () => {
  const classes = [
    'KSCrash',
    'BSG',
    'Bugsnag',
    'Sentry',
    'PLCrash',
    'BITCrash',
    'FIRCLS',
    'CLS',
    'Crashlytics',
    'Bugly',
  ]
  test.each([...classes, 'MSACCrash', 'MSCrash', 'UMCrash'])('methods of %s', (name) => {
    expect(originOf('Shop', `-[${name} report]`)).toBe('reporter')
    expect(originOf('Shop', `+[${name}Helper(Own) report]`)).toBe('reporter')
    expect(originOf('Shop', `-[My${name} report]`)).toBe('app')
  })
  test.each([
    'ksmach_x',
    'kscrash_install',
    'kssignal_x',
    'ksbt_x',
    'kscm_x',
    'ksmc_x',
    'sentrycrash_x',
    'bsg_x',
    'plcrash_x',
    'FIRCLSHandler',
    'CLSHandler',
    '_CLSHandler',
    'CPPExceptionTerminate()',
    'uncaughtExceptionHandler',
    'my_unhandled_exception_handler(int)',
    'onSignalHandler',
    'signal_handler',
  ])('%s', (name) => {
    expect(originOf('Shop', name)).toBe('reporter')
  })
  test.each(['ksx_y', 'bsgx', 'CLSx2'.toLowerCase(), 'uncaughtHandler', 'signalHandle', 'CPPExceptionTerminateX'])(
    '%s is the app’s',
    (name) => {
      expect(originOf('Shop', name)).toBe('app')
    },
  )
})

test.each([
  ['libmonosgen-2.0.dylib', true],
  ['libmono', true],
  ['Mono', true],
  ['Monop', false],
  ['Xamarin', true],
  ['XamarinForms', true],
  ['Flutter', true],
  ['FlutterMacOS', true],
  ['FlutterX', false],
  ['hermes', true],
  ['hermesX', false],
  ['libclang_rt.asan', true],
  ['libswiftCore.dylib', true],
  ['libswiftCore', false],
  ['Shop', false],
  [undefined, false],
])('the image %s is a runtime’s: %s', (name, expected) => {
  expect(isRuntimeImage(name)).toBe(expected)
})

describe('event loops', () => {
  const blamed = (name: string): boolean => {
    const made = buildReport([system('objc_release'), system(name), app('main')])
    return frameToBlame(made, made.report.threads[0]!) !== undefined
  }
  test.each([
    '__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0__',
    '_CFRUNLOOP_IS_X',
    '__NSFireTimer',
    '__NSFireDelayedPerform',
    '__NSThreadPerformPerform',
    '_dispatch_main_queue_callback_4CF',
    'UIApplicationMain',
    '_UIApplicationMain',
    'NSApplicationMain',
    'NSExtensionMain',
    'WKExtensionMain',
    '-[NSApplication run]',
    'dispatch_main',
    'xpc_main',
    'static App.main()',
    'specialized static SwiftUI.App.main()',
    'ShopApp.main()',
    'SwiftUI.runApp<A>(_:)',
  ])('%s', (name) => {
    expect(blamed(name)).toBe(false)
  })
  test.each([
    'UIApplicationMainX',
    'myUIApplicationMain',
    'dispatch_mainly',
    'App.mainly()',
    'runApps',
    'CFRunLoopRun',
  ])('%s is none', (name) => {
    expect(blamed(name)).toBe(true)
  })
  const placed = (loop: string, start: string): boolean => {
    const images = [
      makeImage({ name: 'Shop', origin: 'app' }),
      makeImage({ index: 1, name: loop, origin: 'system' }),
      makeImage({ index: 2, name: start, origin: 'system' }),
    ]
    const rows = [1, 1, 0, 2].map((image, at) => ({ address: 0x1000 * at + 16, image, offset: 16 }))
    const made = unresolved(makeReport({ header: { process: 'Shop', fields: [] }, images, rows }))
    return frameToBlame(made, made.report.threads[0]!) === undefined
  }
  test.each([
    ['UIKit', 'dyld', true],
    ['UIKitCore', 'dyld', true],
    ['AppKit', 'dyld', true],
    ['SwiftUI', 'dyld_sim', true],
    ['SwiftUICore', 'libdyld.dylib', true],
    ['WatchKit', 'dyld', true],
    ['TVUIKit', 'dyld', true],
    ['GraphicsServices', 'dyld', true],
    ['HIToolbox', 'dyld', true],
    ['MyUIKit', 'dyld', false],
    ['AppKitX', 'dyld', false],
    ['UIKit', 'dyldx', false],
    ['UIKit', 'libdyldXdylib', false],
    ['UIKit', 'xdyld', false],
  ])('main between %s and %s: %s', (loop, start, isLoop) => {
    expect(placed(loop, start)).toBe(isLoop)
  })
})

describe('the system’s images by their names alone', () => {
  const status = (image: number) => ({ image, symbols: 'not-needed', reason: '', frames: 1, unnamed: 0 }) as const
  const made = (name: string, path?: string) => {
    const image = makeImage({ name, ...(path !== undefined && { path }) })
    const rows = [{ address: 0x10, image: 0, symbol: { name: 'f', offset: 4 } }]
    return {
      ...unresolved(makeReport({ images: [image], rows, header: { process: 'Shop', fields: [] } })),
      images: [status(0)],
    }
  }
  const surely = (name: string): boolean => {
    const one = made(name)
    return isSurelySystem(one, one.report.threads[0]!.frames[0]!)
  }
  const isFrameOfSystem = (name: string): boolean => {
    const one = made(name)
    return isSystemFrame(one, one.report.threads[0]!.frames[0]!)
  }
  const libraries = [
    'system_kernel',
    'System',
    'System.B',
    'dyld',
    'dispatch',
    'objc',
    'objc.A',
    'xpc',
    'c++',
    'c++abi',
    'c++.1',
  ]
  const more = [
    'swiftCore',
    'swift_Concurrency',
    'BacktraceRecording',
    'MainThreadChecker',
    'sqlite3',
    'icucore.A',
    'xml2.2',
    'z',
    'z.1',
  ]
  // The same without the number of a version, and the others.
  const bare = ['system', 'c++abi.1', 'icucore', 'xml2', 'bsm', 'sandbox', 'iconv', 'resolv', 'swiftA', 'swift_']
  const rare = ['TrueTypeScaler', 'CoreVMClient', 'BLAS', 'GPUSupport', 'GL', 'GLProgrammability']
  const last = [
    'bsm.0',
    'sandbox.1',
    'network',
    'MobileGestalt',
    'macho',
    'iconv.2',
    'resolv.9',
    'FontParser',
    'GPUSupportMercury',
    'GLImage',
  ]
  test.each([
    ...libraries,
    ...more,
    ...bare,
    ...rare,
    ...last,
    'vDSP',
    'LAPACK',
    'unwind',
    'compression',
    'corecrypto',
    'commonCrypto',
  ])('lib%s.dylib', (name) => {
    expect(surely(`lib${name}.dylib`)).toBe(true)
    expect(surely(`mylib${name}.dylib`)).toBe(false)
    // Names of runtimes may go on.
    expect(surely(`lib${name}.dylib.own`)).toBe(/^(?:objc|c\+\+)/.test(name))
    expect(isFrameOfSystem(`lib${name}.dylib`)).toBe(true)
  })
  test.each(['python3.9', 'c++.x', 'z.x', 'xml2.x', 'bsm.1', 'swiftcore', 'GPU', 'sqlite3x', 'objc.B'])(
    'lib%s.dylib is not known',
    (name) => {
      expect(surely(`lib${name}.dylib`)).toBe(/^(?:swift|objc|c\+\+)/.test(name))
      expect(isFrameOfSystem(`lib${name}.dylib`)).toBe(false)
    },
  )
  const frameworks = [
    'AppKit',
    'AVFoundation',
    'CFNetwork',
    'CoreData',
    'CoreFoundation',
    'CoreGraphics',
    'CoreText',
    'CoreUI',
  ]
  const others = [
    'Foundation',
    'GraphicsServices',
    'HIToolbox',
    'ImageIO',
    'Metal',
    'QuartzCore',
    'Security',
    'SwiftUI',
    'SwiftUICore',
  ]
  test.each([...frameworks, ...others, 'UIFoundation', 'UIKit', 'UIKitCore', 'WebCore', 'WebKit', 'dyld', 'dyld_sim'])(
    '%s',
    (name) => {
      expect(surely(name)).toBe(true)
      expect(isOwnImage(made(name), 0)).toBe(false)
      expect(surely(`${name}Plus`)).toBe(/^dyld/.test(name))
      expect(surely(`My${name}`)).toBe(false)
    },
  )
  test.each([
    ['com.apple.x', true],
    ['com.other.x', false],
    ['libpython3.9.dylib', false],
    ['libz.2.dylib', false],
    ['Core', false],
  ])('%s: %s', (name, expected) => {
    expect(surely(name)).toBe(expected)
  })
  test.each([
    ['libpython3.9.dylib', undefined, false],
    ['libsystem_c.dylib', undefined, true],
    ['libpython3.9.dylib', '/opaque/libpython3.9.dylib', true],
    ['com.shop.kit', undefined, false],
    ['de.shop.kit', undefined, false],
    ['xx.shop.kit', undefined, true],
    ['com.apple.kit', undefined, true],
    ['com.shop.kit.dylib', undefined, true],
    ['Kit', undefined, true],
  ])('a named frame of %s at %s is the system’s: %s', (name, path, expected) => {
    const one = made(name, path)
    expect(isSystemFrame(one, one.report.threads[0]!.frames[0]!)).toBe(expected)
  })
})
