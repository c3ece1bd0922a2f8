/** Link maps: `-map` of Apple's linkers and of lld. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import type { SymbolSource } from './source.ts'

/** Its heads: paths of objects follow the first, and may be thousands. */
const HEAD = /^# Path: .*\r?\n(?:#.*\r?\n)*# Object files:/

export const linkMapSource: SymbolSource = {
  id: 'link-map',
  get label() {
    return fileKinds.linkMap
  },
  sniff: (head) => HEAD.test(decodeUtf8(head.subarray(0, 4096))),
  open: async (file) => (await import('./link-map-list.ts')).openLinkMap(file),
}
