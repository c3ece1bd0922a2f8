/**
 * Kotlin/Native symbol names, made readable. They are nearly plain text: `kfun:package.Class#name(types;...){type
 * parameters}return`, with `#static`, `#internal` and `-trampoline` as markers and `__at__Type` after the name of an
 * extension. There is no standard rendering; Apple's tools print them raw.
 */
import type { Demangler } from '../demangler.ts'

const PREFIX = /^_{0,2}kfun:/

/** `kotlin.` is left out before a class of that package; before its further packages, and in the middle of a path, it stays. */
function formatType(type: string): string {
  return type.trim().replace(/(^|[<>,(); ])kotlin\.(?=\p{Lu})/gu, '$1')
}

/** What stands for the rest of a name that a report cut off. */
const REST = '…'
/** The compilers before 1.4 write the result behind the parameters without a mark, and other marks in the name. */
const OLD_RESULT = /^(?:[\p{Ll}_][\p{L}\p{N}_]*\.)*[\p{Lu}#][\p{L}\p{N}_.$<>?#,-]*$/u

interface Signature {
  readonly name: string
  readonly types?: string
  readonly result: string
}

function splitSignature(body: string): Signature {
  const open = body.indexOf('(')
  if (open < 0) return { name: body, result: '' }
  let depth = 0
  for (let at = open; at < body.length; at++) {
    const char = body[at]
    if (char === '(') depth++
    else if (char === ')' && --depth === 0) {
      return { name: body.slice(0, open), types: body.slice(open + 1, at), result: body.slice(at + 1) }
    }
  }
  return { name: body.slice(0, open), types: body.slice(open + 1), result: REST }
}

/**
 * The part after the parameters: `{type parameters}Type`, or `:Type` of older compilers; undefined for anything else.
 */
function readResult(text: string): string | undefined {
  if (text === '' || text === REST) return text
  if (text.startsWith(':')) return text.length > 1 ? text.slice(1) : undefined
  if (!text.startsWith('{')) return undefined
  const close = text.indexOf('}')
  return close < 0 ? undefined : text.slice(close + 1)
}

const listOf = (types = ''): string => (types === '' ? '' : types.split(';').map(formatType).join(', '))

const formatOld = ({ name, types, result }: Signature): string => `${name}(${listOf(types)}): ${formatType(result)}`

function demangleKotlin(name: string): string | undefined {
  const prefix = PREFIX.exec(name)
  if (!prefix) return undefined
  let body = name.slice(prefix[0].length)
  const markers: string[] = []
  if (body.endsWith('-trampoline')) {
    body = body.slice(0, -'-trampoline'.length)
    markers.push('trampoline')
  }
  const signature = splitSignature(body)
  if (OLD_RESULT.test(signature.result)) return formatOld(signature)
  const result = readResult(signature.result)
  if (result === undefined) return undefined
  const parts = signature.name.split('#').filter((part) => {
    const isMarker = part === 'static' || part === 'internal'
    if (isMarker) markers.unshift(part)
    return !isMarker && part !== ''
  })
  let path = parts.join('.')
  if (path === '') return undefined
  const receiver = path.indexOf('__at__')
  if (receiver > 0) {
    markers.push(`on ${formatType(path.slice(receiver + '__at__'.length))}`)
    path = path.slice(0, receiver)
  }
  const { types } = signature
  const suffix = markers.map((marker) => ` [${marker}]`).join('')
  if (result === REST) return `${path}(${listOf(types)}${types?.endsWith(REST) ? '' : REST}${suffix}`
  const parameters = types === undefined ? '' : `(${listOf(types)})`
  return `${path}${parameters}${result === '' ? '' : `: ${formatType(result)}`}${suffix}`
}

export const kotlinDemangler: Demangler = {
  id: 'kotlin',
  claims: (name) => PREFIX.test(name),
  demangle: (name) => demangleKotlin(name),
}
