/** Decides whether two reports are of one crash, by the program, its end, the place, and the calls that led there. */
import { checks, verdicts, type Subject } from '../messages/comparison.ts'
import { sourceName } from '../model/frames.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { headlineOf } from '../reading/headline.ts'
import { withoutNumbers } from '../reading/signature.ts'
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
  const found = [program, end, place, path].filter((check) => check !== undefined)
  if (isOneReport(a.symbolicated, b.symbolicated)) {
    return { level: 'same', title: verdicts.copies, checks: found }
  }
  const one = isCrash(a) || isCrash(b) ? 'crash' : 'problem'
  return {
    ...weigh(one, end.result, place.result, path?.result ?? 'unknown', program?.result === 'differs'),
    checks: found,
  }
}

/** `one`: the subject of the reports, in a word. */
function weigh(
  one: Subject,
  end: Check['result'],
  place: Check['result'],
  path: Check['result'],
  otherProgram: boolean,
): Pick<Verdict, 'level' | 'title'> {
  const likely = (title: string): Pick<Verdict, 'level' | 'title'> => ({ level: 'likely', title })
  const different = (title: string): Pick<Verdict, 'level' | 'title'> => ({ level: 'different', title })
  if (place === 'unknown') {
    if (end === 'differs') return different(verdicts.otherEnd({ one }))
    return { level: 'unclear', title: verdicts.unclear({ one }) }
  }
  if (place === 'differs')
    return different(end === 'same' || end === 'near' ? verdicts.otherPlace({ one }) : verdicts.different({ one }))
  if (end === 'differs') return different(verdicts.onePlace({ one }))
  if (otherProgram) return likely(verdicts.sharedCode({ one }))
  if (end === 'unknown') return likely(verdicts.oneReason({ one }))
  if (end === 'near' || place === 'near') return likely(verdicts.near({ one }))
  switch (path) {
    case 'same':
      return { level: 'same', title: verdicts.same({ one }) }
    case 'near':
    case 'differs':
      return likely(verdicts.otherPath({ one }))
    case 'unknown':
      return likely(verdicts.pathUnknown({ one }))
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
  return { about: 'program', result: 'differs', text: checks.programs({ a: nameA, b: nameB }) }
}

interface End {
  /** Exception type, signal, termination: compared where both state them. */
  readonly codes: readonly (string | undefined)[]
  /** Of the exception that was thrown. */
  readonly thrown: string | undefined
  /** Id of the explanation, and its sentence. */
  readonly meaning: string | undefined
  readonly title: string
  /** The codes in readable form; empty where there are none. */
  readonly words: string
  readonly message: string | undefined
}

function endOf(symbolicated: SymbolicatedReport): End {
  const { report } = symbolicated
  const { explanation, told } = headlineOf(symbolicated)
  const { exception, termination } = report
  const type = /EXC_[A-Z_]+/.exec(exception?.type ?? '')?.[0]
  const signal = exception?.signal ?? /^SIG[A-Z]{2,}/.exec(exception?.type ?? '')?.[0]
  // Vendors write the name of the thrown object as the type; `NSException` says only that something was thrown.
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
    // Codes in plain words are compared as codes.
    meaning: explanation && told !== 'none' ? explanation.id : undefined,
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
    text: checks.ends({ a: wordsA, b: wordsB }),
  })
  const [archA, archB] = [sideA, sideB].map(({ symbolicated }) => symbolicated.report.header.arch)
  // One trap is a breakpoint on ARM and a bad instruction on Intel: there the meaning counts, not the code.
  const isOneMeaning = a.meaning !== undefined && a.meaning === b.meaning && archA !== archB
  const code = a.codes.findIndex((codeA, at) => differ(codeA, b.codes[at]))
  if (code >= 0 && !isOneMeaning)
    return a.words === b.words ? differs(a.codes[code] ?? '', b.codes[code] ?? '') : differs(a.words, b.words)
  if (differ(a.thrown, b.thrown)) return differs(a.thrown ?? '', b.thrown ?? '')
  // The meaning of an end is often read from names. If some are missing, it does not prove another end.
  const fullyNamed = [...sideA.lines, ...sideB.lines].every(({ named, borrowed }) => named && !borrowed)
  if (fullyNamed && differ(a.meaning, b.meaning))
    return { about: 'end', result: 'differs', text: checks.meanings({ a: a.title, b: b.title }) }
  const stated = [...a.codes.map((codeA, at) => [codeA, b.codes[at]]), [a.thrown, b.thrown], [a.meaning, b.meaning]]
  if (!stated.some(([inA, inB]) => inA !== undefined && inB !== undefined))
    return { about: 'end', result: 'unknown', text: endUnknown(a, b) }
  const reworded =
    a.message !== undefined && b.message !== undefined && withoutNumbers(a.message) !== withoutNumbers(b.message)
  const text =
    a.words === b.words && a.words !== ''
      ? checks.oneCode({ codes: a.words, reworded })
      : checks.oneMeaning({ title: a.title || b.title, reworded })
  return { about: 'end', result: reworded ? 'near' : 'same', text }
}

