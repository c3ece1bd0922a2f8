/** Whether two reports are of one crash: the program, how it ended, where, and by which way it came there. */
import { sourceName } from '../model/frames.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { headlineOf } from '../reading/headline.ts'
import type { AlignedRow } from './aligned.ts'
import type { Check, Verdict } from './comparison.ts'
import type { StackLine } from './stack-lines.ts'

export interface Side {
  readonly symbolicated: SymbolicatedReport
  /** Lines of the stack that matters, innermost first. */
  readonly lines: readonly StackLine[]
}

export function judge(a: Side, b: Side, rows: readonly AlignedRow[]): Verdict {
  const program = checkProgram(a, b)
  const end = checkEnd(a, b)
  const place = checkPlace(a, b, rows)
  const path = checkPath(rows)
  const checks = [program, end, place, path].filter((check) => check !== undefined)
  if (isOneReport(a.symbolicated, b.symbolicated)) {
    return { level: 'same', title: 'These are two copies of one report.', checks }
  }
  const one = isCrash(a) || isCrash(b) ? 'crash' : 'problem'
  return { ...weigh(one, end.result, place.result, path?.result ?? 'unknown', program?.result === 'differs'), checks }
}

/** `one`: what the reports are of, in a word. */
function weigh(
  one: 'crash' | 'problem',
  end: Check['result'],
  place: Check['result'],
  path: Check['result'],
  otherProgram: boolean,
): Pick<Verdict, 'level' | 'title'> {
  const many = one === 'crash' ? 'crashes' : 'problems'
  const likely = (rest: string): Pick<Verdict, 'level' | 'title'> => ({
    level: 'likely',
    title: `Probably the same ${one}${rest}.`,
  })
  const different = (rest: string): Pick<Verdict, 'level' | 'title'> => ({
    level: 'different',
    title: `Different ${many}${rest}.`,
  })
  if (place === 'unknown') {
    if (end === 'differs') return different(': they ended in different ways')
    return { level: 'unclear', title: `It cannot be told whether this is the same ${one}.` }
  }
  if (place === 'differs') return different(end === 'same' || end === 'near' ? ': the same end, in another place' : '')
  if (end === 'differs') return different(', though in the same function')
  if (otherProgram) return likely(', in two programs that share the code')
  if (end === 'unknown') return likely(': one place, but not both say why')
  if (end === 'near' || place === 'near') return likely(', with a difference to look at')
  switch (path) {
    case 'same':
      return { level: 'same', title: `The same ${one}.` }
    case 'near':
    case 'differs':
      return likely(', reached by another way')
    case 'unknown':
      return likely('; how it came there cannot be compared')
  }
}

const isCrash = ({ symbolicated }: Side): boolean => headlineOf(symbolicated).isCrash

function isOneReport({ report: a }: SymbolicatedReport, { report: b }: SymbolicatedReport): boolean {
  if (a.header.incident !== undefined && b.header.incident !== undefined)
    return a.header.incident.toUpperCase() === b.header.incident.toUpperCase()
  return a.text !== '' && a.text === b.text && a.frameCount === b.frameCount && a.header.date === b.header.date
}

function checkProgram(a: Side, b: Side): Check | undefined {
  const [nameA, nameB] = [a.symbolicated.report.header.process, b.symbolicated.report.header.process]
  if (!nameA || !nameB || nameA === nameB) return undefined
  return { about: 'program', result: 'differs', text: `Different programs: A is of ${nameA}, B of ${nameB}.` }
}

interface End {
  /** Exception type, signal, termination: compared where both state them. */
  readonly codes: readonly (string | undefined)[]
  /** Of the exception that was thrown. */
  readonly thrown: string | undefined
  /** Id of what was concluded from it, and its sentence. */
  readonly meaning: string | undefined
  readonly title: string
  /** The codes as one reads them; empty where there are none. */
  readonly words: string
  readonly message: string | undefined
}

