/** Variables of a frame as text, the same on the page and in exports. */
import { exportedVariables, frameVariableWords as words } from '../messages/variables.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { FrameVariables, Variable, VariableScope } from '../model/variables.ts'
import { linesOf } from './lines.ts'
import { isOwnFrame } from './own-code.ts'
import { stacksOf } from './stacks.ts'

/** Why a frame has no variables, or why they have no values; undefined where there is nothing to say. */
export function noteOn({ missing, known, scopes, isInferred }: FrameVariables): string | undefined {
  if (missing) return words.missing[missing]
  if (!scopes.some(({ variables }) => variables.length > 0)) return undefined
  const notes = [...(known === 'memory' ? [] : [words.known[known]]), ...(isInferred ? [words.inferred] : [])]
  return notes.length > 0 ? notes.join(' ') : undefined
}

/** The value, else the reason in angle brackets, as debuggers write it; undefined where neither is known. */
export function valueText({ value, unavailable }: Variable): string | undefined {
  return value ?? (unavailable === undefined ? undefined : `<${unavailable}>`)
}

/** `(type) name = value`, as a debugger prints it. */
export function variableText(variable: Variable): string {
  const value = valueText(variable)
  const hidden = variable.shadowed ? ` ${words.shadowed}` : ''
  return `(${variable.type}) ${variable.name}${value === undefined ? '' : ` = ${value}`}${hidden}`
}

/** A function, marked where it was inlined into the next. */
export function scopeText({ function: name, inlined }: VariableScope): string {
  return inlined ? `${name} ${words.inlined}` : name
}

/** The variables of a frame as text, a line each: values contain their members. */
export function variableLines(told: FrameVariables): readonly string[] {
  const note = noteOn(told)
  return [
    ...(note === undefined ? [] : [note]),
    ...told.scopes.flatMap((scope) => [
      scopeText(scope),
      ...(scope.variables.length === 0 ? [`  ${words.none}`] : []),
      ...scope.variables.map((variable) => `  ${variableText(variable)}`),
    ]),
  ]
}

/** Limit on the frames whose variables an export has. */
const MOST_FRAMES = 16
/** Variables of a frame with all that is below them, and levels, that an export carries. */
const MOST_VALUES = 400
const DEEPEST = 4
/** Rows of a frame in text. */
const MOST_ROWS = 40

/** The frames whose variables are worth showing: the innermost of each main stack, and the user's own code in it. */
function framesToShow(symbolicated: SymbolicatedReport): readonly Frame[] {
  const stacks = stacksOf(symbolicated.report).filter(({ main, thread }) => main && thread)
  return stacks.flatMap(({ frames }) =>
    // A row of an inlined call has its variables with the frame that it was inlined into.
    frames.filter((frame, at) => frame.inlined !== true && (at === 0 || isOwnFrame(symbolicated, frame))),
  )
}

/** Ids of the frames whose variables an export has. */
export function framesToAsk(symbolicated: SymbolicatedReport): readonly number[] {
  return framesToShow(symbolicated)
    .slice(0, MOST_FRAMES)
    .map(({ id }) => id)
}

/** The report with the variables of its frames, as many as an export carries. Variables that the report already has stay if no file has more. */
export function withVariables(report: SymbolicatedReport, told: readonly FrameVariables[]): SymbolicatedReport {
  if (report.variables && told.every(({ scopes }) => scopes.length === 0)) return report
  return { ...report, variables: told.map(bounded) }
}

function bounded(told: FrameVariables): FrameVariables {
  let kept = 0
  let leftOut = 0
  const keep = (variables: readonly Variable[], depth: number): readonly Variable[] =>
    variables.flatMap((variable) => {
      if (depth === 0 || kept >= MOST_VALUES) {
        leftOut++
        return []
      }
      kept++
      const { children, ...own } = variable
      const below = children && keep(children, depth - 1)
      return [below && below.length > 0 ? { ...own, children: below } : own]
    })
  const scopes = told.scopes.map((scope) => ({ ...scope, variables: keep(scope.variables, DEEPEST) }))
  return { ...told, scopes, ...(leftOut > 0 && { leftOut }) }
}

