/** `unslide mcp`: the tools for a program that speaks the Model Context Protocol, such as a coding agent. */
import { UsageError, type Command } from '../command.ts'
import { readOptions } from '../options/read.ts'
import { createHostWith } from '../start/host.ts'
import { isSiteAddress } from '../io/input-files.ts'
import { mcpErrors } from '../messages/mcp.ts'
import { siteErrors } from '../messages/sites.ts'
import { Roots } from '../mcp/roots.ts'

export const mcpCommand: Command = {
  async run(args) {
    const { values, positionals } = readOptions(args, 'mcp')
    const [stray] = positionals
    if (stray !== undefined) throw new UsageError(mcpErrors.takesNoPath({ given: stray }))
    const folders = [...(values.root ?? []), ...(values.watch === undefined ? [] : [values.watch])]
    if (folders.length === 0) throw new UsageError(mcpErrors.needsRoot)
    const stranger = values.symbols?.find((given) => !isSiteAddress(given))
    if (stranger !== undefined) throw new UsageError(siteErrors.addressesOnly({ given: stranger }))
    const roots = await Roots.open(folders, values.redact === true)
    const { serveMcp } = await import('../mcp/server.ts')
    const sites = values.symbols ?? []
    await serveMcp(roots, await createHostWith(sites, [], values.cache, true), {
      asksSites: sites.length > 0,
      redacts: values.redact === true,
      watched: values.watch,
      heedsRoots: values['ignore-client-roots'] !== true,
    })
    return 0
  },
}
