/** The prompts: tasks that a person chooses in the client, which then reads how the tools do them. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { promptArguments, promptTexts, promptWords } from '../messages/mcp-prompts.ts'

/** As a path of a tool may be. */
const path = z.string().min(1).max(4096)
const message = (text: string) => ({ messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] })

/** Adds all prompts to a server. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'triage_crash',
    {
      ...promptWords.triage_crash,
      argsSchema: {
        report: path.describe(promptArguments.report),
        symbols: path.optional().describe(promptArguments.symbols),
      },
    },
    (given) => message(promptTexts.triage_crash(given)),
  )
  server.registerPrompt(
    'compare_builds',
    {
      ...promptWords.compare_builds,
      argsSchema: {
        before: path.describe(promptArguments.before),
        after: path.describe(promptArguments.after),
        symbols: path.optional().describe(promptArguments.symbols),
      },
    },
    (given) => message(promptTexts.compare_builds(given)),
  )
}
