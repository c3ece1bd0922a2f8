/** Paths and types of Rust's v0 mangling, printed as they are read. */
import { printConstant } from './v0-constants.ts'
import type { V0Printer } from './v0-printer.ts'
import { invalidSyntax, type V0Reader } from './v0-reader.ts'

const basicTypes: Readonly<Record<string, string>> = {
  b: 'bool',
  c: 'char',
  e: 'str',
  u: '()',
  a: 'i8',
  s: 'i16',
  l: 'i32',
  x: 'i64',
  n: 'i128',
  i: 'isize',
  h: 'u8',
  t: 'u16',
  m: 'u32',
  y: 'u64',
  o: 'u128',
  j: 'usize',
  f: 'f32',
  d: 'f64',
  z: '!',
  p: '_',
  v: '...',
}

/** `<path>`; in a value the arguments of a generic follow `::`. */
export function printPath(p: V0Printer, inValue: boolean): void {
  p.attempt((reader) => {
    reader.enter()
    const tag = reader.next()
    switch (tag) {
      case 'C':
        reader.readDisambiguator()
        p.identifier(reader.readIdentifier())
        break
      case 'N':
        printNested(p, reader.readNamespace(), inValue)
        break
      case 'M':
      case 'X':
      case 'Y':
        printImplementation(p, reader, tag)
        break
      case 'I':
        printPath(p, inValue)
        p.print(inValue ? '::<' : '<')
        p.list(', ', () => {
          printGenericArgument(p)
        })
        p.print('>')
        break
      case 'B':
        p.backReference(() => {
          printPath(p, inValue)
        })
        break
      default:
        throw invalidSyntax
    }
    p.leave()
  })
}

function printNested(p: V0Printer, namespace: string | undefined, inValue: boolean): void {
  printPath(p, inValue)
  if (p.isBroken()) p.print('::')
  p.attempt((reader) => {
    const disambiguator = reader.readDisambiguator()
    const name = reader.readIdentifier()
    const hasName = name.ascii !== '' || name.punycode !== ''
    if (namespace === undefined) {
      if (!hasName) return
      p.print('::')
      p.identifier(name)
      return
    }
    p.print(`::{${namespace === 'C' ? 'closure' : namespace === 'S' ? 'shim' : namespace}`)
    if (hasName) {
      p.print(':')
      p.identifier(name)
    }
    p.print(`#${disambiguator}}`)
  })
}

function printImplementation(p: V0Printer, reader: V0Reader, tag: 'M' | 'X' | 'Y'): void {
  if (tag !== 'Y') {
    reader.readDisambiguator()
    p.unseen(() => {
      printPath(p, false)
    })
  }
  p.print('<')
  printType(p)
  if (tag !== 'M') {
    p.print(' as ')
    printPath(p, false)
  }
  p.print('>')
}

function printGenericArgument(p: V0Printer): void {
  if (p.eat('L')) {
    p.attempt((reader) => {
      p.lifetime(reader.readBase62())
    })
  } else if (p.eat('K')) printConstant(p, false)
  else printType(p)
}

function printType(p: V0Printer): void {
  p.attempt((reader) => {
    const tag = reader.next()
    const basic = basicTypes[tag]
    if (basic !== undefined) {
      p.print(basic)
      return
    }
    reader.enter()
    printCompoundType(p, reader, tag)
    p.leave()
  })
}

function printCompoundType(p: V0Printer, reader: V0Reader, tag: string): void {
  switch (tag) {
    case 'R':
    case 'Q': {
      p.print('&')
      const lifetime = reader.eat('L') ? reader.readBase62() : 0
      if (lifetime !== 0) {
        p.lifetime(lifetime)
        p.print(' ')
      }
      if (tag === 'Q') p.print('mut ')
      printType(p)
      return
    }
    case 'P':
    case 'O':
      p.print(tag === 'P' ? '*const ' : '*mut ')
      printType(p)
      return
    case 'A':
    case 'S':
      p.print('[')
      printType(p)
      if (tag === 'A') {
        p.print('; ')
        printConstant(p, true)
      }
      p.print(']')
      return
    case 'T': {
      p.print('(')
      const count = p.list(', ', () => {
        printType(p)
      })
      p.print(count === 1 ? ',)' : ')')
      return
    }
    case 'F':
      p.binder(() => {
        printFunction(p)
      })
      return
    case 'D':
      printDynamic(p)
      return
    case 'B':
      p.backReference(() => {
        printType(p)
      })
      return
    case 'W':
      printType(p)
      p.print(' is ')
      printPattern(p)
      return
    default:
      reader.at--
      printPath(p, false)
  }
}

function printFunction(p: V0Printer): void {
  p.attempt((reader) => {
    const isUnsafe = reader.eat('U')
    let abi: string | undefined
    if (reader.eat('K')) {
      if (reader.eat('C')) abi = 'C'
      else {
        const name = reader.readIdentifier()
        if (name.ascii === '' || name.punycode !== '') throw invalidSyntax
        abi = name.ascii.replaceAll('_', '-')
      }
    }
    if (isUnsafe) p.print('unsafe ')
    if (abi !== undefined) p.print(`extern "${abi}" `)
    p.print('fn(')
    p.list(', ', () => {
      printType(p)
    })
    p.print(')')
    if (p.eat('u')) return
    p.print(' -> ')
    printType(p)
  })
}

function printDynamic(p: V0Printer): void {
  p.print('dyn ')
  p.binder(() => {
    p.list(' + ', () => {
      printTrait(p)
    })
  })
  p.attempt((reader) => {
    if (!reader.eat('L')) throw invalidSyntax
    const lifetime = reader.readBase62()
    if (lifetime === 0) return
    p.print(' + ')
    p.lifetime(lifetime)
  })
}

function printTrait(p: V0Printer): void {
  let isOpen = printOpenPath(p)
  while (p.eat('p')) {
    p.print(isOpen ? ', ' : '<')
    isOpen = true
    p.attempt((reader) => {
      p.identifier(reader.readIdentifier())
      p.print(' = ')
      // An associated constant, or an associated type.
      if (p.eat('K')) printConstant(p, false)
      else printType(p)
    })
  }
  if (isOpen) p.print('>')
}

/** Prints a path and leaves its last list of arguments, if any, open for more. True if it left one open. */
function printOpenPath(p: V0Printer): boolean {
  if (p.eat('B')) {
    let isOpen = false
    p.backReference(() => {
      isOpen = printOpenPath(p)
    })
    return isOpen
  }
  if (!p.eat('I')) {
    printPath(p, false)
    return false
  }
  printPath(p, false)
  p.print('<')
  p.list(', ', () => {
    printGenericArgument(p)
  })
  return true
}

function printPattern(p: V0Printer): void {
  p.attempt((reader) => {
    const tag = reader.next()
    if (tag === 'R') {
      printConstant(p, false)
      p.print('..=')
      printConstant(p, false)
    } else if (tag === 'O') {
      p.list(' | ', () => {
        printPattern(p)
      })
    } else if (tag === 'N') p.print('!null')
    else throw invalidSyntax
  })
}
