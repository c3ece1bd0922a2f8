/**
 * Opcodes of SSE, AVX and MMX. Columns between bars: without a prefix, with 66, F3 and F2. Operands follow; only VEX
 * has `H`. A column may have its own after `@`. Names get a `v` with VEX; `-` before a name: never with VEX, `+`: only
 * with it.
 */

import type { Table } from './integer-tables.ts'

const each = (start: number, names: string, operands: string): Table =>
  Object.fromEntries(names.split(' ').map((name, at) => [start + at, name === '_' ? '' : `${name} ${operands}`]))

/** Integer instructions that MMX and SSE share: without a prefix in MMX, with 66 in SSE. */
const shared = (start: number, names: string): Table =>
  Object.fromEntries(
    names.split(' ').map((name, at) => [start + at, name === '_' ? '' : `-${name}@P,Q|${name}@V,H,W||`]),
  )

/** The same, shifted by the low half of a vector. */
const byVector = (start: number, names: string): Table =>
  Object.fromEntries(names.split(' ').map((name, at) => [start + at, `-${name}@P,Q|${name}@V,H,Wx||`]))

/** Behind 0F. */
export const vector0f: Table = {
  0x10: 'movups|movupd|movss@*Vx,Wx|movsd@*Vx,Wx V,W',
  0x11: 'movups|movupd|movss@*Wx,Vx|movsd@*Wx,Vx W,V',
  0x12: 'movlps@*Vx,Hx,Wx|movlpd@Vx,Hx,M|movsldup|movddup V,W',
  0x13: 'movlps|movlpd|| M,Vx',
  0x14: 'unpcklps|unpcklpd|| V,H,W',
  0x15: 'unpckhps|unpckhpd|| V,H,W',
  0x16: 'movhps@*Vx,Hx,Wx|movhpd@Vx,Hx,M|movshdup| V,W',
  0x17: 'movhps|movhpd|| M,Vx',
  0x28: 'movaps|movapd|| V,W',
  0x29: 'movaps|movapd|| W,V',
  0x2a: '-cvtpi2ps@V,Q|-cvtpi2pd@V,Q|cvtsi2ss@Vx,Hx,Ey|cvtsi2sd@Vx,Hx,Ey',
  0x2b: 'movntps|movntpd|| M,V',
  0x2c: '-cvttps2pi@P,W|-cvttpd2pi@P,W|cvttss2si@Gy,Wx|cvttsd2si@Gy,Wx',
  0x2d: '-cvtps2pi@P,W|-cvtpd2pi@P,W|cvtss2si@Gy,Wx|cvtsd2si@Gy,Wx',
  0x2e: 'ucomiss|ucomisd|| Vx,Wx',
  0x2f: 'comiss|comisd|| Vx,Wx',
  0x50: 'movmskps|movmskpd|| Gd,U',
  0x51: 'sqrtps|sqrtpd|sqrtss@Vx,Hx,Wx|sqrtsd@Vx,Hx,Wx V,W',
  0x52: 'rsqrtps||rsqrtss@Vx,Hx,Wx| V,W',
  0x53: 'rcpps||rcpss@Vx,Hx,Wx| V,W',
  0x54: 'andps|andpd|| V,H,W',
  0x55: 'andnps|andnpd|| V,H,W',
  0x56: 'orps|orpd|| V,H,W',
  0x57: 'xorps|xorpd|| V,H,W',
  0x58: 'addps|addpd|addss@Vx,Hx,Wx|addsd@Vx,Hx,Wx V,H,W',
  0x59: 'mulps|mulpd|mulss@Vx,Hx,Wx|mulsd@Vx,Hx,Wx V,H,W',
  0x5a: 'cvtps2pd@V,Wx|cvtpd2ps@Vx,W|cvtss2sd@Vx,Hx,Wx|cvtsd2ss@Vx,Hx,Wx',
  0x5b: 'cvtdq2ps|cvtps2dq|cvttps2dq| V,W',
  0x5c: 'subps|subpd|subss@Vx,Hx,Wx|subsd@Vx,Hx,Wx V,H,W',
  0x5d: 'minps|minpd|minss@Vx,Hx,Wx|minsd@Vx,Hx,Wx V,H,W',
  0x5e: 'divps|divpd|divss@Vx,Hx,Wx|divsd@Vx,Hx,Wx V,H,W',
  0x5f: 'maxps|maxpd|maxss@Vx,Hx,Wx|maxsd@Vx,Hx,Wx V,H,W',
  ...shared(
    0x60,
    'punpcklbw punpcklwd punpckldq packsswb pcmpgtb pcmpgtw pcmpgtd packuswb punpckhbw punpckhwd punpckhdq packssdw',
  ),
  0x6c: '|punpcklqdq|| V,H,W',
  0x6d: '|punpckhqdq|| V,H,W',
  0x6e: '-movd@P,Ey|movd@Vx,Ey||',
  0x6f: '-movq@P,Q|movdqa|movdqu| V,W',
  0x70: '-pshufw@P,Q,Iu|pshufd|pshufhw|pshuflw V,W,Iu',
  ...shared(0x74, 'pcmpeqb pcmpeqw pcmpeqd'),
  0x7c: '|haddpd||haddps V,H,W',
  0x7d: '|hsubpd||hsubps V,H,W',
  0x7e: '-movd@Ey,P|movd@Ey,Vx|movq@Vx,Wx|',
  0x7f: '-movq@Q,P|movdqa|movdqu| W,V',
  0xc2: 'cmp?ps|cmp?pd|cmp?ss@Vx,Hx,Wx|cmp?sd@Vx,Hx,Wx V,H,W',
  0xc4: '-pinsrw@P,Ed,Iu|pinsrw@Vx,Hx,Ed,Iu||',
  0xc5: '-pextrw@Gd,N,Iu|pextrw@Gd,Ux,Iu||',
  0xc6: 'shufps|shufpd|| V,H,W,Iu',
  0xd0: '|addsubpd||addsubps V,H,W',
  ...byVector(0xd1, 'psrlw psrld psrlq'),
  ...shared(0xd4, 'paddq pmullw'),
  0xd6: '|movq@Wx,Vx|-movq2dq@V,N|-movdq2q@P,U',
  0xd7: '-pmovmskb@Gd,N|pmovmskb@Gd,U||',
  ...shared(0xd8, 'psubusb psubusw pminub pand paddusb paddusw pmaxub pandn pavgb'),
  ...byVector(0xe1, 'psraw psrad'),
  ...shared(0xe3, 'pavgw pmulhuw pmulhw'),
  0xe6: '|cvttpd2dq@Vx,W|cvtdq2pd@V,Wx|cvtpd2dq@Vx,W',
  0xe7: '-movntq@M,P|movntdq@M,V||',
  ...shared(0xe8, 'psubsb psubsw pminsw por paddsb paddsw pmaxsw pxor'),
  0xf0: '|||lddqu V,M',
  ...byVector(0xf1, 'psllw pslld psllq'),
  ...shared(0xf4, 'pmuludq pmaddwd psadbw'),
  0xf7: '-maskmovq@P,N|maskmovdqu@Vx,Ux||',
  ...shared(0xf8, 'psubb psubw psubd psubq paddb paddw paddd'),
}

