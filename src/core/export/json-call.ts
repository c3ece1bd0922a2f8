/** A call as plain JSON: apart from reports, so that a look-up need not load what those are made of. */
import type { Call } from '../model/image.ts'
import type { CallDocument } from '../documents/call.ts'
import type { Writable } from '../model/writable.ts'
import { only } from './json-values.ts'

/** One call of a chain; `mangled` gives the linkage name as the function's. */
export function formatCall(call: Call, mangled = false): CallDocument {
  // A description of a function must not look like its name.
  const isDescribed = call.source === 'described'
  const made: Partial<Writable<CallDocument>> = {
    function: isDescribed ? '' : mangled && call.mangled !== '' ? call.mangled : call.function,
    mangled: isDescribed ? '' : call.mangled,
  }
  if (isDescribed) made.description = call.function
  if (call.file !== undefined) made.file = call.file
  if (call.line !== undefined) made.line = call.line
  if (call.column !== undefined) made.column = call.column
  if (call.compiled) made.compiled = { ...call.compiled }
  made.inlined = call.inlined
  if (call.functionOffset !== undefined) made.functionOffset = call.functionOffset
  made.source = call.source
  if (call.aliases) made.aliases = call.aliases
  if (call.folded) made.folded = call.folded
  if (call.carried) made.carried = { ...call.carried }
  if (call.imported) made.imported = only({ ...call.imported })
  if (call.fromReports) made.fromReports = call.fromReports
  if (call.contradicted) made.contradicted = only({ ...call.contradicted })
  return made as CallDocument
}
