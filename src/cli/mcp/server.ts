/** The server: tools and prompts over the Model Context Protocol (modelcontextprotocol.io, 2025-06-18), on standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { version } from '../../../package.json'
import type { Engine } from '../../core/engine-types.ts'
import { UsageError, writeError, writeNote } from '../command.ts'
import { mcpErrors, mcpWords, toolWords } from '../messages/mcp.ts'
import { formatAnswer, type Answer } from './answers.ts'
import { Desk } from './desk.ts'
import { addPrompts } from './prompts.ts'
import type { Roots } from './roots.ts'
import { toolNames, tools, type Call } from './tools.ts'

/** Serves until the client closes standard input or stops reading. `asksSites`: the engine requests symbols from other computers. */
export async function serveMcp(roots: Roots, engine: Engine, asksSites: boolean): Promise<void> {
  const desk = new Desk(roots, engine)
  const server = new McpServer({ name: 'unslide', version }, { instructions: mcpWords.instructions })
  for (const name of toolNames) {
    const tool = tools[name]
    const schema = z.object(tool.takes)
    server.registerTool(
      name,
      { ...toolWords[name], inputSchema: schema, annotations: { readOnlyHint: true, openWorldHint: asksSites } },
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
        return answer(() => (tool.run as Run)(desk, given, call))
      },
    )
  }
  addPrompts(server)
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
  isError?: boolean
}

/** What a tool says; its failure is an answer too, so that the client reads the reason. */
async function answer(run: () => Promise<Answer>): Promise<ToolResult> {
  try {
    return { content: [{ type: 'text', text: formatAnswer(await run()) }] }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    const text = thrown instanceof UsageError ? reason : mcpErrors.failed({ reason })
    return { content: [{ type: 'text', text: formatAnswer({ error: text }) }], isError: true }
  }
}