function endUnknown(a: End, b: End): string {
  if (a.words === '' && b.words === '') return checks.noReason
  if (a.words === '' || b.words === '')
    return checks.oneReason({ side: a.words === '' ? 'B' : 'A', reason: a.words || b.words })
  return checks.otherReasons({ a: a.words, b: b.words })
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
  if (sideA.lines.length === 0 && sideB.lines.length === 0) return unknown(checks.noStacks)
  if (sideA.lines.length === 0 || sideB.lines.length === 0)
    return unknown(checks.noStack({ side: sideA.lines.length === 0 ? 'A' : 'B' }))
  if (!a || !b) return unknown(checks.noAppFrame({ side: a ? 'B' : 'A' }))
  if (a.key === b.key) return samePlace(sideA, sideB, a, b)
  if (!a.named && !b.named) return unknown(checks.noNames)
  if (!a.named || !b.named) return unknown(checks.noName({ side: a.named ? 'B' : 'A' }))
  return { about: 'place', result: 'differs', text: checks.places({ a: a.name, b: b.name }) }
}

/** Stacks without a function of the app: one system call on top says little, so the whole must be alike. */
function checkSystemStacks(rows: readonly AlignedRow[]): Check {
  const both = rows.filter(({ kind }) => kind === 'both').length
  const result = both === rows.length ? 'same' : both * 10 >= rows.length * 7 ? 'near' : 'differs'
  const text = checks.systemStacks({ both, all: rows.length })
  return { about: 'place', result, text }
}

function samePlace(sideA: Side, sideB: Side, a: StackLine, b: StackLine): Check {
  const result = 'same'
  if (a.line === undefined || b.line === undefined || a.file === undefined || b.file === undefined)
    return { about: 'place', result, text: checks.place({ name: a.name }) }
  if (a.line === b.line && sourceName(a.file) === sourceName(b.file))
    return {
      about: 'place',
      result,
      text: checks.placeAt({ name: a.name, location: `${sourceName(a.file)}:${a.line}` }),
    }
  const lines = { name: a.name, a: a.line, b: b.line }
  const [buildA, buildB] = [buildOf(sideA, a), buildOf(sideB, b)]
  if (buildA === undefined || buildB === undefined) return { about: 'place', result: 'near', text: checks.lines(lines) }
  return buildA === buildB
    ? { about: 'place', result: 'near', text: checks.linesOfBuild(lines) }
    : { about: 'place', result, text: checks.linesOfBuilds(lines) }
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
  if (nameless) return { about: 'path', result: 'unknown', text: checks.namesMissing }
  if (onlyA + onlyB === 0) {
    const rounds = own.some((row) => row.kind === 'both' && row.change === 'times')
    return {
      about: 'path',
      result: 'same',
      text: checks.path({ calls: both, otherRounds: rounds }),
    }
  }
  const text = checks.paths({ both, a: onlyA, b: onlyB })
  return { about: 'path', result: both > 0 ? 'near' : 'differs', text }
}
