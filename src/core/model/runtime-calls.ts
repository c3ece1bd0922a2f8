/** Calls inside the user's functions that are not their author's: traps, runtime entries, inlined library code. */
import type { Call } from './image.ts'

const TRAP =
  /^(?:Swift runtime failure\b|_checkExpectedExecutor\b|(?:Swift\.)?_?(?:assertionFailure|fatalErrorMessage|preconditionFailure|fatalError|precondition|assert)\b|_{0,2}swift_|_{1,3}assert_rtn|abort$|abort_message|default_terminate_handler|_?_?pthread_kill|-\[NSObject(?:\(NSObject\))? doesNotRecognizeSelector:\]|_?objc_(?:exception_(?:re)?throw|terminate)|_{1,2}exceptionPreprocess|_{2,3}forwarding_{2,3}|_?_CF_forwarding_prep_\d|__cxa_(?:throw|rethrow|bad_cast|bad_typeid|throw_bad_array_new_length|call_unexpected|pure_virtual)\b|_?Unwind_(?:RaiseException|Resume)|-\[NSException raise\]|\+\[NSException raise:|xamarin_|mono(?:touch)?_|-\[__MonoMac_|[-+]\[\S+ xamarin[A-Z]|(?:re)?throw_exception$|wrapper_(?:runtime_invoke|managed_to_native)_|native_to_managed_trampoline_|(?:System|UIKit|Foundation|AppKit|Mono|Xamarin|ObjCRuntime)_[A-Z]\w*_\w|(?:std::)?(?:__\w+::)?(?:_*terminate\b|__throw_\w)|_?objc_terminate|rust_(?:panic|begin_unwind)|__rustc::|core::panicking::|core::(?:option|result)::(?:unwrap|expect)_failed|std::panicking::|std::rt::|std::(?:sys|process)::(?:\w+::)*(?:abort|__rust_end_short_backtrace)|(?:specialized )?_(?:conditionallyBridge|bridge)|__(?:a|ub|t)san_|__sanitizer|(?:invocation function for block in )?(?:facebook::(?:react|jsi|hermes)|hermes)::|Kotlin_|ThrowException|kotlin\.native\.internal)/

/** React Native's own classes; modules of users begin with RCT, too. */
const RCT =
  '(?:Assert|BatchedBridge|Bridge|ComponentData|Convert|CxxBridge|CxxMethod|CxxModule|CxxUtils|DisplayLink|EventDispatcher|ExceptionsManager|(?:Get|Set)?Fatal\\w*|ImageLoader|JavaScriptLoader|JSCExecutor|JSIExecutor\\w*|LogBox|MessageThread|ModuleData|ModuleMethod|NativeModule|Networking|ObjcExecutor|Profile|RedBox|RootView|Timing|TouchHandler|TurboModule\\w*|UIManager\\w*|WebSocket)'
const REACT_NATIVE_CALL = new RegExp(`^(?:(?:__\\d+)?[-+]\\[RCT${RCT}[ (]|RCT${RCT}$)`)
const REACT_NATIVE_FILE = new RegExp(`(?:^|/)RCT${RCT}\\.(?:mm?|h|cpp)$`)

const SWIFT_LIBRARY =
  /^(?:(?:specialized |protocol witness for |generic specialization )*)(?:Swift\.)?_?(?:Array|ArraySlice|ContiguousArray|ArrayBuffer|ContiguousArrayBuffer|SliceBuffer|Dictionary|NativeDictionary|Set|NativeSet|String|StringGuts|Substring|Optional|Range|ClosedRange|Collection|RandomAccessCollection|BidirectionalCollection|Sequence|Int\d*|UInt\d*|Double|Float|FixedWidthInteger|BinaryInteger|UnsafeMutable\w*Pointer|Unsafe\w*Pointer|Slice|Unmanaged)\b(?:<.*>)?\./

/** Not the author's: a trap, an entry of a runtime, or the body of a library function inlined into theirs. */
export function isRuntimeCall(call: Call): boolean {
  if (TRAP.test(call.function) || REACT_NATIVE_CALL.test(call.function)) return true
  if (call.file !== undefined && REACT_NATIVE_FILE.test(call.file)) return true
  if (!call.inlined || !SWIFT_LIBRARY.test(call.function)) return false
  return call.file === undefined || /<compiler-generated>|\/stdlib\/|^\/Applications\/Xcode/.test(call.file)
}
