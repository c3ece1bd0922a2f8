/** Constants in the arguments of generics, Rust's v0 mangling, printed as they are read. */
import { printPath } from './v0-paths.ts'
import type { V0Printer } from './v0-printer.ts'
import { invalidSyntax, type V0Reader } from './v0-reader.ts'

/** `<const>`; outside a value all but literals are put in braces. */
export function printConstant(p: V0Printer, inValue: boolean): void {
  p.attempt((reader) => {
    const tag = reader.next()
    reader.enter()
    const inBraces = !inValue && ('eAQTV'.includes(tag) || (tag === 'R' && reader.text[reader.at] !== 'e'))
    if (inBraces) p.print('{')
    printConstantBody(p, reader, tag, inValue)
    if (inBraces) p.print('}')
    p.leave()
  })
}

function printConstantBody(p: V0Printer, reader: V0Reader, tag: string, inValue: boolean): void {
  const value = (): void => {
    printConstant(p, true)
  }
  switch (tag) {
    case 'p':
      p.print('_')
      return
    case 'b': {
      const digits = reader.readHex().replace(/^0+/, '')
      if (digits !== '' && digits !== '1') throw invalidSyntax
      p.print(digits === '1' ? 'true' : 'false')
      return
    }
    case 'c': {
      const digits = reader.readHex().replace(/^0+/, '')
      const code = digits.length > 6 ? Infinity : parseInt(`0${digits}`, 16)
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw invalidSyntax
      p.print(quote("'", String.fromCodePoint(code)))
      return
    }
    case 'e':
      p.print('*')
      printString(p, reader)
      return
    case 'R':
      if (reader.eat('e')) {
        printString(p, reader)
        return
      }
      p.print('&')
      value()
      return
    case 'Q':
      p.print('&mut ')
      value()
      return
    case 'A':
      p.print('[')
      p.list(', ', value)
      p.print(']')
      return
    case 'T': {
      p.print('(')
      const count = p.list(', ', value)
      p.print(count === 1 ? ',)' : ')')
      return
    }
    case 'V':
      printPath(p, true)
      printFields(p, value)
      return
    case 'B':
      p.backReference(() => {
        printConstant(p, inValue)
      })
      return
    default:
      printInteger(p, reader, tag)
  }
}

function printInteger(p: V0Printer, reader: V0Reader, tag: string): void {
  const isSigned = 'aslxni'.includes(tag)
  if (!isSigned && !'htmyoj'.includes(tag)) throw invalidSyntax
  if (isSigned && reader.eat('n')) p.print('-')
  const digits = reader.readHex()
  if (digits === '' || (digits.startsWith('0') && digits !== '0')) throw invalidSyntax
  p.print(digits.length > 16 ? `0x${digits}` : BigInt(`0x${digits}`).toString())
}

function printString(p: V0Printer, reader: V0Reader): void {
  const digits = reader.readHex()
  if (digits.length % 2 !== 0) throw invalidSyntax
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalidSyntax
  }
  p.print(quote('"', text))
}

function printFields(p: V0Printer, value: () => void): void {
  p.attempt((reader) => {
    const tag = reader.next()
    if (tag === 'U') return
    if (tag === 'T') {
      p.print('(')
      p.list(', ', value)
      p.print(')')
    } else if (tag === 'S') {
      p.print(' { ')
      p.list(', ', () => {
        p.attempt((inner) => {
          inner.readDisambiguator()
          p.identifier(inner.readIdentifier())
          p.print(': ')
          value()
        })
      })
      p.print(' }')
    } else throw invalidSyntax
  })
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\r': '\\r',
  '\n': '\\n',
  '\\': '\\\\',
  '\0': '\\0',
}

/** A literal with invisible characters escaped, as Rust's `escape_debug` does. */
function quote(mark: '"' | "'", text: string): string {
  const escaped = [...text].map((char) => {
    if (char === mark) return `\\${char}`
    const short = shortEscapes[char]
    if (short !== undefined) return short
    const isVisible = char === ' ' || !/[\p{C}\p{Z}\p{Grapheme_Extend}]/u.test(char)
    return isVisible ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`
  })
  return mark + escaped.join('') + mark
}
