/** Reports with a sharer's choices: data about the program alone is shown at first, all else is hidden. The sharer can turn each choice. */
import type { SymbolicatedReport } from '../model/report.ts'
import { redact, type Redaction, type Replacement } from './redact.ts'

export interface Chosen extends Omit<Redaction, 'beside'> {
  /** All that is private, also what is shown. */
  readonly replacements: readonly Replacement[]
  /** Originals that are shown. */
  readonly kept: readonly string[]
}

/** `turned`: originals with the opposite choice. */
export function redactChosen(reports: readonly SymbolicatedReport[], turned: Iterable<string>): Chosen {
  const others = new Set(turned)
  const { replacements } = redact(reports, { app: true })
  const kept = replacements.filter((one) => one.isOfApp !== others.has(one.original)).map(({ original }) => original)
  return { replacements, kept, reports: redact(reports, { app: true, keep: new Set(kept) }).reports }
}
