/** Texts, Markdown and pages in the pseudo-locale: words outside of brackets are the report's own, or no language changes them. */
import { afterEach, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { takeLanguage, type PartTexts } from '../../../src/core/messages/translate.ts'
import { texts as pseudo } from '../../../src/messages/en-XA/core.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { withoutBrackets } from '../../support/brackets.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

afterEach(() => takeLanguage('en'))

/** Names of images, keys and fields, split into words, and what Apple's reports print around what the report says. */
const names =
  /^(?:dyld shared cache|shared cache|kernel or kext|no stack|usecs since epoch|nested buffer|os version|skipped frames|corpse (?:pid|path|exception)|reason (?:basic|description)|string coin|Exception (?:type|code)|VM Region (?:Info|Summary)|Application Specific (?:Information|Backtrace)|Namespace [A-Z]+|iPhone OS|Call Backtrace of|App App|xb, Segmentation fault|Terminating app due|NSRangeException|NSException)/

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()

/** Texts of a page without its style, its data and the report's own text. */
const visible = (html: string): string =>
  html
    .replace(/<style>[^]*?<\/style>|<script[^]*?<\/script>|<pre id="[^]*?<\/pre>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(?:quot|#39|amp|lt|gt);/g, ' ')

/** Runs of words outside of brackets that the report does not have. */
function foreign(text: string, report: string): readonly string[] {
  const cells = withoutBrackets(text.replaceAll('\\', '')).split(/\n|\s{2,}|\|/)
  return cells
    .flatMap((cell) => cell.match(/\p{L}{2,}(?:[ ,;:]+\p{L}{2,})+/gu) ?? [])
    .filter(
      (run) =>
        !lettersOf(run)
          .split(' ')
          .every((word) => report.includes(word)) && !names.test(run),
    )
}

test('every fixture, in all three', async () => {
  takeLanguage('en-XA', { core: pseudo as PartTexts })
  const found: string[] = []
  let outputs = 0
  for (const path of listFixtures()) {
    const bytes = fixtureBytes(path)
    const report = lettersOf(new TextDecoder().decode(bytes).replace(/\\[ntr]/g, ' '))
    const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
    const outcome = await engine.symbolicate({ path, blob: new Blob([bytes]) })
    const said = outcome.problems.map(({ message }) => message)
    found.push(...foreign(said.join('\n'), report).map((run) => `${path} problem: ${run}`))
    if (!outcome.ok) continue
    for (const exporter of exporters.filter((one) => ['text', 'markdown', 'html'].includes(one.id))) {
      const { id } = exporter
      const text = exporter.write(outcome.value)
      found.push(...foreign(id === 'html' ? visible(text) : text, report).map((run) => `${path} ${id}: ${run}`))
      outputs++
    }
  }
  expect([...new Set(found)]).toEqual([])
  expect(outputs).toBeGreaterThan(170)
}, 120_000)

test('words that are the program’s own are found, and those of the report are not', () => {
  expect(foreign('[ťĥé ŕépóŕť] says Main Thread', 'main thread')).toEqual(['says Main Thread'])
  expect(foreign('Main Thread  Kiosk', 'main thread')).toEqual([])
})
