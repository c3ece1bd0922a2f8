/**
 * Kotlin/Native symbol names, made readable. They are nearly plain text: `kfun:package.Class#name(types;...){type
 * parameters}return`, with `#static`, `#internal` and `-trampoline` as markers and `__at__Type` after the name of an
 * extension. There is no standard rendering; Apple's tools print them raw.
 */
import type { Demangler } from '../demangler.ts'

const PREFIX = /^_{0,2}kfun:/

/** `kotlin.` is left out where a type begins; in the middle of a longer package path it stays. */
function formatType(type: string): string {
  return type.trim().replace(/(^|[<>,(); ])kotlin\.(?=\w)/g, '$1')
}

function splitSignature(body: string): { name: string; types?: string; result: string } | undefined {
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
  return undefined
}

/**
 * The part after the parameters: `{type parameters}Type`, or `:Type` of older compilers; undefined for anything else.
 */
function readResult(text: string): string | undefined {
  if (text === '') return ''
  if (text.startsWith(':')) return text.length > 1 ? text.slice(1) : undefined
  if (!text.startsWith('{')) return undefined
  const close = text.indexOf('}')
  return close < 0 ? undefined : text.slice(close + 1)
}

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
  if (signature === undefined) return undefined
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
  const types = signature.types
  const parameters = types === undefined ? '' : `(${types === '' ? '' : types.split(';').map(formatType).join(', ')})`
  const suffix = markers.map((marker) => ` [${marker}]`).join('')
  return `${path}${parameters}${result === '' ? '' : `: ${formatType(result)}`}${suffix}`
}

export const kotlinDemangler: Demangler = {
  id: 'kotlin',
  claims: (name) => PREFIX.test(name),
  demangle: (name) => demangleKotlin(name),
}
