/** The codes of the Itanium C++ ABI, chapter 5.1: operators and builtin types. */
import { standardNode, textNode, wording, type Node, type Wording } from './node.ts'

/** C++ operator precedence, tightest first. */
export const Precedence = {
  primary: 0,
  postfix: 1,
  unary: 2,
  cast: 3,
  pointerToMember: 4,
  multiplicative: 5,
  additive: 6,
  shift: 7,
  spaceship: 8,
  relational: 9,
  equality: 10,
  and: 11,
  xor: 12,
  or: 13,
  logicalAnd: 14,
  logicalOr: 15,
  conditional: 16,
  assignment: 17,
  comma: 18,
  any: 19,
} as const

type OperatorKind =
  | 'prefix'
  | 'postfix'
  | 'binary'
  | 'index'
  | 'member'
  | 'new'
  | 'delete'
  | 'call'
  | 'cast'
  | 'conditional'
  | 'name-only'
  | 'named-cast'
  | 'of'

export interface Operator {
  readonly kind: OperatorKind
  /** As written in an expression. */
  readonly symbol: Wording
  /** `operator+`; undefined for one that no function can have as its name. */
  readonly name: Node | undefined
  readonly precedence: number
  /** Of a `new` or `delete`: the array form; of `of`: the operand is a type; of a call: the callee in parentheses. */
  readonly flag: boolean
}

type Row = readonly [code: string, symbol: string, precedence: keyof typeof Precedence]

const binary: readonly Row[] = [
  ['aN', '&=', 'assignment'],
  ['aS', '=', 'assignment'],
  ['aa', '&&', 'logicalAnd'],
  ['an', '&', 'and'],
  ['cm', ',', 'comma'],
  ['dV', '/=', 'assignment'],
  ['dv', '/', 'multiplicative'],
  ['eO', '^=', 'assignment'],
  ['eo', '^', 'xor'],
  ['eq', '==', 'equality'],
  ['ge', '>=', 'relational'],
  ['gt', '>', 'relational'],
  ['lS', '<<=', 'assignment'],
  ['le', '<=', 'relational'],
  ['ls', '<<', 'shift'],
  ['lt', '<', 'relational'],
  ['mI', '-=', 'assignment'],
  ['mL', '*=', 'assignment'],
  ['mi', '-', 'additive'],
  ['ml', '*', 'multiplicative'],
  ['ne', '!=', 'equality'],
  ['oR', '|=', 'assignment'],
  ['oo', '||', 'logicalOr'],
  ['or', '|', 'or'],
  ['pL', '+=', 'assignment'],
  ['pl', '+', 'additive'],
  ['rM', '%=', 'assignment'],
  ['rS', '>>=', 'assignment'],
  ['rm', '%', 'multiplicative'],
  ['rs', '>>', 'shift'],
  ['ss', '<=>', 'spaceship'],
]

const prefix: readonly Row[] = [
  ['ad', '&', 'unary'],
  ['co', '~', 'unary'],
  ['de', '*', 'unary'],
  ['ng', '-', 'unary'],
  ['nt', '!', 'unary'],
  ['ps', '+', 'unary'],
]

type OddRow = readonly [
  code: string,
  symbol: string,
  kind: OperatorKind,
  precedence: keyof typeof Precedence,
  flag: boolean,
  name?: string,
]

const odd: readonly OddRow[] = [
  ['at', 'alignof ', 'of', 'unary', true],
  ['az', 'alignof ', 'of', 'unary', false],
  ['st', 'sizeof ', 'of', 'unary', true],
  ['sz', 'sizeof ', 'of', 'unary', false],
  ['te', 'typeid ', 'of', 'postfix', false],
  ['ti', 'typeid ', 'of', 'postfix', true],
  ['aw', 'co_await', 'name-only', 'primary', false, 'operator co_await'],
  ['cc', 'const_cast', 'named-cast', 'postfix', false],
  ['dc', 'dynamic_cast', 'named-cast', 'postfix', false],
  ['rc', 'reinterpret_cast', 'named-cast', 'postfix', false],
  ['sc', 'static_cast', 'named-cast', 'postfix', false],
  ['cl', '()', 'call', 'postfix', false, 'operator()'],
  ['cp', '()', 'call', 'postfix', true],
  ['cv', '', 'cast', 'cast', false],
  ['da', 'delete[]', 'delete', 'unary', true, 'operator delete[]'],
  ['dl', 'delete', 'delete', 'unary', false, 'operator delete'],
  ['na', 'new[]', 'new', 'unary', true, 'operator new[]'],
  ['nw', 'new', 'new', 'unary', false, 'operator new'],
  ['ds', '.*', 'member', 'pointerToMember', false],
  ['dt', '.', 'member', 'postfix', false],
  ['pm', '->*', 'member', 'pointerToMember', true, 'operator->*'],
  ['pt', '->', 'member', 'postfix', true, 'operator->'],
  ['ix', '[]', 'index', 'postfix', false, 'operator[]'],
  ['mm', '--', 'postfix', 'postfix', false, 'operator--'],
  ['pp', '++', 'postfix', 'postfix', false, 'operator++'],
  ['qu', '?', 'conditional', 'conditional', false, 'operator?'],
]

