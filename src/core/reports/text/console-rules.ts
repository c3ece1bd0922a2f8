/** Sentences that the system, runtimes and tools print of a crash. Each rule knows the fixed words of one writer. */
import { CRASHLYTICS_HEADING } from '../../model/ended-words.ts'
import type { ExceptionInfo } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { signalName } from '../base/mach-names.ts'
import { buildException } from './apple-header.ts'
import {
  address,
  described,
  exceptionOf,
  goesOn,
  sentence,
  severalEnds,
  type ConsoleRule,
  type Said,
} from './console-rule.ts'
import { takeLinkerMessage } from '../../model/linker-words.ts'
import { endedRules } from './ended-rules.ts'
import { interpreterRules } from './interpreter-rules.ts'
import { libraryRules } from './library-rules.ts'
import { runtimeRules } from './runtime-rules.ts'
import { sanitizerRules } from './sanitizer-rules.ts'
import { swiftRules } from './swift-rules.ts'
import { formatThrown, readCutName, readThrownText } from './thrown-text.ts'

/** Signals by the words of a shell: bash prints `Abort trap: 6`, zsh prints `abort`. */
const shellSignals: Readonly<Record<string, string>> = {
  abort: 'SIGABRT',
  'segmentation fault': 'SIGSEGV',
  'bus error': 'SIGBUS',
  'illegal hardware instruction': 'SIGILL',
  'trace trap': 'SIGTRAP',
  'floating point exception': 'SIGFPE',
  killed: 'SIGKILL',
}

/** Signals in the words of R. */
const caughtByR: Readonly<Record<string, string>> = {
  segfault: 'SIGSEGV',
  'illegal operation': 'SIGILL',
  'bus error': 'SIGBUS',
}

