/** Broken Swift names from good ones. */
import type { Random } from '../support/random.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.@']

/** Pieces that open, close, repeat or count things. */
const PIECES = [
  'A_',
  'AA',
  'A2048a',
  'Aa',
  'A9999999999_',
  'Sg',
  'Sd',
  'S2i',
  'yXE',
  'yyc',
  '_t',
  'yG',
  'yAA_G',
  'Qo_',
  'QO',
  'Qr',
  'QZ',
  'Qz',
  'x',
  'q_',
  'qd__',
  'Rz',
  'r_l',
  'r9999999_l',
  'r0_lu',
  'l',
  'u',
  'LL',
  'L_',
  'Ll',
  'fU_',
  'fu0_',
  'fC',
  'fc',
  'vp',
  'vg',
  'ig',
  'Z',
  'Tf3nc_n',
  'Tf4npfpSpk_n',
  'Tg5',
  'TG5',
  'Tt1g5',
  'TA',
  'TR',
  'TW',
  'Tj',
  'Tq',
  'TJpSSpSr',
  'TJS',
  'Wl',
  'WL',
  'WOh',
  'Mn',
  'Mc',
  'HC',
  'HD1_',
  'g_',
  'XP',
  'XX',
  'XS',
  'Iegyr_',
  'Iego_',
  'IsegI_',
  '03abcA',
  '0aB0',
  '002a_b',
  '00999a',
  '9999999x',
  '1',
  'Vt_',
  'GSq',
  'FT_T_',
  'P_',
  'QS_',
  '\u0001abcd',
  '\u00e9',
  '\ud800',
]

const PREFIXES = ['$s', '_$S', '_T0', '_T', '_Tt', '@__swiftmacro_']

/** One mangled name, changed one to six times. */
export function mutateSwift(seed: string, random: Random, other: string): string {
  let name = seed
  for (let count = 1 + random.small(6); count > 0; count--) name = change(name, random, other)
  return random.once(20) ? name.replace(/^_*(\$s|_T0?)/, () => random.pick(PREFIXES)) : name
}

function change(name: string, random: Random, other: string): string {
  const at = 2 + random.below(name.length - 2)
  const to = at + random.below(12)
  switch (random.below(8)) {
    case 0:
      return name.slice(0, at) + random.pick(LETTERS) + name.slice(at + 1)
    case 1:
      return name.slice(0, at) + name.slice(to)
    case 2:
      return name.slice(0, at)
    case 3:
      return name.slice(0, to) + name.slice(at)
    case 4:
      return name.slice(0, at) + random.pick(PIECES) + name.slice(at)
    case 5:
      return name.slice(0, at) + other.slice(2 + random.below(20))
    case 6:
      return name + random.pick(PIECES)
    default:
      return name.slice(0, at) + random.pick(PIECES).repeat(1 + random.below(40)) + name.slice(at)
  }
}