function endOf(symbolicated: SymbolicatedReport): End {
  const { report } = symbolicated
  const { explanation } = headlineOf(symbolicated)
  const { exception, termination } = report
  const type = /EXC_[A-Z_]+/.exec(exception?.type ?? '')?.[0]
  const signal = exception?.signal ?? /^SIG[A-Z]{2,}/.exec(exception?.type ?? '')?.[0]
  // Vendors write the name of what was thrown as the type; `NSException` says only that something was.
  const named = exception?.name ?? (type === undefined && signal === undefined ? exception?.type : undefined)
  const thrown = named === 'NSException' ? undefined : named
  const namespace =
    termination?.namespace === undefined ? undefined : `${termination.namespace} ${termination.code ?? ''}`.trim()
  const said = [type, signal === undefined ? undefined : type === undefined ? signal : `(${signal})`, thrown]
    .filter(Boolean)
    .join(' ')
  return {
    codes: [type, signal, namespace],
    thrown,
    meaning: explanation?.id,
    title: explanation?.title ?? '',
    words: said || (namespace ?? ''),
    message: exception?.reason ?? report.applicationInfo.find((text) => text.trim() !== ''),
  }
}

const differ = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a !== b

function checkEnd(sideA: Side, sideB: Side): Check {
  const [a, b] = [endOf(sideA.symbolicated), endOf(sideB.symbolicated)]
  const differs = (wordsA: string, wordsB: string): Check => ({
    about: 'end',
    result: 'differs',
    text: `A ended by ${wordsA}, B by ${wordsB}.`,
  })
  const [archA, archB] = [sideA, sideB].map(({ symbolicated }) => symbolicated.report.header.arch)
  // One trap is a breakpoint on ARM and a bad instruction on Intel: there the meaning counts, not the code.
  const isOneMeaning = a.meaning !== undefined && a.meaning === b.meaning && archA !== archB
  const code = a.codes.findIndex((codeA, at) => differ(codeA, b.codes[at]))
  if (code >= 0 && !isOneMeaning)
    return a.words === b.words ? differs(a.codes[code] ?? '', b.codes[code] ?? '') : differs(a.words, b.words)
  if (differ(a.thrown, b.thrown)) return differs(a.thrown ?? '', b.thrown ?? '')
  // What an end means is often read from names; without all of them it is no proof of another end.
  const fullyNamed = [...sideA.lines, ...sideB.lines].every(({ named, borrowed }) => named && !borrowed)
  if (fullyNamed && differ(a.meaning, b.meaning))
    return { about: 'end', result: 'differs', text: `A: ${a.title}. B: ${b.title}.` }
  const stated = [...a.codes.map((codeA, at) => [codeA, b.codes[at]]), [a.thrown, b.thrown], [a.meaning, b.meaning]]
  if (!stated.some(([inA, inB]) => inA !== undefined && inB !== undefined))
    return { about: 'end', result: 'unknown', text: endUnknown(a, b) }
  const text =
    a.words === b.words && a.words !== '' ? `Both ended by ${a.words}` : `Both ended alike: ${a.title || b.title}`
  return a.message !== undefined && b.message !== undefined && withoutNumbers(a.message) !== withoutNumbers(b.message)
    ? { about: 'end', result: 'near', text: `${text}, with other words.` }
    : { about: 'end', result: 'same', text: `${text}.` }
}

function endUnknown(a: End, b: End): string {
  if (a.words === '' && b.words === '') return 'Neither report says why it ended.'
  if (a.words === '' || b.words === '')
    return `Only ${a.words === '' ? 'B' : 'A'} says why it ended: ${a.words || b.words}.`
  return `How they ended cannot be compared. A: ${a.words}; B: ${b.words}.`
}

