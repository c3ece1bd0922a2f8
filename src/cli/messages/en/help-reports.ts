/** Help on the commands that read reports. */
import { cacheText, jobsText, similarText, type Help } from './help-texts.ts'

const report =
  'a crash report; "-" reads standard input. A folder or .xccrashpoint stands for all reports in it. Crashlytics records (.clsrecord) of one crash, given together, are read as one report.'

const find =
  'also looks for dSYMs of the images in the reports, by UUID: with Spotlight where it is (mdfind), in Xcode’s folders DerivedData and Archives, and in those of --find-in. Standard error lists what was found. Without this option nothing is searched.'

export const reportHelp = {
  symbolicate: {
    summary: 'adds function names, files and lines to a crash report',
    usage: [
      'REPORT… --symbols PATH… [OPTION…]',
      '--watch DIR --symbols PATH… [-o DIR/]',
      '--stream [FILE] --symbols PATH… [--jobs N]',
    ],
    about: ['Adds function names, files and lines to crash reports.'],
    arguments: { REPORT: report },
    options: {
      symbols:
        'a dSYM, binary, .xcarchive, symbol index, pack or dyld shared cache, a Breakpad, GSYM or Bugly file, a link map or the output of nm beside the binary, or a folder, zip or tar.gz of these. https://… is the address of symbols that "unslide publish" wrote: Unslide requests only images with frames, by UUID, and only the needed parts of their indexes. Standard error has the number and size of the requests. (http:// only for this machine)',
      find,
      'find-in': 'a folder where --find looks, too; with this option, --find need not be given',
      cache:
        'keeps downloaded parts of symbols from --symbols https://… in DIR, up to 512 MB. They are verified again when they are read, and removed after 90 days without use. That an image is not there is believed for an hour. If the site cannot be reached, the kept parts are used, and a message says so. Without this option nothing is kept.',
      similar:
        'another build of a binary that is stripped: its symbols and its binary. With the stripped binary of the report’s build as --symbols, functions with the same code get their names from it. Such names are [likely] at best, and every export says which build they are from.',
      'any-build':
        'uses symbols from another build where no matching ones are given. Such images are marked "wrong-build", and their names are doubtful unless the report confirms them.',
      format:
        'text (default): the crash, to be read; original: the report’s own form with names put in place; json, markdown, html (one page that opens in Unslide again); speedscope, firefox-profile: the call trees, else the threads, as a file for that profiler',
      output:
        'writes to a file in a folder that is there. Its extension names the format: .html, .json, .md, .txt, .ips, .speedscope.json, .profile.json; with another --format that is an error. With a folder (an existing one, or a path that ends in a slash), each report gets a file of its own in it. An input is never written over.',
      'in-place': 'writes the names into the reports themselves, in their own form',
      load: 'load address of an image, in hex. NAME is its name or UUID; without "NAME=" the main program. Takes precedence over the report; one for each image.',
      slide:
        'slide of an image (load address minus __TEXT address), in hex; N may be negative. Takes precedence over the report; one for each image.',
      'share-names':
        'names frames that no symbols name as other REPORTs of the same build do: where two of them agree, or the function’s start is known. Such names are marked, with their reports. Reports in archives and mails take no part.',
      fault:
        'adds to text the instructions at the fault with the facts that they show, and the registers with the things that they point to; the other formats for people and JSON always have them. Instructions come from the report, the dump, or the binary in --symbols. Exit code 1 when a report has neither.',
      evidence:
        'adds to text the evidence for inferred load addresses, and for names of images without a UUID: each fact with its weight, a natural logarithm, above 0 for and below 0 against; the weights of a name add up to the logarithm of its odds. JSON always has them ("hypotheses", "odds").',
      variables:
        'adds parameters and locals to text, markdown, html and JSON: of the first frame of each thread to read first, and of the program’s own frames in it (16 at most). They come from the dSYM, or the object files of a debug map, in --symbols. Values come from the registers of a report and the memory of a dump; a missing value has a reason in its place. With --redact names and types stay, and values are left out. Exit code 1 when a report has none.',
      source:
        'adds the source lines around each call of the program in the stacks to read first, in text, markdown, html and JSON. The file is the one in DIR whose path ends like that of the build. If the debug information has its MD5 (DWARF 5), the output says if the file has changed since the build. Unslide shows only source files that the debug information of a matching image names, and none that is hidden or ignored by Git (.gitignore, .git/info/exclude); standard error lists the others. .git and node_modules are skipped, symbolic links are not followed. Lines of scripts come from the source map where it quotes its sources, whatever DIR holds. Exit code 1 when no line was found.',
      redact:
        'replaces personal data in every format: user, folder and device names, e-mail and network addresses, device keys, identifiers of users, sessions and events, tokens. Each gets one pseudonym throughout. Image UUIDs, addresses and offsets stay; source lines are left out. Standard error lists the replaced texts, so keep that to yourself.',
      'redact-app': 'the same, and also replaces the app’s name, bundle and team identifiers',
      watch:
        'symbolicates each report that comes into DIR from now on, once it is written to its end, and again when it changes. Other files, folders and links in DIR are skipped. Ctrl-C ends it, with exit code 0.',
      stream:
        'reads lines of JSON from standard input or FILE and writes a line of JSON for each, in the same order. A line is the text of a report as a string, {"id": …, "name": "…", "report": "…"} with "encoding": "base64" for binary reports, or a report that is JSON itself. The answer has "line", "id" as the line spells it, and the report as --format json writes it with the facts that batch groups it by ("facts"), or "problems". A bad report is one bad line; so is one of more than 32 MB, the most that a stream holds of all lines at once. Exit code 2 only if no line could be read.',
      jobs: 'threads of a stream, 1 to 64; as many as there are cores without it',
    },
    notes: ['Names that are not certain end in [likely] or [doubtful]; a line at the end explains the marks.'],
    exit: {
      0: 'all was named',
      1: 'symbols, a load address or all stacks are missing, or rows could not be read; standard error says which, and what to do next',
      2: 'a report could not be read, or wrong usage; the other reports are still written',
    },
    examples: [
      'symbolicate Crash.ips --symbols App.dSYM',
      'symbolicate addresses.txt --symbols App.dSYM --load App=0x104cc8000',
    ],
  },
  batch: {
    summary: 'groups reports of the same crash',
    usage: ['REPORT… [--symbols PATH…] [OPTION…]'],
    about: [
      'Groups reports of the same crash: the same program, the same kind of end, and the same function of the program. Each group lists its versions, systems and devices. A report with an uncertain place is a group of its own.',
    ],
    arguments: { REPORT: 'a crash report, or a folder of them' },
    options: {
      symbols: 'as in symbolicate: without names, groups are made by offsets in the same build',
      find,
      'find-in': 'a folder where --find looks, too; with this option, --find need not be given',
      cache: cacheText,
      similar: similarText,
      'any-build': 'as in symbolicate: uses symbols from another build where no matching ones are given',
      jobs: jobsText,
      format: 'text (default), or json with all paths of a group',
      output: 'writes to a file in a folder that is there. Its extension names the format: .txt, .json.',
    },
    notes: [],
    exit: {
      0: 'all was named',
      1: 'some reports lack symbols',
      2: 'a report could not be read, or wrong usage; the others are still grouped',
    },
    examples: ['batch Reports/ --symbols App.dSYM'],
  },
  parse: {
    summary: 'prints a report as JSON, without symbols',
    usage: ['REPORT…'],
    about: ['Prints reports as JSON, without symbols.'],
    arguments: { REPORT: report },
    options: { format: 'json, the only one' },
    notes: [],
    exit: {
      0: 'all was read',
      1: 'rows of a report could not be read',
      2: 'a file could not be read, or wrong usage; the other reports are still printed',
    },
    examples: ['parse Crash.ips'],
  },
} as const satisfies Help<'symbolicate' | 'batch' | 'parse'>
