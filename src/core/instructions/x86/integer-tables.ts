/**
 * Opcodes of general registers: a name, and operands as the Intel manual's appendix A has them, the first being written
 * to. `*` in a name is the letter of the size (`b`, `w`, `l`, `q`) of the operand after `:`, or of the first.
 */

export type Table = Readonly<Record<number, string>>

const arithmetic = ['add', 'or', 'adc', 'sbb', 'and', 'sub', 'xor', 'cmp']
const conditions = ['o', 'no', 'b', 'ae', 'e', 'ne', 'be', 'a', 's', 'ns', 'p', 'np', 'l', 'ge', 'le', 'g']

const each = (start: number, names: readonly string[], text: (name: string) => string): Table =>
  Object.fromEntries(names.map((name, at) => [start + at, text(name)]))

const repeated = (start: number, text: string, count = 8): Table =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [start + at, text]))

const arithmeticRows: Table = Object.fromEntries(
  arithmetic.flatMap((name, at) =>
    ['Eb,Gb', 'Ev,Gv', 'Gb,Eb', 'Gv,Ev', 'Ab,Ib', 'Av,Iz'].map((operands, form) => [
      at * 8 + form,
      `${name}* ${operands}`,
    ]),
  ),
)

/** One byte; `(n)` names a group of `groups`, chosen by ModRM. */
export const oneByte: Table = {
  ...arithmeticRows,
  ...repeated(0x50, 'push* Zs'),
  ...repeated(0x58, 'pop* Zs'),
  0x63: 'movslq Gv,Ed',
  0x68: 'push* Is', 0x69: 'imul* Gv,Ev,Iz', 0x6a: 'push* Ib:s', 0x6b: 'imul* Gv,Ev,Ib',
  0x6c: 'insb Yb,%dx', 0x6d: 'ins* Yz,%dx:z', 0x6e: 'outsb %dx,Xb', 0x6f: 'outs* %dx,Xz:z',
  ...each(0x70, conditions, (name) => `j${name} Jb`),
  0x80: '(1) Eb,Ib', 0x81: '(1) Ev,Iz', 0x83: '(1) Ev,Ib', 0x84: 'test* Eb,Gb', 0x85: 'test* Ev,Gv',
  0x88: 'mov* Eb,Gb', 0x89: 'mov* Ev,Gv', 0x8a: 'mov* Gb,Eb',
  0x8b: 'mov* Gv,Ev', 0x8c: 'mov* Ev,Sw', 0x8d: 'lea* Gv,M', 0x8e: 'mov* Sw,Ev:v', 0x8f: '(a) Es',
  ...repeated(0x90, 'xchg* Av,Zv'),
  0x9b: 'wait', 0x9c: 'pushf* :s', 0x9d: 'popf* :s', 0x9e: 'sahf', 0x9f: 'lahf',
  0xa0: 'mov* Ab,Ob', 0xa1: 'mov* Av,Ov', 0xa2: 'mov* Ob,Ab', 0xa3: 'mov* Ov,Av', 0xa4: 'movsb Yb,Xb',
  0xa5: 'movs* Yv,Xv', 0xa6: 'cmpsb Xb,Yb', 0xa7: 'cmps* Xv,Yv', 0xa8: 'test* Ab,Ib', 0xa9: 'test* Av,Iz',
  0xaa: 'stosb Yb,Ab', 0xab: 'stos* Yv,Av', 0xac: 'lodsb Ab,Xb', 0xad: 'lods* Av,Xv', 0xae: 'scasb Ab,Yb',
  0xaf: 'scas* Av,Yv',
  ...repeated(0xb0, 'mov* Zb,Ib'),
  ...repeated(0xb8, 'mov* Zv,Iv'),
  0xc0: '(2) Eb,Iu', 0xc1: '(2) Ev,Iu', 0xc2: 'ret* Ih:s', 0xc3: 'ret* :s', 0xc6: '(b) Eb,Ib', 0xc7: '(b) Ev,Iz',
  0xc9: 'leave', 0xca: 'lret* Ih:v', 0xcb: 'lret* :v', 0xcc: 'int3', 0xcd: 'int Iu',
  0xcf: 'iret* :v',
  0xd0: '(2) Eb', 0xd1: '(2) Ev', 0xd2: '(2) Eb,%cl', 0xd3: '(2) Ev,%cl', 0xd7: 'xlatb',
  0xe0: 'loopne Jb', 0xe1: 'loope Jb', 0xe2: 'loop Jb', 0xe3: 'j*cxz Jb:a', 0xe4: 'inb %al,Iu', 0xe5: 'in* Az,Iu:z',
  0xe6: 'outb Iu,%al', 0xe7: 'out* Iu,Az:z', 0xe8: 'call* Jd:m', 0xe9: 'jmp Jz', 0xeb: 'jmp Jb', 0xec: 'inb %al,%dx',
  0xed: 'in* Az,%dx:z', 0xee: 'outb %dx,%al', 0xef: 'out* %dx,Az:z', 0xf1: 'int1', 0xf4: 'hlt', 0xf5: 'cmc',
  0xf6: '(3) Eb', 0xf7: '(3) Ev', 0xf8: 'clc', 0xf9: 'stc', 0xfa: 'cli', 0xfb: 'sti', 0xfc: 'cld', 0xfd: 'std',
  0xfe: '(4) Eb', 0xff: '(5) Ev',
} // prettier-ignore

