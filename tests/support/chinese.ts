/** Rules for Chinese texts, and words that stay English in them. */

/** Names and terms that Chinese developers write in English. In lower case. */
const kept = new Set(
  `a.out address addresssanitizer aot app apple arkit arm64 asan asr aslr async await bash base64 bitcode blame blob breakpad bugly bugsnag
  chrome chromium clang cli cocoa codesign crashlytics crashpad csharp css ctrl cmd cpu crash dart datadog debug dsym dsyms dwarf dyld
  edge elf entitlement esc etag firefox flutter foundation frameworks framework gcc gdb git github gitlab go google gpu gsym gzip hermes html http https
  id indexeddb instruments ios ipad ipados iphone ips issue jar javascript jetsam jetbrains json kcdata kdk kernel kext kotlin kscrash leaks
  linux lldb llvm localstorage mac macos mach-o main malloc map markdown matrix mcp metrickit mib mip minidump mono mtmd mtimes
  native nginx nm node npm null nvidia objc objective-c oom opfs ota pac pdb pgo pid plcrashreporter png proguard python
  raygun react release rust safari sample sanitizer sdk sdks sentry service shift simulator slide source spindump speedscope stackshot
  stderr stdin stdout svelte swift swiftui symbolmap tab tag talkingdata tar tgz thread tty tvos txt type ubsan umeng unity unix
  unslide url urls utf-8 uuid uuids visionos vm vs code vscode wasm watchos webassembly webkit window windows worker workers xcarchive
  xcode xctrace block bundle closure coalition command continuation error esr eventlink incident lambda module nat offset outlet panic qos report
  selector signpost std terminate testflight turnstile void waitpid zone nsnumber nsstring memorymap jobs stacks xnu zip zsh zstd kb mb gb tb ms nats zig nim`
    .split(/\s+/)
    .filter(Boolean),
)

/** Names of more words, of programs, tools and parts of the system, which developers in China write in English. */
const names = new RegExp(
  [
    'App Store Connect',
    'Apple Archive',
    'Address Sanitizer',
    'Undefined Behavior Sanitizer',
    'Zombie Objects',
    'Interface Builder',
    'Firefox Profiler',
    'Visual Studio Code',
    'Model Context Protocol',
    'Download dSYM',
    'Include app symbols',
    'Binary Images',
    'Bundle ID',
    'Jetsam coalition',
    'Rust panic',
    'Go panic',
    'Zig panic',
    'Mach trap',
    'unfair lock',
    'compact unwind',
    'exports? trie',
    'chained fixups',
    'function starts',
    'key path',
    'link map',
    'stub islands?',
    'asset catalog',
    'property list',
    'diffable data source',
    'memory graph',
    'probabilistic guard malloc',
    'tagged pointer',
    'witness table',
    'anonymous namespace',
    // As the demangler prints them.
    'type metadata (?:accessor|completion function|instantiation function) for',
    'ipsw (?:download|extract)(?: ipsw| ota)?',
    'npx (?:expo|cap sync)',
    '(?:ng|ionic) build',
  ].join('|'),
  'g',
)

/** What is no prose: code, options, paths, addresses, names with signs of code in them. */
const DATA =
  /`[^`]*`|https?:\/\/\S+|“[^”]*”|--?[a-zA-Z][\w-]*(?:=\S+)?|[\w.~$…*-]*[/\\][\w.~$…*/\\-]*|\b\w*[_.:@+#$]\w[\w.:@+#$-]*|\b[A-Z][A-Z\d_-]+s?\b|\b0x[\da-f]*|[zZ]q[a-z]\d+qz|\b\d[\d.,]*\b/g

const HAN = '\\p{sc=Han}'

/** English in a text: two words in a row that are no names, or a text without any Chinese that has such a word. */
export function englishIn(text: string): readonly string[] {
  const prose = text.replace(names, '\n').replace(DATA, '\n')
  const least = new RegExp(HAN, 'u').test(text) ? 2 : 1
  const runs = prose.match(/[A-Za-z][A-Za-z’'-]+(?:[ ,;:]+[A-Za-z][A-Za-z’'-]+)*/g) ?? []
  return runs.filter((run) => run.split(/[ ,;:]+/).filter((word) => !kept.has(word.toLowerCase())).length >= least)
}

/** What the rules of the language forbid in a text, each with the place. */
export function faultsOfChinese(given: string): readonly string[] {
  // What code says, and dates as the platform writes them, have rules of their own; a parameter may be Chinese.
  const text = given
    .replace(/`[^`]*`/g, '`x`')
    .replace(/\d+年(?:\d+月)?(?:\d+日)?/g, '日期')
    // Keys stand alone: （ f ）.
    .replace(/（ (\S) ）/g, '（$1）')
    .replace(/zq[a-z]\d+qz/gi, '·')
  const rules: readonly (readonly [rule: string, pattern: RegExp])[] = [
    ['ASCII punctuation', new RegExp(`${HAN}[,;:!?.](?=\\s|$|${HAN})|${HAN}[()]${HAN}`, 'u')],
    ['no blank', new RegExp(`${HAN}[A-Za-z\\d\`]|[A-Za-z\\d\`]${HAN}`, 'u')],
    ['a blank too many', /(?<=\S) [，。：；？！、）】》”]|[，。；？！、（【《“] (?=\S)/u],
    ['您', /您/],
  ]
  return rules.flatMap(([rule, pattern]) => {
    const found = pattern.exec(text)
    return found ? [`${rule}: ${text.slice(Math.max(0, found.index - 8), found.index + 12)}`] : []
  })
}
