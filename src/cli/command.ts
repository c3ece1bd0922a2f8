/** The interface of a command, and the helpers of all commands: read options, write results, print problems. */
import { promises as disk } from 'node:fs'
import type { Problem } from '../core/model/problem.ts'
import { visibleText } from '../core/model/visible-text.ts'
import { errors, refusals } from './messages/errors.ts'

/** 0 done; 1 the input was understood but something is missing; 2 the input could not be read, or the usage is wrong. */
export type ExitCode = 0 | 1 | 2

export interface Command {
  run(args: readonly string[]): Promise<ExitCode>
}

/** The command was called in a way that it does not know, or with an input that it cannot use. */
export class UsageError extends Error {}

/** A file that cannot be read or written: the usage is right, so that nobody is sent to the help. */
export class FileError extends UsageError {}

/** A number in hex (`0x…`) or decimal. */
export function readNumber(text: string, what: string): bigint {
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(digits)) throw new UsageError(errors.notNumber({ what, given: text }))
  return negative ? -BigInt(digits) : BigInt(digits)
}

/** An address in hex, with or without `0x`, as atos reads it. */
export function readHex(text: string, what: string): bigint {
  const digits = text.trim().replace(/^0x/i, '')
  if (!/^[0-9a-f]{1,16}$/i.test(digits)) throw new UsageError(errors.notAddress({ what, given: text }))
  return BigInt(`0x${digits}`)
}

const PAGE = 0x1000n

/**
 * A slide: hex as addresses are, perhaps negative. Slides are whole pages, so digits that only make whole pages in decimal, as
 * `%ld` prints them, are decimal.
 */
export function readSlide(text: string): bigint {
  const digits = text.trim().replace(/^-/, '')
  const hex = readHex(digits, '--slide')
  const value = /^\d+$/.test(digits) && hex % PAGE !== 0n && BigInt(digits) % PAGE === 0n ? BigInt(digits) : hex
  return text.trim().startsWith('-') ? -value : value
}

/**
 * Writes to standard output and waits until the reader took it. Control characters are escaped, except in a report's own text that
 * goes to another program. If the reader is gone (`| head`), the program ends quietly.
 */
export function writeOut(text: string, isReport = false): Promise<void> {
  return write(isReport && !process.stdout.isTTY ? text : visibleText(text))
}

/** The program's own text, which may hold styles. */
export const writeStyled = (text: string): Promise<void> => write(text)

/** Standard output or its disk accepts no more bytes. */
export class OutputError extends Error {}

const ignore = (): void => undefined

function write(content: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener for stream errors, Node ends the program with a trace. Threads listen only while they are piped.
    if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore)
    process.stdout.write(content, (error) => {
      if (!error) resolve()
      else if ('code' in error && error.code === 'EPIPE') process.exit(0)
      else reject(new OutputError(errors.lostOutput({ reason: reasonOf(error) })))
    })
  })
}

/** A line of JSON on standard output, with its end, as UTF-8; a terminal gets it as `writeOut` gives it one. */
export function writeLine(line: Uint8Array): Promise<void> {
  return process.stdout.isTTY ? writeOut(new TextDecoder().decode(line)) : write(line)
}

/** Whether `-o` names a folder: one that is there, or a path that ends in a slash, which is made. */
export async function isOutputFolder(path: string): Promise<boolean> {
  if (/[/\\]$/.test(path)) {
    const { makeFolder } = await import('./io/make-folder.ts')
    await makeFolder(path).catch((error: unknown) => {
      throw new FileError(errors.cannotWrite({ path, reason: reasonOf(error) }))
    })
  }
  return (await disk.stat(path).catch(() => undefined))?.isDirectory() === true
}

/** Why the system refused a file, as a sentence. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'string' && Object.hasOwn(refusals, code)) return refusals[code as keyof typeof refusals]
  return error instanceof Error ? error.message : String(error)
}

/** A line on standard error: why something was not done. A name with line ends in it cannot begin a line of its own: further lines are set in. */
export function writeError(text: string): void {
  process.stderr.write(`unslide: ${visibleText(text).replace(/\n(?!$)/g, '\n  ')}\n`)
}

let isQuiet = false

/** `--quiet`: standard error gets errors alone. */
export function beQuiet(): void {
  isQuiet = true
}

/** A line on standard error about what was done, or is missing; none with `--quiet`. */
export function writeNote(text: string): void {
  if (!isQuiet) writeError(text)
}

/** Whether progress is shown: someone watches, on a terminal that can rub it out. */
export const showsProgress = (): boolean => !isQuiet && process.stderr.isTTY && process.env['TERM'] !== 'dumb'

/** As many problems of one file as are told one by one; the rest is counted. */
const TOLD_PROBLEMS = 10

/**
 * What is wrong with a file and with the reports in it as lines on standard error, each thing once. What the user stated and what keeps the file from being a whole report go first;
 * a flood is cut and counted.
 */
export function tellProblems(problems: readonly Problem[]): void {
  const isUrgent = ({ code }: Problem): boolean =>
    code === 'unused-place' || code === 'place-differs' || code === 'missing-images'
  const told = isQuiet ? problems.filter(({ severity }) => severity !== 'note') : problems
  const ordered = [...told.filter(isUrgent), ...told.filter((problem) => !isUrgent(problem))]
  const codes = new Map(ordered.filter(isNews).map((problem) => [formatProblem(problem), problem.code]))
  const firsts = new Map<string, string>()
  for (const [line, code] of codes) if (!firsts.has(code)) firsts.set(code, line)
  // The first of each code, then others: thousands of one kind hide no other.
  const shown = new Set([...new Set([...firsts.values(), ...codes.keys()])].slice(0, TOLD_PROBLEMS))
  for (const line of codes.keys()) if (shown.has(line)) writeError(line)
  if (codes.size > TOLD_PROBLEMS) writeError(errors.moreProblems({ count: codes.size - TOLD_PROBLEMS }))
}

/** When a line on a site was told. */
const toldOfSites = new Map<string, number>()
const TOLD_AGAIN_MILLISECONDS = 3_600_000

/** A site is asked for many reports, and says the same to each: that is told once, and once an hour where the program goes on. */
function isNews(one: Problem): boolean {
  if (!one.code.startsWith('site-') && one.code !== 'kept-site') return true
  const line = formatProblem(one)
  const last = toldOfSites.get(line)
  if (last !== undefined && performance.now() - last < TOLD_AGAIN_MILLISECONDS) return false
  toldOfSites.set(line, performance.now())
  return true
}

/** `file:line: message` or `file at offset 0x40: message`. */
export function formatProblem({ file, line, offset, message }: Problem): string {
  if (file === undefined) return message
  if (line !== undefined) return errors.problemAtLine({ path: file, line, message })
  if (offset !== undefined) return errors.problemAtOffset({ path: file, offset: `0x${offset.toString(16)}`, message })
  return errors.refused({ path: file, reason: message })
}