export const consoleRules: readonly ConsoleRule[] = [
  {
    pattern: /\bTerminating\s{1,3}app\s{1,3}due\b/,
    read: (_, text) => {
      const exception = readThrownText(text)
      if (exception) return { exception, info: formatThrown(exception) }
      const cut = readCutName(text)
      return cut ?? {}
    },
  },
  {
    // The message without its beginning.
    pattern: /(?:^|\n)[> \t]{0,8}'((?:NS|CA|UI|RCT)\w{0,80}Exception)', reason: '([^\n]{1,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd().replace(/'$/, '') }),
    }),
  },
  {
    pattern:
      /Fatal Exception: ((?:NS|CA|UI|RCT)\w{0,80}Exception)(?:[ \t:]{1,8}|[ \t\r:]{0,8}\n[> \t]{0,8}(?!#?\d{1,3}[ \t]))([^\s>][^\n]{0,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, message: CRASHLYTICS_HEADING, reason: reason.trimEnd() }),
    }),
  },
  {
    // Issues that Sentry writes: rows of `FILE, in FUNCTION` follow.
    pattern: /(?:^|\n)[> \t]{0,8}((?:NS|CA|UI|RCT)\w{0,80}Exception): (\S[^\n]{0,2000})\n[> \t][^\n]{1,307}, in \S/,
    read: ([, name, reason = '']) => ({
      kind: 'call-stacks',
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // Issues that Bugsnag writes.
    pattern: /\*\*((?:NS|CA|UI|RCT)\w{0,80}Exception)\*\* in \*\*[^*\n]{1,300}\*\*[ \t]*\n+([^\n]{1,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd() }),
    }),
  },
  {
    // Issues that App Center writes.
    pattern: /### Reason ###\s{1,8}(?:((?:NS|CA|UI|RCT)\w{0,80}Exception)|(SIG[A-Z]{2,6}))\b/,
    read: ([, name, signal]) => ({
      exception: exceptionOf(name === undefined ? { signal } : { type: 'NSException', name }),
    }),
  },
  {
    // Below Mono's heading for its debugger, the sentence is of the debugger that could not start.
    pattern:
      /(?<!\bDebug info from (?:gdb|lldb):\s{1,8})\bdyld(?:\[\d{1,9}\])?: (?:cannot load|could not load|terminating because|malformed mach-o:?) [^\n]{1,1000}/,
    read: ([line]) => ({ termination: { namespace: 'DYLD', reasons: [line.trimEnd()] } }),
  },
  {
    // The launcher of applications that are built with CTK.
    pattern: /\berror: \[[^\]\n]{1,400}\] exit abnormally - Report the problem\./,
    read: ([line]) => ({ info: line }),
  },
  {
    pattern: /\brosetta error: [^\n]{1,400}/,
    read: ([line]) => ({ info: line.trimEnd() }),
  },
  {
    // The handler of signals that R has.
    pattern:
      /\*\*\* caught (segfault|illegal operation|bus error) \*\*\*[ \t\r]{0,20}\n[> \t]{0,20}address (0x[0-9a-f]{1,16}|\(nil\)), cause ['‘’?][^'‘’?\n]{1,100}['‘’?](?:(?:[> \t\r]{0,20}\n){1,3}[> \t]{0,20}Traceback:[ \t\r]{0,20}\n[> \t]{0,20}1: [^\n]{1,400})?/,
    read: ([lines, kind = '', place = '']) => ({
      info: lines
        .split('\n')
        .map((line) => line.replace(/^[> \t]+/, '').trimEnd())
        .filter((line) => line !== '')
        .join('\n'),
      exception: exceptionOf({
        signal: caughtByR[kind],
        address: place.startsWith('0x') ? address(place) : undefined,
      }),
    }),
  },
  {
    pattern: /\bdyld(?:\[\d{1,9}\])?: dyld cache [^\n]{1,400}/,
    read: ([line]) => ({ info: line.trimEnd() }),
  },
  {
    pattern:
      /\b(?:dyld(?:\[\d{1,9}\])?: (?:lazy symbol binding failed: )?)?(?<!\): {1,4})(?:Library not loaded|Symbol not found):\s{1,8}[^\n]{1,1000}/,
    read: (match, text) => ({ info: linkerBlock(match, text) }),
  },
  {
    // The linker's answer to a program that asked for a library. The program goes on, unless it ends itself.
    pattern:
      /\bdlopen\([^()\n]{1,1000}\): {1,4}(?:(?:Library not loaded|Symbol not found):\s{1,8}|no suitable image found\.|tried: |image not found\b)[^\n]{0,1000}/,
    read: (match, text) => ({ info: linkerBlock(match, text) }),
  },
  {
    pattern:
      /(?:\b([\w.+-]{1,80})\((\d{1,9}),0x[0-9a-f]{1,16}\) )?\bmalloc: [*\\]{3,6} (error for object 0x[0-9a-f]{1,16}: [^\n]{1,300})/,
    read: ([, process, pid, error = '']) => ({
      ...sentence(`malloc: *** ${error}`),
      ...(process !== undefined && { header: { process, pid: Number(pid) } }),
    }),
  },
  {
    pattern: /(?:\*{3} )?(-?\[[A-Za-z_][^\n\]]{1,300}\]: message sent to deallocated instance 0x[0-9a-f]{1,16})/,
    read: ([, line = '']) => sentence(`*** ${line.startsWith('-') ? '' : '-'}${line}`),
  },
  ...libraryRules,
  ...swiftRules,
  {
    // Consoles and mails break it between words.
    pattern:
      /\bThis app has crashed because it attempted to\s{1,8}access\s{1,8}privacy-sensitive\s{1,8}data\s{1,8}without\s{1,8}a\s{1,8}usage\s{1,8}description\.\s{1,8}The\s{1,8}app's\s{1,8}Info\.plist\s{1,8}must\s{1,8}contain\s{1,8}an?\s{1,8}(?:NS\w{1,60}UsageDescription|com\.apple\.[\w.-]{1,80})\s{1,8}key/,
    read: ([line]) => ({ termination: { reasons: [line.replace(/\s+/g, ' ')] } }),
  },
  {
    // Cr4shed.
    pattern: /\bException type: ([A-Z]\w{1,80}Exception)[ \t]*\n[> \t]*Reason: ([^\n]{1,2000})/,
    read: ([, name, reason = '']) => ({
      exception: exceptionOf({ type: 'NSException', name, reason: reason.trimEnd() }),
    }),
  },
  {
    pattern:
      /\bException type: (EXC_[A-Z_]{1,40}) \((SIG[A-Z]{2,6})\)[ \t]*\n[> \t]*Exception subtype: ([A-Z][A-Z_0-9]{1,60})(?:: (0x[0-9a-f]{1,16}))?/,
    read: ([, type, signal, subtype, at], text) => ({
      exception: exceptionOf({
        type,
        signal,
        subtype: at === undefined ? subtype : `${subtype} at ${at}`,
        address: address(at),
      }),
      // The tool's own guess at the library that is to blame.
      info: /^[> \t]*(Culprit: [^\n]{1,200})/m.exec(text)?.[1]?.trimEnd(),
    }),
  },
  {
    pattern: /EXC_RESOURCE -> ([^\n[]{1,64})\[(\d{1,9})\] (exceeded mem limit: [^\n]{1,200})/,
    read: ([, process, pid, reason = '']) => ({
      exception: exceptionOf({ type: 'EXC_RESOURCE', message: reason.trimEnd() }),
      header: omitUndefined({ process, pid: Number(pid) }),
    }),
  },
  {
    pattern: /\bmemorystatus: (exceeded mem limit: [^\n]{1,200})/,
    read: ([, reason = ''], text) => {
      const killed = /\bkilling_specific_process pid (\d{1,9}) \[([^\]\n]{1,64})\]/.exec(text)
      return {
        exception: exceptionOf({ reason: reason.trimEnd() }),
        ...(killed && { header: omitUndefined({ process: killed[2], pid: Number(killed[1]) }), info: killed[0] }),
      }
    },
  },
  ...endedRules,
  {
    // The kernel's words for its first reason to refuse a signature.
    pattern: /\bTaskgated Invalid Signature\b/,
    read: ([indicator]) => ({ termination: { namespace: 'CODESIGNING', code: 1n, indicator } }),
  },
  {
    // The debugger of Xcode, when the process is gone.
    pattern: /\bMessage from debugger: Terminated due to [^\n"”“]{1,200}/,
    read: ([line], text) => {
      // The system's own log of the same end.
      const locked = /\brunningboardd\b[^\n]{0,200}\b(suspended with locked system files)\b/.exec(text)?.[1]
      return { termination: { reasons: [line.trimEnd(), ...(locked === undefined ? [] : [locked])] } }
    },
  },
  {
    // Sentry reports these without a stack.
    pattern: /\bThe OS watchdog terminated your app, possibly because it overused RAM\./,
    read: ([line]) => ({ termination: { reasons: [line] } }),
  },
  {
    pattern: /\bApp hanging (?:for at least \d{1,9} ms|between [\d.]{1,8} and [\d.]{1,8} seconds)\b/,
    read: ([line]) => ({ kind: 'hang', info: line, exception: exceptionOf({ reason: line }) }),
  },
  {
    pattern:
      /\b(Simultaneous accesses to 0x[0-9a-f]{1,16}, but modification requires exclusive access\.)(?:\r?\n[> \t]{0,8}(Previous access \([a-z ]{1,40}\) started at [^\n]{1,400}))?/,
    read: ([, line = '', previous]) => ({
      exception: { reason: line },
      info: previous === undefined ? line : `${line}\n${previous.trimEnd()}`,
    }),
  },
  {
    // What IDEs of JetBrains print at the end of a run.
    pattern: /\(interrupted by signal \d{1,2}: (SIG[A-Z]{2,6})\)/,
    read: ([, signal]) => ({ exception: exceptionOf({ signal }) }),
  },
  {
    pattern:
      /(?:libc\+\+abi(?:\.dylib)?: |\b(?=terminating (?:due to|with) uncaught (?:foreign )?exception of type))terminating (?:[^\n]{1,200} of type[ \t]*\n)?[^\n]{1,500}/,
    read: ({ 0: words, index }, text) => {
      const line = words + goesOn(text, index, words)
      return {
        info:
          line.replace(/\s*\n/, ' ').trimEnd() +
          described(text.slice(index + words.length, index + words.length + 2000)),
      }
    },
  },
  {
    // The GNU library, and others like it.
    pattern:
      /\bterminate called after throwing an instance of '[^'\n]{1,300}'(?:[ \t\r]{0,8}\n[> \t]{0,12}what\(\): [^\n]{1,600})?/,
    read: ([line]) => ({ info: line.replace(/\r?\n[> \t]*/, '\n').trimEnd() }),
  },
  {
    // Node's `segfault-handler` and its like.
    pattern: /\bPID \d{1,9} received (SIG[A-Z]{2,6}) for address: 0x([0-9a-f]{1,16})/,
    read: ([line, signal, place]) => ({ info: line, exception: exceptionOf({ signal, address: address(place) }) }),
  },
  {
    pattern: /\bApplication received signal (SIG[A-Z]{2,6})\b/,
    read: ([message, signal]) => ({ info: message, exception: exceptionOf({ signal, message }) }),
  },
  {
    pattern: /\bThe crash happened outside the Java Virtual Machine in native code\./,
    read: ([line]) => ({ info: line }),
  },
  {
    pattern: /EXC_RESOURCE \((RESOURCE_TYPE_(\w[^()\n]{0,240}))\)(?: \(([^()\n]{1,100})\))?/,
    read: ([, words = '', subtype, limit]) => ({
      exception: exceptionOf({
        type: 'EXC_RESOURCE',
        subtype,
        message: limit === undefined ? words : `${words} (${limit})`,
      }),
    }),
  },
  {
    pattern: /EXC_RESOURCE (RESOURCE_TYPE_(\w{1,40}) \([^)\n]{1,200}\))/,
    read: ([, message, subtype]) => ({ exception: exceptionOf({ type: 'EXC_RESOURCE', subtype, message }) }),
  },
  {
    pattern: /\bprocess ([^\n[]{1,64})\[(\d{1,9})\] (caught (?:waking|causing|burning)\b[^\n]{1,300})/,
    read: ([, process = '', pid, event = '']) => ({
      // Wakings are no time of the processor.
      ...(event.startsWith('caught burning') && { kind: 'cpu-limit' }),
      info: event.trimEnd(),
      header: { process, pid: Number(pid), fields: [['Event', event.trimEnd()]] },
    }),
  },
  {
    pattern: /\bEXC_GUARD AST: [^\n]{1,300}/,
    read: ([line]) => ({ info: line.trimEnd() }),
  },
  {
    pattern: /\bMain Thread Checker: (UI API called on a background thread: [^\n]{1,400})/,
    read: ([, reason = '']) => ({ exception: exceptionOf({ type: 'Main Thread Checker', reason: reason.trimEnd() }) }),
  },
  ...sanitizerRules,
  {
    pattern: /\b(SIG[A-Z]{2,6}) \(0x[0-9a-f]{1,2}\) at pc=0x[0-9a-f]{1,16}/,
    read: ([message, signal], text) => ({
      exception: exceptionOf({
        signal,
        message,
        address: address(/\bsi_addr[:=][ \t]{0,4}0x([0-9a-f]{1,16})/i.exec(text)?.[1]),
      }),
      ...problematicFrame(text),
    }),
  },
  {
    pattern: /\bType=(?:Segmentation error|Illegal instruction|Bus error|Abort) vmState=0x[0-9a-f]{1,16}/,
    read: ([message], text) => ({
      exception: exceptionOf({
        message,
        signal: signalName(parseInt(/\bSignal_Number=([0-9a-f]{8})\b/i.exec(text)?.[1] ?? '', 16)),
        address: address(/\bInaccessibleAddress=([0-9a-f]{8,16})\b/i.exec(text)?.[1]),
      }),
    }),
  },
  ...runtimeRules,
  ...interpreterRules,
  {
    pattern: /\bsi_signo=[A-Za-z /]{3,40}: ?(\d{1,2})\(\d{1,2}\), si_code=-?\d{1,10}, si_addr=0x([0-9a-f]{1,16})/,
    read: ([message, signal, place]) => ({
      exception: exceptionOf({ signal: signalName(Number(signal)), message, address: address(place) }),
    }),
  },
  {
    pattern: /\bAttempted to dereference (?:null|garbage) pointer\b(?: 0x([0-9a-f]{1,16}))?[^\n\\"]{0,200}/,
    read: ([reason, place]) => ({ exception: exceptionOf({ reason: reason.trimEnd(), address: address(place) }) }),
  },
  {
    pattern: /\bpanic\(cpu ?\d{1,3} caller 0x[0-9a-f]{1,24}\): ?([^\n]{1,800})/,
    read: ([line]) => {
      const reason = (line.split('\\n')[0] ?? '').trimEnd()
      return { info: reason, exception: { type: 'panic', reason } }
    },
  },
  {
    // As Mac OS X 10.0 to 10.4 print it. The number in brackets is the type's own.
    pattern:
      /\bException:[ \t]{1,20}(EXC_[A-Z_]{3,30} \(0x[\da-f]{1,8}\))[ \t]*\r?((?:\n[> \t]{0,20}(?:Codes|Code\[\d\]):[^\n]{1,200}){0,4})/i,
    read: ([, type = '', codes = '']) => ({
      exception: buildException([
        ['exception', type],
        ...Array.from(
          codes.matchAll(/(Codes|Code\[\d\]):([^\n]*)/gi),
          ([, key = '', value = '']) => [key, value] as const,
        ),
      ]),
    }),
  },
  {
    pattern: /\b(EXC_(?:BAD_ACCESS|BAD_INSTRUCTION|BREAKPOINT|CRASH|ARITHMETIC|GUARD))\b(?! AST:)([^\n]{0,300})/,
    read: ([line, type, rest = ''], text) => ({
      info: severalEnds(text),
      exception: { ...exceptionOf({ type }), ...codesOf(rest, line, text) },
    }),
  },
  {
    pattern:
      /(?:^|[\n:\d] ?)((?:Abort trap|Illegal instruction|Segmentation fault|Bus error|Trace\/BPT trap|Floating point exception|Killed): (\d{1,2}))(?=\s|$)/,
    read: ([, line = '', signal]) => ({ info: line, exception: exceptionOf({ signal: signalName(Number(signal)) }) }),
  },
  {
    pattern:
      /(?:^|\n)zsh: (abort|segmentation fault|bus error|illegal hardware instruction|trace trap|floating point exception|killed)\b/,
    read: ([, words = '']) => ({ exception: exceptionOf({ signal: shellSignals[words] }) }),
  },
]

const MOST_LINKER_LINES = 24

/** The linker's lines from its first one on, without the quote marks of a mail. */
function linkerBlock({ 0: first, index }: RegExpExecArray, text: string): string {
  const rest = text
    .slice(index + first.length, index + first.length + 8192)
    .split('\n')
    .slice(1, MOST_LINKER_LINES)
  return takeLinkerMessage([first.replace(/\s+/g, ' '), ...rest].map((line) => line.replace(/^>[> ]*/, ' '))).join('\n')
}

function problematicFrame(text: string): Said {
  const frame = /Problematic frame:\s{0,20}\n[^\n]{0,60}?([CVJjv]\s{1,8}\[[^\n]{1,400})/.exec(text)?.[1]
  return frame === undefined ? {} : { info: `Problematic frame: ${frame.trimEnd()}` }
}

/** ` (code=1, address=0x1f)` of lldb; `KERN_INVALID_ADDRESS at 0x10` of reports and vendors; `Crash address: 0x10` of minidumps. */
function codesOf(rest: string, line: string, text: string): ExceptionInfo {
  // `(0x0006)` is the number of the type itself.
  const inBrackets = /^ \((?!0x00[\da-f]{2}\))([^()\n]{1,160})\)/i.exec(rest)?.[1]
  const kernel = /\b((?:KERN_|EXC_I386_|EXC_ARM_)[A-Z_]{3,40})(?: (?:at )?0x([0-9a-f]{1,16}))?/i.exec(rest)
  const signal = /\b(SIG[A-Z]{2,6})\b/.exec(line)?.[1]
  const place =
    /\baddress=0x([0-9a-f]{1,16})/.exec(inBrackets ?? '')?.[1] ??
    kernel?.[2] ??
    /\bCrash address: {1,4}0x([0-9a-f]{1,16})/i.exec(text)?.[1]
  return exceptionOf({
    signal,
    codes: inBrackets === signal ? undefined : inBrackets,
    subtype: kernel?.[0],
    address: address(place),
  })
}
