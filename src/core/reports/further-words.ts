/** Finds where a text without stacks quotes the words on a further end: a program ends once, and each of these is of one way to end. */
import { BLANK_LINE } from './base/lines.ts'

type Kind = 'thrown' | 'cpp' | 'swift' | 'assertion' | 'access'

/** How each begins, in a line of its own or behind what a log or Xcode puts before it. Groups: what it is of. */
const MARKS: Readonly<Record<Kind, RegExp>> = {
  thrown: /\*\*\* Terminating app due to uncaught exception '([^'\n]{1,200})', reason: '([^\n]{1,120})/g,
  cpp: /\blibc\+\+abi(?:\.dylib)?: terminating (?:due to|with) uncaught exception of type ((?:::|[^\s:]){1,200})/g,
  swift: /(?:^|^[^\n]{0,200}?: )Fatal error: ([^\n]{1,120})/gm,
  assertion: /^[ \t>]{0,20}Assertion failed: ([^\n]{1,200})/gm,
  access:
    /\bEXC_BAD_ACCESS \(code=\d{1,3}, address=0x[\da-f]{1,16}\)|^[ \t>]{0,20}(?:Segmentation fault: 11|Bus error: 10)$|^zsh: (?:segmentation fault|bus error)\b/gm,
}
/** Marks of one kind that are looked at. */
const MOST = 64
/** Characters of a text in which they are sought. */
const LARGEST = 1 << 17
/** A row or a number of code: what reads stacks parts such a text. */
const ROW = /(?<!\w|address=)0x[\da-f]{7,16}\b|^[ \t>]{0,20}#?\d{1,4}[ \t]{1,8}\S{1,80}[ \t]{1,40}\S/m

interface Mark {
  readonly kind: Kind
  readonly words: string
  readonly index: number
}

function marksIn(text: string): readonly Mark[] {
  const found: Mark[] = []
  for (const kind of ['thrown', 'cpp', 'swift', 'assertion', 'access'] as const) {
    let count = 0
    for (const { index, 1: name = '', 2: reason = '' } of text.matchAll(MARKS[kind])) {
      if (++count > MOST) break
      found.push({ kind, words: `${name} ${reason}`.trim(), index })
    }
  }
  return found.sort((one, other) => one.index - other.index)
}

/** True if one program cannot have ended in both ways. The last words of C++ are also those of an exception object. */
function areTwo(one: Mark, other: Mark): boolean {
  if (one.kind === other.kind) return one.words !== other.words
  const cpp = [one, other].find(({ kind }) => kind === 'cpp')
  return !(cpp && /^NSException\b/.test(cpp.words) && [one, other].some(({ kind }) => kind === 'thrown'))
}

/** Offsets of the lines at which the words on further ends begin; none in a text with rows. */
export function findFurtherWords(text: string): number[] {
  if (text.length > LARGEST || ROW.test(text)) return []
  const starts: number[] = []
  let before: Mark | undefined
  for (const mark of marksIn(text)) {
    if (before && areTwo(before, mark) && BLANK_LINE.test(text.slice(before.index, mark.index)))
      starts.push(text.lastIndexOf('\n', mark.index - 1) + 1)
    before = mark
  }
  return starts
}