/** Shifts by a constant after 0F 71, 72 and 73, by the middle bits of ModRM. */
export const vectorShifts: Readonly<Record<number, readonly string[]>> = {
  0x71: ['', '', 'psrlw', '', 'psraw', '', 'psllw', ''],
  0x72: ['', '', 'psrld', '', 'psrad', '', 'pslld', ''],
  0x73: ['', '', 'psrlq', 'psrldq', '', '', 'psllq', 'pslldq'],
}

/** Behind 0F 38. */
export const vector38: Table = {
  ...shared(0x00, 'pshufb phaddw phaddd phaddsw pmaddubsw phsubw phsubd phsubsw psignb psignw psignd pmulhrsw'),
  0x0c: '|+permilps|| V,H,W', 0x0d: '|+permilpd|| V,H,W', 0x0e: '|+testps|| V,W', 0x0f: '|+testpd|| V,W',
  0x10: '|-pblendvb|| V,W,%xmm0', 0x13: '|+cvtph2ps|| V,Wx', 0x14: '|-blendvps|| V,W,%xmm0',
  0x15: '|-blendvpd|| V,W,%xmm0', 0x16: '|+permps|| V,H,W', 0x17: '|ptest|| V,W', 0x18: '|+broadcastss|| V,Wx',
  0x19: '|+broadcastsd|| V,Wx', 0x1a: '|+broadcastf128|| V,M',
  0x1c: '-pabsb@P,Q|pabsb@V,W||', 0x1d: '-pabsw@P,Q|pabsw@V,W||', 0x1e: '-pabsd@P,Q|pabsd@V,W||',
  ...each(0x20, '|pmovsxbw|| |pmovsxbd|| |pmovsxbq|| |pmovsxwd|| |pmovsxwq|| |pmovsxdq||', 'V,Wx'),
  ...each(0x28, '|pmuldq|| |pcmpeqq||', 'V,H,W'), 0x2a: '|movntdqa|| V,M', 0x2b: '|packusdw|| V,H,W',
  0x2c: '|+maskmovps|| V,H,M', 0x2d: '|+maskmovpd|| V,H,M', 0x2e: '|+maskmovps|| M,H,V', 0x2f: '|+maskmovpd|| M,H,V',
  ...each(0x30, '|pmovzxbw|| |pmovzxbd|| |pmovzxbq|| |pmovzxwd|| |pmovzxwq|| |pmovzxdq||', 'V,Wx'),
  0x36: '|+permd|| V,H,W',
  ...each(0x37, '|pcmpgtq|| |pminsb|| |pminsd|| |pminuw|| |pminud|| |pmaxsb|| |pmaxsd|| |pmaxuw|| |pmaxud|| |pmulld||', 'V,H,W'),
  0x41: '|phminposuw|| V,W', 0x45: '|+psrlv~|| V,H,W', 0x46: '|+psravd|| V,H,W', 0x47: '|+psllv~|| V,H,W',
  0x58: '|+pbroadcastd|| V,Wx', 0x59: '|+pbroadcastq|| V,Wx', 0x5a: '|+broadcasti128|| V,M', 0x78: '|+pbroadcastb|| V,Wx',
  0x79: '|+pbroadcastw|| V,Wx', 0x8c: '|+pmaskmov~|| V,H,M', 0x8e: '|+pmaskmov~|| M,H,V',
  ...fused(0x90),
  0xc8: '-sha1nexte||| V,W', 0xc9: '-sha1msg1||| V,W', 0xca: '-sha1msg2||| V,W', 0xcb: '-sha256rnds2||| V,W,%xmm0',
  0xcc: '-sha256msg1||| V,W', 0xcd: '-sha256msg2||| V,W',
  0xcf: '|gf2p8mulb|| V,H,W', 0xdb: '|aesimc|| V,W',
  ...each(0xdc, '|aesenc|| |aesenclast|| |aesdec|| |aesdeclast||', 'V,H,W'),
} // prettier-ignore