function operator(row: OddRow): [number, Operator] {
  const [code, symbol, kind, precedence, flag, name] = row
  return [
    (code.charCodeAt(0) << 8) | code.charCodeAt(1),
    {
      kind,
      symbol: wording(symbol),
      name: name === undefined ? undefined : textNode(name),
      precedence: Precedence[precedence],
      flag,
    },
  ]
}

/** Operators by their two-letter code, first letter in the high byte. */
export const operators: ReadonlyMap<number, Operator> = new Map([
  ...binary.map(([code, symbol, precedence]) =>
    operator([code, symbol, 'binary', precedence, false, `operator${symbol}`]),
  ),
  ...prefix.map(([code, symbol, precedence]) =>
    operator([code, symbol, 'prefix', precedence, false, `operator${symbol}`]),
  ),
  ...odd.map(operator),
])

function byLetter(entries: Readonly<Record<string, Node>>): readonly (Node | undefined)[] {
  const table: (Node | undefined)[] = new Array<Node | undefined>(128).fill(undefined)
  for (const [letter, node] of Object.entries(entries)) table[letter.charCodeAt(0)] = node
  return table
}

const texts = (entries: Readonly<Record<string, string>>): Readonly<Record<string, Node>> =>
  Object.fromEntries(Object.entries(entries).map(([letter, text]) => [letter, textNode(text)]))

/** Builtin types of one letter, by its character code. */
export const builtinTypes = byLetter(
  texts({
    v: 'void',
    w: 'wchar_t',
    b: 'bool',
    c: 'char',
    a: 'signed char',
    h: 'unsigned char',
    s: 'short',
    t: 'unsigned short',
    i: 'int',
    j: 'unsigned int',
    l: 'long',
    m: 'unsigned long',
    x: 'long long',
    y: 'unsigned long long',
    n: '__int128',
    o: 'unsigned __int128',
    f: 'float',
    d: 'double',
    e: 'long double',
    g: '__float128',
    z: '...',
  }),
)

/** Builtin types of `D` and a letter, by that letter's character code. */
export const builtinDTypes = byLetter(
  texts({
    d: 'decimal64',
    e: 'decimal128',
    f: 'decimal32',
    h: 'half',
    i: 'char32_t',
    s: 'char16_t',
    u: 'char8_t',
    a: 'auto',
    c: 'decltype(auto)',
    n: 'std::nullptr_t',
  }),
)

/** Fixed-point types, by the letter after `DA` (accumulators) and `DR` (fractions). */
export const fixedPointSizes: Readonly<Record<string, string>> = {
  s: 'short ',
  t: 'unsigned short ',
  i: '',
  j: 'unsigned ',
  l: 'long ',
  m: 'unsigned long ',
}

/** Literals of builtin types: `(char)65`, or a number with a suffix of up to three letters. */
export const integerLiterals: Readonly<Record<string, Wording>> = {
  w: wording('(wchar_t)'),
  c: wording('(char)'),
  a: wording('(signed char)'),
  h: wording('(unsigned char)'),
  s: wording('(short)'),
  t: wording('(unsigned short)'),
  i: wording(''),
  j: wording('', '', 'u'),
  l: wording('', '', 'l'),
  m: wording('', '', 'ul'),
  x: wording('', '', 'll'),
  y: wording('', '', 'ull'),
  n: wording('(__int128)'),
  o: wording('(unsigned __int128)'),
}

const CHAR = '<char, std::char_traits<char>'

/** The abbreviations `Sa` to `Ss`: text, name of the class, and full form. */
export const standardNames = byLetter({
  a: standardNode('std::allocator', 'allocator', 'std::allocator'),
  b: standardNode('std::basic_string', 'basic_string', 'std::basic_string'),
  d: standardNode('std::iostream', 'basic_iostream', `std::basic_iostream${CHAR}>`),
  i: standardNode('std::istream', 'basic_istream', `std::basic_istream${CHAR}>`),
  o: standardNode('std::ostream', 'basic_ostream', `std::basic_ostream${CHAR}>`),
  s: standardNode('std::string', 'basic_string', `std::basic_string${CHAR}, std::allocator<char>>`),
})
