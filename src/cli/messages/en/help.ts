/** Texts of `unslide COMMAND --help`. */
import type { summaries } from './overview.ts'

export const help: Readonly<Record<keyof typeof summaries, string>> = {
  symbolicate: `Usage: unslide symbolicate REPORT… --symbols PATH… [--similar PATH…] [--format FORMAT]
       [--any-build] [--load NAME=ADDR] [--slide NAME=N] [--fault] [--evidence] [--variables]
       [--source DIR] [--share-names] [--redact] [--redact-app] [-o FILE|DIR] [--in-place]
       unslide symbolicate --watch DIR --symbols PATH… [--format FORMAT] [-o DIR/]
       unslide symbolicate --stream [FILE] --symbols PATH… [--jobs N]

Adds function names, files and lines to crash reports.

  REPORT             a crash report; "-" reads standard input. A folder or .xccrashpoint stands for all reports in it.
                     Crashlytics records (.clsrecord) of one crash, given together, are read as one report.
  --symbols PATH…    a dSYM, binary, .xcarchive, symbol index, pack or dyld shared cache, a Breakpad, GSYM or Bugly file,
                     a link map or the output of nm beside the binary, or a folder, zip or tar.gz of these
                     https://… is the address of symbols that "unslide publish" wrote. Unslide requests only images with
                     frames, by UUID, and only the needed parts of their indexes. Standard error has the number and size
                     of the requests. (http:// only for this machine)
  --cache DIR        keeps downloaded parts of symbols from --symbols https://… in DIR, up to 512 MB. They are verified again
                     when they are read, and removed after 90 days without use. If the site cannot be reached, the kept
                     parts are used, and a message says so. Without this option nothing is kept.
  --similar PATH…    another build of a binary that is stripped: its symbols and its binary. With the stripped binary of the
                     report's build as --symbols, functions with the same code get their names from it. Such names are
                     [likely] at best, and every export says which build they are from.
  --format FORMAT    text (default): the crash, to be read; original: the report's own form with names put in place;
                     json, markdown, html (one page that opens in Unslide again); speedscope, firefox-profile: the
                     call trees, else the threads, as a file for that profiler
  -o FILE            writes to a file in a folder that is there. Its extension names the format: .html, .json, .md, .txt,
                     .ips, .speedscope.json, .profile.json; with another --format that is an error. With a folder (an
                     existing one, or a path that ends in a slash), each report gets a file of its own in it. An input is
                     never written over.
  --in-place         writes the names into the reports themselves, in their own form
  --load NAME=ADDR   load address of an image, in hex. NAME is its name or UUID; without "NAME=" the main program.
  --slide NAME=N     slide of an image (load address minus __TEXT address), in hex; N may be negative
  --any-build        uses symbols from another build where no matching ones are given. Such images are marked
                     "wrong-build", and their names are doubtful unless the report confirms them.
  --share-names      names frames that no symbols name as other REPORTs of the same build do: where two of them agree, or the
                     function's start is known. Such names are marked, with their reports. Reports in archives and
                     mails take no part.
  --fault            adds to text the instructions at the fault with the facts that they show, and the registers with
                     the things that they point to; the other formats for people and JSON always have them. Instructions
                     come from the report, the dump, or the binary in --symbols. Exit code 1 when a report has neither.
  --evidence         adds to text the evidence for inferred load addresses, and for names of images without a UUID: each
                     fact with its weight, a natural logarithm, above 0 for and below 0 against; the weights of a name
                     add up to the logarithm of its odds. JSON always has them ("hypotheses", "odds").
  --variables        adds parameters and locals to text, markdown, html and JSON: of the first frame of each thread to read
                     first, and of the program's own frames in it (16 at most). They come from the dSYM, or the object
                     files of a debug map, in --symbols. Values come from the registers of a report and the memory of a
                     dump; a missing value has a reason in its place. With --redact names and types stay, and values are
                     left out. Exit code 1 when a report has none.
  --source DIR       adds the source lines around each call of the program in the stacks to read first, in text,
                     markdown, html and JSON. The file is the one in DIR whose path ends like that of the build. If the
                     debug information has its MD5 (DWARF 5), the output says if the file has changed since the build.
                     Can be repeated. Unslide shows only source files that the debug information of a matching image
                     names, and none that is hidden or ignored by Git (.gitignore, .git/info/exclude); standard error
                     lists the others. .git and node_modules are skipped, symbolic links are not followed. Exit code 1
                     when no line was found.
  --redact           replaces personal data in every format: user, folder and device names, e-mail and network addresses,
                     device keys, identifiers of users, sessions and events, tokens. Each gets one pseudonym
                     throughout. Image UUIDs, addresses and offsets stay; source lines are left out. Standard error lists
                     the replaced texts, so keep that to yourself.
  --redact-app       the same, and also replaces the app's name, bundle and team identifiers

  --watch DIR        symbolicates each report that comes into DIR from now on, once it is written to its end, and again when
                     it changes. Other files, folders and links in DIR are skipped. Ctrl-C ends it, with exit code 0.
  --stream           reads lines of JSON from standard input or FILE and writes a line of JSON for each, in the same order.
                     A line is the text of a report as a string, {"id": …, "name": "…", "report": "…"} with
                     "encoding": "base64" for binary reports, or a report that is JSON itself. The answer has "line",
                     "id" as the line spells it, and the report as --format json writes it, or "problems". A bad report is
                     one bad line; so is one of more than 256 MB. Exit code 2 only if no line could be read.
  --jobs N           threads of a stream; as many as there are cores without it

--load and --slide take precedence over the report and can be repeated, once for each image.
Names that are not certain end in [likely] or [doubtful]; a line at the end explains the marks.
Exit code 1: the report was read, but symbols, a load address or all stacks are missing. Standard error says which
and what to do next.

Example: unslide symbolicate Crash.ips --symbols App.dSYM
         unslide symbolicate addresses.txt --symbols App.dSYM --load App=0x104cc8000
`,
  batch: `Usage: unslide batch REPORT… [--symbols PATH…] [--similar PATH…] [--any-build] [--jobs N] [--format text|json]
       [-o FILE]

Groups reports of the same crash: the same program, the same kind of end, and the same function of the program. Each group
lists its versions, systems and devices. A report with an uncertain place is a group of its own.

  REPORT     a crash report, or a folder of them
  --cache    as in symbolicate
  --symbols  as in symbolicate: without names, groups are made by offsets in the same build
  --jobs N   threads; as many as there are cores without it

Exit code 1: some files lack symbols. Exit code 2: some could not be read. The others are still grouped.

Example: unslide batch Reports/ --symbols App.dSYM
`,
  parse: `Usage: unslide parse REPORT…

Prints reports as JSON, without symbols.

  REPORT   a crash report; "-" reads standard input. A folder or .xccrashpoint stands for all reports in it.
           Crashlytics records (.clsrecord) of one crash, given together, are read as one report.

Exit code 2: a file could not be read. The other reports are still printed.

Example: unslide parse Crash.ips
`,
  lookup: `Usage: unslide lookup --symbols PATH [--similar PATH] [--hints] [--arch A] [--uuid U] [ADDR…]

Looks up addresses: functions, inlined calls, files and lines. Addresses come from the arguments or, with "-" or none,
from standard input. They are hexadecimal, with or without 0x, and mean addresses in the file unless an option says
otherwise.

  --load ADDR         runtime addresses; the image was loaded at ADDR (hex)
  --slide N           runtime addresses; the image has slide N (hex, may be negative)
  --offset            offsets from the start of the image: decimal, or hex with 0x
  --return-addresses  return addresses, as in all frames of a stack but the first. Each is looked up one byte
                      earlier, inside the call: the call may be the last instruction of its function or line.
  --cache DIR         as in symbolicate, for --symbols https://…
  --arch A, --uuid U  choose the image if the files contain several. In a shared cache or a pack of one, the address
                      itself identifies the image.
  --similar PATH      another build of a stripped binary, with its symbols: functions with the same code get its names
  --hints             adds hints on functions without a name: the texts, selectors and functions that their code uses,
                      their callers, their nearest named neighbours. None of it is a name.
  --no-inlines        only the function that contains the address, without inlined calls
  --mangled           linkage names
  --format json       one object a line

Other names at the same address follow the function's name ("also …"; "aliases" in JSON, and "folded" for functions
with identical code that the linker is known to have folded into one).
Names that are not certain end in [likely] or [doubtful]; standard error explains the marks ("grade" in JSON).

With a source map, places of a script (line from 1, column from 0) in place of
addresses: unslide lookup --symbols main.jsbundle.map 1:4021

Example: unslide lookup --symbols App.dSYM --arch arm64 --load 0x104cc8000 0x104ccc074
`,
  inspect: `Usage: unslide inspect PATH… [--format text|json]

Shows what files contain: images, architectures, UUIDs, kinds, DWARF versions, section sizes, counts.
PATH is a dSYM, binary, framework or .xcarchive, or a folder, zip or tar.gz of these.

Example: unslide inspect App.dSYM
`,
  disassemble: `Usage: unslide disassemble --arch A [--address X] HEX…
       unslide disassemble --symbols PATH --address X [--count N] [--arch A] [--uuid U]
       unslide disassemble --report FILE [--symbols PATH] [--thread N] [--frame N]

Lists instructions, one a line: address, bytes, text. The text is spelled as LLVM's tools spell it, with numbers in hex and
AT&T syntax for x86. Bytes come from the arguments, or from a binary: a dSYM holds no code. With --report, lists the
instructions around each frame of the crashed thread and marks the call that the frame waits in. The bytes then come from
the report, a dump's memory or the binary.

  --arch A       arm64, arm64e, armv7, x86_64 or i386
  --instruction-set S
                 for 32-bit Arm: thumb, or a32 for words of 32 bits. Without it, a binary gives it for each function,
                 and a report by its registers; bytes alone are thumb since armv7, a32 before
  --address X    the address of the first byte (hex); with --symbols, the address in the file where to begin
  --count N      number of instructions; 16 with --symbols, all with HEX
  --uuid U       chooses the image if the files contain several
  --report FILE  a crash report, core file or minidump; --thread N another thread, --frame N one frame
  --format json  one object a line: {"address":"0x…","bytes":"…","text":"…"}; "text" is null where bytes are no instruction.
                 With --report a line a frame, its "instructions" in the same shape, "marked" for the marked one

Example: unslide disassemble --symbols App.app/App --arch arm64 --address 0x100004060 --count 8
`,
  variables: `Usage: unslide variables --symbols PATH [--arch A] [--uuid U] [ADDR…]
       unslide variables --symbols PATH --core FILE | --report FILE [ADDR…]

Lists parameters and locals in scope: those of the innermost inlined call first, then of each function around it, inner
blocks before outer ones. Each has its type and the location that DWARF gives it there, in LLVM's words. Addresses come
from the arguments or, with "-" or none, from standard input; they are hexadecimal and mean addresses in the file.

  --arch A, --uuid U  choose the image if the files contain several
  --core FILE         a core file: every frame with its variables and their values, from memory and the registers of each
                      frame; with ADDR, only frames at these addresses
  --report FILE       a crash report: values of the first frame of each thread that has registers, where the registers
                      give them. A missing value has a reason in its place.
  --format json       one object an address or frame

Exit code 1: an address is in no function with debug information.

Example: unslide variables --symbols App.dSYM --arch arm64 0x100004060
`,
  index: `Usage: unslide index PATH… [--out DIR] [--threads N] [--format text|json]

Builds a symbol index for each image and prints its size and build time.

  --out DIR    writes each index to a file in DIR. Use the file or DIR as --symbols in place of the dSYM.
  --threads N  number of threads, 1 to 64

Example: unslide index App.dSYM --out indexes
`,
  convert: `Usage: unslide convert PATH… --to breakpad|gsym -o FILE|DIR/ [--arch A] [--uuid U] [--threads N]

Writes the symbols of each image as a file of another format: functions, inlined calls, files and lines, and the names of the
symbol table elsewhere.

  PATH…               whatever --symbols takes elsewhere; a pack has no lines and is not converted
  --to breakpad       a text file (.sym) with readable names, for Breakpad's tools and crash services. It has no STACK
                      records, so it names frames, but does not help to unwind.
  --to gsym           LLVM's GSYM (version 1) with linkage names, for llvm-gsymutil and LLDB
  -o FILE|DIR/        the output; with a folder (an existing one, or a path that ends in a slash) each image gets a file
  --arch A, --uuid U  choose the image if the files contain several

Columns are left out, since neither format has them. Further names of a function are left out, too.
Exit code: 0 done; 1 some images could not be read, or none is the one chosen; 2 none could.

Example: unslide convert App.dSYM --arch arm64 --to breakpad -o App.sym
`,
  table: `Usage: unslide table PATH… -o FILE|DIR/ [--arch A] [--uuid U] [--threads N] [--format text|json]

Writes every range of addresses that has a name as a row of a Parquet file: UUID, architecture, image, start and end as offsets
in the image, function, linkage name, file, line, and the calls around an inlined one. Databases join millions of raw addresses
to it; src/core/tables/README.md lists the columns, and the SQL for DuckDB, ClickHouse, Spark, Trino and BigQuery.

  PATH…                whatever --symbols takes elsewhere, packs too
  -o, --out FILE|DIR/  one table of all images; with a folder (an existing one, or a path that ends in a slash) a file each
  --arch A, --uuid U   choose among the images
  --threads N          threads that build an index; as many as the machine has without it
  --format json        one object a table: path, images, rows, bytes

Rows are sorted by UUID, architecture and start and never overlap; addresses that nothing covers have no row. An address has the
same names as in \`unslide lookup\`, without the further names of folded functions.
Exit code: 0 done; 1 some images could not be read or have no name, or none is the one chosen; 2 none could.

Example: unslide table App.dSYM Frameworks/ -o symbols.parquet
`,
  pack: `Usage: unslide pack --os SYSTEM PATH… -o FILE [--format text|json]

Writes the names of all images into one file, a pack: give it as --symbols, or drop it on the page, in place of the
shared cache that it was made from. Only the images that a report needs are read from it.

  PATH…        a dyld shared cache, a DeviceSupport folder, dSYMs, binaries, symbol indexes, other packs, or a folder or
               archive of these
  --os SYSTEM  the system of the images, as reports print it; it is shown beside every name
  -o FILE      the pack. The same input gives the same bytes.

Names from a pack are marked as imported, and symbols from dSYMs, binaries and caches come before them.
Exit code: 0 done; 1 some images could not be read; 2 none could.

Example: unslide pack --os "iPhone OS 17.5.1 (21F90)" dyld_shared_cache_arm64e -o iOS-17.5.1.unslide-pack
`,
  publish: `Usage: unslide publish PATH… --to DIR [--app] [--threads N] [--format text|json]
       unslide publish --to DIR [--remove-older DAYS] [--keep FILE] [--dry-run]

Writes the symbol index of each image into DIR, by its UUID. A web server or an object store serves DIR as plain files;
everybody who may read them can name frames with --symbols https://…, without the dSYM. A report needs only some hundred
kilobytes of an index of any size.

  PATH…              a dSYM, binary, .xcarchive, symbol index or pack, or a folder, zip or tar.gz of these
  --to DIR           the folder. It is made if it is not there. Nothing outside it is written, links in it are not
                     followed, and several programs may publish into it at once.
  --app              also copies the built page into DIR, so that one address serves both
  --threads N        threads that build an index, 1 to 64
  --remove-older N   removes images that were published more than N days ago, and leftovers of older publishing
  --keep FILE        never removes the UUIDs in FILE, one a line; without --remove-older removes all others. What is
                     published in the same run stays, too.
  --dry-run          lists the images to remove, and removes none

Indexes that are already there are not built again, unless the new symbols have more (a dSYM after a binary).
The server must answer range requests and must not compress .unslide-blocks files. DIR/symbols/UUID/manifest.json
changes; all other files there never do.
Exit code 1: some images could not be published.

Example: unslide publish MyApp.xcarchive --to /srv/symbols
`,

  demangle: `Usage: unslide demangle [NAME…] [--simplified] [--format text|json]

Makes mangled Swift, C++, Rust and Kotlin names readable, line by line. Other text is left unchanged.
Without names, or for "-", it reads standard input.

  --simplified   Swift's short form, as Xcode shows it
  --format json  one object a line: {"mangled":"…","name":"…"}

Example: unslide demangle '$s4Shop8CartViewV5total2ofSdSayAA4ItemVG_tF'
`,
  serve: `Usage: unslide serve --symbols PATH… [--origin URL] [--port N] [--host ADDRESS]

Answers the Firefox Profiler, or another page, in the form of Mozilla's symbolication API, version 5: functions, inlined calls,
files and lines of images with the UUIDs that a profile names. Prints its address, which ends in a random token.

  --symbols PATH…  as in symbolicate
  --cache DIR      as in symbolicate
  --origin URL     the only page that gets answers; https://profiler.firefox.com without it
  --port N         a free one without it
  --host ADDRESS   127.0.0.1 without it: only this machine. With another address, everybody who knows the token gets answers.

Ctrl-C ends it. Exit codes: 0 ended; 1 ended, and no symbols were found; 2 wrong usage, or the port is taken.

Example: unslide serve --symbols App.dSYM
`,
  mcp: `Usage: unslide mcp --root DIR…

Serves tools to a program that speaks the Model Context Protocol, such as a coding agent, on standard input and output:
find_files, open_report, explain, list_stacks, show_stack, list_images, add_symbols, index_folder, look_up, search_symbols,
compare_reports. Answers are JSON in pages that fit such a reader.

  --root DIR  a folder whose files may be read; can be given several times. Files outside these folders are not read,
              not even through ".." or links, and nothing is written.
  --symbols https://…  the address of published symbols: Unslide requests the images of opened reports there
  --cache DIR  keeps downloaded parts of these in DIR, as in symbolicate

Unslide itself sends no report anywhere. Its answers go to the client, which may send them on, for example to a model on
another machine. Exit codes: 0 when the client closes standard input; 2 wrong usage.

Example: unslide mcp --root ~/Crashes --root ~/Library/Developer/Xcode/Archives
`,
  completions: `Usage: unslide completions bash|zsh|fish

Prints completions of commands, options and paths for a shell. Put them where the shell reads them when it starts.

Example: unslide completions bash > ~/.local/share/bash-completion/completions/unslide
         unslide completions zsh > ~/.zfunc/_unslide
         unslide completions fish > ~/.config/fish/completions/unslide.fish
`,
}
