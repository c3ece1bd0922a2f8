/** Variables of a frame, in an exported page: a tree to open. */
import { frameVariableWords } from '../messages/variables.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import type { Variable } from '../model/variables.ts'
import { frameVariablesReading, scopeText, variablesReading, variableText } from '../reading/variables.ts'
import { markup, type Html, type HtmlValue } from './html-text.ts'

/** Open where the frame is the one to read first. */
export function formatVariables(symbolicated: SymbolicatedReport, frame: Frame, isOpen: boolean): HtmlValue {
  const reading = frameVariablesReading(symbolicated, frame)
  if (!reading) return undefined
  const { told, note, more } = reading
  const scopes = told.scopes.map(
    (scope) =>
      markup`<li><code>${scopeText(scope)}</code>${scope.variables.length > 0 ? formatList(scope.variables) : markup` ${frameVariableWords.none}`}</li>`,
  )
  const notes = [note, more].map((text) => text !== undefined && markup`<p class="seen">${text}</p>`)
  const list = scopes.length > 0 && markup`<ul>${scopes}</ul>`
  return markup`<details class="variables"${isOpen && markup` open`}><summary>${frameVariableWords.title}</summary>${list}${notes}</details>`
}

function formatList(variables: readonly Variable[]): Html {
  return markup`<ul>${variables.map((variable) => {
    const text = markup`<code>${variableText(variable)}</code>`
    if (!variable.children) return markup`<li>${text}</li>`
    return markup`<li><details><summary>${text}</summary>${formatList(variable.children)}</details></li>`
  })}</ul>`
}

/** How many frames have variables that the page does not carry. */
export function formatMoreVariables(symbolicated: SymbolicatedReport): HtmlValue {
  const more = variablesReading(symbolicated)?.more
  return more !== undefined && markup`<p class="seen">${more}</p>`
}
