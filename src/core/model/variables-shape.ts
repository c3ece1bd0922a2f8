/** The required type of every field of variables, for those from outside. */
import { expectedValues } from '../messages/problems/pages.ts'
import { address, count, flag, is, list, object, optional, text, word, type Check } from './shape.ts'
import type { FrameVariables, Variable, VariableScope, VariablesMissing } from './variables.ts'

/** Exports carry four levels. */
const DEEPEST = 16

const variableOf = (left: number): Check =>
  object<Variable>({
    name: text,
    kind: word<Variable['kind']>({
      parameter: true,
      local: true,
      static: true,
      member: true,
      base: true,
      element: true,
      pointee: true,
    }),
    type: text,
    location: optional(text),
    shadowed: optional(flag),
    value: optional(text),
    raw: optional(text),
    unavailable: optional(text),
    children: optional(
      left > 0
        ? list(variableOf(left - 1))
        : is(
            () => expectedValues.list,
            () => false,
          ),
    ),
  })

export const frameVariables = object<FrameVariables>({
  thread: optional(count),
  frame: count,
  id: count,
  address,
  image: optional(text),
  known: word<FrameVariables['known']>({ nothing: true, registers: true, memory: true }),
  scopes: list(object<VariableScope>({ function: text, inlined: flag, variables: list(variableOf(DEEPEST)) })),
  missing: optional(
    word<VariablesMissing>({
      'no-image': true,
      'no-file': true,
      'no-debug-info': true,
      'no-object': true,
      'no-scope': true,
      damaged: true,
    }),
  ),
  leftOut: optional(count),
  isInferred: optional(flag),
})