/** Addresses, counts and identifiers differ from run to run; what is said stays. */
function withoutNumbers(text: string): string {
  return text
    .replace(/0x[0-9a-f]+|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\d+/gi, '#')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The function of the app that failed: of the frame to read first, else the innermost one. */
function placeOf({ symbolicated, lines }: Side): StackLine | undefined {
  const { where } = headlineOf(symbolicated)
  const chosen = lines.filter(({ frame, own }) => own && frame.id === where?.frame.id)
  return chosen[0] ?? lines.find(({ own }) => own)
}

function checkPlace(sideA: Side, sideB: Side, rows: readonly AlignedRow[]): Check {
  if (![...sideA.lines, ...sideB.lines].some(({ own }) => own) && sideA.lines.length > 0 && sideB.lines.length > 0)
    return checkSystemStacks(rows)
  const [a, b] = [placeOf(sideA), placeOf(sideB)]
  const unknown = (text: string): Check => ({ about: 'place', result: 'unknown', text })
  if (sideA.lines.length === 0 && sideB.lines.length === 0) return unknown('Neither report has a stack.')
  if (sideA.lines.length === 0 || sideB.lines.length === 0)
    return unknown(`${sideA.lines.length === 0 ? 'A' : 'B'} has no stack to compare.`)
  if (!a || !b) return unknown(`No function of the app is known on ${a ? 'B' : 'A'}’s stack.`)
  if (a.key === b.key) return samePlace(sideA, sideB, a, b)
  if (!a.named && !b.named) return unknown('The place has no name in either report.')
  if (!a.named || !b.named) return unknown(`The place has no name in ${a.named ? 'B' : 'A'}: its symbols would tell.`)
  return { about: 'place', result: 'differs', text: `A failed in ${a.name}, B in ${b.name}.` }
}

/** Stacks without a function of the app: one system call on top says little, so the whole must be alike. */
function checkSystemStacks(rows: readonly AlignedRow[]): Check {
  const both = rows.filter(({ kind }) => kind === 'both').length
  const result = both === rows.length ? 'same' : both * 10 >= rows.length * 7 ? 'near' : 'differs'
  const text = `No function of the app is on the stacks; ${both} of ${rows.length} calls are on both.`
  return { about: 'place', result, text }
}

function samePlace(sideA: Side, sideB: Side, a: StackLine, b: StackLine): Check {
  const result = 'same'
  if (a.line === undefined || b.line === undefined || a.file === undefined || b.file === undefined)
    return { about: 'place', result, text: `Both in ${a.name}.` }
  if (a.line === b.line && sourceName(a.file) === sourceName(b.file))
    return { about: 'place', result, text: `Both in ${a.name}, at ${sourceName(a.file)}:${a.line}.` }
  const lines = `at line ${a.line} in A and ${b.line} in B`
  const [buildA, buildB] = [buildOf(sideA, a), buildOf(sideB, b)]
  if (buildA === undefined || buildB === undefined)
    return { about: 'place', result: 'near', text: `Both in ${a.name}, but ${lines}.` }
  return buildA === buildB
    ? { about: 'place', result: 'near', text: `Both in ${a.name}, but ${lines} of the same build.` }
    : { about: 'place', result, text: `Both in ${a.name}, ${lines}, which are of different builds.` }
}

function buildOf({ symbolicated }: Side, { frame }: StackLine): string | undefined {
  return frame.image === undefined ? undefined : symbolicated.report.images[frame.image]?.uuid
}

/** The calls of the user's own functions that led there. */
function checkPath(rows: readonly AlignedRow[]): Check | undefined {
  const own = rows.filter((row) => (row.kind === 'only-b' ? row.b.own : row.a.own))
  const [both, onlyA, onlyB] = (['both', 'only-a', 'only-b'] as const).map(
    (kind) => own.filter((row) => row.kind === kind).length,
  ) as [number, number, number]
  if (own.length === 0) return undefined
  const nameless = own.some((row) => (row.kind === 'only-a' ? !row.a.named : row.kind === 'only-b' && !row.b.named))
  if (nameless)
    return { about: 'path', result: 'unknown', text: 'Calls of the app have no names, so not all could be compared.' }
  if (onlyA + onlyB === 0) {
    const rounds = own.some((row) => row.kind === 'both' && row.change === 'times')
    return {
      about: 'path',
      result: 'same',
      text: `The same ${both === 1 ? 'call' : `${both} calls`} of the app on the stack${rounds ? ', in another number of rounds' : ''}.`,
    }
  }
  const text = `${both} of the app’s calls are on both stacks, ${onlyA} only on A’s, ${onlyB} only on B’s.`
  return { about: 'path', result: both > 0 ? 'near' : 'differs', text }
}
