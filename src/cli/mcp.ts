/** `unslide mcp`: the tools for a program that speaks the Model Context Protocol, such as a coding agent. */
import { readOptions, UsageError, type Command } from './command.ts'
import { mcpErrors } from './messages/en/mcp.ts'
import { Roots } from './mcp/roots.ts'

export const mcpCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, { root: { type: 'string', multiple: true } })
    const [stray] = positionals
    if (stray !== undefined) throw new UsageError(mcpErrors.takesNoPath({ given: stray }))
    if (!values.root) throw new UsageError(mcpErrors.needsRoot)
    const roots = await Roots.open(values.root)
    const { serveMcp } = await import('./mcp/server.ts')
    await serveMcp(roots)
    return 0
  },
}
