/**
 * Messages as lines of JSON (JSON-RPC 2.0). A line that is no message gets an error as an answer. A batch is answered by one list in the versions
 * of the protocol that have batches (2025-03-26 and older), and refused in the others.
 */
import type { Readable, Writable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { mcpErrors } from '../messages/mcp.ts'

/** Bytes of a line. */
const LONGEST_LINE = 10 << 20
/** Messages of a batch. */
const LARGEST_BATCH = 1000
/** The last version of the protocol with batches. Versions are days, so text compares them. */
const LAST_WITH_BATCHES = '2025-03-26'

/** Codes of JSON-RPC. */
const NO_JSON = -32_700
const INVALID_REQUEST = -32_600
const INVALID_PARAMS = -32_602

const NEWLINE = 10

type Id = string | number

interface Batch {
  /** Requests without an answer. */
  readonly left: Set<Id>
  readonly answers: unknown[]
}

/** Lists that come whole, so that no cursor of them was ever given. */
const WHOLE_LISTS: ReadonlySet<string> = new Set(['tools/list', 'prompts/list', 'resources/templates/list'])

export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #input: Readable
  readonly #output: Writable
  #parts: Buffer[] = []
  #bytes = 0
  readonly #batches = new Map<Id, Batch>()
  /** The request that chooses the version, and the version. */
  #hello: Id | undefined
  #version: string | undefined

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  start(): Promise<void> {
    this.#input.on('data', this.#read)
    return Promise.resolve()
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message || !('id' in message) || message.id === undefined) return this.#write(message)
    const { id } = message
    if (id === this.#hello && 'result' in message) {
      const { protocolVersion } = message.result
      this.#version = typeof protocolVersion === 'string' ? protocolVersion : undefined
    }
    const batch = this.#batches.get(id)
    if (!batch) return this.#write(message)
    batch.answers.push(message)
    return this.#finish(id, batch)
  }

  close(): Promise<void> {
    this.#input.off('data', this.#read)
    this.#input.pause()
    this.onclose?.()
    return Promise.resolve()
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end))
      from = end + 1
      const isWhole = this.#bytes <= LONGEST_LINE
      const line = Buffer.concat(this.#parts).toString('utf8').trim()
      this.#parts = []
      this.#bytes = 0
      if (!isWhole) this.#refuse(null, INVALID_REQUEST, mcpErrors.longMessage({ megabytes: LONGEST_LINE >> 20 }))
      else if (line !== '') this.#take(line)
    }
    this.#keep(chunk.subarray(from))
  }

  /** The part of a line that is too long is not kept. */
  #keep(part: Buffer): void {
    this.#bytes += part.length
    if (this.#bytes <= LONGEST_LINE) this.#parts.push(part)
    else this.#parts = []
  }

  #take(line: string): void {
    let given: unknown
    try {
      given = JSON.parse(line)
    } catch {
      return this.#refuse(null, NO_JSON, mcpErrors.notJson)
    }
    if (Array.isArray(given)) return this.#takeBatch(given)
    const refusal = refusalOf(given)
    if (refusal) return this.#answer(refusal)
    const message = given as JSONRPCMessage
    if ('method' in message && message.method === 'initialize' && 'id' in message) this.#hello = message.id
    return this.#hand(message)
  }

  #takeBatch(given: readonly unknown[]): void {
    if (this.#version === undefined || this.#version > LAST_WITH_BATCHES)
      return this.#refuse(null, INVALID_REQUEST, mcpErrors.noBatches)
    if (given.length === 0) return this.#refuse(null, INVALID_REQUEST, mcpErrors.emptyBatch)
    if (given.length > LARGEST_BATCH)
      return this.#refuse(null, INVALID_REQUEST, mcpErrors.largeBatch({ most: LARGEST_BATCH }))
    const batch: Batch = { left: new Set(), answers: [] }
    const messages: JSONRPCMessage[] = []
    for (const one of given) {
      const message = one as JSONRPCMessage
      const refusal = refusalOf(one) ?? this.#refusalInBatch(message)
      if (refusal) {
        if (refusal !== 'silent') batch.answers.push(refusal)
        continue
      }
      messages.push(message)
      if (!('method' in message) || !('id' in message)) continue
      batch.left.add(message.id)
      this.#batches.set(message.id, batch)
    }
    if (batch.left.size === 0 && batch.answers.length > 0) void this.#write(batch.answers)
    for (const message of messages) this.#hand(message)
  }

  /** A batch starts no session, and each id is of one request. */
  #refusalInBatch(message: JSONRPCMessage): object | undefined {
    if (!('method' in message) || !('id' in message)) return undefined
    if (message.method === 'initialize') return errorOf(message.id, INVALID_REQUEST, mcpErrors.helloInBatch)
    return this.#batches.has(message.id) ? errorOf(message.id, INVALID_REQUEST, mcpErrors.sameId) : undefined
  }

  #hand(message: JSONRPCMessage): void {
    // A cancelled request gets no answer, so its batch waits for it no longer.
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.['requestId'] as Id
      const batch = this.#batches.get(id)
      if (batch) void this.#finish(id, batch)
    }
    this.onmessage?.(message)
  }

  /** Writes the answers of a batch when none is left. */
  #finish(id: Id, { left, answers }: Batch): Promise<void> {
    this.#batches.delete(id)
    left.delete(id)
    return left.size === 0 && answers.length > 0 ? this.#write(answers) : Promise.resolve()
  }

  #refuse(id: Id | null, code: number, message: string): void {
    this.#answer(errorOf(id, code, message))
  }

  #answer(refusal: object | 'silent'): void {
    if (refusal === 'silent') this.onerror?.(new Error(mcpErrors.notMessage))
    else void this.#write(refusal)
  }

  #write(value: unknown): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(value)}\n`)) resolve()
      else this.#output.once('drain', resolve)
    })
  }
}

const errorOf = (id: Id | null, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** Why a value is no message, as an answer; `silent` for what looks like an answer itself, which gets none. */
function refusalOf(given: unknown): object | 'silent' | undefined {
  if (typeof given !== 'object' || given === null) return errorOf(null, INVALID_REQUEST, mcpErrors.notMessage)
  const { id, method, params } = given as Readonly<Record<string, unknown>>
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? (id as Id) : null
  if (!JSONRPCMessageSchema.safeParse(given).success)
    return method === undefined && ('result' in given || 'error' in given)
      ? 'silent'
      : errorOf(known, INVALID_REQUEST, mcpErrors.notMessage)
  const hasCursor = typeof params === 'object' && params !== null && 'cursor' in params && params.cursor !== undefined
  return hasCursor && typeof method === 'string' && WHOLE_LISTS.has(method) && known !== null
    ? errorOf(known, INVALID_PARAMS, mcpErrors.unknownCursor)
    : undefined
}
