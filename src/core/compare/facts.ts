/** The facts of the two reports about themselves, a row a fact. */
import { factTerms } from '../messages/comparison.ts'
import { labelText } from '../messages/joins.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { knownVersion } from '../model/version.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { datePart, deviceText } from '../reading/subject.ts'
import type { Fact } from './comparison.ts'

/** Facts that at least one report states, in reading order. */
export function factsOf(a: SymbolicatedReport, b: SymbolicatedReport): readonly Fact[] {
  const [inA, inB] = [statedBy(a), statedBy(b)]
  return [...inA.keys()].flatMap((term): readonly Fact[] => {
    const [valueA, valueB] = [inA.get(term), inB.get(term)]
    if (!valueA && !valueB) return []
    const same = valueA === valueB
    const [a, b] = isTime(term) ? datesOf(valueA, valueB) : [valueA, valueB]
    return [{ term, same, ...(a && { a }), ...(b && { b }) }]
  })
}

const isTime = (term: string): boolean => term === factTerms.date || term === factTerms.launched

/** Dates as people read them; two that only the report's own form tells apart keep it. */
function datesOf(...dates: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const read = dates.map((date) => date && datePart(date).text)
  return dates[0] !== dates[1] && read[0] === read[1] ? dates : read
}

function statedBy(symbolicated: SymbolicatedReport): ReadonlyMap<string, string | undefined> {
  const { report } = symbolicated
  const { exception, termination, header } = report
  const ended = [termination?.namespace, termination?.code === undefined ? '' : `0x${termination.code.toString(16)}`]
  return new Map<string, string | undefined>([
    [factTerms.headline, gradedTitle(headlineOf(symbolicated))],
    [factTerms.exception, [exception?.type, exception?.signal && `(${exception.signal})`].filter(Boolean).join(' ')],
    [factTerms.codes, exception?.subtype ?? exception?.message ?? exception?.codes],
    [factTerms.thrown, [exception?.name, exception?.reason].filter(Boolean).join(': ')],
    [factTerms.termination, ended.filter(Boolean).join(' ')],
    [factTerms.process, header.process],
    [factTerms.version, knownVersion(header)],
    [factTerms.system, header.os],
    [factTerms.device, header.device && deviceText(header.device)],
    [factTerms.arch, header.arch],
    [factTerms.date, header.date],
    [factTerms.launched, header.launched],
    [factTerms.kind, labelText(report.label)],
  ])
}
