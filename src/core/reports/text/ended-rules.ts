/** Why the system ended a program, in a line or a sentence that somebody copied out of a report or a log. */
import { CRASHLYTICS_HEADING } from '../../model/ended-words.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { address, exceptionOf, type ConsoleRule } from './console-rule.ts'

export const endedRules: readonly ConsoleRule[] = [
  {
    pattern:
      /\bTermination Reason:\s{1,20}(?:Namespace )?([A-Z]{3,20}),? (?:Code )?(0x[0-9a-f]{1,16}|\d{1,10})\b[,;]? ?([^\n`]{0,200})/i,
    read: ([, namespace = '', code = '', words = '']) => ({
      termination: omitUndefined({
        namespace: namespace.toUpperCase(),
        code: BigInt(code),
        indicator: words.trim() === '' ? undefined : words.trim(),
      }),
    }),
  },
  {
    // Without a code, as watchOS writes it.
    pattern: /\bTermination Reason:\s{1,20}(?:Namespace )?([A-Z]{3,20}), (?!Code\b)([A-Za-z][^\n`]{1,400})/,
    read: ([, namespace = '', words = '']) => ({ termination: { namespace, reasons: [words.trimEnd()] } }),
  },
  {
    // Somebody tells the code with which the system ended the program.
    pattern:
      /\b(?:terminat|kill|crash|exit)[a-z]{0,5}\b[^\n.]{0,120}?[ `'"“(](0x(?:8badf00d|dead10cc|c00010ff|bad22222|deadfa11|baadca11|c51bad0[123]|2bad45ec|1ed2a3de))\b(?:[`'"”]{0,2} ?\(([A-Z]{3,20})\))?/i,
    read: ([, code = '', namespace]) => ({ termination: omitUndefined({ namespace, code: BigInt(code) }) }),
  },
  {
    // The subtype of a report on its own.
    pattern:
      /^[> \t*`"']{0,12}(?:(?:exception )?subtype["']?[ \t]{0,12}[:=][ \t]{0,4}["“]?)?(KERN_(?:INVALID_ADDRESS|PROTECTION_FAILURE|MEMORY_ERROR) at 0x([0-9a-f]{1,16})(?: -> 0x[0-9a-f]{1,16})?(?: \([^()\n]{1,100}\))?)/im,
    read: ([, subtype, place]) => ({
      exception: exceptionOf({ type: 'EXC_BAD_ACCESS', subtype, address: address(place) }),
    }),
  },
  {
    // Crashlytics' text without the reason.
    pattern: /(?:^|\n)[> \t]{0,8}Fatal Exception: ((?:NS|CA|UI|RCT)\w{0,80}Exception|Il2CppExceptionWrapper)[ \t\r]*\n/,
    read: ([, name = '']) => ({
      exception: exceptionOf({
        type: name.startsWith('Il2Cpp') ? undefined : 'NSException',
        name,
        message: CRASHLYTICS_HEADING,
      }),
    }),
  },
  {
    // The members of a report's JSON, as people and tools copy them.
    pattern:
      /\bnamespace["']?[ \t:=]{1,4}["']?([A-Z]{4,20})\b["',; \t]{0,8}(?:indicator["']?[ \t:=]{1,4}["“]([^"”\n]{1,100})["”][,;"' \t]{0,8})?code["']?[ \t:=]{1,4}(0x[0-9a-f]{1,16}|\d{1,10})\b/,
    read: ([, namespace, indicator, code = '']) => ({
      termination: omitUndefined({ namespace, indicator, code: BigInt(code) }),
    }),
  },
  {
    pattern: /(?:^|\n)[>*`"' \t]{0,12}signal["']?[ \t]{0,12}[:=][ \t]{0,4}["'“]?(SIG[A-Z]{2,6})\b/,
    read: ([, signal]) => ({ exception: exceptionOf({ signal }) }),
  },
  {
    // The home screen of old iPhones.
    pattern: /\bSBUnsuspendLimit ([^\n[]{1,64})\[(\d{1,9})\] (exceeded \d{1,6} wakes in \d{1,6} sec\b)/,
    read: ([line, process, pid, event = '']) => ({
      info: line,
      header: omitUndefined({ process, pid: Number(pid), fields: [['Event', event]] as const }),
    }),
  },
  {
    // Issues that HockeyApp writes.
    pattern: /(?:^|\n)[> \t]{0,8}((?:NS|CA|UI|RCT)\w{0,80}Exception), reason: (\S[^\n]{0,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd() }),
    }),
  },
]
