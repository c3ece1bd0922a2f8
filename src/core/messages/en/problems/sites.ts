/** Problems with symbols on a web server or an object store. Each has an address and ends with the next step. */
import { plural } from '../../numbers.ts'
import type { Digits } from '../../numbers.ts'

const again = 'Try again; if it stays, publish the symbols again.'

/** Failures of a server without an answer. */
export const siteFailures = {
  silent: 'The server did not answer in time',
  refused: 'There was no connection',
  cut: 'The connection ended before the answer was whole',
} as const

export const siteProblems = {
  'site-unreachable': ({ failure, tries }: { failure: keyof typeof siteFailures; tries: number }) =>
    `${siteFailures[failure]}, ${plural(tries, 'time', 'times')}. Check the connection and the address.`,
  'site-unreachable.status': ({ status, tries }: { status: Digits; tries: number }) =>
    `The server answered with status ${status}, ${plural(tries, 'time', 'times')}. Try again later, or write to whoever runs the server.`,
  'site-refused': ({ status }: { status: Digits }) =>
    `The server refused this with status ${status}. Let everybody who may see the symbols read the folder “symbols”.`,
  'site-refused.absent': ({ status }: { status: Digits }) =>
    `The server answered with status ${status}: what was asked for was not found, or reading it is not allowed. Stores that nobody may list give this answer for what they lack. If the symbols are there, let everybody who may see them read the folder “symbols”.`,
  'site-web-page': () =>
    'The server sent a web page instead of what describes the symbols, so it seems to answer every address, or to ask for a sign-in. Nothing of the page is used. Check the address.',
  'site-redirect': () =>
    'The server redirects this request, and redirects are not followed. Give the address where the symbols are.',
  'site-no-ranges': () =>
    'The server sends the whole file instead of the requested part. Let it answer range requests (Accept-Ranges: bytes).',
  'site-wrong-range': ({ wanted, got }: { wanted: string; got: string }) =>
    `The server answered a request for bytes ${wanted} ${got === '' ? 'without saying which bytes it sends' : `with “${got}”`}. ${again}`,
  'site-encoded': ({ encoding }: { encoding: string }) =>
    `The server compresses this file (${encoding}), so that parts of it cannot be read. Turn compression off for .unslide-blocks files.`,
  'site-too-large': ({ most }: { most: number }) =>
    `This is larger than ${plural(most, 'byte', 'bytes')}, so it is not what “unslide publish” writes. Check the address.`,
  'site-not-manifest': ({ field }: { field: string }) =>
    `This does not describe symbols: ${field} is not as expected. Check the address, or publish the symbols again.`,
  'site-false-fact': ({ image, field }: { image: string; field: string }) =>
    `The manifest of ${image} and the file that it describes contradict each other (${field}), so the file is not used. Publish the symbols again.`,
  'site-schema': ({ schema, known }: { schema: Digits; known: Digits }) =>
    schema > known
      ? `This was published by a newer version of Unslide (schema ${schema}; this one reads ${known}). Use that version, or publish the symbols again with this one.`
      : `This was published by an older version of Unslide (schema ${schema}; this one reads ${known}). Publish the symbols again with this version.`,
  'site-version': ({ versions, known }: { versions: readonly string[]; known: readonly string[] }) =>
    `This lists indexes of version ${versions.join(', ')}, and this version of Unslide reads version ${known.join(' and ')}. Publish the symbols again with this version, or use the version that published them.`,
  'site-block': ({ block }: { block: Digits }) =>
    `Block ${block} is not what was published: its digest differs. ${again}`,
  'site-map': () => `The list of blocks at its beginning is not what was published. ${again}`,
  'site-script-map': () => `This map is not what was published: its digest differs. ${again}`,
  'site-map-by-name': ({ bundle }: { bundle: string }) =>
    `This map was published for the name ${bundle} and has no debug id: nothing shows that it is of the build in the report. What it says is marked so.`,
  'kept-site': () =>
    'This cannot be reached now, so kept copies are used. They may be out of date, and parts that were never downloaded are missing.',
  'site-gone': () =>
    'This file is listed but missing. It may have been replaced just now: try again. If it stays missing, publish the symbols again.',
} as const
