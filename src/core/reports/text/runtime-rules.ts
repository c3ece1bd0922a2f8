/** Sentences that the runtimes of languages print when they end a program: Go, Rust, Zig, Nim, Kotlin, Dart. */
import { CRASHLYTICS_HEADING } from '../../model/ended-words.ts'
import { fieldTexts, runtimes } from '../../messages/labels.ts'
import { signalName } from '../base/mach-names.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { address, exceptionOf, sentence, type ConsoleRule, type Said } from './console-rule.ts'

const hung = (words: string, process?: string): Said => {
  const reason = words.trimEnd()
  return omitUndefined({
    kind: 'hang' as const,
    info: reason,
    header: process === undefined ? undefined : { process },
    exception: { reason },
  })
}

export const runtimeRules: readonly ConsoleRule[] = [
  {
    // Bun, as its own reporter writes it.
    pattern: /\bpanic(?:\([\w ]{1,40}\))?: (?=([^\n]{1,500}))\1\noh no: Bun has crashed/,
    read: ([, line = '']) => sentence(line),
  },
  {
    // Checks of V8.
    pattern: /# Fatal error in [^\n]{0,300}\n[^\n]{0,20}# ([^\n]{1,600})/,
    read: ([, line = '']) => sentence(line),
  },
  {
    pattern: /\[signal (SIG[A-Z]{2,6}|0x[0-9a-f]{1,2}):? [^\]\n]{0,120}?addr=0x([0-9a-f]{1,16}) pc=0x[0-9a-f]{1,16}\]/,
    read: ([line, signal = '', place]) => ({
      exception: exceptionOf({
        signal: signal.startsWith('0x') ? signalName(Number(signal)) : signal,
        message: line.slice(1, -1),
        address: address(place),
      }),
    }),
  },
  {
    pattern:
      /(?<!\bObserved a )\b(?:fatal error|panic): (?=([^\n]{1,500}))\1(?=[^]{0,2000}?\n(?:goroutine \d|runtime stack:|\[signal ))/,
    read: ([line]) => sentence(line),
  },
  {
    // NativeScript, for an error that nothing caught.
    pattern: /\bFatal JavaScript exception - application has been terminated\./,
    read: ([line]) => sentence(line),
  },
  {
    // .NET, which then aborts.
    pattern:
      /\bUnhandled exception\. ((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)(?: \(0x[0-9a-fA-F]{8}\))?: ([^\n]{1,1000})/,
    read: ([line, name, reason = '']) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: '.NET exception', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // Kubernetes, of a panic that it recovered.
    pattern:
      /\bObserved a panic: (?:"[^"\n]{1,400}" \((runtime error: [^()\n]{1,400})\)|(?:runtime\.\w{1,40}\()?"([^"\n]{1,600})")/,
    read: ([line, error, words]) => ({
      info: line,
      exception: exceptionOf({ type: fieldTexts.goPanic, reason: error ?? words }),
    }),
  },
  {
    // What Crashlytics shows of an error that a runtime above the system has: Dart, JavaScript, Kotlin.
    pattern:
      /\b(?:Non-)?[Ff]atal Exception: ((?:\(anonymous namespace\)::)?(?!(?:NS|CA|UI|RCT)\w{0,80}Exception\b)[A-Za-z][\w.$]{0,200}(?:Error|Exception|Impl))\b(?:(?::[ \t]{1,8}|(?<=\bFlutterError)\s{1,8}(?![#\d]|\S+ \())([^\n]{1,1000}))?/,
    read: ([words, name, reason], text) => {
      const isFatal = !words.startsWith('Non-')
      const listed = /(?:^|\n)FlutterError - ([^\n]{1,1000})/.exec(text)?.[1]
      return {
        exception: exceptionOf({
          type: isFatal ? undefined : runtimes.other,
          message: isFatal ? CRASHLYTICS_HEADING : undefined,
          name,
          reason: (reason ?? listed)?.replace(/, js engine: \w.*/, '').trimEnd(),
        }),
      }
    },
  },
  {
    // Android's system, of a program whose main thread does not go on.
    pattern:
      /\bANR in ([A-Za-z][\w.]{1,200})(?: \([^()\n]{1,300}\))?[ \t\r]*\n(?:[^\n]{0,400}\n){0,4}?[^\n]{0,120}?\bReason: ([^\n]{1,600})/,
    read: ([, process, reason = '']) => hung(reason, process),
  },
  {
    pattern:
      /(?:^|\n)[>\s#*`]{0,8}(?:ANR:?[ \t]{1,4}|Reason: )?(Input dispatching timed out\b(?![ \t\r]*\n(?:[^\n]{0,40}\n){0,2}[^\n]{0,12}Input dispatching timed out \()[^\n]{0,400})/,
    read: ([, reason = '']) => hung(reason),
  },
  {
    pattern: /\bUncaught Kotlin exception: ([\w.$]{1,300})(?:: ([^\n]{1,1000}))?/,
    read: ([line, name, reason]) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: 'Kotlin exception', name, reason: reason?.trimEnd() }),
    }),
  },
  {
    // What .NET for Android writes of an exception of its own: the name in brackets.
    pattern: /(?:^|\n)[^\n[\]]{0,200}\[((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)\]: ([^\n]{1,1000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: '.NET exception', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // What .NET for iOS makes of an exception of Objective-C.
    pattern: /\bObjective-C exception thrown\.\s{1,3}Name: (\w{1,120})\s{1,3}Reason: ([^\n]{1,2000})/,
    read: ([line, name, reason = '']) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: '.NET exception', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // Checks of Dart's virtual machine, which aborts.
    pattern:
      /(?:^|\n)[^\n]{0,120}?(\bruntime\/(?:bin|lib|platform|vm)\/[\w/]{1,120}\.(?:cc|h): \d{1,7}: error: [^\n]{1,600})/,
    read: ([, line = '']) => sentence(line),
  },
  {
    pattern: /\bSignal (\d{1,2}) was raised\b/,
    read: ([message, signal]) => ({
      info: message,
      exception: exceptionOf({ signal: signalName(Number(signal)), message }),
    }),
  },
  {
    pattern: /\bthread \d{1,20} panic: ([^\n]{1,600})/,
    read: ([line]) => sentence(line),
  },
  {
    pattern: /\bError: unhandled exception: ([^\n]{1,600})/,
    read: ([line]) => sentence(line),
  },
  {
    // Flutter's engine, of an error that no zone of Dart caught.
    pattern:
      /\[(?:ERROR|VERBOSE-2):[\w/]{0,100}dart\w{0,40}\.cc[:(]\d{1,6}\)?\] ?Unhandled [Ee]xception:\s?([^\n]{1,1000})/,
    read: ([line, reason = '']) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: 'Dart exception', reason: reason.trimEnd() }),
    }),
  },
  {
    // Checks of Chromium's base library, which Flutter's engine has, too.
    pattern: /\[(?:FATAL|VERBOSE-3):[^\]\n]{1,200}\] ?(Check failed: [^\n]{1,600})/,
    read: ([, line = '']) => sentence(line),
  },
  {
    pattern: /\b(?:thread|task) '[^'\n]{0,100}' (?:\(\d{1,12}\) )?has overflowed its stack/,
    read: ([line]) => sentence(line),
  },
  {
    // Rust's runtime, which aborts.
    pattern: /\bfatal runtime error: [^\n]{1,600}/,
    read: ([line]) => sentence(line.replace(/:[ \t]+/g, ': ')),
  },
  {
    // Rust of 2013. The task failed, which ends no other.
    pattern: /\brust: task failed at '[^'\n]{1,400}', \S{1,300}:\d{1,9}/,
    read: ([line]) => ({ info: line }),
  },
  {
    // Datadog's page of an error.
    pattern: /\b(SIG[A-Z]{2,6}) \(#\d{1,3}\): (Application crash: [^\n]{1,200})/,
    read: ([, signal, message = '']) => ({ exception: exceptionOf({ signal, message: message.trimEnd() }) }),
  },
  {
    pattern: /\bthread '[^'\n]{0,100}' (?:\(\d{1,12}\) )?panicked at ([^\n]{1,600})(?:\n([^\n]{1,600}))?/,
    read: ({ 0: lines, 1: place = '', 2: next = '', index }, text) => {
      // Old messages of several lines end in a quote and their place.
      const whole = /^[^\n]{0,200}panicked at '([^]{1,2000}?)'[,:] \S{1,300}:\d{1,9}[ \t\r]*(?=\n|$)/.exec(
        text.slice(index, index + 3000),
      )
      const several = whole?.[1]?.includes('\n') === true ? whole[1].replace(/\s*\n\s*/g, ' ').trim() : undefined
      if (whole && several !== undefined)
        return {
          info: whole[0].replace(/\s*\n\s*/g, ' ').trimEnd(),
          exception: exceptionOf({ type: 'Rust panic', reason: several }),
        }
      // Since Rust 1.73 the message is on the next line.
      const quoted = /^'([^]{1,600}?)'[,:] \S{1,300}:\d{1,9}\s*$/.exec(place)?.[1]
      const reason = quoted ?? (/:\d{1,7}:\d{1,5}:\s*$/.test(place) ? next.trim() : place.trim())
      // Below an old message comes something else.
      const info = quoted === undefined ? lines : (lines.split('\n', 1)[0] ?? '')
      return { info: info.trimEnd(), exception: exceptionOf({ type: 'Rust panic', reason }) }
    },
  },
]
