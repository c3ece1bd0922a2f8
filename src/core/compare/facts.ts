/** What the two reports say of themselves, a row a fact. */
import type { SymbolicatedReport } from '../model/report.ts'
import { knownVersion } from '../model/version.ts'
import { headlineOf } from '../reading/headline.ts'
import type { Fact } from './comparison.ts'

/** Facts that at least one report states, in reading order. */
export function factsOf(a: SymbolicatedReport, b: SymbolicatedReport): readonly Fact[] {
  const [inA, inB] = [statedBy(a), statedBy(b)]
  return [...inA.keys()].flatMap((term): readonly Fact[] => {
    const [valueA, valueB] = [inA.get(term), inB.get(term)]
    if (!valueA && !valueB) return []
    return [{ term, same: valueA === valueB, ...(valueA && { a: valueA }), ...(valueB && { b: valueB }) }]
  })
}

function statedBy(symbolicated: SymbolicatedReport): ReadonlyMap<string, string | undefined> {
  const { report } = symbolicated
  const { exception, termination, header } = report
  const ended = [termination?.namespace, termination?.code === undefined ? '' : `0x${termination.code.toString(16)}`]
  return new Map([
    ['What happened', headlineOf(symbolicated).title],
    ['Exception', [exception?.type, exception?.signal && `(${exception.signal})`].filter(Boolean).join(' ')],
    ['Codes', exception?.subtype ?? exception?.message ?? exception?.codes],
    ['Thrown', [exception?.name, exception?.reason].filter(Boolean).join(': ')],
    ['Termination', ended.filter(Boolean).join(' ')],
    ['Process', header.process],
    ['Version', knownVersion(header)],
    ['System', header.os],
    ['Device', header.device],
    ['Architecture', header.arch],
    ['Date', header.date],
    ['Launched', header.launched],
    ['Kind of report', report.label],
  ])
}
