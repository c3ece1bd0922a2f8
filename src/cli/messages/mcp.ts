/** Texts of `en/mcp.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/mcp.ts'

export const mcpWords = /* @__PURE__ */ spoken('cli/mcp.mcpWords', english.mcpWords)
export const toolWords = /* @__PURE__ */ spoken('cli/mcp.toolWords', english.toolWords)
export const resourceWords = /* @__PURE__ */ spoken('cli/mcp.resourceWords', english.resourceWords)
export const argumentWords = /* @__PURE__ */ spoken('cli/mcp.argumentWords', english.argumentWords)
export const mcpErrors = /* @__PURE__ */ spoken('cli/mcp.mcpErrors', english.mcpErrors)
