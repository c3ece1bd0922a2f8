/** Broken Swift names from good ones, the same for the same seed. */

/** A small generator of numbers in [0, 1), by a seed. */
export function random(seed) {
  let state = (seed >>> 0) + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.@'

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

const pick = (next, list) => list[Math.floor(next() * list.length)]

/** One mangled name, changed one to six times. */
export function mutate(next, names) {
  let name = pick(next, names)
  const changes = 1 + Math.floor(next() ** 3 * 6)
  for (let i = 0; i < changes; i++) name = change(next, names, name)
  return next() < 0.05
    ? name.replace(/^_*(\$s|_T0?)/, pick(next, ['$s', '_$S', '_T0', '_T', '_Tt', '@__swiftmacro_']))
    : name
}

function change(next, names, name) {
  const at = 2 + Math.floor(next() * Math.max(name.length - 2, 1))
  const to = at + Math.floor(next() * 12)
  switch (Math.floor(next() * 8)) {
    case 0:
      return name.slice(0, at) + pick(next, LETTERS) + name.slice(at + 1)
    case 1:
      return name.slice(0, at) + name.slice(to)
    case 2:
      return name.slice(0, at)
    case 3:
      return name.slice(0, to) + name.slice(at)
    case 4:
      return name.slice(0, at) + pick(next, PIECES) + name.slice(at)
    case 5:
      return name.slice(0, at) + pick(next, names).slice(2 + Math.floor(next() * 20))
    case 6:
      return name + pick(next, PIECES)
    default:
      return name.slice(0, at) + pick(next, PIECES).repeat(1 + Math.floor(next() * 40)) + name.slice(at)
  }
}