/** Multiplication and addition at once: three orders of operands, ps and pd or ss and sd by VEX.W (`=`). */
function fused(start: number): Table {
  const names = ['fmaddsub', 'fmsubadd', 'fmadd', 'fmadd', 'fmsub', 'fmsub', 'fnmadd', 'fnmadd', 'fnmsub', 'fnmsub']
  const rows: Record<number, string> = {}
  for (const [order, digits] of ['132', '213', '231'].entries()) {
    for (const [at, name] of names.entries()) {
      const isScalar = at > 1 && at % 2 === 1
      rows[start + order * 16 + 6 + at] =
        `|+${name}${digits}${isScalar ? 's' : 'p'}=|| ${isScalar ? 'Vx,Hx,Wx' : 'V,H,W'}`
    }
  }
  return rows
}

/** Behind 0F 3A. */
export const vector3a: Table = {
  0x00: '|+permq|| V,W,Iu', 0x01: '|+permpd|| V,W,Iu', 0x02: '|+pblendd|| V,H,W,Iu', 0x04: '|+permilps|| V,W,Iu',
  0x05: '|+permilpd|| V,W,Iu', 0x06: '|+perm2f128|| V,H,W,Iu', 0x08: '|roundps|| V,W,Iu', 0x09: '|roundpd|| V,W,Iu',
  0x0a: '|roundss|| Vx,Hx,Wx,Iu', 0x0b: '|roundsd|| Vx,Hx,Wx,Iu', 0x0c: '|blendps|| V,H,W,Iu', 0x0d: '|blendpd|| V,H,W,Iu',
  0x0e: '|pblendw|| V,H,W,Iu', 0x0f: '-palignr@P,Q,Iu|palignr@V,H,W,Iu||', 0x14: '|pextrb|| Ed,Vx,Iu', 0x15: '|pextrw|| Ed,Vx,Iu',
  0x16: '|pextr^|| Ey,Vx,Iu', 0x17: '|extractps|| Ed,Vx,Iu', 0x18: '|+insertf128|| V,H,Wx,Iu', 0x19: '|+extractf128|| Wx,V,Iu',
  0x1d: '|+cvtps2ph|| Wx,V,Iu', 0x20: '|pinsrb|| Vx,Hx,Ed,Iu', 0x21: '|insertps|| Vx,Hx,Wx,Iu', 0x22: '|pinsr^|| Vx,Hx,Ey,Iu',
  0x38: '|+inserti128|| V,H,Wx,Iu', 0x39: '|+extracti128|| Wx,V,Iu', 0x40: '|dpps|| V,H,W,Iu', 0x41: '|dppd|| V,H,W,Iu',
  0x42: '|mpsadbw|| V,H,W,Iu', 0x44: '|pclmulqdq|| V,H,W,Iu', 0x46: '|+perm2i128|| V,H,W,Iu', 0x4a: '|+blendvps|| V,H,W,L',
  0x4b: '|+blendvpd|| V,H,W,L', 0x4c: '|+pblendvb|| V,H,W,L', 0x60: '|pcmpestrm|| V,W,Iu', 0x61: '|pcmpestri|| V,W,Iu',
  0xce: '|gf2p8affineqb|| V,H,W,Iu', 0xcf: '|gf2p8affineinvqb|| V,H,W,Iu', 0x62: '|pcmpistrm|| V,W,Iu', 0x63: '|pcmpistri|| V,W,Iu', 0xcc: '-sha1rnds4||| V,W,Iu', 0xdf: '|aeskeygenassist|| V,W,Iu',
} // prettier-ignore

/** Comparisons by their last byte. */
export const comparisons =
  'eq lt le unord neq nlt nle ord eq_uq nge ngt false neq_oq ge gt true eq_os lt_oq le_oq unord_s neq_us nlt_uq nle_uq ord_s eq_us nge_uq ngt_uq false_os neq_os ge_oq gt_oq true_us'.split(
    ' ',
  )
