/** Sentences of libraries of the system, of Xcode, of what runs tests, and of engines that end a program or stop it. */
import { signalName } from '../base/mach-names.ts'
import { address, exceptionOf, sentence, type ConsoleRule } from './console-rule.ts'

/** Words of a shell or an IDE on SIGABRT, which is 134 as an exit code. */
const ABORTED = /\bexit code 134\b|\bAbort trap: 6\b|\bSIGABRT\b/

const FATAL_LINE = /\d\d:\d\d:\d\d[.,]\d{3} FATAL[ \t]{1,4}\[\d{1,12}\] \[([^\]\n]{1,200})\][ \t]{1,8}([^\n]{1,400})/g
const MOST_FATAL = 3

export const libraryRules: readonly ConsoleRule[] = [
  {
    // `assert` of C, which aborts.
    pattern:
      /(?:^|\n)[>|* \t]{0,8}(Assertion failed: \([^\n]{1,600}\), function [^\n]{1,400}, file [^\n]{1,400}, line \d{1,7}\.?)/,
    read: ([, line = '']) => sentence(line),
  },
  {
    // `assert` of C on Linux, which aborts.
    pattern:
      /(?:^|\n)[>|* \t`]{0,20}((?:[^\s:`]{1,80}: )?[^\s:`]{1,300}:\d{1,7}: [^\n]{1,400}?: Assertion [`'‘][^\n]{1,600}?['’] failed\.)/,
    read: ([, line = '']) => sentence(line),
  },
  {
    // The handler that Xcode and its tools install, which ends them.
    pattern: /(?:^|\n)[> \t]{0,8}(UNCAUGHT EXCEPTION \((\w{3,80})\): ([^\n]{1,2000}))/,
    read: ([, line = '', name, reason = '']) => ({
      info: line.trimEnd(),
      exception: exceptionOf({ type: 'NSException', name, message: 'UNCAUGHT EXCEPTION', reason: reason.trimEnd() }),
    }),
  },
  {
    pattern: /\bGot an? SIG([A-Z]{2,6}) while executing native code\b[^\n]{0,200}/,
    read: ([line, signal]) => ({ info: line.trimEnd(), exception: exceptionOf({ signal: `SIG${signal}` }) }),
  },
  {
    // malloc, which gives back no memory then. What the program does without it, other lines tell.
    pattern:
      /(?:\b([\w.+-]{1,80})\((\d{1,9})(?:,0x[0-9a-f]{1,16})?\) )?(?:\bmalloc: )?(?:\*{3} )?\b((?:mmap|mach_vm_map|vm_allocate)\(size=\d{1,15}\) failed(?: \(error code=-?\d{1,6}\))?)/,
    read: ([, process, pid, words = '']) => ({
      info: `malloc: *** ${words}`,
      ...(process !== undefined && { header: { process, pid: Number(pid) } }),
    }),
  },
  {
    // Valgrind's words on a signal that ended the program.
    pattern:
      /\bProcess terminating with default action of signal \d{1,2} \((SIG[A-Z]{2,6})\)[^\n]{0,80}(?:\n[=\d>| \t]{0,40}((?:Access not within|Bad permissions for) mapped region) at address (0x[0-9a-f]{1,16}))?/i,
    read: ([lines, signal, message, place]) => ({
      info: lines.replace(/\r?\n[=\d>| \t]{0,40}(?=[AB])/, '\n'),
      exception: exceptionOf({ signal, message, address: address(place) }),
    }),
  },
  {
    // Metal and libraries built like it. What a check is about may go over several lines. Settings let a program live on.
    pattern:
      /(?:[-+]\[\w{1,120} [^\]\n]{1,200}\]|\b[A-Za-z_]\w{1,120}):\d{1,7}: failed assertion [`'‘](?:[^]{1,3000}?['’][ \t\r]*(?=\n|$)|[^\n]{1,600})/,
    read: (found, text) => (ABORTED.test(text) ? sentence(found[0]) : { info: found[0].trimEnd() }),
  },
  {
    // The system's libraries end a program for this. SQLite, whose name is in small letters here, only logs it.
    pattern: /\bBUG IN CLIENT OF [A-Z][A-Z0-9_]{1,40}: [^\n]{1,300}/,
    read: ([line]) => ({ info: line.trimEnd() }),
  },
  {
    pattern:
      /\bobjc\[(\d{1,9})\]: \+\[[^\n\]]{1,200} initialize\] may have been in progress in another thread when fork\(\) was called\.[^\n]{0,300}?\bCrashing instead\.[^\n]{0,200}/,
    read: ([line, pid]) => ({ ...sentence(line), header: { pid: Number(pid) } }),
  },
  {
    // Mono for devices, which aborts.
    pattern: /\bRan out of trampolines of type \d{1,2}\b[^\n]{0,300}/,
    read: ([line]) => sentence(line),
  },
  {
    // Instabug's page.
    pattern: /(?:^|\n)[> \t]{0,8}(NS\w{0,80}Exception) : (\S[^\n]{0,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // What libobjc says where it ends a program; it logs much else.
    pattern: /\bobjc(?:\[\d{1,9}\])?: [^\n"”]{1,400}/,
    read: ([line], text) => (/\b_objc_fatal/.test(text) ? sentence(line) : {}),
  },
  {
    // A page of a service, which says of no end.
    pattern:
      /(?:^|\n)[>*# \t]{0,8}Exception Type:?\*{0,2}:?[ \t]{0,4}`?((?:NS|CA|UI|RCT)\w{0,80}Exception)\b`?[ \t]*(?:\n[>*# \t]{0,8}(?:Exception|Reason|Message):?\*{0,2}:?[ \t]{0,4}`?([^\n`]{1,600}))?/,
    read: ([, name, reason]) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason?.trimEnd() }),
    }),
  },
  {
    // Lines of a program's log that it calls fatal; the last ones are nearest to the end.
    pattern: /\d\d:\d\d:\d\d[.,]\d{3} FATAL[ \t]{1,4}\[/,
    read: (_, text) => {
      const lines = Array.from(text.matchAll(FATAL_LINE), ([, where = '', words = '']) => `${where}: ${words.trim()}`)
      return lines.length === 0 ? {} : { info: lines.slice(-MOST_FATAL).join('\n') }
    },
  },
  {
    // Geant4, which may go on.
    pattern: /\*{3} G4Exception ?: [^\n]{1,120}\n(?:[^\n]{1,400}\n){1,6}?[^\n]{0,40}\*{3} [^\n]{1,80} \*{3}/,
    read: ([lines]) => ({ info: lines.replace(/[ \t]*\n[ \t]*/g, '\n') }),
  },
  {
    // Xcode's banner. It does not say whether the program ended.
    pattern: /(?:^|\n)[> \t]{0,8}Thread \d{1,6}: "((?:\*\*\* )?[-+]\[[A-Z][^\n]{1,1000})"[ \t]*(?:\r?\n|$)/,
    read: ([, reason]) => ({ kind: 'call-stacks', exception: exceptionOf({ reason }) }),
  },
  {
    // Xamarin, where an exception of Objective-C reached managed code.
    pattern:
      /\b(Unhandled Exception:\s{1,8})?Foundation\.(?:MonoTouch|ObjC)Exception: Objective-C exception thrown\.\s{1,8}Name: (\w{1,120}) Reason: ([^\n]{1,1000})/,
    read: ([line, unhandled, name, reason = '']) => ({
      info: line.replace(/\s+/g, ' ').trim(),
      exception: exceptionOf({
        type: 'NSException',
        name,
        reason: reason.trimEnd(),
        message: unhandled === undefined ? undefined : 'Unhandled Exception',
      }),
    }),
  },
  {
    // Godot's own handler of signals.
    pattern:
      /\bhandle_crash: (Program crashed with signal (\d{1,2}))(?:\r?\n[> \t]{0,8}(Engine version: [^\n]{1,200}))?/,
    read: ([, message, signal, engine]) => ({
      info: [message, engine?.trimEnd()].filter((line) => line !== undefined).join('\n'),
      exception: exceptionOf({ signal: signalName(Number(signal)), message }),
    }),
  },
  {
    // Mono's runtime, which aborts.
    pattern: /\* (Assertion at [^\s,]{1,300}:\d{1,7}, condition [`'‘][^\n]{1,300}['’] not met)/,
    read: ([, line = '']) => sentence(line),
  },
  {
    // AppKit logs it and may go on.
    pattern: /\b(An uncaught exception was raised)[ \t\r]{0,8}\n[^\n]{0,200}?(\*\*\* [-+]\[[^\n]{1,600})/,
    read: ([, line = '', reason = '']) => ({ info: `${line}\n${reason.trimEnd()}` }),
  },
  {
    // What runs tests, when the program that it runs them in ended.
    pattern:
      /\b(Restarting after unexpected exit(?:, crash, or test timeout| or crash)[^;\n]{0,300})|\b(Early unexpected exit, operation never finished bootstrapping)\b(?:[^\n]{0,2000}?\b(Test runner exited before starting test execution))?/,
    read: ([, restarted, early, runner]) => ({
      info: [restarted?.trimEnd() ?? early, runner].filter((line) => line !== undefined).join('\n'),
    }),
  },
]
