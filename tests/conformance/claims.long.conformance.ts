/**
 * What the built command line claims about each report of the corpus, against labels that people wrote by reading the reports
 * (`tests/claims.tsv`; how they were made stands in `docs/evidence.md`). A claim is right, missing, or false; a false one fails.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { corpus } from './corpus.ts'
import { isAllowed, kindOfHeadline } from './claim-kinds.ts'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const labelsFile = fileURLToPath(new URL('../claims.tsv', import.meta.url))

interface Label {
  readonly file: string
  readonly end: string
  readonly causes: readonly string[]
  readonly never: readonly string[]
  readonly code: string
  readonly blamed: string
  readonly grade: string
}

interface Stack {
  readonly frames: readonly {
    readonly image?: string
    readonly calls?: readonly { readonly function: string }[]
  }[]
}

interface Told {
  readonly end: string
  readonly headline: {
    readonly code: string
    readonly kind: string
    readonly text: string
    readonly grade: string
    readonly frame?: number
    readonly stack?: string
    readonly origin?: string
  }
  readonly exception?: { readonly type?: string; readonly signal?: string }
  readonly images: readonly { readonly name: string; readonly path?: string }[]
  readonly threads: readonly Stack[]
  readonly lastExceptionBacktrace?: Stack
  readonly backtraces?: readonly Stack[]
}

const list = (text = ''): string[] => text.split('|').filter((word) => word !== '' && word !== '-')

function readLabels(): Label[] {
  const [, ...rows] = readFileSync(labelsFile, 'utf8').trimEnd().split('\n')
  return rows.map((row) => {
    const [file = '', end = '', cause, never, code = '-', blamed = '-', grade = ''] = row.split('\t')
    return { file, end, causes: list(cause), never: list(never), code, blamed, grade }
  })
}

/** What the program tells of the first report of a file, whether or not it could name anything; undefined where it reads none. */
function tellOf(path: string): Told | undefined {
  const { stdout } = spawnSync(process.execPath, [program, 'symbolicate', path, '--format', 'json'], {
    maxBuffer: 1 << 30,
  })
  return first(stdout.toString())
}

function first(json: string): Told | undefined {
  return json === '' ? undefined : (JSON.parse(json) as { reports: readonly Told[] }).reports[0]
}

/** Ends that are no lie about each other: what was stopped from outside did crash for its user. */
const ENDS: Readonly<Record<string, readonly string[]>> = { unknown: ['snapshot', 'profile'], killed: ['hang'] }

/** The frame that a headline says to read first. */
function frameToRead({
  headline,
  threads,
  lastExceptionBacktrace,
  backtraces,
}: Told): Stack['frames'][number] | undefined {
  const { frame, stack = '' } = headline
  if (frame === undefined) return undefined
  const [, kind, at] = /^(threads|backtraces)\[(\d+)\]$/.exec(stack) ?? []
  const list = kind === 'threads' ? threads : backtraces
  const { frames } = (kind === undefined ? lastExceptionBacktrace : list?.[Number(at)]) ?? { frames: [] }
  return frames[frame]
}

/** Whether nothing says where an image lies, so that a framework looks like its app. */
function isUnplaced({ images }: Told, name: string | undefined): boolean {
  return images.every((image) => image.name !== name || image.path === undefined)
}

/** Whether a frame is the labelled one: by a call's name, else by its image, which a label may shorten. */
function isLabelled({ image = '', calls = [] }: Stack['frames'][number], label: string): boolean {
  return label.includes(image) || calls.some((call) => label.includes(call.function))
}

/** What is false in a tale; empty for nothing. */
function falseIn(told: Told, label: Label): string[] {
  const { headline, exception } = told
  const found: string[] = []
  const kind = kindOfHeadline(headline.code, exception)
  if (kind !== undefined && !isAllowed(kind, label.causes))
    found.push(`claims ${kind}, may ${label.causes.join(' or ')}`)
  else if (kind !== undefined && label.never.includes(kind)) found.push(`claims ${kind}, which is false`)
  const ends = label.end.split(';')
  const isCrash = told.end === 'crash' || told.end === 'killed'
  if (isCrash && !ends.includes('crash') && !ends.includes('killed'))
    found.push(`is told as ${told.end}, was ${label.end}`)
  if (!isCrash && told.end !== 'unknown' && !ends.some((end) => end === told.end || ENDS[end]?.includes(told.end)))
    found.push(`is told as ${told.end}, was ${label.end}`)
  const blamed = frameToRead(told)
  if (blamed && label.blamed === '-') found.push(`blames ${blamed.image ?? 'a frame'}, where none may be blamed`)
  else if (blamed && !isLabelled(blamed, label.blamed))
    found.push(`blames ${blamed.image ?? 'a frame'}, not ${label.blamed}`)
  else if (blamed && headline.origin !== label.code && !isUnplaced(told, blamed.image))
    found.push(`blames code of the ${headline.origin}, not the ${label.code}`)
  if (
    headline.grade === 'proved' &&
    label.grade === 'likely' &&
    // Codes in plain words prove themselves alone, and what is told as possible proves that it is possible.
    headline.kind !== 'none' &&
    !headline.code.endsWith('-possible') &&
    kind === label.causes[0]
  )
    found.push(`proves ${kind}, which is only likely`)
  return found
}

test.runIf(corpus)('no report of the corpus is told falsely', () => {
  const root = join(corpus ?? '', 'reports')
  const counts = { reports: 0, 'tell an end': 0, right: 0, missing: 0, false: 0 }
  const lies: string[] = []
  const missing: string[] = []
  for (const label of readLabels()) {
    if (!existsSync(join(root, label.file))) continue
    const told = tellOf(join(root, label.file))
    counts.reports++
    const tellsAnEnd = !label.causes.some((cause) => ['none', 'snapshot', 'profile', 'debugger-stop'].includes(cause))
    if (tellsAnEnd) counts['tell an end']++
    const found = told ? falseIn(told, label) : []
    if (found.length > 0) {
      counts.false++
      lies.push(`${label.file}: ${found.join('; ')} (${told?.headline.code}: ${told?.headline.text})`)
    } else if (tellsAnEnd && told && kindOfHeadline(told.headline.code, told.exception)) {
      counts.right++
    } else if (tellsAnEnd) {
      counts.missing++
      missing.push(
        `${label.file}: ${label.causes.join('|')} (${told?.headline.code ?? 'not read'}: ${told?.headline.text ?? ''})`,
      )
    }
  }
  console.table([counts])
  console.log(`missing:\n${missing.join('\n')}`)
  expect(lies).toEqual([])
  expect(counts.right / counts['tell an end']).toBeGreaterThanOrEqual(0.95)
  expect(counts.reports).toBeGreaterThan(250)
})
