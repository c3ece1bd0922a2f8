/** A rule's statement about one report: its words, and what was seen. */
import { evidence } from '../messages/evidence.ts'
import type { ExplanationText, Tool } from '../messages/explain/text.ts'
import { explanations } from '../messages/explanations.ts'
import { textOf, type Message, type MessageParameters, type ParametersOf } from '../messages/message.ts'
import { joined } from '../messages/joins.ts'
import type { ClaimGrade, Explanation, Frame, SymbolicatedReport } from '../model/report.ts'
import type { StatementKind } from '../model/statement-kind.ts'
import { gradeOf, isNamedByGuess } from '../reading/lines.ts'
import type { CrashFacts, NamedCall } from './crash-facts.ts'
import { says, type Fact, type Found } from './fact.ts'
import type { TextField } from './fields.ts'
import { placeIn } from './place.ts'
import type { Rule } from './rule.ts'
import { hadTool, isOfOtherLanguage } from './tools.ts'

export type ExplanationCode = keyof typeof explanations

/** One thing that was seen in the report. */
export function sign<Code extends keyof typeof evidence>(
  code: Code,
  params: ParametersOf<typeof evidence, Code>,
): Message {
  return { code, params }
}

/** A report's words on one line, cut where they run on. */
export function cut(text: string, most = 300): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** The evidence that the report uses these words. */
export const quoted = (text: string): Message => sign('quoted', { text: cut(text) })

/** The evidence that a call is on the stack. */
export function frameIs({ frame, call }: NamedCall): Message {
  return sign('frame-is', { frame: frame.index, function: call.function })
}

/** A call that was found near the top of the stack. */
export function foundCall(facts: CrashFacts, name: string): Found {
  const call = facts.calls.find((one) => one.call.function === name)
  return call ? { evidence: [frameIs(call)], frames: [call.frame] } : {}
}

/** A call of the field fits the pattern; the evidence is that it is on the stack. */
export const hasCall = (on: TextField, pattern: RegExp, example: string): Fact =>
  says(on, pattern, example, ({ input }, facts) => foundCall(facts, input))

/** The same of the innermost calls of the stack. */
export const call = (pattern: RegExp, example: string): Fact => hasCall('near', pattern, example)

const gradeOfKind: Readonly<Record<StatementKind, ClaimGrade>> = {
  said: 'proved',
  shown: 'proved',
  none: 'proved',
  possible: 'possible',
}

/** The statement of a rule if all of its facts hold; undefined where one is missing, or another excludes it. */
export function stateOf(rule: Rule, facts: CrashFacts): Explanation | undefined {
  const all: Found[] = []
  for (const fact of rule.requires) {
    const found = fact.find(facts)
    if (!found) return undefined
    all.push(found)
  }
  if (rule.excludes?.some((fact) => fact.find(facts) !== undefined)) return undefined
  if (rule.adds) all.push(rule.adds(facts))
  return wordsOf(rule, facts, merged(all))
}

function merged(all: readonly Found[]): Found {
  let params: MessageParameters = {}
  for (const found of all) params = { ...params, ...found.params }
  return {
    params,
    evidence: all.flatMap(({ evidence: signs = [] }) => signs),
    frames: all.flatMap(({ frames = [] }) => frames),
    registers: all.flatMap(({ registers = [] }) => registers),
  }
}

/** The checks of a text that the report's system and processor allow. */
function checksOf({ checks, needing = {} }: ExplanationText, facts: CrashFacts): readonly string[] {
  const more = Object.entries(needing) as readonly (readonly [Tool, string | undefined])[]
  const fits = (tool: Tool): boolean => hadTool(facts.report, tool) && !(tool === 'swift' && isOfOtherLanguage(facts))
  return [...checks, ...more.flatMap(([tool, text]) => (text !== undefined && fits(tool) ? [text] : []))]
}

function wordsOf(
  { code, id = code, kind, grade, params: more, isOfCaller }: Rule,
  facts: CrashFacts,
  found: Found,
): Explanation {
  const params: MessageParameters = { ...found.params, ...more?.(facts, found), ...placeIn(facts, isOfCaller) }
  const text = textOf<ExplanationText>(explanations, code, params)
  const grounds = (found.evidence ?? []).filter((one) => typeof one === 'object')
  const { frames = [], registers = [] } = found
  const ids = new Set(frames.map((frame) => frame.id))
  if (facts.culprit) ids.add(facts.culprit.id)
  return {
    id,
    kind,
    title: text?.title ?? code,
    evidence: joined.facts(grounds.map((one) => textOf(evidence, one.code, one.params) ?? one.code)),
    meaning: text?.meaning ?? '',
    checks: text ? checksOf(text, facts) : [],
    message: { code, params },
    grounds,
    grade: frames.some((frame) => restsOnDoubt(facts.symbolicated, frame)) ? 'possible' : (grade ?? gradeOfKind[kind]),
    ...(registers.length > 0 && { registers }),
    ...(ids.size > 0 && { frames: [...ids] }),
  }
}

/** True if a rule about a frame may have used an uncertain name. It never uses a guessed one. */
function restsOnDoubt(symbolicated: SymbolicatedReport, frame: Frame): boolean {
  return !isNamedByGuess(symbolicated, frame) && gradeOf(symbolicated, frame)?.level === 'doubtful'
}
