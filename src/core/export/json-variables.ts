/** Variables of a frame as JSON, in the shape of `variables --format json`. */
import type { FrameVariables, Variable } from '../model/variables.ts'
import { noteOn } from '../reading/variables.ts'
import { only, type Json } from './json-values.ts'

export function formatVariables(told: FrameVariables): Json {
  const { missing, known, isInferred, leftOut } = told
  return only({
    known,
    inferred: isInferred,
    missing,
    note: noteOn(told),
    leftOut,
    scopes: told.scopes.map(({ function: name, inlined, variables }) => ({
      function: name,
      inlined,
      variables: variables.map(formatVariable),
    })),
  })
}

function formatVariable({ children, ...variable }: Variable): Json {
  return only({ ...variable, children: children?.map(formatVariable) })
}
