/** A call as plain JSON: apart from reports, so that a look-up need not load what those are made of. */
import type { Call } from '../model/image.ts'
import type { CallDocument } from '../documents/call.ts'
import { only } from './json-values.ts'

/** One call of a chain; `mangled` gives the linkage name as the function's. */
export function formatCall(call: Call, mangled = false): CallDocument {
  // What describes a function must not be taken for its name.
  const isDescribed = call.source === 'described'
  return only<CallDocument>({
    function: isDescribed ? '' : mangled && call.mangled !== '' ? call.mangled : call.function,
    mangled: isDescribed ? '' : call.mangled,
    description: isDescribed ? call.function : undefined,
    file: call.file,
    line: call.line,
    column: call.column,
    compiled: call.compiled && { ...call.compiled },
    inlined: call.inlined,
    functionOffset: call.functionOffset,
    source: call.source,
    aliases: call.aliases,
    folded: call.folded,
    carried: call.carried && { ...call.carried },
    imported: call.imported && only({ ...call.imported }),
    fromReports: call.fromReports,
    contradicted: call.contradicted && only({ ...call.contradicted }),
  })
}
