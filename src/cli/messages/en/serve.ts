/** Texts of `unslide serve`: for its user, and for programs that send a wrong request. */
import { plural } from '../../../core/messages/numbers.ts'
import type { Digits } from '../../../core/messages/numbers.ts'
import { formatDuration } from '../../../core/messages/quantities.ts'

export const serveWords = {
  serving: ({ url, origin }: { url: string; origin: string }) =>
    `symbols for ${origin}; anyone with this address can read them. Ctrl-C stops the server. In the profiler, add ?symbolServer=${encodeURIComponent(url)} to the address of a profile.`,
  symbols: ({ images }: { images: number }) => `${plural(images, 'image has', 'images have')} symbols`,
} as const

export const serveErrors = {
  needsSymbols: 'serve needs --symbols PATH.',
  takesNoPath: ({ given }: { given: string }) => `serve takes no "${given}". Name symbols with --symbols PATH.`,
  notOrigin: ({ given }: { given: string }) =>
    `--origin ${given} is not the origin of a page. Write it as https://profiler.firefox.com, without a path.`,
  notPort: '--port takes a number from 0 to 65535; 0 takes a free one.',
  cannotListen: ({ host, port, reason }: { host: string; port: Digits; reason: string }) =>
    `${host}:${port} cannot be listened on: ${reason}`,
} as const

/** Sentences of answers that have no source or code. */
export const answeredErrors = {
  noModule: 'No symbols of this module are here.',
  noCode: 'There is no code at this address. Give the binary with --symbols; a dSYM has no code.',
  noInstruction: '(no instruction)',
  noFolder: 'No source files are served. Start the server with --source DIR.',
  notNamed: 'The debug information of this module does not name this file at this address.',
  several: ({ paths }: { paths: readonly string[] }) => `Several files fit: ${paths.join(', ')}.`,
} as const

/** Sentences of answers that refuse; they say nothing of the token. */
export const refusedRequests = {
  host: 'This server answers to its own address only.',
  origin: 'This server does not answer pages of this origin. Start it with --origin and the origin of the page.',
  path: 'There is nothing here. Use the address that the server printed.',
  method: 'Only POST is answered.',
  large: 'The request is too large.',
  json: 'The request is no JSON.',
  form: 'The request has another form than this path takes: see “unslide help serve”.',
  tooMany: 'The request has too many jobs, modules or frames. Split it into several requests.',
  busy: 'Other reports are at work. Send this one again later.',
  slow: ({ seconds }: { seconds: number }) => `The report takes longer than ${formatDuration(seconds)}.`,
  failed: 'This failed in Unslide itself.',
} as const
