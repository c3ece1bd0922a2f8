/** Texts of `en/mcp-prompts.ts` in the chosen language. */
import { spoken } from '../../core/messages/message.ts'
import * as english from './en/mcp-prompts.ts'

export const promptWords = /* @__PURE__ */ spoken('cli/mcp-prompts.promptWords', english.promptWords)
export const promptArguments = /* @__PURE__ */ spoken('cli/mcp-prompts.promptArguments', english.promptArguments)
export const promptTexts = /* @__PURE__ */ spoken('cli/mcp-prompts.promptTexts', english.promptTexts)
