/** The manifest of an IPSW or OTA update (`BuildManifest.plist`). Its reader is loaded with the first of them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { failure } from '../model/problem.ts'
import type { SymbolSource } from './source.ts'

export const buildManifestSource: SymbolSource = {
  id: 'build-manifest',
  get label() {
    return fileKinds.systemManifest
  },
  sniff: (head) => /^\s*<\?xml[^>]*>[\s\S]{0,2000}<key>BuildIdentities<\/key>/.test(decodeUtf8(head.subarray(0, 4096))),
  open: async (file) => failure(await (await import('./system-archive.ts')).describeManifest(file)),
}
