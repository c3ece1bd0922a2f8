/**
 * Opcodes of EVEX (Intel SDM volume 2, AVX-512), by map and prefix (`n`, 66, F3, F2). A line with `>` lists the
 * operands, the destination first, and the flags after them. The lines below it list opcodes and their names. An opcode
 * has the W bit (`*`: either) and a group of ModRM. In a name `~` is `d` or `q`, and `=` is `s` or `d`, by W.
 *
 * Operands: `V`, `H` and `W` are vectors as elsewhere. They have the whole length, or `h` half, `q` a quarter, `o` an
 * eighth of it, `x` 16 bytes, `y` 32. `K`, `J` and `k` are masks in their places. `S` is an address with a vector of
 * indices of such a length. Others are as in `operands.ts`.
 *
 * Memory: `f`, `h`, `q`, `o`: the vector or that part of it. `F4`, `H4`: the same with one element of so many bytes
 * repeated (by W without a number). A number: so many bytes. `e`: an element by W. `d`: MOVDDUP.
 *
 * Then: `r` rounding, `s` no exceptions, `!` no mask, `@` the lengths allowed. `c`: a comparison by its last byte. `n`:
 * a letter for the length where memory does not show it; `N`: also for the longest.
 */
export const evexRows: Readonly<Record<string, string>> = {
  '1n': `
> V,W f
100 vmovups 280 vmovaps
> W,V f
110 vmovups 290 vmovaps
> V,H,W F4
140 vunpcklps 150 vunpckhps 540 vandps 550 vandnps 560 vorps 570 vxorps
> V,H,W F4 r
580 vaddps 590 vmulps 5c0 vsubps 5e0 vdivps
> V,H,W F4 s
5d0 vminps 5f0 vmaxps
> Vx,Hx,Ux 8 !@0
120 vmovhlps 160 vmovlhps
> Vx,Hx,M 8 !@0
120 vmovlps 160 vmovhps
> M,Vx 8 !@0
130 vmovlps 170 vmovhps
> M,V f !
2b0 vmovntps
> Vx,Wx 4 !s
2e0 vucomiss 2f0 vcomiss
> V,W F4 r
510 vsqrtps 5b0 vcvtdq2ps 790 vcvtps2udq
> V,W F4 s
780 vcvttps2udq
> V,Wh H4 s
5a0 vcvtps2pd
> Vh,W F8 rn
5b1 vcvtqq2ps 791 vcvtpd2udq
> Vh,W F8 sn
781 vcvttpd2udq
> K,H,W F4 sc
c20 vcmp?ps
> V,H,W,Iu F4
c60 vshufps`,
  '16': `
> V,W f
101 vmovupd 281 vmovapd 6f0 vmovdqa32 6f1 vmovdqa64
> W,V f
111 vmovupd 291 vmovapd 7f0 vmovdqa32 7f1 vmovdqa64
> Vx,Hx,M 8 !@0
121 vmovlpd 161 vmovhpd
> M,Vx 8 !@0
131 vmovlpd 171 vmovhpd
> M,V f !
2b1 vmovntpd e70 vmovntdq
> Vx,Wx 8 !s
2e1 vucomisd 2f1 vcomisd
> V,H,W F
141 vunpcklpd 151 vunpckhpd 541 vandpd 551 vandnpd 561 vorpd 571 vxorpd 620 vpunpckldq 6a0 vpunpckhdq 6b0 vpackssdw 6c1 vpunpcklqdq
6d1 vpunpckhqdq d41 vpaddq db* vpand~ df* vpandn~ eb* vpor~ ef* vpxor~ f41 vpmuludq fa0 vpsubd fb1 vpsubq fe0 vpaddd
> V,H,W F r
581 vaddpd 591 vmulpd 5c1 vsubpd 5e1 vdivpd
> V,H,W F s
5d1 vminpd 5f1 vmaxpd
> V,W F r
511 vsqrtpd 5b0 vcvtps2dq 791 vcvtpd2uqq 7b1 vcvtpd2qq
> V,W F s
781 vcvttpd2uqq 7a1 vcvttpd2qq
> V,Wh H4 r
790 vcvtps2uqq 7b0 vcvtps2qq
> V,Wh H4 s
780 vcvttps2uqq 7a0 vcvttps2qq
> Vh,W F8 rn
5a1 vcvtpd2ps
> Vh,W F8 sn
e61 vcvttpd2dq
> V,H,W f
60* vpunpcklbw 61* vpunpcklwd 63* vpacksswb 67* vpackuswb 68* vpunpckhbw 69* vpunpckhwd d5* vpmullw d8* vpsubusb d9* vpsubusw
da* vpminub dc* vpaddusb dd* vpaddusw de* vpmaxub e0* vpavgb e3* vpavgw e4* vpmulhuw e5* vpmulhw e8* vpsubsb e9* vpsubsw ea* vpminsw
ec* vpaddsb ed* vpaddsw ee* vpmaxsw f5* vpmaddwd f8* vpsubb f9* vpsubw fc* vpaddb fd* vpaddw
> V,H,W f !
f6* vpsadbw
> V,H,Wx 16
d10 vpsrlw d20 vpsrld d31 vpsrlq e10 vpsraw e2* vpsra~ f10 vpsllw f20 vpslld f31 vpsllq
> K,H,W f
64* vpcmpgtb 65* vpcmpgtw 74* vpcmpeqb 75* vpcmpeqw
> K,H,W F
660 vpcmpgtd 760 vpcmpeqd
> K,H,W F sc
c21 vcmp?pd
> Vx,Ey e !@0
6e* vmov~
> Ey,Vx e !@0
7e* vmov~
> Wx,Vx 8 !@0
d61 vmovq
> V,W,Iu F
700 vpshufd
> H,W,Iu f
71*/2 vpsrlw 71*/4 vpsraw 71*/6 vpsllw
> H,W,Iu F
72*/0 vpror~ 72*/1 vprol~ 720/2 vpsrld 72*/4 vpsra~ 720/6 vpslld 731/2 vpsrlq 731/6 vpsllq
> H,W,Iu f !
73*/3 vpsrldq 73*/7 vpslldq
> Vx,Hx,Ed,Iu 2 !@0
c4* vpinsrw
> Gd,Ux,Iu 2 !@0
c5* vpextrw
> V,H,W,Iu F
c61 vshufpd`,
  '13': `
> Vx,Hx,Ux 4
100 vmovss
> Vx,M 4
100 vmovss
> Ux,Hx,Vx 4
110 vmovss
> M,Vx 4
110 vmovss
> V,W f
120 vmovsldup 160 vmovshdup 6f0 vmovdqu32 6f1 vmovdqu64
> W,V f
7f0 vmovdqu32 7f1 vmovdqu64
> Vx,Hx,Ey e !r
2a* vcvtsi2ss 7b* vcvtusi2ss
> Gy,Wx 4 !s
2c* vcvttss2si 78* vcvttss2usi
> Gy,Wx 4 !r
2d* vcvtss2si 79* vcvtss2usi
> Vx,Hx,Wx 4 r
510 vsqrtss 580 vaddss 590 vmulss 5c0 vsubss 5e0 vdivss
> Vx,Hx,Wx 4 s
5a0 vcvtss2sd 5d0 vminss 5f0 vmaxss
> V,W F4 s
5b0 vcvttps2dq
> V,W,Iu f
70* vpshufhw
> V,Wh H4
7a0 vcvtudq2pd e60 vcvtdq2pd
> V,W F8 r
7a1 vcvtuqq2pd e61 vcvtqq2pd
> Vx,Wx 8 !@0
7e1 vmovq
> K,Hx,Wx 4 sc
c20 vcmp?ss`,
  '12': `
> Vx,Hx,Ux 8
101 vmovsd
> Vx,M 8
101 vmovsd
> Ux,Hx,Vx 8
111 vmovsd
> M,Vx 8
111 vmovsd
> V,W d
121 vmovddup
> V,W f
6f0 vmovdqu8 6f1 vmovdqu16
> W,V f
7f0 vmovdqu8 7f1 vmovdqu16
> Vx,Hx,Ey e !r
2a* vcvtsi2sd 7b* vcvtusi2sd
> Gy,Wx 8 !s
2c* vcvttsd2si 78* vcvttsd2usi
> Gy,Wx 8 !r
2d* vcvtsd2si 79* vcvtsd2usi
> Vx,Hx,Wx 8 r
511 vsqrtsd 581 vaddsd 591 vmulsd 5a1 vcvtsd2ss 5c1 vsubsd 5e1 vdivsd
> Vx,Hx,Wx 8 s
5d1 vminsd 5f1 vmaxsd
> V,W,Iu f
70* vpshuflw
> V,W F4 r
7a0 vcvtudq2ps
> Vh,W F8 rn
7a1 vcvtuqq2ps e61 vcvtpd2dq
> K,Hx,Wx 8 sc
c21 vcmp?sd`,
  '26': `
> V,H,W f
00* vpshufb 04* vpmaddubsw 0b* vpmulhrsw 101 vpsrlvw 111 vpsravw 121 vpsllvw 38* vpminsb 3a* vpminuw 3c* vpmaxsb 3e* vpmaxuw 660 vpblendmb
661 vpblendmw 701 vpshldvw 721 vpshrdvw 750 vpermi2b 751 vpermi2w 7d0 vpermt2b 7d1 vpermt2w 8d0 vpermb 8d1 vpermw cf0 vgf2p8mulb
> V,H,W f !
dc* vaesenc dd* vaesenclast de* vaesdec df* vaesdeclast
> V,H,W F
0c0 vpermilps 0d1 vpermilpd 14* vprorv~ 15* vprolv~ 281 vpmuldq 2b0 vpackusdw 39* vpmins~ 3b* vpminu~ 3d* vpmaxs~ 3f* vpmaxu~
400 vpmulld 401 vpmullq 45* vpsrlv~ 46* vpsrav~ 47* vpsllv~ 500 vpdpbusd 510 vpdpbusds 520 vpdpwssd 530 vpdpwssds 64* vpblendm~
65* vblendmp= 71* vpshldv~ 73* vpshrdv~ 76* vpermi2~ 77* vpermi2p= 7e* vpermt2~ 7f* vpermt2p= 831 vpmultishiftqb b41 vpmadd52luq
b51 vpmadd52huq
> V,H,W F @12
16* vpermp= 36* vperm~
> V,H,W F r
2c* vscalefp=
> Vx,Hx,Wx e r
2d* vscalefs=
> V,Wx 4
180 vbroadcastss 580 vpbroadcastd
> V,Wx 8 @12
190 vbroadcastf32x2 191 vbroadcastsd
> V,Wx 8
590 vbroadcasti32x2 591 vpbroadcastq
> V,Wx 1
780 vpbroadcastb
> V,Wx 2
790 vpbroadcastw
> V,M 16 @12
1a0 vbroadcastf32x4 1a1 vbroadcastf64x2 5a0 vbroadcasti32x4 5a1 vbroadcasti64x2
> V,M 32 @2
1b0 vbroadcastf32x8 1b1 vbroadcastf64x4 5b0 vbroadcasti32x8 5b1 vbroadcasti64x4
> V,Rd 4
7a0 vpbroadcastb 7b0 vpbroadcastw
> V,Ry 4
7c* vpbroadcast~
> V,W f
1c* vpabsb 1d* vpabsw 540 vpopcntb 541 vpopcntw
> V,W F
1e0 vpabsd 1f1 vpabsq 44* vplzcnt~ 4c* vrcp14p= 4e* vrsqrt14p= 55* vpopcnt~ c4* vpconflict~
> V,W F s
42* vgetexpp=
> V,W F s@2
c8* vexp2p= ca* vrcp28p= cc* vrsqrt28p=
> Vx,Hx,Wx e s
43* vgetexps= cb* vrcp28s= cd* vrsqrt28s=
> Vx,Hx,Wx e
4d* vrcp14s= 4f* vrsqrt14s=
> V,Wh h s
130 vcvtph2ps
> V,Wh h
20* vpmovsxbw 23* vpmovsxwd 250 vpmovsxdq 30* vpmovzxbw 33* vpmovzxwd 350 vpmovzxdq
> V,Wq q
21* vpmovsxbd 24* vpmovsxwq 31* vpmovzxbd 34* vpmovzxwq
> V,Wo o
22* vpmovsxbq 32* vpmovzxbq
> K,H,W f
260 vptestmb 261 vptestmw 8f0 vpshufbitqmb
> K,H,W F
27* vptestm~ 291 vpcmpeqq 371 vpcmpgtq
> V,M f !
2a0 vmovntdqa
> V,W 1
620 vpexpandb
> V,W 2
621 vpexpandw
> W,V 1
630 vpcompressb
> W,V 2
631 vpcompressw
> V,W e
88* vexpandp= 89* vpexpand~
> W,V e
8a* vcompressp= 8b* vpcompress~
> V,S e
900 vpgatherdd 911 vpgatherqq 920 vgatherdps 931 vgatherqpd
> V,Sh e
901 vpgatherdq 921 vgatherdpd
> Vh,S e
910 vpgatherqd 930 vgatherqps
> S,V e
a00 vpscatterdd a11 vpscatterqq a20 vscatterdps a31 vscatterqpd
> Sh,V e
a01 vpscatterdq a21 vscatterdpd
> S,Vh e
a10 vpscatterqd a30 vscatterqps
> V,H,W F r
96* vfmaddsub132p= 97* vfmsubadd132p= 98* vfmadd132p= 9a* vfmsub132p= 9c* vfnmadd132p= 9e* vfnmsub132p=
a6* vfmaddsub213p= a7* vfmsubadd213p= a8* vfmadd213p= aa* vfmsub213p= ac* vfnmadd213p= ae* vfnmsub213p=
b6* vfmaddsub231p= b7* vfmsubadd231p= b8* vfmadd231p= ba* vfmsub231p= bc* vfnmadd231p= be* vfnmsub231p=
> Vx,Hx,Wx e r
99* vfmadd132s= 9b* vfmsub132s= 9d* vfnmadd132s= 9f* vfnmsub132s= a9* vfmadd213s= ab* vfmsub213s= ad* vfnmadd213s= af* vfnmsub213s=
b9* vfmadd231s= bb* vfmsub231s= bd* vfnmadd231s= bf* vfnmsub231s=`,
  '23': `
> Wh,V h
100 vpmovuswb 130 vpmovusdw 150 vpmovusqd 200 vpmovswb 230 vpmovsdw 250 vpmovsqd 300 vpmovwb 330 vpmovdw 350 vpmovqd
> Wq,V q
110 vpmovusdb 140 vpmovusqw 210 vpmovsdb 240 vpmovsqw 310 vpmovdb 340 vpmovqw
> Wo,V o
120 vpmovusqb 220 vpmovsqb 320 vpmovqb
> K,H,W f
260 vptestnmb 261 vptestnmw
> K,H,W F
27* vptestnm~
> V,k 0 !
280 vpmovm2b 281 vpmovm2w 2a1 vpbroadcastmb2q 38* vpmovm2~ 3a0 vpbroadcastmw2d
> K,U 0 !
290 vpmovb2m 291 vpmovw2m 39* vpmov~2m
> V,H,W F4
520 vdpbf16ps
> Vh,W F4 n
720 vcvtneps2bf16`,
  '22': `
> V,H,W F4
720 vcvtne2ps2bf16`,
  '36': `
> V,W,Iu F @12
001 vpermq 011 vpermpd
> V,W,Iu F
040 vpermilps 051 vpermilpd
> V,W,Iu F s
080 vrndscaleps 091 vrndscalepd 26* vgetmantp= 56* vreducep=
> Vx,Hx,Wx,Iu e s
0a0 vrndscaless 0b1 vrndscalesd 27* vgetmants= 51* vranges= 55* vfixupimms= 57* vreduces=
> V,H,W,Iu F
03* valign~ 25* vpternlog~ 71* vpshld~ 73* vpshrd~ ce1 vgf2p8affineqb cf1 vgf2p8affineinvqb
> V,H,W,Iu F s
50* vrangep= 54* vfixupimmp=
> V,H,W,Iu F @12
230 vshuff32x4 231 vshuff64x2 430 vshufi32x4 431 vshufi64x2
> V,H,W,Iu f
0f0 vpalignr 420 vdbpsadbw 701 vpshldw 721 vpshrdw
> V,H,W,Iu f !
44* vpclmulqdq
> Ed,Vx,Iu 1 !@0
14* vpextrb
> Ed,Vx,Iu 2 !@0
15* vpextrw
> Ey,Vx,Iu e !@0
16* vpextr~
> Ed,Vx,Iu 4 !@0
17* vextractps
> Vx,Hx,Ed,Iu 1 !@0
20* vpinsrb
> Vx,Hx,Wx,Iu 4 !@0
210 vinsertps
> Vx,Hx,Ey,Iu e !@0
22* vpinsr~
> V,H,Wx,Iu 16 @12
180 vinsertf32x4 181 vinsertf64x2 380 vinserti32x4 381 vinserti64x2
> Wx,V,Iu 16 @12
190 vextractf32x4 191 vextractf64x2 390 vextracti32x4 391 vextracti64x2
> V,H,Wy,Iu 32 @2
1a0 vinsertf32x8 1a1 vinsertf64x4 3a0 vinserti32x8 3a1 vinserti64x4
> Wy,V,Iu 32 @2
1b0 vextractf32x8 1b1 vextractf64x4 3b0 vextracti32x8 3b1 vextracti64x4
> Wh,V,Iu h s
1d0 vcvtps2ph
> K,H,W F c
1e* vpcmp?u~ 1f* vpcmp?~
> K,H,W f c
3e0 vpcmp?ub 3e1 vpcmp?uw 3f0 vpcmp?b 3f1 vpcmp?w
> K,W,Iu F N
66* vfpclassp=
> K,Wx,Iu e
67* vfpclasss=`,
}
