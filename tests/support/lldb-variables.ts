/** lldb's output for core files: arguments of every frame, and variables of the innermost with members. */

export interface LldbFrame {
  readonly function: string
  /** Scalars that lldb knows, by name; `a.b` for members. */
  readonly variables: ReadonlyMap<string, string>
}

export interface LldbStop {
  readonly frames: readonly LldbFrame[]
}

/** The stops of a listing (`thread backtrace`, `frame variable -T -L`), each behind a line `@@SNAP n`. */
export function toldByLldb(listing: string): readonly LldbStop[] {
  return listing
    .split('@@SNAP ')
    .slice(1)
    .map((text) => {
      const lines = text.split('\n')
      const frames = merged(lines.flatMap((line) => frameOf(line) ?? []))
      const [innermost, ...callers] = frames
      if (!innermost) return { frames: [] }
      return { frames: [{ ...innermost, variables: membersOf(lines) }, ...callers] }
    })
}

interface Row extends LldbFrame {
  readonly isInlined: boolean
}

/** An inlined call is a frame of its own in lldb, in front of the one that it is inlined into. */
function merged(rows: readonly Row[]): readonly LldbFrame[] {
  const frames: { function: string; variables: Map<string, string> }[] = []
  let goesOn = false
  for (const { isInlined, function: name, variables } of rows) {
    const last = goesOn ? frames.at(-1) : undefined
    goesOn = isInlined
    if (!last) {
      frames.push({ function: name, variables: new Map(variables) })
      continue
    }
    last.function = name
    // Of several of one name, the inner one hides the others.
    for (const [key, value] of variables) if (!last.variables.has(key)) last.variables.set(key, value)
  }
  return frames
}

function frameOf(line: string): Row | undefined {
  const found = /frame #\d+: 0x[0-9a-f]+ [^`]+`(.*?)(?: at [^ ]+:\d+.*)?$/.exec(line)
  const text = (found?.[1] ?? '').replace(/ const$/, '')
  if (!found) return undefined
  // A parameter list may follow the name, as C++ has it; the arguments come last.
  const open = text.endsWith(')') ? opening(text) : -1
  const inside = open < 0 ? '' : text.slice(open + 1, -1)
  const variables = new Map<string, string>()
  if (inside.includes('=')) {
    for (const part of inside.split(/, (?=\w+=)/)) {
      const at = part.indexOf('=')
      const value = part.slice(at + 1)
      if (isScalar(value)) variables.set(part.slice(0, at), value)
    }
  }
  const name = /([\w$]+)(?:<[^(]*>)?(?:\([^()]*\))?(?: const)?$/.exec(open < 0 ? text : text.slice(0, open))?.[1] ?? ''
  return { isInlined: text.includes(' [inlined] '), function: name, variables }
}

/** Where the bracket that the last one closes opens. */
function opening(text: string): number {
  let depth = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++
    if (text[at] === '(' && --depth === 0) return at
  }
  return -1
}

/** Variables of the innermost frame; of several of one name lldb lists outer ones first. */
function membersOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  const open: string[] = []
  for (const line of lines) {
    const found = /^[^ :]*: ( *)\((.*)\) ([^ ]+) = (.*)$/.exec(line)
    if (!found) continue
    const [, indent = '', type = '', name = '', value = ''] = found
    open.length = indent.length / 2
    const path = [...open, name].join('.')
    if (value.endsWith('{')) open.push(name)
    // Of references lldb writes where they refer to, of arrays of characters a text.
    else if (type.endsWith('&') || value.startsWith('"')) continue
    else if (isScalar(value)) variables.set(path, value)
  }
  return variables
}

/** lldb has a value: it is neither an aggregate nor an error. */
function isScalar(value: string): boolean {
  return !/^\{|^<|unavailable|error:| @ 0x|not available|^\(/.test(value) && value !== ''
}

/** Whether two debuggers mean the same: pointers with or without zeros, characters, numbers. */
export function sameValue(ours: string, theirs: string): boolean {
  const plain = (value: string): string =>
    value
      .replace(/^(NULL|nullptr)$/, '0x0')
      .replace(/^U\+[0-9a-f]+ /, '')
      .replace(/^0x0+(?=[0-9a-f])/, '0x')
      .replace(/^'\\x0*([0-9a-f]+)'$/, "'\\x$1'")
      .replace(/^(0x[0-9a-f]+) \([^)]*\)$/, '$1')
  const [one, other] = [plain(ours), plain(theirs)]
  // lldb writes floats with nine digits.
  return one === other || (one !== '' && Math.fround(Number(one)) === Math.fround(Number(other)) && /[.e]/.test(other))
}
