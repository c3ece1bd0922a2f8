/** Variables of a frame as JSON, in the shape of `variables --format json`. */
import type { FrameVariablesDocument, VariableDocument } from '../documents/variables.ts'
import type { FrameVariables, Variable } from '../model/variables.ts'
import { noteOn } from '../reading/variables.ts'
import { only } from './json-values.ts'

export function formatVariables(told: FrameVariables): FrameVariablesDocument {
  const { missing, known, isInferred, leftOut } = told
  return only<FrameVariablesDocument>({
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

function formatVariable({ children, ...variable }: Variable): VariableDocument {
  return only<VariableDocument>({ ...variable, children: children?.map(formatVariable) })
}
