/**
 * Reads the manifest of an IPSW or OTA update. The archive itself is opened as a zip; its libraries lie in a disk
 * image, which is not read here. The message names the needed parts, and how to unpack them.
 */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

/** Manifests have up to 3 MB: the same parts for every device. */
const MOST_BYTES = 32 << 20
const MOST_DEVICES = 100
/** The image with the shared cache: since iOS 16 and macOS 13 one of its own, before that the system's. */
const PARTS = ['Cryptex1,SystemOS', 'OS']

export async function describeManifest({ path, blob }: InputFile): Promise<Problem> {
  const text = decodeUtf8(await openRange(blob, 0, MOST_BYTES))
  const end = path.lastIndexOf('!')
  const archive = end < 0 ? undefined : path.slice(0, end)
  const members = [...new Set(PARTS.flatMap((part) => pathsOf(text, part)).slice(0, 4))]
  const version = valueOf(text, 'ProductVersion')
  const build = valueOf(text, 'ProductBuildVersion')
  const said = { archive, members, version, build, encrypted: members.some((member) => member.endsWith('.aea')) }
  return problem('build-manifest', said, { file: path })
}

function valueOf(text: string, key: string): string | undefined {
  return new RegExp(`<key>${key}</key>\\s*<string>([^<]{1,200})</string>`).exec(text)?.[1]
}

/** Paths of a part of the system, of all devices that the archive is for. */
function pathsOf(text: string, part: string): readonly string[] {
  const starts = [...text.matchAll(new RegExp(`<key>${part}</key>\\s*<dict>`, 'g'))]
  return starts.slice(0, MOST_DEVICES).flatMap(({ index }) => valueOf(text.slice(index, index + 4096), 'Path') ?? [])
}
