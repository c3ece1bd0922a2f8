/** Resources: open reports, so that a person can add one to a conversation, and reports that came into the watched folder. */
import { basename } from 'node:path'
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  ErrorCode,
  ListResourcesRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
  type ListResourcesResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js'
import { subjectOf } from '../../core/reading/subject.ts'
import { headlineOf } from '../../core/reading/headline.ts'
import { visibleText } from '../../core/model/visible-text.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import { UsageError } from '../command.ts'
import { mcpErrors, resourceWords } from '../messages/mcp.ts'
import { writeForm } from './detail-answers.ts'
import type { Desk } from './desk.ts'
import type { NewReport, NewReports } from './new-reports.ts'
import type { Notices } from './notices.ts'
import { ProtocolError } from './protocol-error.ts'

/** UTF-16 units of a resource; a longer report is cut, with a line that says so. */
const MOST_UNITS = 200_000
/** Resources in one page of the list. */
const PAGE = 50
/** As the protocol has it. */
const NOT_FOUND = -32_002

const mimeType = 'text/plain'

/** The list of reports that came. */
export const NEW_REPORTS = 'unslide://new'
export const uriOfOpen = (handle: string): string => `unslide://report/${handle}`
export const uriOfNew = ({ number }: NewReport): string => `${NEW_REPORTS}/${number}`

type Resource = ListResourcesResult['resources'][number]

export interface ResourceParts {
  readonly desk: Desk
  readonly notices: Notices
  /** Of the watched folder, if there is one. */
  readonly came: () => NewReports | undefined
  /** Waits until the client's limits are known. */
  readonly ready: () => Promise<void>
}

/**
 * Adds `unslide://report/<handle>`, an open report as `symbolicate` prints it; with a watched folder also `unslide://new`, the list of the
 * reports that came, and `unslide://new/<number>`. Lists come in pages, and clients may subscribe.
 */
export function addResources(server: McpServer, { desk, notices, came, ready }: ResourceParts): void {
  const newReports = async (): Promise<readonly NewReport[]> => {
    const allowed = await Promise.all(
      (came()?.all ?? []).map(async (one) => (await desk.roots.allows(one.path)) && one),
    )
    return allowed.filter((one) => one !== false)
  }
  server.registerResource(
    'report',
    new ResourceTemplate('unslide://report/{handle}', { list: undefined }),
    { ...resourceWords.report, mimeType },
    (uri, { handle }) =>
      orNotFound(async () => {
        await ready()
        return textOf(uri, [await desk.report(String(handle))])
      }),
  )
  if (came()) {
    server.registerResource(
      'new',
      NEW_REPORTS,
      { ...resourceWords.came, mimeType: 'application/json' },
      async (uri) => {
        await ready()
        const items = (await newReports()).map((one) => ({ uri: uriOfNew(one), path: visibleText(one.path) }))
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify({ items }) }] }
      },
    )
    server.registerResource(
      'new-report',
      new ResourceTemplate('unslide://new/{number}', { list: undefined }),
      { ...resourceWords.newReport, mimeType },
      (uri, { number }) =>
        orNotFound(async () => {
          await ready()
          const found = (await newReports()).find((one) => String(one.number) === number)
          if (!found) throw new UsageError(mcpErrors.noResource({ uri: uri.href }))
          return textOf(uri, await desk.read(found.path))
        }),
    )
  }
  server.server.registerCapabilities({ resources: { subscribe: true, listChanged: true } })
  server.server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    await ready()
    const fixed: readonly Resource[] = came()
      ? [{ uri: NEW_REPORTS, name: 'new', ...resourceWords.came, mimeType: 'application/json' }]
      : []
    const arrived = (await newReports()).map((one) => ({ uri: uriOfNew(one), name: visibleText(basename(one.path)) }))
    const uris = [...fixed, ...arrived, ...desk.handles.map((handle) => ({ uri: uriOfOpen(handle), handle }))]
    const from = startOf(params?.cursor, uris)
    const shown = uris.slice(from, from + PAGE)
    const names = await desk.reports(shown.flatMap((one) => ('handle' in one ? [one.handle] : [])))
    const last = shown.at(-1)
    return {
      resources: shown.map((one) => {
        if (!('handle' in one)) return { mimeType, ...one }
        return { uri: one.uri, name: nameOf(names.get(one.handle)), mimeType }
      }),
      ...(last && uris.length > from + PAGE && { nextCursor: cursorOf(last.uri) }),
    }
  })
  server.server.setRequestHandler(SubscribeRequestSchema, async ({ params: { uri } }) => {
    const isKnown =
      (uri === NEW_REPORTS && came() !== undefined) ||
      desk.handles.some((handle) => uriOfOpen(handle) === uri) ||
      (await newReports()).some((one) => uriOfNew(one) === uri)
    if (!isKnown) throw new ProtocolError(NOT_FOUND, mcpErrors.noResource({ uri }))
    if (!notices.subscribe(uri)) throw new ProtocolError(ErrorCode.InvalidRequest, mcpErrors.manySubscriptions)
    return {}
  })
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params: { uri } }) => {
    notices.unsubscribe(uri)
    return {}
  })
}

/** A cursor is the address of the last resource that was given: what comes and goes meanwhile moves no page. */
const cursorOf = (uri: string): string => Buffer.from(uri).toString('base64url')

/** The place behind a cursor's resource, or where it was. Throws `ProtocolError` for text that is no cursor. */
function startOf(cursor: string | undefined, items: readonly { readonly uri: string }[]): number {
  if (cursor === undefined) return 0
  const last = Buffer.from(cursor, 'base64url').toString()
  const order = orderOf(last)
  if (!order || cursorOf(last) !== cursor) throw new ProtocolError(ErrorCode.InvalidParams, mcpErrors.unknownCursor)
  const place = items.findIndex(({ uri }) => {
    const own = orderOf(uri)
    return own !== undefined && (own[0] > order[0] || (own[0] === order[0] && own[1] > order[1]))
  })
  return place < 0 ? items.length : place
}

/** The kind of a resource and its number, which grow along the list. */
function orderOf(uri: string): readonly [kind: number, number: number] | undefined {
  if (uri === NEW_REPORTS) return [0, 0]
  const [, came, open] = /^unslide:\/\/(?:new\/(\d{1,9})|report\/r(\d{1,9}))$/.exec(uri) ?? []
  if (came !== undefined) return [1, Number(came)]
  return open === undefined ? undefined : [2, Number(open)]
}

function nameOf(report: SymbolicatedReport | undefined): string {
  if (!report) return ''
  return visibleText([subjectOf(report), headlineOf(report).title].filter(Boolean).join(': ')).slice(0, 200)
}

function textOf(uri: URL, reports: readonly SymbolicatedReport[]): ReadResourceResult {
  const text = visibleText(reports.map((report) => writeForm('text', report)).join('\n'))
  const cut = text.length > MOST_UNITS ? `${text.slice(0, MOST_UNITS)}\n${resourceWords.cut}\n` : text
  return { contents: [{ uri: uri.href, mimeType, text: cut }] }
}

/** A fault that the user can mend is an error of the protocol, with its reason. */
async function orNotFound(read: () => Promise<ReadResourceResult>): Promise<ReadResourceResult> {
  try {
    return await read()
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown
    throw new ProtocolError(NOT_FOUND, thrown.message)
  }
}
