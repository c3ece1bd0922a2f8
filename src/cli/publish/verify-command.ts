/** `publish --verify DIR` and the two looks of `--repair`: what was found, as lines. */
import { only } from '../../core/export/json-values.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import type { VerifiedFileLine, PublishedLine } from '../documents/files.ts'
import { publishWords } from '../messages/publish.ts'
import type { PublishedFolder } from './folder.ts'
import { isBroken, verify, type CheckedFile } from './verify.ts'

export interface Verified {
  readonly files: number
  readonly blocks: number
  readonly missing: number
  readonly truncated: number
  readonly damaged: number
  readonly leftOver: number
}

type Tell = (text: string | undefined, object: PublishedLine) => Promise<void>

/** Checks the folder, or these images of it, and prints each file; text leaves whole ones out. `onFile` gets each, too. */
export async function tellVerified(
  folder: PublishedFolder,
  tell: Tell,
  onFile: (file: CheckedFile) => void = () => {},
  uuids?: ReadonlySet<ImageUuid>,
): Promise<Verified> {
  const counts = { files: 0, blocks: 0, missing: 0, truncated: 0, damaged: 0, leftOver: 0 }
  for await (const file of verify(folder, uuids)) {
    counts.files++
    counts.blocks += file.blocks ?? 0
    if (file.state === 'left-over') counts.leftOver++
    else if (file.state !== 'whole') counts[file.state]++
    onFile(file)
    await tell(file.state === 'whole' ? undefined : publishWords.verified(file), lineOf(file))
  }
  await tell(publishWords.verifiedAll(counts), { verified: counts })
  return counts
}

/** Files that readers cannot use. */
export const brokenOf = ({ missing, truncated, damaged }: Verified): number => missing + truncated + damaged

const lineOf = (file: CheckedFile): VerifiedFileLine =>
  only<VerifiedFileLine>({
    file: file.path,
    uuid: file.uuid,
    arch: file.arch,
    state: file.state,
    bytes: file.bytes,
    blocks: file.blocks,
    damagedBlocks: file.damagedBlocks,
    firstDamaged: file.firstDamaged,
    field: file.field,
    reason: isBroken(file) ? file.reason : undefined,
  })
