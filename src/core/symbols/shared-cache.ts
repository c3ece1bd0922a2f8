/** dyld shared caches: all libraries of a system, spread over several files. Their reader is loaded with the first of them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { failure } from '../model/problem.ts'
import type { SymbolSource } from './source.ts'

const MAGIC = 'dyld_v1 '

export const sharedCacheSource: SymbolSource = {
  id: 'shared-cache',
  get label() {
    return fileKinds.sharedCache
  },
  sniff: (head) => decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC,
  async open(file) {
    const { openTogether } = await import('./cache-images.ts')
    const [opened] = await openTogether([file])
    return opened?.outcome ?? failure()
  },
  openTogether: async (files) => (await import('./cache-images.ts')).openTogether(files),
}