/** Variables without their values: names and types are the program's, values may be anything. */
export function withoutValues(told: FrameVariables): FrameVariables {
  const scopes = told.scopes.map((scope) => ({
    ...scope,
    variables: scope.variables.map(({ name, kind, type, shadowed }) => ({
      name,
      kind,
      type,
      ...(shadowed && { shadowed }),
      unavailable: exportedVariables.redacted,
    })),
  }))
  return { ...told, scopes }
}

/** A line of the variables of a frame; `level` is how far it lies within another. */
export interface VariableRow {
  readonly level: number
  readonly text: string
}

export interface FrameVariablesReading {
  readonly told: FrameVariables
  readonly title: string
  /** Why there are none, or no values. */
  readonly note?: string
  /** How many are not carried. */
  readonly more?: string
}

/** The variables that a report carries, frame by frame; undefined where it carries none. */
export function variablesReading(
  symbolicated: SymbolicatedReport,
): { readonly title: string; readonly frames: readonly FrameVariablesReading[]; readonly more?: string } | undefined {
  const { variables } = symbolicated
  if (!variables || variables.length === 0) return undefined
  const frames = framesToShow(symbolicated)
  const byId = new Map(frames.map((frame) => [frame.id, frame]))
  const left = frames.length - variables.length
  return {
    title: words.title,
    frames: variables.map((told) => readingOf(symbolicated, told, byId.get(told.id))),
    ...(left > 0 && { more: exportedVariables.moreFrames({ frames: left }) }),
  }
}

/** The variables that a report carries of one frame. */
export function frameVariablesReading(
  symbolicated: SymbolicatedReport,
  frame: Frame,
): FrameVariablesReading | undefined {
  const told = symbolicated.variables?.find(({ id }) => id === frame.id)
  return told && readingOf(symbolicated, told, frame)
}

function readingOf(
  symbolicated: SymbolicatedReport,
  told: FrameVariables,
  frame: Frame | undefined,
): FrameVariablesReading {
  const name = (frame && linesOf(symbolicated, frame).at(-1)?.name) ?? told.scopes.at(-1)?.function ?? ''
  const note = noteOn(told)
  const { leftOut = 0 } = told
  return {
    told,
    title: exportedVariables.frame({ frame: told.frame, name }),
    ...(note !== undefined && { note }),
    ...(leftOut > 0 && { more: exportedVariables.more({ values: leftOut }) }),
  }
}

/** The rows of a frame as text: functions, variables, and below these what a pointer leads to or a cut value leaves out. */
export function variableRows({ told, note, more }: FrameVariablesReading): readonly VariableRow[] {
  const rows: VariableRow[] = note === undefined ? [] : [{ level: 1, text: note }]
  let left = 0
  const add = (variables: readonly Variable[], level: number): void => {
    for (const variable of variables) {
      if (rows.length >= MOST_ROWS) left++
      else rows.push({ level, text: variableText(variable) })
      if (isWorthOpening(variable)) add(variable.children ?? [], level + 1)
    }
  }
  for (const scope of told.scopes) {
    rows.push({ level: 1, text: scopeText(scope) })
    if (scope.variables.length === 0) rows.push({ level: 2, text: words.none })
    add(scope.variables, 2)
  }
  const most = left + (told.leftOut ?? 0)
  const rest = left > 0 ? exportedVariables.more({ values: most }) : more
  return rest === undefined ? rows : [...rows, { level: 1, text: rest }]
}

/** The value of a structure contains its members, unless it was cut; so does that of a pointer to a structure without an address. */
function isWorthOpening({ value = '', children = [] }: Variable): boolean {
  const isPointer = children[0]?.kind === 'pointee' && !value.startsWith('-> ')
  return (isPointer || /…[})\]]?$/.test(value)) && children.some(isKnown)
}

/** Whether it has a value, and not reasons alone. */
const isKnown = ({ value, children }: Variable): boolean =>
  value !== undefined && (children === undefined || children.length === 0 || children.some(isKnown))
