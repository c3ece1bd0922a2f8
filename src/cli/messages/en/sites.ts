/** Texts on published symbols. */
import { formatNumber, plural } from '../../../core/messages/numbers.ts'
import { formatBytes } from '../../../core/messages/quantities.ts'

export const siteErrors = {
  notAddress: ({ given }: { given: string }) =>
    `${given} is no address of published symbols. Give the address of the folder that “unslide publish” wrote, such as https://symbols.example.com/, without a user name, “?” and “#”.`,
  notSecure: ({ given }: { given: string }) =>
    `${given}: use https. Only this machine (http://localhost) may use http: with http, anyone on the network could change the names.`,
  filesOnly: ({ given }: { given: string }) =>
    `${given}: this takes files. An address of published symbols goes with --symbols of symbolicate, batch, lookup, serve and mcp.`,
  cacheNeedsSite: '--cache needs an address of published symbols: --symbols https://….',
  cacheNotFolder: ({ path }: { path: string }) => `--cache ${path}: this is not a folder.`,
  needsUuid: 'An address of published symbols needs --uuid of the image.',
  notThere: ({ uuid }: { uuid: string }) => `The symbols of ${uuid} are not published there.`,
  addressesOnly: ({ given }: { given: string }) =>
    `--symbols ${given}: mcp takes addresses of published symbols here (https://…). Files are given by --root and opened by the client.`,
} as const

export const siteWords = {
  asked: (p: { name: string; images: number; found: number; remembered: number; requests: number; bytes: number }) =>
    `${p.name}: ${formatNumber(p.found)} of ${plural(p.images, 'image', 'images')} found. ${plural(p.requests, 'request', 'requests')}, ${formatBytes(p.bytes)}.${
      p.remembered > 0
        ? ` ${plural(p.remembered, 'image was', 'images were')} not there within the last hour, and ${p.remembered === 1 ? 'was' : 'were'} not requested again.`
        : ''
    }`,
} as const
