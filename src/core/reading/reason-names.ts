/** Names of functions of the system that say why, or at which step, a program ended. */

/** Calls that throw, assert or report a failure: the frame below them is where it happened. */
export const THROW_NAMES =
  /^(?:__cxa_(?:throw|rethrow)|_?objc_exception_(?:throw|rethrow)|-\[NSException raise\]|\+\[NSException raise:.*|_{0,3}assert_rtn|-\[NSAssertionHandler handleFailure.*|_?malloc_(?:v?report|error_break|zone_error)|_?abort|__stack_chk_fail|_{2,3}forwarding_{2,3}|_?_CF_forwarding_prep_\d|-\[NSObject(?:\(\w+\))? doesNotRecognizeSelector:\])$/

/** Calls that say why or when the program ended. */
export const REASON_NAMES =
  /^_?(?:malloc_(?:report|vreport|zone_error)|_?\w*_Bug_Detected_\w*|_dispatch_bug\w*|dispatch_assert_queue\w*fail|__stack_chk_fail|_{0,2}assert_rtn|abort|__cxa_(?:throw|rethrow)|objc_exception_(?:re)?throw|swift_task_\w*[uU]nexpected\w*|os_unfair_lock_\w*(?:abort|corruption)\w*|_os_unfair_lock_\w*_abort|__DISPATCH_WAIT_FOR_QUEUE__|_?assertionFailure|exit|_{0,2}cxa_finalize\w*|dlclose|_{2}forwarding_{2,3}|_?CF_forwarding_prep_\d)\b|^std::(?:__1::)?(?:__)?terminate\b|^_objc_terminate\b|^\w*_BUG_IN_CLIENT_\w*$|^-\[NSObject(?:\(\w+\))? doesNotRecognizeSelector:\]|^[-+]\[NSException raise|^-\[NSAssertionHandler handleFailure|^(?:\w{1,80}::){0,8}(?:\w{0,80}fatal_?error\w{0,80}|reportOOM|oom|hermes_fatal)\b|^_{0,2}(?:objc_fatal|abort_message|WTFCrash|os_crash|xpc_api_misuse|CFRunLoopError_|CFThrow)\w{0,80}/i
