/** `unslide mcp` line by line, for messages that a well-made client does not send. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { expect } from 'vitest'
import { program } from './cli.ts'

export interface Message {
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: { readonly uri?: string }
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string }
}

interface Hello {
  readonly version?: string
  /** The client has roots; what it answers each time. */
  readonly roots?: () => unknown
}

export class RawMcp {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #roots: (() => unknown) | undefined
  /** Everything that came, in order; a batch is a list. */
  readonly came: (Message | readonly Message[])[] = []
  err = ''
  #ids = 1000

  private constructor(args: readonly string[], roots: (() => unknown) | undefined) {
    this.#roots = roots
    this.#child = spawn(process.execPath, [program, 'mcp', ...args])
    let rest = ''
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#take(JSON.parse(line) as Message | readonly Message[])
    })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text))
    this.#child.stdin.on('error', () => {})
  }

  /** Starts the server and a session. */
  static async start(args: readonly string[], { version = '2025-11-25', roots }: Hello = {}): Promise<RawMcp> {
    const raw = new RawMcp(args, roots)
    const params = {
      protocolVersion: version,
      capabilities: roots ? { roots: { listChanged: true } } : {},
      clientInfo: { name: 'raw', version: '1' },
    }
    raw.hello = await raw.ask('initialize', params)
    raw.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return raw
  }

  /** The answer to `initialize`. */
  hello: Message = {}

  send(message: unknown): void {
    this.line(JSON.stringify(message))
  }

  line(text: string): void {
    this.#child.stdin.write(`${text}\n`)
  }

  async ask(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#ids
    this.send({ jsonrpc: '2.0', id, method, params })
    return this.next((message) => message.id === id && message.method === undefined)
  }

  /** The text of a tool's answer. */
  async call(name: string, given: object = {}): Promise<string> {
    const { result } = await this.ask('tools/call', { name, arguments: given })
    return (result?.['content'] as readonly { readonly text: string }[])[0]?.text ?? ''
  }

  /** The first message that came, or comes, and fits. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    let found: Message | undefined
    await expect
      .poll(() => (found = this.came.flat().find(fits)), { timeout: 30_000, interval: 20 })
      .not.toBe(undefined)
    return found as Message
  }

  count(method: string): number {
    return this.came.flat().filter((message) => message.method === method).length
  }

  /** The exit code. */
  async end(): Promise<number | null> {
    const over = new Promise<number | null>((resolve) => this.#child.once('close', resolve))
    this.#child.stdin.end()
    return over
  }

  #take(message: Message | readonly Message[]): void {
    this.came.push(message)
    if (!('method' in message) || message.method !== 'roots/list') return
    const roots = this.#roots?.()
    if (roots instanceof Error)
      this.send({ jsonrpc: '2.0', id: message.id, error: { code: 1, message: roots.message } })
    else this.send({ jsonrpc: '2.0', id: message.id, result: { roots } })
  }
}
