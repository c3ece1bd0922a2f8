/**
 * Lists and tables whose lines look like rows of stacks and are none. The truth of each was written down before the program read it: no
 * frame has an address.
 */

const hex = (value: number, digits = 1): string => value.toString(16).padStart(digits, '0')
const wide = (value: number): string => `0x${hex(value, 16)}`
const BASE = 0x104cc8000
const LINK = 0x100003f50
const words = 'open load draw save find make hold turn sort fill pack move'.split(' ')
const word = (at: number): string => `${words[at % words.length] ?? ''}${at >= words.length ? String(at) : ''}`
const Word = (at: number): string => word(at).replace(/^./, (letter) => letter.toUpperCase())
/** Ascends unevenly. */
const step = (at: number): number => at * 64 + ((at * at * 12) % 48)
/** Goes up and down. */
const jump = (at: number): number => ((at * 7919) % 4096) * 16 + 0x4010

type Line = (at: number) => string
const list =
  (line: Line, head = '') =>
  (count: number): string =>
    head + Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')

/** Name, and a function that makes the text with so many entries. */
export const lookAlikes: Readonly<Record<string, (count: number) => string>> = {
  'number, address, colon, word, count': list(
    (at) => `${at} ${wide(BASE + jump(at))}: ${wide(0x18a3c5000 + jump(at + 3))} ${(at * 37) % 90}`,
  ),
  'number, address, colon, count': list((at) => `${at}\t0x${hex(BASE + jump(at))}:\t${(at * 37) % 90}`),
  'address, colon, count': list((at) => `${wide(BASE + jump(at))}: ${(at * 37) % 90}`),
  'x/4gx of a debugger': list(
    (at) =>
      `${wide(0x16fdff2a0 + at * 32)}:\t${wide(BASE + jump(at))}\t${wide(0x18a3c5000 + jump(at))}\t${wide(at)}\t${wide(0)}`,
  ),
  'memory of gdb with functions': list(
    (at) =>
      `0x${hex(BASE + at * 16)} <${word(at)}+${at * 16}>:\t${wide(BASE + jump(at))}\t${wide(BASE + jump(at + 1))}`,
  ),
  'memory browser of an editor': list(
    (at) =>
      `0x${hex(0x16fdff2a0 + at * 16).toUpperCase()}  00 80 CC 04 01 00 00 00  34 F2 00 00 00 00 00 ${hex(at % 256, 2)}  ........4.......`,
  ),
  'xxd of a core': list(
    (at) => `${hex(BASE + at * 16, 16)}: cffa edfe 0c00 0001 0000 0000 0200 ${hex(at, 4)}  ................`,
  ),
  'hexdump -C at a load address': list(
    (at) =>
      `${hex(BASE + at * 16, 9)}  cf fa ed fe 0c 00 00 01  00 00 00 00 02 00 00 ${hex(at % 256, 2)}  |................|`,
  ),
  'stack memory, numbered': list((at) => `[${at}] 0x${hex(0x16fdff2a0 + at * 8)} = ${wide(BASE + jump(at))}`),
  'nm -m': list(
    (at) => `${hex(LINK + step(at), 16)} (__TEXT,__text) ${at % 2 ? 'non-external' : 'external'} _${word(at)}`,
  ),
  'nm by size': list((at) => `${hex(LINK + jump(at), 16)} ${hex(0x34 + at, 16)} t -[Lamp ${word(at)}]`),
  'numbered symbols with 0x': list((at) => `[${String(at).padStart(4)}] ${wide(LINK + step(at))} T _${word(at)}`),
  'symbols of lldb': list(
    (at) =>
      `[${String(at).padStart(5)}] ${String(at).padStart(6)} D X Code            ${wide(LINK + step(at))} ${wide(BASE + step(at))} 0x0000000000000034 0x000f0000 ${word(at)}`,
    'Symtab, file = /tmp/Lamp, num_symbols = 60:\nIndex   UserID DSX Type            File Address/Value Load Address       Size               Flags      Name\n------- ------ --- --------------- ------------------ ------------------ ------------------ ---------- ----\n',
  ),
  'sections of lldb': list(
    (at) =>
      `0x${hex(at + 1, 8)} code             [${wide(BASE + at * 0x4000)}-${wide(BASE + at * 0x4000 + 0x3f00)})  r-x  0x${hex(at * 0x4000, 8)} 0x00003f00 0x80000400 Lamp.__TEXT.__${word(at)}`,
  ),
  'look-ups of lldb': list(
    (at) =>
      `1 match found in /tmp/Lamp.app/Lamp:\n        Address: Lamp[${wide(LINK + jump(at))}] (Lamp.__TEXT.__text + ${jump(at)})\n        Summary: Lamp\`${word(at)} at lamp.c:${at + 12}`,
  ),
  vmmap: list(
    (at) =>
      `__TEXT                      ${hex(BASE + at * 0x4000)}-${hex(BASE + at * 0x4000 + 0x4000)} [   16K    16K     0K     0K] r-x/r-x SM=COW          /System/Library/Frameworks/${Word(at)}.framework/${Word(at)}`,
    'Virtual Memory Map of process 812 (Lamp)\nREGION TYPE                    START - END         [ VSIZE  RSDNT  DIRTY   SWAP] PRT/MAX SHRMOD PURGE    REGION DETAIL\n',
  ),
  'regions with sizes': list((at) => `${at} MALLOC_TINY 0x${hex(BASE + at * 0x4000)} ${16 * (at + 1)}K rw-/rwx`),
  'maps of a process': list(
    (at) =>
      `${hex(BASE + at * 0x4000)}-${hex(BASE + at * 0x4000 + 0x4000)} r-xp ${hex(at * 0x4000, 8)} fe:00 ${1200 + at}  /usr/lib/lib${word(at)}.so`,
  ),
  'Java with causes': list(
    (at) => `\tat org.example.lamp.${Word(at)}$$Lambda$${at}/0x${hex(0x800001040 + at * 24, 16)}.run(Unknown Source)`,
    'Exception in thread "main" java.lang.IllegalStateException: off\n',
  ),
  'objects of a Java dump': list(
    (at) =>
      `"pool-1-thread-${at}" #${at + 12} prio=5 os_prio=31 cpu=1.20ms tid=0x${hex(0x7f8a1c00a800 + at * 512, 16)} nid=0x${hex(0x5603 + at)} waiting on condition  [0x${hex(0x7000042f5000 + at * 4096, 16)}]`,
  ),
  JavaScript: list(
    (at) => `    at ${word(at)} (file:///app/lamp.js:${at + 3}:${at + 17})`,
    'TypeError: undefined is not a function\n',
  ),
  'sampled calls with shares': list(
    (at) =>
      `${String(at + 1).padStart(3)}  ${wide(LINK + jump(at))}  ${1200 - at * 7}  ${(33.3 - at / 3).toFixed(1)}%  ${word(at)}.c:${at + 12}`,
    '  #  address             hits  share  line\n',
  ),
  pprof: list(
    (at) =>
      `     ${(1.2 / (at + 1)).toFixed(2)}s  ${(34 / (at + 1)).toFixed(2)}% 34.00%      0.34s  9.60%  lamp.(*Wick).${Word(at)}`,
    'Showing nodes accounting for 3.20s, 90.1% of 3.55s total\n      flat  flat%   sum%        cum   cum%\n',
  ),
  'perf report': list(
    (at) => `    ${(12.3 / (at + 1)).toFixed(2)}%  Lamp     Lamp                  [.] 0x${hex(LINK + jump(at), 16)}`,
    '# Overhead  Command  Shared Object         Symbol\n',
  ),
  'addresses of heap': list((at) => `0x${hex(0x600000c04000 + at * 32)}: ${Word(at)} (${32 + at * 16} bytes)`),
  'classes of the runtime': list((at) => `${at} ${Word(at)}Controller ${wide(0x1de4c8a30 + step(at))}`),
  'buffers of a renderer': list(
    (at) => `${at}   MTLBuffer   0x${hex(0x12f804010 + jump(at))}   ${4096 * (at + 1)} bytes`,
  ),
  'error codes': list(
    (at) => `${at}  E_${word(at).toUpperCase()}  0x${hex(0x80070005 + at, 8)}  The lamp could not ${word(at)}`,
  ),
  'bindings of dyld': list(
    (at) =>
      `__DATA  __got            0x${hex(0x100008000 + at * 8, 8).toUpperCase()}    pointer      0 libSystem          _${word(at)}`,
    'bind information:\nsegment section          address        type    addend dylib            symbol\n',
  ),
  objdump: list((at) => `${hex(LINK + at * 4)}: d10083${hex(at % 256, 2)}     \tsub\tsp, sp, #${at + 32}`, '_main:\n'),
  'otool -tV': list(
    (at) => `${hex(LINK + at * 4, 16)}\tbl\t0x${hex(LINK + jump(at))} ; symbol stub for: _${word(at)}`,
    '-[Lamp open]:\n',
  ),
  'table of lines': list(
    (at) => `${wide(LINK + at * 4)}     ${at + 12}      5      1   0             0  is_stmt`,
    'Address            Line   Column File   ISA Discriminator Flags\n------------------ ------ ------ ------ --- ------------- -------------\n',
  ),
  'entries of DWARF': list(
    (at) =>
      `0x${hex(0x2a + at * 35, 8)}:   DW_TAG_subprogram\n                DW_AT_low_pc\t(${wide(LINK + step(at))})\n                DW_AT_high_pc\t(${wide(LINK + step(at) + 52)})\n                DW_AT_name\t("${word(at)}")`,
  ),
  'load commands': list(
    (at) =>
      `Load command ${at}\n      cmd LC_SEGMENT_64\n  segname __${Word(at)}\n   vmaddr ${wide(0x100000000 + at * 0x4000)}\n   vmsize 0x0000000000004000\n  fileoff ${at * 0x4000}`,
  ),
  'page faults': list(
    (at) =>
      `12:00:0${at % 10}.123456  PgIn[S]  D=0x${hex(0x1000 + at * 16, 8)}  B=0x4000  ${wide(BASE + jump(at))}  0.000${100 + at}  Lamp.${5171140 + at}`,
  ),
  sockets: list(
    (at) =>
      `${hex(0xf5b1c3d2a0 + at * 136, 16)} stream      0      0                0 ${hex(0xf5b1c3e2a0 + at * 136, 16)}                0                0 /var/run/${word(at)}`,
    'Active LOCAL (UNIX) domain sockets\nAddress          Type   Recv-Q Send-Q            Inode             Conn             Refs          Nextref Addr\n',
  ),
  registry: list(
    (at) =>
      `  | +-o Apple${Word(at)}@${hex(at)}  <class Apple${Word(at)}, id 0x1000${hex(0x23c + at, 5)}, registered, matched, active, busy 0 (1 ms), retain 9>`,
  ),
  textures: list((at) => `#${at} ${wide(0x12f804010 + jump(at))} Texture2D 2048x2048 mips ${at % 12}`),
  ports: list(
    (at) =>
      `0x${hex(0x103 + at * 4, 8)}  0x${hex(0x5f3a2b1c + at * 99, 8)}  send        0x00000000  --         ---         ${at + 1}      ${wide(0xf5b1c3d2a0 + at)}  ${word(at)}`,
  ),
  'lines of a symbol file': list(
    (at) => `FUNC ${hex(0x3f50 + step(at))} 34 0 ${word(at)}\n${hex(0x3f50 + step(at))} 8 ${at + 12} 1`,
  ),
  'jobs of a queue': list(
    (at) => `job ${at}: block 0x${hex(BASE + jump(at))} queued at +${at * 12} after ${at + 4} tries`,
  ),
  'identifiers of packets': list((at) => `${at + 1} 0x${hex(0x1a2b3c4d + at * 4097)} ${1400 - at} ACK`),
  'tests with seeds': list(
    (at) => `${at}) ${Word(at)}Tests seed 0x${hex(0x9e3779b97f + at * 7919)} passed + ${at} skipped`,
  ),
}
