/**
 * Short names of C++, Rust and blocks for rows of a stack: template and call arguments folded to `<…>` and `(…)`, no return types,
 * closures by the function around them. The clipboard, the search and exports use the whole name.
 */
import { shortNames } from '../messages/names.ts'
import type { FrameLine, NameStyle } from './lines.ts'

type Part = { readonly kind: 'name'; text: string } | { readonly kind: 'lambda' | 'closure' }

/** Words of tools before a name: they stay, and the name after them is shortened. */
const PREFIX =
  /^(?:(?:invocation function for block in|(?:non-)?virtual thunk to|covariant return thunk to|guard variable for|vtable for|typeinfo(?: name)? for|thread-local (?:wrapper|initialization) routine for) )+/
/** `operator` with its symbol: of calls, subscripts, comparisons, conversions. */
const OPERATOR =
  /operator(?:\(\)|\[\]|<=>|->\*?|<<=?|>>=?|[-+*/%^&|!=<>]=|&&|\|\||\+\+|--|[-+*/%^&|~!=<>,]|""[ \w]*| (?:new|delete)(?:\[\])?| co_await)/y
/** How the compilers' demanglers write a closure as a part of a name. */
const LAMBDA = /\$_\d+|'lambda\d*'|'block-literal\d*'/y
/** Words after the arguments of a member function. */
const QUALIFIERS = /(?: (?:const|volatile|noexcept|&&?)(?![\w$]))+/y
/** Suffix of a piece that a compiler or linker split off a function: `(.cold.1)`, `[clone .part.0]`. */
const SUFFIX = /^ (?:\(\.|\[clone|\[\.)/
/** clang's name for the function of a block: `__36-[Shelf load:]_block_invoke`, `__open_block_invoke_2`. */
const BLOCK = /^_{2}(?:\d+([-+]\[[^\]]+\])|(\w+?))_block_invoke(?:[_.]\d+)*$/
/** Characters of names. The range includes braces, so the parser checks for braces first. */
const WORD = /[\d$.?-\uffff]/

/**
 * The short form, never longer than the name; the name itself where it is none of these, or its brackets do not match.
 * Takes time in proportion to the name's length.
 */
export function shortName(name: string): string {
  const block = BLOCK.exec(name)
  if (block) return shortNames.within({ names: [shortNames.block(), block[1] ?? block[2] ?? ''] })
  if (!name.includes('::') && !/^[\w$~ ]+(?:operator\W+)?[<(]/.test(name)) return name
  if (/^[-+]\[/.test(name) || !/[<({'$]/.test(name)) return name
  const prefix = PREFIX.exec(name)?.[0] ?? ''
  const read = partsOf(name.slice(prefix.length))
  if (!read) return name
  const short = prefix + describe(read.parts) + read.suffix
  return short.length < name.length && read.parts.length > 0 ? short : name
}

/**
 * A name as a row shows it: short, unless the user chose a style with whole names. Whole also if only the whole name has the search
 * text (`sought`, in lower case).
 */
export function rowName(name: string, style: NameStyle, sought: string): string {
  if (style !== 'simplified') return name
  const short = shortName(name)
  return sought !== '' && !short.toLowerCase().includes(sought) && name.toLowerCase().includes(sought) ? name : short
}

/** Tooltip of a row: the whole name and the linkage name, without those that the row shows. */
export function leftOut({ name, call }: FrameLine, shown: string): string {
  return [...new Set([name, call?.mangled ?? ''])].filter((one) => one !== '' && one !== shown).join('\n')
}

/** Undefined where brackets do not match. */
function partsOf(name: string): { readonly parts: readonly Part[]; readonly suffix: string } | undefined {
  let parts: Part[] = []
  let text = ''
  let at = 0
  /** Arguments of a call were read in this part. */
  let isCalled = false
  const matched = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(name)?.[0]
  }
  const end = (): void => {
    if (text !== '') parts.push({ kind: 'name', text })
    text = ''
    isCalled = false
  }
  while (at < name.length) {
    const character = name.charAt(at)
    if (name.startsWith('::', at)) {
      end()
      at += 2
      continue
    }
    if (text === '') {
      const lambda = matched(LAMBDA)
      if (lambda !== undefined) {
        at += lambda.length
        if (name.charAt(at) === '(') at = closing(name, at)
        if (at < 0) return undefined
        parts.push({ kind: 'lambda' })
        // Its own call adds nothing.
        const call = /^::operator\(\)/.exec(name.slice(at, at + 12))?.[0]
        if (call !== undefined) {
          at += call.length
          for (const open of ['<', '(']) if (name.charAt(at) === open) at = closing(name, at)
          if (at < 0) return undefined
          at += matched(QUALIFIERS)?.length ?? 0
        }
        continue
      }
      const operator = matched(OPERATOR)
      if (operator !== undefined) {
        text = operator
        at += operator.length
        continue
      }
      if (name.startsWith('operator ', at)) {
        // A conversion: all up to its arguments is a type.
        const open = name.indexOf('(', at)
        if (open < 0) return undefined
        text = name.slice(at, open)
        at = open
        continue
      }
    }
    if (character === '{') {
      const close = closing(name, at)
      if (close < 0) return undefined
      const braced = name.slice(at, close)
      if (text === '' && /^\{\{?closure/.test(braced)) parts.push({ kind: 'closure' })
      else if (text === '' && /^\{(?:lambda|unnamed)/.test(braced)) parts.push({ kind: 'lambda' })
      else text += braced
      at = close
    } else if (character === '<') {
      const close = closing(name, at)
      if (close < 0) return undefined
      // Rust says in brackets whose a function is; behind a name, also behind `::`, they hold arguments.
      const isOwner = text === '' && (parts.length === 0 || name.startsWith('<impl ', at))
      text += isOwner ? withoutArguments(name.slice(at, close)) : '<…>'
      at = close
    } else if (character === '(') {
      const close = closing(name, at)
      if (close < 0) return undefined
      const inside = name.slice(at + 1, close - 1)
      // A function that returns a pointer to one is written around its name.
      if (/^[*&]/.test(inside)) return undefined
      text += text === '' || inside === '' ? name.slice(at, close) : '(…)'
      isCalled = true
      at = close
    } else if (character === '[' && name.startsWith('[abi:', at)) {
      const close = name.indexOf(']', at)
      if (close < 0) return undefined
      at = close + 1
    } else if (character === ' ') {
      const qualifiers = isCalled ? matched(QUALIFIERS) : undefined
      if (qualifiers !== undefined) {
        at += qualifiers.length
        continue
      }
      if (isCalled && SUFFIX.test(name.slice(at, at + 9))) {
        end()
        return { parts, suffix: name.slice(at) }
      }
      // What stood before is the type that the function returns.
      parts = []
      text = ''
      isCalled = false
      at++
    } else if (character === '*' || character === '&') {
      at++
    } else if (WORD.test(character)) {
      text += character
      at++
    } else return undefined
  }
  end()
  return { parts, suffix: '' }
}

/** Behind the bracket that closes the one at `from`; -1 where it does not match. An arrow is no bracket. */
function closing(name: string, from: number): number {
  const open: string[] = []
  for (let at = from; at < name.length; at++) {
    const character = name.charAt(at)
    if (character === '(' || character === '{') open.push(character === '(' ? ')' : '}')
    // Within call arguments of a template, a comparison is written in parentheses of its own.
    else if (character === '<' && !/^operator<?$/.test(name.slice(Math.max(0, at - 9), at).replace(/^.*\W/, '')))
      open.push('>')
    else if (character === '>' && name.charAt(at - 1) !== '-' && open.at(-1) === '>') open.pop()
    else if (character === ')' || character === '}') {
      if (open.pop() !== character) return -1
    }
    if (open.length === 0) return at + 1
  }
  return -1
}

/** `<alloc::vec::Vec<T> as core::ops::Drop>`: generic arguments within are folded, the rest stays. */
function withoutArguments(bracketed: string): string {
  let text = '<'
  for (let at = 1; at < bracketed.length; at++) {
    if (bracketed.charAt(at) === '<' && WORD.test(bracketed.charAt(at - 1))) {
      const close = closing(bracketed, at)
      if (close < 0) return bracketed
      text += '<…>'
      at = close - 1
    } else text += bracketed.charAt(at)
  }
  return text
}

const joined = (parts: readonly Part[]): string =>
  parts.map((part) => (part.kind === 'name' ? part.text : '')).join('::')

/** `lambda in Chart::plot`: the innermost first, each in what it stands in. */
function describe(parts: readonly Part[]): string {
  const closures = parts.flatMap((part, at) => (part.kind === 'name' ? [] : [at]))
  if (closures.length === 0) return joined(parts)
  const words: string[] = []
  let end = parts.length
  for (const at of closures.reverse()) {
    const part = parts[at]
    if (end > at + 1) words.push(joined(parts.slice(at + 1, end)))
    if (part && part.kind !== 'name') words.push(shortNames[part.kind]())
    end = at
  }
  // Which of several overloads it is, the whole name tells.
  if (end > 0) words.push(joined(parts.slice(0, end)).replace(/\((?:…|)\)$/, ''))
  return shortNames.within({ names: words })
}
