/**
 * The last row of a text that ends inside it, as excerpts do. One rule for all formats: a cut name is marked, and a row that no format
 * could read whole keeps the parts that are there.
 */
import { eachStack } from '../model/each-frame.ts'
import type { Frame, PrintedSymbol, Report, Stack } from '../model/report.ts'
import { omitUndefined } from './base/omit-undefined.ts'

/** The sign for the rest of a name. */
const REST = '…'
/** Rows that say where in a function they are; one that does not may be whole. */
const FEWEST_PLACED = 2
/** Blanks and marks between two rows. */
const GAP = /^(?:[\s"'|>]|<asynchronous suspension>){0,200}$/
const LONGEST_ROW = 2000
/** `at com.shop.Till.co`, `#5 Till.count (package:shop/ti`, ` 12: shop::Till::cou`. Groups: mark, number, row. */
const ROW = /^[ \t"'|>]{0,80}(at[ \t]{1,4}|(#?)(\d{1,5})([:.]?)[ \t]{1,12})(\S.*)$/
/** Go writes a call without a mark. */
const GO_CALL = /^[ \t]{0,8}([\w.-]{1,80}\/[\w.-]\S*(?:\(.*)?|[\w.]{1,80}\.\S+(?:\(.*)?)$/
/** The beginning of a row's place: a file, an address of the web. */
const PLACE = /^[\w./:@-]{0,300}$/

/** The report with its cut last row; the same report where the text ends behind a whole one. */
export function withCutEnd(report: Report): Report {
  const { text } = report
  if (report.textKind !== 'rows') return report
  const end = text.trimEnd().length
  const start = text.lastIndexOf('\n', end - 1) + 1
  if (end - start > LONGEST_ROW) return report
  const stack = lastStack(report)
  const last = stack?.frames.at(-1)
  if (!stack || !last?.span) return report
  if (last.span.end > start) {
    const whole = markCut(last, stack.frames.slice(0, -1), text)
    return whole ? replaceStack(report, stack, { ...stack, frames: [...stack.frames.slice(0, -1), whole] }) : report
  }
  if (!GAP.test(text.slice(last.span.end, start))) return report
  const row = text.slice(start, end)
  const above = text.slice(last.span.start, last.span.end)
  const image = imageOf(ROW.exec(row)?.[5] ?? '', stack.frames)
  const isNext = image && Number(ROW.exec(row)?.[3]) === last.index + 1 && ROW.test(above)
  const symbol = isNext ? undefined : cutRow(row, last, above)
  if (!symbol && !isNext) return report
  const frame: Frame = omitUndefined({
    id: report.frameCount,
    index: last.index + 1,
    kind: last.kind,
    ...(isNext ? image : undefined),
    symbol,
    language: last.language,
    span: { start, end },
  })
  const longer = { ...stack, frames: [...stack.frames, frame] }
  return {
    ...replaceStack(report, stack, stack.span ? { ...longer, span: { ...stack.span, end } } : longer),
    frameCount: report.frameCount + 1,
  }
}

/** The stack with the last row of the text. */
function lastStack(report: Report): Stack | undefined {
  let [found, end]: [Stack | undefined, number] = [undefined, -1]
  for (const stack of eachStack(report)) {
    const at = stack.frames.at(-1)?.span?.end ?? -1
    if (at > end) [found, end] = [stack, at]
  }
  return found
}

function replaceStack(report: Report, before: Stack, after: Stack): Report {
  const swap = <Kind extends Stack>(stack: Kind): Kind => (stack === before ? { ...stack, ...after } : stack)
  return {
    ...report,
    threads: report.threads.map(swap),
    ...(report.lastException && { lastException: swap(report.lastException) }),
    backtraces: report.backtraces.map(swap),
  }
}

/** A load address that the end cut off. */
const NUMBER = /^0x[0-9a-f]*$/i
/** Rust's names end in one. */
const WHOLE_HASH = /::h[0-9a-f]{16}$/
const HASH_END = /::h[0-9a-f]{1,15}$/

/** A method of Objective-C, whole. */
const METHOD = /^[-+]\[.*\]$/

/** One whose bracket nothing closes. */
const CUT_METHOD = /^[-+]\[[^\]]*$/
/** A shorter piece may be the beginning of anything. */
const SHORTEST_IMAGE = 4

const hasPlace = ({ symbol }: Frame): boolean => symbol?.offset !== undefined || symbol?.line !== undefined

/** The frame with its cut name marked; undefined where the name is whole. */
function markCut(frame: Frame, others: readonly Frame[], text: string): Frame | undefined {
  const { symbol } = frame
  if (!symbol || hasPlace(frame) || symbol.name.endsWith(REST) || NUMBER.test(symbol.name)) return undefined
  const image = frame.imageName === undefined && !/\n[ \t]*$/.test(text) ? imageOf(symbol.name, others) : undefined
  if (image)
    return omitUndefined({ ...frame, image: frame.image ?? image.image, imageName: image.imageName, symbol: undefined })
  const named = others.filter((one) => one.symbol)
  // Rows of other languages may lack their place, and be whole.
  const isNative = frame.address !== undefined || frame.offset !== undefined
  const areAllPlaced = isNative && !/\n[ \t]*$/.test(text) && named.length >= FEWEST_PLACED && named.every(hasPlace)
  const isOpen = /[.:/]$/.test(symbol.name) || CUT_METHOD.test(symbol.name) || openAt(symbol.name) !== undefined
  const hasBracket = ({ span }: Frame): boolean => text.slice(span?.start, span?.end).includes('(')
  const lacksBracket =
    named.length >= FEWEST_PLACED && named.every(hasBracket) && !hasBracket(frame) && !METHOD.test(symbol.name)
  const languages = new Set(named.map(({ language }) => language))
  const [other] = languages
  // Without its place a row looks like one of another language.
  const isAlien =
    languages.size === 1 &&
    other !== undefined &&
    frame.language !== undefined &&
    other !== frame.language &&
    !hasBracket(frame)
  const hash = HASH_END.exec(symbol.name)
  const areHashed = named.filter((one) => WHOLE_HASH.test(one.symbol?.name ?? '')).length >= FEWEST_PLACED
  if (areHashed && hash) return { ...frame, symbol: { ...symbol, name: symbol.name.slice(0, hash.index) } }
  if (!areAllPlaced && !isOpen && !lacksBracket && !isAlien) return undefined
  const language = isAlien ? other : frame.language
  return omitUndefined({ ...frame, language, symbol: { ...symbol, ...cutName(symbol.name, language) } })
}

/** The image that a row has where all behind it is cut off, by those of the other rows: whole, or its first letters. */
function imageOf(words: string, others: readonly Frame[]): Pick<Frame, 'image' | 'imageName'> | undefined {
  const name = words.trim()
  const same = others.find(({ imageName }) => imageName === name)
  if (same) return omitUndefined({ image: same.image, imageName: name })
  const isPart = name.length >= SHORTEST_IMAGE && others.some(({ imageName }) => imageName?.startsWith(name))
  return isPart ? { imageName: name + REST } : undefined
}

/** Where the bracket opens that nothing closes. */
function openAt(name: string): number | undefined {
  const open: number[] = []
  for (let at = 0; at < name.length; at++) {
    if (name[at] === '(') open.push(at)
    else if (name[at] === ')') open.pop()
  }
  return open[0]
}

/** Brackets behind a name hold its place; elsewhere they hold its parameters. */
const PLACED_IN_BRACKETS: ReadonlySet<string> = new Set(['dart', 'java', 'javascript', 'kotlin'])

/** A row without its cut place, or its name with the mark that the rest is lost. */
function cutName(row: string, language: string | undefined): Pick<PrintedSymbol, 'name' | 'file' | 'offset'> {
  const open = openAt(row)
  const before = row.slice(0, open).trimEnd()
  if (language === 'javascript' && row.includes('@')) return { name: row.slice(0, row.indexOf('@')) }
  if (open === undefined || before === '')
    return { name: language === 'csharp' ? withoutPlace(row) : row.trimEnd() + REST }
  const inside = row.slice(open + 1)
  // Kotlin's rows have their place behind that of machine code.
  const [, name = before, offset] = /^(.*) \+ (\d{1,12})$/.exec(before) ?? []
  const whole = omitUndefined({ name, offset: offset === undefined ? undefined : Number(offset) })
  if (PLACED_IN_BRACKETS.has(language ?? '') || (language === 'go' && !inside.startsWith('*'))) return whole
  if (language !== undefined || !PLACE.test(inside) || !/[./]/.test(inside)) return { name: row.trimEnd() + REST }
  return omitUndefined({ ...whole, file: /^([^:]*\.\w{1,6}):\d*$/.exec(inside)?.[1] })
}

/** The parameters of .NET stand before the place. */
function withoutPlace(row: string): string {
  const end = row.lastIndexOf(')') + 1
  return end > 0 && /^[ \t]/.test(`${row.slice(end)} `) ? row.slice(0, end) : row.trimEnd() + REST
}

/** A name with its parameters or its place, of which the end may be lost; a sentence has more words. */
const NAMED =
  /^(?:async |new |static |\(wrapper [\w-]+\) )?[^\s(]+(?: (?:closure>?|c|cl|clo|clos|closu|closur|\[(?:as? ?[\w$]*\]?)?))?(?: ?\(.*| in .*| )?$/
/** Rows without a mark: `count@https://shop.example/till.js:3`, `Shop.Till:Count(Int3`. */
const UNMARKED =
  /^[ \t]*([\w$.<>/]{1,120}@.*|[\p{L}_][\p{L}\p{N}_\x60+<>]{0,100}[.:/][\p{L}_<][^\s(]{0,1800}(?: ?\(.*)?)$/u

/** What a cut row says, where it begins as the row above it does. */
function cutRow(text: string, before: Frame, above: string): PrintedSymbol | undefined {
  const { language } = before
  if (language === 'go') {
    const name = GO_CALL.exec(text)?.[1]
    return name === undefined ? undefined : cutName(name, language)
  }
  const [, mark = '', hash, number, colon, rest] = ROW.exec(text) ?? []
  const model = ROW.exec(above.split('\n', 1)[0] ?? '')
  if (!model) {
    const isScript = language === 'javascript'
    const name = isScript || language === 'csharp' ? UNMARKED.exec(text)?.[1] : undefined
    return name === undefined || isScript !== name.includes('@') ? undefined : cutName(name, language)
  }
  const isNext = number === undefined ? model[3] === undefined : Number(number) === before.index + 1
  if (rest === undefined || mark === '' || !isNext || hash !== model[2] || colon !== model[4]) return undefined
  // Rows with addresses begin with the image, whose name is none of a function.
  const hasAddress = before.address !== undefined || /0x[0-9a-f]{4}/i.test(rest)
  if (hasAddress && language !== 'csharp') return undefined
  return NAMED.test(rest) ? cutName(rest.replace(/ in .*/, ''), language) : undefined
}
