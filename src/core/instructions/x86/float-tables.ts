/** Opcodes of the x87, D8 to DF. In memory by the middle bits of ModRM; over registers by the same or by the whole byte. */

const arithmetic = ['fadd', 'fmul', 'fcom', 'fcomp', 'fsub', 'fsubr', 'fdiv', 'fdivr']
const withEnding = (names: readonly string[], ending: string): string[] => names.map((name) => `${name}${ending}`)

export const floatMemory: readonly (readonly string[])[] = [
  withEnding(arithmetic, 's'),
  ['flds', '', 'fsts', 'fstps', 'fldenv', 'fldcw', 'fnstenv', 'fnstcw'],
  withEnding(arithmetic.map((name) => name.replace('f', 'fi')), 'l'),
  ['fildl', 'fisttpl', 'fistl', 'fistpl', '', 'fldt', '', 'fstpt'],
  withEnding(arithmetic, 'l'),
  ['fldl', 'fisttpll', 'fstl', 'fstpl', 'frstor', '', 'fnsave', 'fnstsw'],
  withEnding(arithmetic.map((name) => name.replace('f', 'fi')), 's'),
  ['filds', 'fisttps', 'fists', 'fistps', 'fbld', 'fildll', 'fbstp', 'fistpll'],
] // prettier-ignore

/** Over registers: `i` is written as `%st(i)`, `0` as `%st`. */
export const floatRegisters: readonly (readonly string[])[] = [
  ['fadd i,0', 'fmul i,0', 'fcom i', 'fcomp i', 'fsub i,0', 'fsubr i,0', 'fdiv i,0', 'fdivr i,0'],
  ['fld i', 'fxch i', '', '', '', '', '', ''],
  ['fcmovb i,0', 'fcmove i,0', 'fcmovbe i,0', 'fcmovu i,0', '', '', '', ''],
  ['fcmovnb i,0', 'fcmovne i,0', 'fcmovnbe i,0', 'fcmovnu i,0', '', 'fucomi i,0', 'fcomi i,0', ''],
  ['fadd 0,i', 'fmul 0,i', '', '', 'fsub 0,i', 'fsubr 0,i', 'fdiv 0,i', 'fdivr 0,i'],
  ['ffree i', '', 'fst i', 'fstp i', 'fucom i', 'fucomp i', '', ''],
  ['faddp 0,i', 'fmulp 0,i', '', '', 'fsubp 0,i', 'fsubrp 0,i', 'fdivp 0,i', 'fdivrp 0,i'],
  ['ffreep i', '', '', '', '', 'fucompi i,0', 'fcompi i,0', ''],
]

/** Those without operands, by opcode and ModRM. */
export const floatPlain: Readonly<Record<number, string>> = {
  0xd9d0: 'fnop', 0xd9e0: 'fchs', 0xd9e1: 'fabs', 0xd9e4: 'ftst', 0xd9e5: 'fxam', 0xd9e8: 'fld1', 0xd9e9: 'fldl2t',
  0xd9ea: 'fldl2e', 0xd9eb: 'fldpi', 0xd9ec: 'fldlg2', 0xd9ed: 'fldln2', 0xd9ee: 'fldz', 0xd9f0: 'f2xm1', 0xd9f1: 'fyl2x',
  0xd9f2: 'fptan', 0xd9f3: 'fpatan', 0xd9f4: 'fxtract', 0xd9f5: 'fprem1', 0xd9f6: 'fdecstp', 0xd9f7: 'fincstp',
  0xd9f8: 'fprem', 0xd9f9: 'fyl2xp1', 0xd9fa: 'fsqrt', 0xd9fb: 'fsincos', 0xd9fc: 'frndint', 0xd9fd: 'fscale',
  0xd9fe: 'fsin', 0xd9ff: 'fcos', 0xdae9: 'fucompp', 0xdbe2: 'fnclex', 0xdbe3: 'fninit', 0xded9: 'fcompp',
  0xdfe0: 'fnstsw %ax',
} // prettier-ignore
