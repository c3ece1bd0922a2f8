/** Help on the commands that look into images. */
import { cacheText, chooseText, chooseArchText, similarText, usageErrorText, type Help } from './help-texts.ts'

export const addressHelp = {
  lookup: {
    summary: 'looks up addresses, as atos does',
    usage: ['--symbols PATH [OPTION…] [ADDR…]'],
    about: [
      'Looks up addresses: functions, inlined calls, files and lines. They are hexadecimal, with or without 0x, and mean addresses in the file unless an option says otherwise.',
    ],
    arguments: {
      ADDR: 'addresses. With "-" or none they come from standard input; those of a pipe are answered as they come, several at once.',
    },
    options: {
      symbols: 'as in symbolicate; with https://… an image must be chosen by --uuid',
      cache: cacheText,
      arch: `${chooseArchText}. In a shared cache or a pack of one, the address itself identifies the image.`,
      uuid: chooseText,
      load: 'runtime addresses; the image was loaded at ADDR (hex)',
      slide: 'runtime addresses; the image has slide N (hex, may be negative)',
      offset: 'offsets from the start of the image: decimal, or hex with 0x',
      'return-addresses':
        'return addresses, as in all frames of a stack but the first. Each is looked up one byte earlier, inside the call: the call may be the last instruction of its function or line.',
      similar: similarText,
      hints:
        'adds hints on functions without a name: the texts, selectors and functions that their code uses, their callers, their nearest named neighbours. None of it is a name.',
      'no-inlines': 'only the function that contains the address, without inlined calls',
      mangled: 'linkage names',
      interactive:
        'for another program that asks, and on a terminal: answers each line of standard input at once, until its end. In text an empty line ends each answer. A line that is empty or no address gets an answer, too: a line that begins with "error:", in JSON {"error": "…"}.',
      format: 'text (default), or json: one object a line',
    },
    notes: [
      'Other names at the same address follow the function’s name ("also …"; "aliases" in JSON, and "folded" for functions with identical code that the linker is known to have folded into one).',
      'Names that are not certain end in [likely] or [doubtful]; standard error explains the marks ("grade" in JSON).',
      'With a source map, LINE:COLUMN of a script in place of addresses: lines count from 1, columns from 0.',
    ],
    exit: {
      0: 'every address has a name',
      1: 'an address is in no function, or in one without a name; or no image has the chosen UUID or architecture',
      2: usageErrorText,
    },
    examples: [
      'lookup --symbols App.dSYM --arch arm64 --load 0x104cc8000 0x104ccc074',
      'lookup --symbols App.dSYM --arch arm64 --interactive --format json',
      'lookup --symbols main.jsbundle.map 1:4021',
    ],
  },
  inspect: {
    summary: 'shows what a file contains: images, UUIDs, DWARF, sections',
    usage: ['PATH… [--format FORMAT]'],
    about: ['Shows what files contain: images, architectures, UUIDs, kinds, DWARF versions, section sizes, counts.'],
    arguments: { PATH: 'a dSYM, binary, framework or .xcarchive, or a folder, zip or tar.gz of these' },
    options: { format: 'text (default), or json' },
    notes: [],
    exit: { 0: 'an image was found', 2: 'no image was found, or wrong usage' },
    examples: ['inspect App.dSYM'],
  },
  disassemble: {
    summary: 'lists the instructions at an address, or those of bytes in hex',
    usage: [
      '--arch ARCH [--address ADDR] HEX…',
      '--symbols PATH --address ADDR [--count N] [OPTION…]',
      '--report FILE [--symbols PATH] [--thread N] [OPTION…]',
    ],
    about: [
      'Lists instructions, one a line: address, bytes, text. The text is spelled as LLVM’s tools spell it, with numbers in hex and AT&T syntax for x86. Bytes come from the arguments, or from a binary: a dSYM holds no code. With --report, lists the instructions around each frame of the crashed thread and marks the call that the frame waits in. The bytes then come from the report, a dump’s memory or the binary.',
    ],
    arguments: { HEX: 'bytes, two digits each, together or apart' },
    options: {
      symbols: 'the binary',
      arch: 'arm64, arm64e, armv7, x86_64 or i386',
      uuid: chooseText,
      'instruction-set':
        'for 32-bit Arm: thumb, or a32 for words of 32 bits. Without it, a binary gives it for each function, and a report by its registers; bytes alone are thumb since armv7, a32 before.',
      address: 'the address of the first byte (hex); with --symbols, the address in the file where to begin',
      count: 'number of instructions; 16 with --symbols, all with HEX',
      report: 'a crash report, core file or minidump',
      thread: 'another thread of the report than the crashed one',
      frame: 'one frame of the thread',
      format:
        'text (default), or json, one object a line: {"address":"0x…","bytes":"…","text":"…"}; "text" is null where bytes are no instruction. With --report a line a frame, its "instructions" in the same shape, "marked" for the marked one.',
    },
    notes: [],
    exit: {
      0: 'instructions were listed',
      1: 'there is no code there, or no image has the chosen UUID or architecture',
      2: usageErrorText,
    },
    examples: ['disassemble --symbols App.app/App --arch arm64 --address 0x100004060 --count 8'],
  },
  variables: {
    summary: 'lists the parameters and locals in scope at an address',
    usage: ['--symbols PATH [--arch ARCH] [--uuid UUID] [ADDR…]', '--symbols PATH --core FILE | --report FILE [ADDR…]'],
    about: [
      'Lists parameters and locals in scope: those of the innermost inlined call first, then of each function around it, inner blocks before outer ones. Each has its type and the location that DWARF gives it there, in LLVM’s words.',
    ],
    arguments: {
      ADDR: 'addresses in the file, in hex; with "-" or none they come from standard input. With --core and --report, only frames at these addresses are listed.',
    },
    options: {
      symbols: 'the dSYM, or the object files of a debug map',
      arch: chooseArchText,
      uuid: chooseText,
      core: 'a core file: every frame with its variables and their values, from memory and the registers of each frame',
      report:
        'a crash report: values of the first frame of each thread that has registers, where the registers give them. A missing value has a reason in its place.',
      format: 'text (default), or json: one object an address or frame',
    },
    notes: [],
    exit: {
      0: 'all were listed',
      1: 'an address is in no function with debug information; or no image has the chosen UUID or architecture',
      2: usageErrorText,
    },
    examples: ['variables --symbols App.dSYM --arch arm64 0x100004060'],
  },
  demangle: {
    summary: 'makes mangled names readable',
    usage: ['[NAME…] [--simplified] [--format FORMAT]'],
    about: ['Makes mangled Swift, C++, Rust and Kotlin names readable, line by line. Other text is left unchanged.'],
    arguments: { NAME: 'names. With "-" or none they come from standard input.' },
    options: {
      simplified: 'Swift’s short form, as Xcode shows it',
      format: 'text (default), or json, one object a line: {"mangled":"…","name":"…"}',
    },
    notes: [],
    exit: { 0: 'done', 2: 'wrong usage' },
    examples: ["demangle '$s4Shop8CartViewV5total2ofSdSayAA4ItemVG_tF'"],
  },
} as const satisfies Help<'lookup' | 'inspect' | 'disassemble' | 'variables' | 'demangle'>
