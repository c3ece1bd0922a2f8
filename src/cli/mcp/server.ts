/** The server: tools, prompts and resources over the Model Context Protocol (modelcontextprotocol.io), on standard input and output. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { version } from '../../../package.json'
import { redactByForm } from '../../core/redact/redact.ts'
import type { Engine } from '../../core/engine-types.ts'
import { UsageError, writeError, writeNote } from '../command.ts'
import { mcpErrors, mcpWords, toolWords } from '../messages/mcp.ts'
import { finishAnswer, type Answer } from './answers.ts'
import { ClientRoots } from './client-roots.ts'
import { Desk } from './desk.ts'
import { NewReports } from './new-reports.ts'
import { Notices } from './notices.ts'
import { addPrompts } from './prompts.ts'
import { addResources, NEW_REPORTS, uriOfNew, uriOfOpen } from './resources.ts'
import type { Roots } from './roots.ts'
import { shapes } from './shapes.ts'
import { toolNames, tools, type Call } from './tools.ts'
import { LineTransport } from './transport.ts'

export interface McpOptions {
  /** The engine requests symbols from other computers. */
  readonly asksSites: boolean
  /** Reports are given with pseudonyms for personal data. */
  readonly redacts: boolean
  /** A folder: the client hears of reports that come into it. */
  readonly watched: string | undefined
  /** The client's roots limit what may be read. */
  readonly heedsRoots: boolean
}

/** Milliseconds in which a client gives its roots. */
const LONGEST_WAIT = 10_000

const rootList = z.object({ roots: z.array(z.unknown()) })

/** Serves until the client closes standard input or stops reading. */
export async function serveMcp(roots: Roots, engine: Engine, options: McpOptions): Promise<void> {
  const server = new McpServer({ name: 'unslide', version }, { instructions: mcpWords.instructions })
  // A client that went away hears nothing.
  const notices = new Notices((notice) => void server.server.notification(notice).catch(() => {}))
  const desk = new Desk(roots, engine, options.redacts, {
    opened: () => notices.changeList(),
    named: (handles) => notices.update(handles.map(uriOfOpen)),
  })
  const clientRoots = new ClientRoots(
    roots,
    async () => (await server.server.request({ method: 'roots/list' }, rootList, { timeout: LONGEST_WAIT })).roots,
    async () => {
      await desk.closeOutside()
      notices.changeList()
    },
  )
  const ready = async (): Promise<void> => {
    if (options.heedsRoots && server.server.getClientCapabilities()?.roots) await clientRoots.ready()
  }
  server.server.oninitialized = () => void ready()
  server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    clientRoots.change()
    void ready()
  })
  let isTold = false
  const came =
    options.watched === undefined
      ? undefined
      : await NewReports.start(options.watched, (reports) => {
          if (!isTold) return
          notices.changeList()
          notices.update([NEW_REPORTS, ...reports.map(uriOfNew)])
        })
  for (const name of toolNames) {
    const tool = tools[name]
    const schema = z.object(tool.takes)
    server.registerTool(
      name,
      {
        ...toolWords[name],
        inputSchema: schema,
        outputSchema: shapes[name],
        annotations: { readOnlyHint: true, openWorldHint: options.asksSites },
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
        return answer(async () => {
          await ready()
          return (tool.run as Run)(desk, given, call)
        }, options.redacts)
      },
    )
  }
  addPrompts(server)
  addResources(server, { desk, notices, came: () => came, ready })
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    process.stdin.once('end', () => void server.close())
    // A client that went away.
    process.stdout.once('error', () => void server.close())
  })
  server.server.onerror = (error) => writeError(error.message)
  await server.connect(new LineTransport(process.stdin, process.stdout))
  isTold = true
  writeNote(mcpWords.serving({ folders: roots.folders }))
  await closed
  came?.close()
  notices.close()
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
