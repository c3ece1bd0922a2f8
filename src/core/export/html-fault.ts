/** The instructions at the fault, in an exported page. */
import { faultWords } from '../messages/fault.ts'
import { registerWords } from '../messages/registers.ts'
import { joined } from '../messages/joins.ts'
import type { SymbolicatedReport } from '../model/report.ts'
import { faultReading, type InstructionReading } from '../reading/fault.ts'
import { registersReading } from '../reading/registers.ts'
import { joinLines, markup, type Html } from './html-text.ts'

const headings = () => [faultWords.address, faultWords.bytes, faultWords.instruction, faultWords.note]

export function formatFault(symbolicated: SymbolicatedReport): Html | false {
  const fault = faultReading(symbolicated)
  if (!fault) return false
  const columns = headings().map((heading) => markup`<th scope="col">${heading}</th>`)
  return joinLines([
    markup`<h2>${fault.title}</h2>`,
    ...fault.told.map((sentence) => markup`<p>${sentence}</p>`),
    markup`<div class="scroll" tabindex="0"><table class="fault"><thead><tr>${columns}</tr></thead><tbody>`,
    ...fault.rows.map(formatRow),
    markup`</tbody></table></div><p class="seen">${fault.source}</p>`,
  ])
}

function formatRow({ address, bytes, text, mark, note, protection }: InstructionReading): Html {
  const meaning = protection === undefined ? text : markup`<abbr title="${protection}" tabindex="0">${text}</abbr>`
  const behind = joined.facts([note, mark].filter((part) => part !== undefined))
  const row = markup`<td class="address mono">${address}</td><td class="address mono">${bytes}</td><td class="mono">${meaning}</td><td>${behind}</td>`
  return mark === undefined ? markup`<tr>${row}</tr>` : markup`<tr class="read">${row}</tr>`
}

/** The registers with their meanings. */
export function formatRegisters(symbolicated: SymbolicatedReport): Html | false {
  const table = registersReading(symbolicated)
  if (!table) return false
  const { register, value, meaning } = registerWords
  const columns = [register, value, meaning].map((heading) => markup`<th scope="col">${heading}</th>`)
  return joinLines([
    markup`<h2>${table.title}</h2><div class="scroll" tabindex="0"><table class="values"><thead><tr>${columns}</tr></thead><tbody>`,
    ...table.rows.map((row) => {
      const cells = markup`<th scope="row" class="mono">${row.name}</th><td class="mono">${row.value}</td><td>${row.meaning}</td>`
      return row.isUsed ? markup`<tr class="read">${cells}</tr>` : markup`<tr>${cells}</tr>`
    }),
    markup`</tbody></table></div>`,
  ])
}
