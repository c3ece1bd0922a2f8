/** The server: tools and prompts over the Model Context Protocol (modelcontextprotocol.io, 2025-06-18), on standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { version } from '../../../package.json'
import { redactByForm } from '../../core/redact/redact.ts'
import type { Engine } from '../../core/engine-types.ts'
import { UsageError, writeError, writeNote } from '../command.ts'
import { mcpErrors, mcpWords, toolWords } from '../messages/mcp.ts'
import { finishAnswer, type Answer } from './answers.ts'
import { Desk } from './desk.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import type { Roots } from './roots.ts'
import { shapes } from './shapes.ts'
import { toolNames, tools, type Call } from './tools.ts'

export interface McpOptions {
  /** The engine requests symbols from other computers. */
  readonly asksSites: boolean
  /** Reports are given with pseudonyms for personal data. */
  readonly redacts: boolean
}

/** Serves until the client closes standard input or stops reading. */
export async function serveMcp(roots: Roots, engine: Engine, { asksSites, redacts }: McpOptions): Promise<void> {
  const desk = new Desk(roots, engine, redacts)
  const server = new McpServer({ name: 'unslide', version }, { instructions: mcpWords.instructions })
  for (const name of toolNames) {
    const tool = tools[name]
    const schema = z.object(tool.takes)
    server.registerTool(
      name,
      {
        ...toolWords[name],
        inputSchema: schema,
        outputSchema: shapes[name],
        annotations: { readOnlyHint: true, openWorldHint: asksSites },
      },
      (given: z.output<typeof schema>, extra) => {
        const token = extra._meta?.progressToken
        const call: Call = {
          signal: extra.signal,
          progress(progress, total, image) {
            if (token === undefined) return
            const message = mcpWords.indexed({ name: image, done: progress, total })
            const params = { progressToken: token, progress, total, message }
            void extra.sendNotification({ method: 'notifications/progress', params }).catch(() => {})
          },
        }
        return answer(() => (tool.run as Run)(desk, given, call), redacts)
      },
    )
  }
  addPrompts(server)
  addResources(server, desk)
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    process.stdin.once('end', () => void server.close())
    // A client that went away.
    process.stdout.once('error', () => void server.close())
  })
  server.server.onerror = (error) => writeError(error.message)
  await server.connect(new StdioServerTransport())
  writeNote(mcpWords.serving({ folders: roots.folders }))
  await closed
  await desk.close()
}

type Run = (desk: Desk, given: unknown, call: Call) => Promise<Answer>

interface ToolResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

const textOf = (answer: Answer): ToolResult['content'] => [{ type: 'text', text: JSON.stringify(answer) }]

/** The answer of a tool, twice: as text and as data of the tool's shape. A failure is an answer too, so that the client reads the reason. */
async function answer(run: () => Promise<Answer>, redacts: boolean): Promise<ToolResult> {
  // Reports are made safe before. Errors, paths and symbols are not of a report, or quote one.
  const finished = (made: Answer): Answer => finishAnswer(redacts ? redactByForm(made) : made)
  try {
    const given = finished(await run())
    return { content: textOf(given), structuredContent: given }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    const text = thrown instanceof UsageError ? reason : mcpErrors.failed({ reason })
    return { content: textOf(finished({ error: text })), isError: true }
  }
}
