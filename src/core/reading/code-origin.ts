/** Whose code a frame is, finer than own or not: who may be blamed, and who only carried, reported or ran it. */
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { isRuntimeCall } from '../model/runtime-calls.ts'
import { trustedCalls } from './lines.ts'
import { isOwnFrame, isSystemFrame } from './own-code.ts'

/**
 * The app itself, a framework or library that it ships, an extension; who writes reports of crashes; a language's runtime; the
 * system, the same in a simulator, the kernel. `unknown` where neither path, name nor symbols tell.
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
  /^(?:[-+]\[(?:KSCrash|BSG|Bugsnag|Sentry|PLCrash|BITCrash|FIRCLS|CLS|Crashlytics|Bugly|MSACCrash|MSCrash|UMCrash)\w*[ (]|_?(?:ks(?:crash|mach|sig|bt|cm|mc)\w*_\w|sentrycrash|bsg_|plcrash_|FIRCLS|_{0,2}CLS[A-Z]\w|CPPExceptionTerminate$))|^_?\w*(?:[uU]n(?:caught|handled)_?[eE]xception_?[hH]andler|[sS]ignal_?[hH]andler)\w*(?:\(|$)/

const SIMULATOR = /\.simruntime\/|RuntimeRoot\/|\/CoreSimulator\//
const KERNEL = /\.kext\/|^\/System\/Library\/Kernels\//

/** Whether a frame is of what wrote the report: its image, or a function of it that the app links in. */
function isReporter(imageName: string, calls: readonly Call[], process: string | undefined): boolean {
  const concrete = calls.at(-1)
  return (
    (imageName !== process && REPORTER_IMAGE.test(imageName)) ||
    (concrete !== undefined && REPORTER_CALL.test(concrete.function))
  )
}

/** Whether an image is the runtime of a language, by its name. */
export const isRuntimeImage = (name: string | undefined): boolean => RUNTIME_IMAGE.test(name ?? '')

/** Whose code a frame is. The one place that tells. */
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
  if (calls.length > 0 && calls.every(isRuntimeCall)) return 'runtime'
  if (/\.appex\//.test(path)) return 'extension'
  // Xcode puts the code of a debug build into a library beside the program.
  if (name === process || name.endsWith('.debug.dylib')) return 'app'
  return /\.framework\/|\.dylib$|\.bundle\//.test(path || name) ? 'framework' : 'app'
}
