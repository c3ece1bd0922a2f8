/** Archives that are recognized but cannot be read; the problem says how to unpack them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { archiveKinds } from '../messages/files.ts'

const known: readonly (readonly [magic: readonly number[], kind: keyof typeof archiveKinds])[] = [
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'sevenZip'],
  [[0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], 'rar'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'xz'],
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstandard'],
  [[0x78, 0x61, 0x72, 0x21], 'xar'],
  [[0x41, 0x41, 0x30, 0x31], 'apple'],
  [[0x59, 0x41, 0x41, 0x31], 'apple'],
  [[0x70, 0x62, 0x7a], 'appleCompressed'],
  [[0x62, 0x76, 0x78], 'lzfse'],
]

/** Name of an unsupported archive format; undefined for anything else. */
export function unsupportedArchive(head: Uint8Array): string | undefined {
  const found = known.find(([magic]) => magic.every((byte, index) => head[index] === byte))
  if (found && found[1] === 'bzip2' && !/^BZh[1-9]1AY&SY/.test(decodeUtf8(head.subarray(0, 10)))) return undefined
  return found && archiveKinds[found[1]]
}
