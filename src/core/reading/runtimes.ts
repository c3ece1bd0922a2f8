/**
 * The runtime or framework of a language that a frame is of. Apps carry it along, so its frames lie in the app's own images or in no image
 * at all, and yet nobody of the app wrote them.
 */
import type { Call } from '../model/image.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { Remembered } from '../model/remembered.ts'
import { languageOf } from './language.ts'
import { trustedCalls } from './lines.ts'

export const RUNTIMES = ['hermes', 'react-native', 'flutter', 'unity', 'dotnet', 'kotlin', 'go', 'rust'] as const
export type RuntimeKind = (typeof RUNTIMES)[number]

interface Mark {
  readonly kind: RuntimeKind
  readonly image?: RegExp
  readonly name?: RegExp
  readonly file?: RegExp
}

const REACT_MODULES =
  '(?:react-native|react|react-dom|react-reconciler|scheduler|metro-runtime|@react-native|@babel[\\/]runtime|promise|regenerator-runtime)'

/**
 * Modules of Rust's `std`: C++ has a `std` of its own, and a class `std::thread`. `core` and `alloc` are namespaces of C++ programs, too,
 * whose functions have a list of parameters at their end.
 */
const RUST_STD =
  'std::(?:(?:alloc|ascii|backtrace|backtrace_rs|collections|env|error|f32|f64|ffi|fs|hash::random|io|net|num|os|panic|panicking|path|personality|process|random|rt|sync|sys|sys_common|time)(?:::|$)|thread::(?!(?:join|joinable|detach|swap|get_id|native_handle|hardware_concurrency|thread|~thread|operator\\W)))'

/** The first that holds decides. Names are those of the function that was compiled, not of calls inlined into it. */
const MARKS: readonly Mark[] = [
  { kind: 'hermes', image: /^hermes$/, name: /^(?:facebook::hermes|hermes)::/ },
  {
    kind: 'react-native',
    image: /^React(?:Common|Native)?$/,
    name: /^(?:invocation function for block in )?(?:facebook::(?:react|jsi)::|RCT(?:Fatal|FatalException|Assert\w*|ConvertValue\w*)\b|[-+]\[RCT(?:Bridge|CxxBridge|BatchedBridge|CxxModule|ExceptionsManager|MessageThread|ModuleData|ModuleMethod|NativeModule|TurboModule\w*|Instance|DisplayLink|Timing|TouchHandler|UIManager\w*|EventDispatcher) |(?:__callFunction|__guard|__invokeCallback|callFunctionReturnFlushedQueue|invokeCallbackAndReturnFlushedQueue|callReactNativeMicrotasks|flushedQueue|_?callTimers?|_callReactNativeMicrotasksPass)$)/,
    file: new RegExp(`(?:^|[\\\\/])node_modules[\\\\/]${REACT_MODULES}[\\\\/]`),
  },
  {
    kind: 'flutter',
    image: /^Flutter(?:MacOS)?$/,
    name: /^(?:dart|flutter)::/,
    file: /^(?:dart:|org-dartlang-sdk:|package:flutter\/)|[\\/]flutter[\\/]packages[\\/]flutter[\\/]lib[\\/]/,
  },
  {
    kind: 'unity',
    name: /^_?(?:il2cpp(?:::|_)|RuntimeInvoker_\w|(?:Generic)?(?:Virtual|Interface)\w*Invoker\w*::|UnityEngine\.|UnityEditor\.|scripting_method_invoke\b|ScriptingInvocation::)/,
  },
  {
    kind: 'dotnet',
    image: /^(?:libmono[\w.-]*|Mono|libcoreclr\.dylib|libxamarin[\w.-]*|Xamarin(?:\.\w+)*)$/,
    name: /^(?:\(wrapper [\w-]+\) |_?(?:mono|xamarin|monoeg|interp|coreclr)_\w|(?:System|Mono|ObjCRuntime|UIKit|Foundation|Microsoft\.(?:Maui|Extensions|Win32|iOS))\.[A-Z])/,
  },
  {
    kind: 'kotlin',
    name: /^_?(?:kfun:kotlinx?[.#]|kotlin(?:x)?[.:]|Kotlin_\w|Konan_\w|(?:Init|Deinit)RuntimeIfNeeded\b|ThrowException\b|\(anonymous namespace\)::terminateWithUnhandledException)/,
  },
  { kind: 'go', name: /^(?:runtime(?:\/debug)?\.[\w(]|panic$|panic\()/ },
  {
    kind: 'rust',
    name: new RegExp(
      `^(?:<?${RUST_STD}|(?!.*\\)(?: const)?(?: ?&{1,2})?$)<?(?:core|alloc)::|rust_(?:begin_unwind|panic)\\b|__rust\\w*|_*rust_eh_personality\\b)`,
    ),
    file: /^\/rustc\/|[\\/]lib[\\/]rustlib[\\/]src[\\/]/,
  },
]

/** Calls of a runtime that throw or panic: their caller is where it happened. */
const THROWS =
  /^_?(?:RCTFatal\b|facebook::jsi::(?:JSError|throw)|hermes::vm::Runtime::raise|il2cpp_codegen_raise_|il2cpp::vm::Exception::Raise|mono_raise_exception|ThrowException\b|Kotlin_\w*[tT]hrow|runtime\.(?:go)?(?:panic|Panic|sigpanic|throw|fatal)\w*|panic(?:$|\()|(?:core|std)::panicking::|core::(?:option|result)::\w*failed|std::rt::begin_panic|rust_begin_unwind\b|__rust_start_panic\b|UnityEngine\.(?:Debug|Logger)\b)/

/** True if a call of a runtime throws. */
export const isRuntimeThrow = (call: Call): boolean => THROWS.test(call.function)

/** Undefined for code that is no runtime's, or not known to be. */
export function runtimeOf(symbolicated: SymbolicatedReport, frame: Frame): RuntimeKind | undefined {
  const { image } = frame
  const imageName = (image === undefined ? undefined : symbolicated.report.images[image]?.name) ?? frame.imageName ?? ''
  const call = trustedCalls(symbolicated, frame).at(-1)
  let first = markOfImage.of(imageName)
  if (call) {
    first = Math.min(first, markOfName(call.function), markOfName(call.mangled))
    if (call.file !== undefined) first = Math.min(first, markOfFile.of(call.file))
  }
  return MARKS[first]?.kind
}

/** A position after all marks. */
const NONE = MARKS.length

/** Position of the first mark that holds for this text. */
function markOf(part: 'image' | 'name' | 'file', text: string): number {
  const found = MARKS.findIndex((mark) => mark[part]?.test(text) === true)
  return found === -1 ? NONE : found
}

/** A program has few images and files, and each of many frames is in one. */
const markOfImage = new Remembered((name) => markOf('image', name))
const markOfFile = new Remembered((path) => markOf('file', path))

/** Holds where a mark of a name does: most names have none, and one expression says so. */
const MARKED_NAME = new RegExp(MARKS.flatMap(({ name }) => (name ? `(?:${name.source})` : [])).join('|'))

const markOfName = (name: string): number => (MARKED_NAME.test(name) ? markOf('name', name) : NONE)

/** True for a row in no image that code of the app has in another language than the system's: its name is one that people wrote. */
export function isManagedFrame(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return (
    frame.image === undefined &&
    frame.symbol !== undefined &&
    languageOf(symbolicated, frame) !== undefined &&
    runtimeOf(symbolicated, frame) === undefined
  )
}
