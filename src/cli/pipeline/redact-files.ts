/** `--redact`: reports with pseudonyms for personal data. The replaced texts are printed on standard error, which stays on this machine. */
import { redact } from '../../core/redact/redact.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { writeNote } from '../command.ts'
import { results } from '../messages/results.ts'

/** All files are given away together, so what is equal in two of them has one pseudonym. */
export function redactFiles(
  files: readonly (readonly SymbolicatedReport[])[],
  app: boolean,
): readonly (readonly SymbolicatedReport[])[] {
  const { reports, replacements } = redact(files.flat(), { app })
  for (const { label, original, pseudonym, count } of replacements)
    writeNote(results.replaced({ label, original: shortened(original), pseudonym: shortened(pseudonym), count }))
  if (replacements.length === 0) writeNote(results.nothingPrivate)
  let from = 0
  return files.map((file) => reports.slice(from, (from += file.length)))
}

/** Contents of memory may be long; their beginning identifies them. */
const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)
