/**
 * BCSymbolMap files: the names that a bitcode build has hidden, one a line. A property list in a dSYM has the image's
 * UUID before Apple compiled it anew. That UUID is the name of its map.
 */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { problem } from '../messages/problems.ts'
import { parseUuid, type ImageUuid } from '../model/image.ts'
import { failure, success, type Outcome } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import type { HiddenNames, InputFile } from '../ports.ts'
import { withoutImages } from './aid-source.ts'
import { readNames } from './hidden-names.ts'
import type { SymbolAid, SymbolSource } from './source.ts'

const MAGIC = 'BCSymbolMap Version:'
const KNOWN_VERSION = /^BCSymbolMap Version: 2\.0\s/
const PLIST_BYTES = 4096

export const bcsymbolmapSource: SymbolSource = {
  id: 'bcsymbolmap',
  get label() {
    return fileKinds.symbolMap
  },
  sniff: (head) => decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC,
  open: async (file) => withoutImages(await openMap(file)),
  openAid: openMap,
}

export const originalUuidSource: SymbolSource = {
  id: 'original-uuid',
  get label() {
    return fileKinds.originalUuid
  },
  sniff: (head) => /^\s*<\?xml[\s\S]*<key>DBGOriginalUUID<\/key>/.test(decodeUtf8(head.subarray(0, PLIST_BYTES))),
  open: async (file) => withoutImages(await openOriginal(file)),
  openAid: openOriginal,
}

/** The UUID that a file is named after. */
function uuidOfName(path: string): ImageUuid | undefined {
  const name = pathName(path)
  return parseUuid(name.replace(/\.\w+$/, ''))
}

async function openMap(file: InputFile): Promise<Outcome<SymbolAid>> {
  const uuid = uuidOfName(file.path)
  const place = { file: file.path, line: 1 }
  if (!KNOWN_VERSION.test(decodeUtf8(await openRange(file.blob, 0, 64))))
    return failure(problem('symbol-map.version', {}, place))
  if (!uuid) return failure(problem('symbol-map.name', {}, { file: file.path }))
  let names: Promise<HiddenNames> | undefined
  return success({ kind: 'map', uuid, file, names: () => (names ??= readNames(file)) })
}

async function openOriginal(file: InputFile): Promise<Outcome<SymbolAid>> {
  const uuid = uuidOfName(file.path)
  const text = decodeUtf8(await openRange(file.blob, 0, PLIST_BYTES))
  const original = parseUuid(/<key>DBGOriginalUUID<\/key>\s*<string>([^<]{1,64})<\/string>/.exec(text)?.[1] ?? '')
  return uuid && original
    ? success({ kind: 'original', uuid, original })
    : failure(problem('symbol-map.original', {}, { file: file.path }))
}
