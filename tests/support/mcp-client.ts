/** A client of `unslide mcp` for tests: the SDK's own, which checks each answer against its tool's shape. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { program } from './cli.ts'

export interface Page<T> {
  readonly total: number
  readonly items: readonly T[]
  readonly next?: string
}

export interface Called {
  readonly isError: boolean
  readonly text: string
}

export interface AnsweredFrame {
  readonly frame: number
  readonly image: string
  readonly address: string
  readonly grade?: string
  readonly calls: readonly { readonly function: string; readonly at?: string; readonly inlined?: boolean }[]
}

export interface Summary {
  readonly report: string
  readonly headline: { readonly text: string; readonly grade: string }
  readonly where?: AnsweredFrame
  readonly counts: { readonly stacks: number; readonly images: number }
  readonly firstStack: { readonly stack: string; readonly top: readonly AnsweredFrame[] }
  readonly missingSymbols?: Page<{ readonly uuid: string; readonly reason: string }>
}

export class McpClient {
  readonly client: Client
  readonly #ajv = new Ajv2020({ strict: false })
  readonly #shapes = new Map<string, ValidateFunction>()

  private constructor(client: Client) {
    this.client = client
  }

  /** Starts the server. */
  static async start(...args: readonly string[]): Promise<McpClient> {
    const client = new Client({ name: 'test', version: '1' })
    const command = { command: process.execPath, args: [program, 'mcp', ...args], stderr: 'ignore' as const }
    await client.connect(new StdioClientTransport(command))
    return new McpClient(client)
  }

  close(): Promise<void> {
    return this.client.close()
  }

  /** The text of an answer; one that is no error is given as data, too, and has its tool's shape. */
  async call(name: string, given: Record<string, unknown> = {}): Promise<Called> {
    const result = await this.client.callTool({ name, arguments: given })
    const [content] = result.content as readonly { readonly type: string; readonly text: string }[]
    const text = content?.text ?? ''
    if (result.isError !== true) {
      expect(result.structuredContent, name).toEqual(JSON.parse(text))
      await this.#expectShape(name, result.structuredContent)
    }
    return { isError: result.isError === true, text }
  }

  /** The data of an answer that is no error. */
  async ask<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const { isError, text } = await this.call(name, given)
    expect(isError, text).toBe(false)
    return JSON.parse(text) as T
  }

  /** Opens a report; the summary of the first in its file. */
  async open(given: Record<string, unknown>): Promise<Summary> {
    const { items } = await this.ask<Page<Summary>>('open_report', given)
    return items[0] as Summary
  }

  /** The answer has no member that the shape does not name. */
  async #expectShape(name: string, answer: unknown): Promise<void> {
    if (this.#shapes.size === 0)
      for (const { name: tool, outputSchema } of (await this.client.listTools()).tools)
        this.#shapes.set(tool, this.#ajv.compile(closed(outputSchema) as object))
    const shape = this.#shapes.get(name)
    expect(shape?.(answer), `${name}: ${this.#ajv.errorsText(shape?.errors)}`).toBe(true)
  }
}

/** A schema that allows no further members. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (key === '$schema' ? [] : [[key, closed(value)]])),
  )
  return 'properties' in own ? { ...own, additionalProperties: false } : own
}
