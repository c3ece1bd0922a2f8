/** The owner of a frame's code: not just "own" or not, but app, framework, reporter, runtime and so on. */
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { callsOf, trustedCalls } from './lines.ts'
import { isOwnFrame, isSystemFrame } from './own-code.ts'

/**
 * The app itself, a framework or library that it ships, an extension; a crash reporter; a language's runtime; the system, the
 * system in a simulator, the kernel. `unknown` where path, name and symbols give no owner.
 */
export type CodeOrigin =
  'app' | 'framework' | 'extension' | 'reporter' | 'runtime' | 'system' | 'simulator' | 'kernel' | 'unknown'

/** Frameworks that write reports. */
const REPORTER_IMAGE =
  /^(?:KSCrash\w*|Sentry\w*|Bugsnag\w*|(?:Firebase)?Crashlytics|Bugly\w*|PLCrashReporter\w*|CrashReporter|AppCenterCrashes|HockeySDK\w*|Raygun\w*|DatadogCrashReporting|UMCrash\w*|Rollbar\w*|Instabug\w*|Embrace\w*)$/
/** Runtimes of languages that apps carry along. */
const RUNTIME_IMAGE =
  /^(?:libmono[\w.-]*|Mono|Xamarin\w*|Flutter|FlutterMacOS|hermes|libclang_rt[\w.-]*|libswift\w+\.dylib)$/
/** The functions of reporters that are linked into the app, and handlers of exceptions and signals by their usual names. */
const REPORTER_CALL =
  /^(?:[-+]\[(?:KSCrash|BSG|Bugsnag|Sentry|PLCrash|BITCrash|FIRCLS|CLS|Crashlytics|Bugly|MSACCrash|MSCrash|UMCrash)\w*[ (]|_?(?:ks(?:crash|mach|sig|bt|cm|mc)\w*_\w|sentrycrash|bsg_|plcrash_|FIRCLS|_{0,2}CLS[A-Z]\w|CPPExceptionTerminate(?:\(|$)))|^_?\w*(?:[uU]n(?:caught|handled)_?[eE]xception_?[hH]andler|[sS]ignal_?[hH]andler)\w*(?:\(|$)/

const SIMULATOR = /\.simruntime\/|RuntimeRoot\/|\/CoreSimulator\//
const KERNEL = /\.kext\/|^\/System\/Library\/Kernels\//

/** True for a crash reporter's code: its image, or its function linked into the app. */
function isReporter(imageName: string, calls: readonly Call[], process: string | undefined): boolean {
  const concrete = calls.at(-1)
  return (
    (imageName !== process && REPORTER_IMAGE.test(imageName)) ||
    (concrete !== undefined && REPORTER_CALL.test(concrete.function))
  )
}

/** True if the image's name is that of a language's runtime. */
export const isRuntimeImage = (name: string | undefined): boolean => RUNTIME_IMAGE.test(name ?? '')

/** The owner of a frame's code. No other function decides it. */
export function codeOriginOf(symbolicated: SymbolicatedReport, frame: Frame): CodeOrigin {
  const { report } = symbolicated
  const image = frame.image === undefined ? undefined : report.images[frame.image]
  const name = image?.name ?? frame.imageName ?? ''
  const path = image?.path ?? ''
  const { process } = report.header
  if (!isOwnFrame(symbolicated, frame)) {
    if (KERNEL.test(path) || (image !== undefined && /^(?:kernel|mach_kernel)$/.test(name))) return 'kernel'
    if (SIMULATOR.test(path)) return 'simulator'
    return isSystemFrame(symbolicated, frame) ? 'system' : 'unknown'
  }
  const calls = trustedCalls(symbolicated, frame)
  if (isReporter(name, calls, process)) return 'reporter'
  if (name !== process && isRuntimeImage(name)) return 'runtime'
  // A doubtful name of a runtime is enough to blame nobody.
  const printed = callsOf(symbolicated, frame)
  if (printed.length > 0 && printed.every(isRuntimeCall)) return 'runtime'
  if (/\.appex\//.test(path)) return 'extension'
  // Xcode puts the code of a debug build into a library beside the program.
  if (name === process || name.endsWith('.debug.dylib')) return 'app'
  return /\.framework\/|\.dylib$|\.bundle\//.test(path || name) ? 'framework' : 'app'
}
