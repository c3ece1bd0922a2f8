/** What a symbolicated report lacks, and the next step. */
import { plural } from '../../../core/messages/message.ts'

interface Report {
  readonly file: string
}

const noneNamed = ({ file, frames }: Report & { frames: number }): string =>
  `${file}: ${frames === 1 ? 'its only frame has no name' : `none of its ${frames} frames has a name`}`

export const missing = {
  giveSymbols: 'Give the dSYM or binary with that UUID after --symbols. `unslide inspect PATH` shows UUIDs.',
  giveBuild: 'Give the dSYM or binary of the build that made the report after --symbols.',
  giveOneBuild:
    'Give the dSYM or binary of that build alone after --symbols; the version in the report and the date of the build may tell which it is.',
  noLoadAddress: ({ image, frames }: { image: string; frames: number }) =>
    `${image || 'An image'}: the report does not contain its load address, so ${plural(frames, 'frame has', 'frames have')} no name. Give it: --load ${image || 'NAME'}=0x…, or --slide ${image || 'NAME'}=0x….`,
  nothingFits: ({ image }: { image: string }) =>
    `${image || 'An image'}: the symbols given were not used: the report does not contain its load address, and they fit at none. They may be of another build. If they are not, give the load address: --load ${image || 'NAME'}=0x….`,
  nothingBehind: ({ image, loadAddress }: { image: string; loadAddress: string }) =>
    `${image || 'An image'}: the symbols given were not used: each of its addresses lies before the load address given, ${loadAddress}.`,
  allDoubtful: ({ image, names, evidence }: { image: string; names: number; evidence: string }) =>
    `${image || 'An image'}: ${names === 1 ? 'its only name from symbols is' : `all ${names} names from symbols are`} doubtful${evidence === '' ? '' : `: ${evidence}`}.`,
  noAddresses: ({ file, images }: Report & { images: number }) =>
    `${file}: holds ${images > 0 ? `${plural(images, 'image', 'images')}, but no stack and no address` : 'no stack and no address'}, so there is nothing to symbolicate. Add the addresses, one a line, as 0x….`,
  systemOnly: (p: Report & { frames: number; ways: readonly string[] }) =>
    `${noneNamed(p)}: they are in system libraries. Their symbols come with the device’s system; Xcode keeps them in iOS DeviceSupport. Give that folder, or the system’s shared cache (dyld_shared_cache_…), after --symbols.${p.ways.map((way) => ` ${way}`).join('')}`,
  notCovered: (p: Report & { frames: number }) => `${noneNamed(p)}: the symbols do not cover these addresses.`,
  noInstructions: ({ file }: Report) =>
    `${file}: there are no instructions at a fault to show: the report carries none, and no file with the code was given. Give the program itself after --symbols; a dSYM holds no code.`,
  noImageFor: ({ file, hasImages }: Report & { hasImages: boolean }) =>
    `${file}: none of its addresses has a name: ${hasImages ? 'they are in no image whose load address is known' : 'the report lists no images and no load address'}. Give the load address, --load NAME=0x… or --slide NAME=0x…, and the symbols after --symbols.`,
} as const
