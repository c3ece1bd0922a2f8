/** Open reports as resources, so that a person can add one to a conversation. */
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { textExporter } from '../../core/export/text.ts'
import { subjectOf } from '../../core/reading/subject.ts'
import { headlineOf } from '../../core/reading/headline.ts'
import { visibleText } from '../../core/model/visible-text.ts'
import { resourceWords } from '../messages/mcp.ts'
import type { Desk } from './desk.ts'

/** UTF-16 units of a resource; a longer report is cut, with a line that says so. */
const MOST_UNITS = 200_000

const mimeType = 'text/plain'

/** Adds `unslide://report/<handle>`: an open report as `symbolicate` prints it. */
export function addResources(server: McpServer, desk: Desk): void {
  const list = async () => ({
    resources: await Promise.all(
      desk.handles.map(async (handle) => {
        const report = await desk.report(handle)
        const name = visibleText([subjectOf(report), headlineOf(report).title].filter(Boolean).join(': '))
        return { uri: `unslide://report/${handle}`, name: name.slice(0, 200), mimeType }
      }),
    ),
  })
  server.registerResource(
    'report',
    new ResourceTemplate('unslide://report/{handle}', { list }),
    { ...resourceWords.report, mimeType },
    async (uri, { handle }) => {
      const text = visibleText(textExporter.write([await desk.report(String(handle))]))
      const cut = text.length > MOST_UNITS ? `${text.slice(0, MOST_UNITS)}\n${resourceWords.cut}\n` : text
      return { contents: [{ uri: uri.href, mimeType, text: cut }] }
    },
  )
}
