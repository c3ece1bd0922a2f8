/** Help on the commands that serve other programs. */
import { cacheText, type Help } from './help-texts.ts'

export const serviceHelp = {
  serve: {
    summary: 'gives names to a profiler in the browser (API of Mozilla)',
    usage: ['--symbols PATH… [--source DIR…] [--origin URL] [OPTION…]'],
    about: [
      'Answers the Firefox Profiler, or another page, in the form of Mozilla’s symbolication API, version 5: functions, inlined calls, files and lines of images with the UUIDs that a profile names (POST /symbolicate/v5: jobs with memoryMap and stacks of [module, offset]). Also answers with the source files of --source (/source/v1: debugName, debugId, moduleOffset, file) and with the instructions of a function (/asm/v1: debugName, debugId, startAddress, size), as samply does. Prints its address, which ends in a random token. Ctrl-C ends it.',
      'POST /report takes a crash report of any format as the body and answers with what symbolicate --format json writes. Only programs of this machine get that: with another --host the path is not there. A report may have 32 MB and take 60 s, and two are named at once. Errors are JSON with a sentence under "error": 403 for another Host or Origin, 404 for a wrong token or path, 405 for a method, 413 for too many bytes, 422 for what is no report, 503 while others are at work, 504 for too much time.',
    ],
    arguments: {},
    options: {
      symbols: 'as in symbolicate',
      source:
        'a folder with source files. Only files that the debug information names for the requested address are given, with the limits of symbolicate --source.',
      cache: cacheText,
      origin: 'the only page that gets answers; https://profiler.firefox.com without it',
      port: 'a free one without it',
      host: '127.0.0.1 without it: only this machine. With another address, everybody who knows the token gets answers.',
    },
    notes: [],
    exit: { 0: 'ended', 1: 'ended, and no symbols were found', 2: 'wrong usage, or the port is taken' },
    examples: ['serve --symbols App.dSYM'],
  },
  mcp: {
    summary: 'serves these as tools to a coding agent (Model Context Protocol)',
    usage: ['--root DIR… [--watch DIR] [--symbols https://…]'],
    about: [
      'Serves tools to a program that speaks the Model Context Protocol, such as a coding agent, on standard input and output: find_files, open_report, explain, list_stacks, show_stack, list_images, add_symbols, index_folder, look_up, search_symbols, compare_reports, show_registers, show_code, show_variables, group_reports, export_report, raw_text, demangle. Open reports are resources, too. Answers are JSON in pages that fit such a reader.',
      'A client that tells its own folders (roots) limits what is read: only what lies both in these and in the folders of --root.',
    ],
    arguments: {},
    options: {
      root: 'a folder whose files may be read. Files outside these folders are not read, not even through ".." or links, and nothing is written.',
      watch:
        'a folder that may be read, too. The client hears of each report that comes into it: the list of resources changes, and so does unslide://new.',
      symbols: 'https://…, the address of published symbols: Unslide requests the images of opened reports there',
      cache: cacheText,
      redact:
        'replaces personal data in all answers, as symbolicate --redact does; raw_text is refused, and variables have no values',
      'ignore-client-roots': 'reads the folders of --root whatever folders the client tells',
    },
    notes: [
      'Unslide itself sends no report anywhere. Its answers go to the client, which may send them on, for example to a model on another machine.',
    ],
    exit: { 0: 'the client closed standard input', 2: 'wrong usage' },
    examples: ['mcp --root ~/Crashes --root ~/Library/Developer/Xcode/Archives'],
  },
  schema: {
    summary: 'prints the JSON Schema of what a command writes',
    usage: ['[NAME]'],
    about: [
      'Prints a JSON Schema (2020-12) of the JSON that a command of this release writes. Without NAME it lists the schemas: a name, and what writes such JSON. Where a command writes lines, the schema is of one line.',
    ],
    arguments: {
      NAME: 'a command, or one of these: stream (symbolicate --stream), manifest (manifest.json in the folder that publish writes)',
    },
    options: {},
    notes: ['A later release may write more fields; its own schema has them.'],
    exit: { 0: 'done', 2: 'wrong usage' },
    examples: ['schema symbolicate > symbolicate.schema.json'],
  },
  completions: {
    summary: 'prints what a shell needs to complete commands and options',
    usage: ['SHELL', 'uuids PATH…'],
    about: [
      'Prints completions of commands, options, their values and paths for a shell. Put them where the shell reads them when it starts.',
    ],
    arguments: {
      SHELL:
        'bash, zsh or fish. "uuids" prints the UUIDs of the images at PATH, one a line: the completions ask for them behind --uuid.',
      PATH: 'as --symbols takes it',
    },
    options: {},
    notes: [],
    exit: { 0: 'done', 2: 'wrong usage' },
    examples: [
      'completions bash > ~/.local/share/bash-completion/completions/unslide',
      'completions zsh > ~/.zfunc/_unslide',
      'completions fish > ~/.config/fish/completions/unslide.fish',
    ],
  },
} as const satisfies Help<'serve' | 'mcp' | 'schema' | 'completions'>
