/** Command lines of `atos`: image, load address, addresses. */
import { archFamily, pointerSize } from '../../model/architecture.ts'
import { reachOfUnsized } from '../../model/image.ts'
import type { Line } from '../base/lines.ts'
import { fileName } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from '../text/text-rows.ts'

/** The command with its options; prompts, `xcrun` and a path may precede it. */
const COMMAND = /(?:^|[\s$%>#`"'/])atos[ \t]+(?=[-–—]{1,2}[A-Za-z])/
/** Tokens that end a command in a shell. */
const END = /^(?:[|;&<>]|&&|\|\||\d?>.*)$/
const OPTION = /^[-–—]{1,2}([A-Za-z][\w-]*)(?:=(.*))?$/
/** Options that take a value. */
const VALUED = new Set(['o', 'p', 'arch', 'l', 's', 'textExecAddress', 'd', 'D', 'f', 'delimiter'])
const HEX = /^(?:0x)?[0-9a-f]{1,16}$/i

/** Where the linker places a main executable, by the size of a pointer. */
const MAIN_TEXT_64 = 0x1_0000_0000n
const MAIN_TEXT_32 = 0x4000n
const REACH = BigInt(reachOfUnsized)

/** One command: a row for each of its addresses. */
export interface AtosCommand {
  readonly rows: readonly TextRow[]
  /** The row of an address that somebody typed after the command. */
  readonly place: (token: Token) => TextRow | undefined
}

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** True if a line has an `atos` command. */
export function hasAtosCommand(text: string): boolean {
  return text.length <= LONGEST && text.includes('atos') && COMMAND.test(text)
}

/** Longer lines hold no command. */
const LONGEST = 65_536

/** The command that begins in a line; `lines` are those that a `\` at its end joins to it. */
export function readAtosCommand(lines: readonly Line[]): AtosCommand | undefined {
  const [first] = lines
  const found = first && hasAtosCommand(first.text) ? COMMAND.exec(first.text) : null
  if (!first || !found) return undefined
  const tokens: Token[] = []
  lines.forEach((line, position) => {
    const from = position === 0 ? found.index + found[0].length : 0
    for (const token of tokensOf(line, from)) tokens.push(token)
  })
  const { options, others, flags } = sortTokens(tokens)
  const place = placer(options, flags.has('offset'))
  return { rows: others.flatMap((token) => place(token) ?? []), place }
}

interface Sorted {
  readonly options: ReadonlyMap<string, string>
  readonly flags: ReadonlySet<string>
  readonly others: readonly Token[]
}

function sortTokens(tokens: readonly Token[]): Sorted {
  const options = new Map<string, string>()
  const flags = new Set<string>()
  const others: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || END.test(token.text)) break
    const [, name, value] = OPTION.exec(token.text) ?? []
    if (name === undefined) others.push(token)
    else if (value !== undefined) options.set(name, value)
    else if (VALUED.has(name)) options.set(name, tokens[++at]?.text ?? '')
    else flags.add(name)
  }
  return { options, flags, others }
}

/** Makes rows of addresses by the options: `-l` is the load address, `-s` the slide; without them addresses are the linker's. */
function placer(options: ReadonlyMap<string, string>, areOffsets: boolean): AtosCommand['place'] {
  const path = options.get('o')
  const imageName = path === undefined ? options.get('p')?.replace(/^\d+$/, '') : imageNameOf(path)
  const arch = options.get('arch')
  const is32Bit = arch !== undefined && pointerSize(archFamily(arch)) === 4
  const main = is32Bit ? MAIN_TEXT_32 : MAIN_TEXT_64
  const slide = hexOf(options.get('s'))
  const load = hexOf(options.get('l')) ?? (slide === undefined ? undefined : main + slide)
  const isRunning = options.has('p')
  return ({ text, start, end }) => {
    const address = areOffsets ? hexOf(text) : addressOf(text, load)
    if (address === undefined) return undefined
    const linked = isRunning ? undefined : address >= main && address < main + REACH ? main : 0n
    const loadAddress = load ?? linked
    const offset = areOffsets
      ? address
      : loadAddress === undefined || address < loadAddress
        ? undefined
        : address - loadAddress
    return omitUndefined({
      address: areOffsets ? undefined : address,
      imageName: imageName || undefined,
      imageArch: arch,
      imagePath: path?.startsWith('/') ? path : undefined,
      imageText: load === undefined && linked !== undefined && !areOffsets ? linked : undefined,
      loadAddress: areOffsets || loadAddress === 0n ? undefined : loadAddress,
      offset: offset === undefined || offset > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(offset),
      span: { start, end },
      symbolSpan: { start: end, end },
    })
  }
}

/** `App` of `App.app/Contents/MacOS/App`, `App.app.dSYM/Contents/Resources/DWARF/App` and `App.app.dSYM`. */
function imageNameOf(path: string): string {
  return fileName(withoutSlashes(path)).replace(/(?:\.(?:app|framework|bundle|appex|xctest))?(?:\.dSYM)?$/, '')
}

function withoutSlashes(path: string): string {
  const slashes = [...path].reverse().findIndex((letter) => letter !== '/')
  return slashes === -1 ? '' : path.slice(0, path.length - slashes)
}

function hexOf(text: string | undefined): bigint | undefined {
  return text !== undefined && HEX.test(text)
    ? BigInt(text.startsWith('0x') || text.startsWith('0X') ? text : `0x${text}`)
    : undefined
}

/** Digits alone may be a decimal or a hexadecimal address: the load address decides. */
function addressOf(text: string, load: bigint | undefined): bigint | undefined {
  const hex = hexOf(text)
  if (!/^\d{1,19}$/.test(text) || load === undefined)
    return hex === undefined || (hex < 0x100n && !text.startsWith('0x')) ? undefined : hex
  const decimal = BigInt(text)
  const isNear = (address: bigint): boolean => address >= load && address - load < REACH
  return hex !== undefined && (isNear(hex) || !isNear(decimal)) ? hex : decimal
}

/** Words of a shell's line, without their quotes. */
function tokensOf(line: Line, from: number): Token[] {
  const tokens: Token[] = []
  // A `\` at the end joins the next line.
  const text = line.text.trimEnd().replace(/\\$/, '')
  let at = from
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at++
      continue
    }
    const start = at
    let word = ''
    let quote = ''
    for (; at < text.length; at++) {
      const letter = text[at] ?? ''
      if (quote !== '' && letter === quote) quote = ''
      else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
      else if (quote === '' && /\s/.test(letter)) break
      else if (letter === '\\' && quote !== "'" && at + 1 < text.length) word += text[++at] ?? ''
      else word += letter
    }
    tokens.push({ text: word, start: line.start + start, end: line.start + at })
  }
  return tokens
}