/** Opcodes that differ, or only exist, in code of 32 bits. */
export const oneByte32: Table = {
  ...repeated(0x40, 'inc* Zv'),
  ...repeated(0x48, 'dec* Zv'),
  0x06: 'push* %es:s', 0x07: 'pop* %es:s', 0x0e: 'push* %cs:s', 0x16: 'push* %ss:s', 0x17: 'pop* %ss:s',
  0x1e: 'push* %ds:s', 0x1f: 'pop* %ds:s', 0x27: 'daa', 0x2f: 'das', 0x37: 'aaa', 0x3f: 'aas', 0x60: 'pusha* :v',
  0x61: 'popa* :v', 0x62: 'bound M,Gv', 0x63: 'arpl Ew,Gw', 0xc4: 'les* Gv,M', 0xc5: 'lds* Gv,M', 0xce: 'into',
  0x82: '(1) Eb,Ib', 0x9a: 'lcall* Iz,Ih', 0xea: 'ljmp* Iz,Ih', 0xe8: 'call* Jz:z', 0xd4: 'aam Ib', 0xd5: 'aad Ib', 0xd6: 'salc',
} // prettier-ignore

/** Groups by the middle bits of ModRM: a name, or a name with its own operands. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  1: arithmetic.map((name) => `${name}*`),
  2: ['rol*', 'ror*', 'rcl*', 'rcr*', 'shl*', 'shr*', '', 'sar*'],
  3: ['test* Eb,Ib', '', 'not*', 'neg*', 'mul*', 'imul*', 'div*', 'idiv*'],
  4: ['inc*', 'dec*'],
  5: ['inc*', 'dec*', 'call* *Es', 'lcall* *M:v', 'jmp* *Es', 'ljmp* *M:v', 'push* Es', ''],
  6: ['sldt* Ev', 'str* Ev', 'lldtw Ew', 'ltrw Ew', 'verr Ew', 'verw Ew'],
  8: ['', '', '', '', 'bt*', 'bts*', 'btr*', 'btc*'],
  a: ['pop*'],
  b: ['mov*'],
  p: ['prefetchnta M', 'prefetcht0 M', 'prefetcht1 M', 'prefetcht2 M', 'nop* M:v', 'nop* M:v', 'nop* M:v', 'nop* M:v'],
  w: ['prefetch M', 'prefetchw M', 'prefetchwt1 M', '', '', '', '', ''],
}

/** Behind 0F: those without vectors. */
export const twoByte: Table = {
  0x00: '(6)', 0x02: 'lar* Gv,Ew', 0x03: 'lsl* Gv,Ew', 0x05: 'syscall', 0x06: 'clts', 0x07: 'sysret* :y', 0x08: 'invd',
  0x09: 'wbinvd', 0x0b: 'ud2', 0x0d: '(w)', 0x18: '(p)', 0x1f: 'nop* Ev', 0x0e: 'femms', 0x37: 'getsec', 0x78: 'vmread* Es,Gs', 0x79: 'vmwrite* Gs,Es',
  0x20: 'movq Rq,Cq', 0x21: 'movq Rq,Dq', 0x22: 'movq Cq,Rq', 0x23: 'movq Dq,Rq', 0x30: 'wrmsr', 0x31: 'rdtsc',
  0x32: 'rdmsr', 0x33: 'rdpmc', 0x34: 'sysenter', 0x35: 'sysexit* :y',
  ...each(0x40, conditions, (name) => `cmov${name}* Gv,Ev`),
  0x77: 'emms',
  ...each(0x80, conditions, (name) => `j${name} Jz`),
  ...each(0x90, conditions, (name) => `set${name} Eb`),
  0xa0: 'push* %fs:s', 0xa1: 'pop* %fs:s', 0xa2: 'cpuid', 0xa3: 'bt* Ev,Gv', 0xa4: 'shld* Ev,Gv,Iu',
  0xa5: 'shld* Ev,Gv,%cl', 0xa8: 'push* %gs:s', 0xa9: 'pop* %gs:s', 0xaa: 'rsm', 0xab: 'bts* Ev,Gv',
  0xac: 'shrd* Ev,Gv,Iu', 0xad: 'shrd* Ev,Gv,%cl', 0xaf: 'imul* Gv,Ev', 0xb0: 'cmpxchg* Eb,Gb',
  0xb1: 'cmpxchg* Ev,Gv', 0xb2: 'lss* Gv,M', 0xb3: 'btr* Ev,Gv', 0xb4: 'lfs* Gv,M', 0xb5: 'lgs* Gv,M',
  0xb6: 'movzb* Gv,Eb', 0xb7: 'movzw* Gv,Ew', 0xb9: 'ud1* Gv,Ev', 0xba: '(8) Ev,Iu', 0xbb: 'btc* Ev,Gv', 0xbc: 'bsf* Gv,Ev',
  0xbd: 'bsr* Gv,Ev', 0xbe: 'movsb* Gv,Eb', 0xbf: 'movsw* Gv,Ew', 0xc0: 'xadd* Eb,Gb', 0xc1: 'xadd* Ev,Gv',
  0xc3: 'movnti* My,Gy',
  ...repeated(0xc8, 'bswap* Zv'),
} // prettier-ignore

/** Behind 0F with F3: other instructions than without. */
export const twoByteRepeat: Table = {
  0xb8: 'popcnt* Gv,Ev', 0xbc: 'tzcnt* Gv,Ev', 0xbd: 'lzcnt* Gv,Ev', 0x09: 'wbnoinvd',
} // prettier-ignore
