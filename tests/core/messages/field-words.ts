/**
 * Texts in the core that look like sentences and are data of the field: what files contain, what other tools write, and lists
 * that a program reads. A text is known by its file and its beginning. Each was read.
 */
export const fieldWords: readonly (readonly [file: string, begins: string])[] = [
  // Names that tools give themselves, and the words of shells and runtimes.
  ['reading/end.ts', 'Main Thread Checker'],
  ['reading/end.ts', 'Fatal access conflict detected'],
  ['reports/text/console-rules.ts', 'illegal hardware instruction'],
  ['reports/text/console-rules.ts', 'floating point exception'],
  ['reports/text/console-rules.ts', 'Main Thread Checker'],
  ['reports/free-text/unity-windows.ts', 'Mono JIT Code'],
  ['reports/tools/lldb.ts', '<signal handler called>'],
  ['reports/text/console-rules.ts', 'Problematic frame: '],
  ['reports/sdks/kscrash.ts', 'Last deallocated exception'],
  // Keys of panic logs.
  ['reading/overview/panic.ts', 'Kernel text base'],
  ['reading/overview/panic.ts', 'Fileset Kernelcache UUID'],
  ['reports/ips/panic.ts', 'system model name'],
  ['reports/ips/panic.ts', 'mac os version'],
  ['reading/overview/panic.ts', 'System shutdown begun'],
  ['reading/overview/panic.ts', 'System uptime in nanoseconds'],
  // Keys of crash reports, in one spelling.
  ['reading/quoted.ts', 'triggered by thread'],
  // Keys and columns of memory kills as text, and what NSAssertionHandler prints.
  ['reports/ips/jetsam-text.ts', 'Uncompressed Pages in Compressor'],
  ['reports/ips/jetsam-text.ts', 'Count resident pages'],
  ['reports/said-around.ts', '*** Assertion failure in '],
  ['reports/apple-text/apple-text-model.ts', 'highlighted by thread'],
  // Lists of file name extensions; `''` is the whole file.
  ['containers/ignored-files.ts', ''],
  // Errors that are caught where they are thrown for, or cannot happen.
  ['symbols/content-uuid.ts', 'a version 8 UUID'],
  ['symindex/wasm-instance.ts', 'engine error'],
  // A mistake of a caller, which no input causes.
  ['dwarf/writer/sections.ts', 'no unit is open'],
  // Expressions as llvm-dwarfdump writes them.
  ['dwarf/expression/text.ts', ' <invalid base_type ref: '],
  // Words of the Swift demangler's output.
  ['symbols/swift-names.ts', 'method descriptor for '],
  // Names of files and images as the platform calls them.
  ['reports/apple-text/translated-labels.ts', 'Triggered by Thread'],
  ['reports/apple-text/translated-labels.ts', 'Thread $ crashed with Thread State'],
  ['reports/apple-text/translated-labels.ts', 'Application Specific Information:'],
  ['reports/apple-text/translated-labels.ts', 'Last Exception Backtrace:'],
  ['reports/stackshots/kcdata-tasks.ts', 'dyld shared cache'],
  ['reports/ips/stackshot-processes.ts', 'dyld shared cache'],
  ['reports/sdks/plcrash.ts', 'Mac OS X'],
  // Keys, titles and lines as Apple's own reports print them.
  ['reports/apple-text/apple-text-grammar.ts', 'incident identifier,'],
  ['reports/apple-text/apple-text-model.ts', 'Application Specific Information'],
  ['reports/apple-text/apple-text-model.ts', 'Dyld Error Message'],
  ['reports/apple-text/apple-text-model.ts', 'triggered by thread'],
  ['reports/apple-text/apple-text-reader.ts', 'Last Exception Backtrace'],
  ['reports/free-text/nsexception-log.ts', 'First throw call stack'],
  ['reports/ips/ips-crash.ts', 'Application Specific Backtrace'],
  ['reports/ips/ips-details.ts', 'Application Specific '],
  ['reports/ips/ips-details.ts', 'VM Region '],
  ['reports/ips/ips-details.ts', 'External Modification Summary'],
  ['reports/ips/panic-text.ts', 'Kernel text base'],
  ['reports/metrickit/metrickit.ts', 'VM Region Info'],
  ['reports/stackshots/kcdata.ts', 'Parent Process ID'],
  ['reports/text/apple-header.ts', 'time since fork'],
  ['reports/text/thrown-text.ts', '*** Terminating app'],
  // A sanitizer's own line: `READ of size 4`.
  ['reports/tools/sanitizer.ts', '$ of size $'],
  // Types of items in kernel data, by their names in the kernel's headers.
  ['reports/stackshots/kcdata-types.ts', 'threads that did not run'],
  ['reports/stackshots/kcdata-types.ts', 'tasks that did not run'],
  ['reports/stackshots/kcdata-types.ts', 'instructions and cycles'],
  ['reports/stackshots/kcdata-types.ts', 'top of the user stack'],
  ['reports/stackshots/kcdata.ts', 'Kernel boot tests'],
  // A section of Apple's reports.
  // Owners of notes in core files (`mach-o/loader.h`, XNU).
  ['memory/core-images.ts', 'all image infos'],
  ['memory/core-images.ts', 'main bin spec'],
  // Names of registers.
  ['model/architecture.ts', 'rax '],
  ['model/architecture.ts', 'rip rflags'],
  ['model/architecture.ts', 'eax '],
  ['model/architecture.ts', 'edi esi'],
]
