/** Names and addresses that a symbolicated report lacks, and the next step. */
import { formatNumber, plural } from '../../../core/messages/numbers.ts'

interface Report {
  readonly file: string
}

const noneNamed = ({ file, frames }: Report & { frames: number }): string =>
  `${file}: ${frames === 1 ? 'its only frame has no name' : `none of its ${formatNumber(frames)} frames has a name`}`

const giveCode = 'Give the program itself after --symbols; a dSYM holds no code.'

export const missing = {
  giveSymbols: 'Give the dSYM or binary with that UUID after --symbols. `unslide inspect PATH` shows UUIDs.',
  giveLibrary:
    'Give the unstripped library (.so) with that build id after --symbols. A UUID here is the first 32 digits of the build id; `unslide inspect PATH` shows it.',
  giveBuild: 'Give the dSYM or binary of the build that made the report after --symbols.',
  giveOneBuild:
    'Give only the dSYM or binary of the right build after --symbols. To find that build, compare the version in the report and the dates of the builds.',
  noLoadAddress: ({ image, frames }: { image: string; frames: number }) =>
    `${image || 'An image'}: the report does not contain its load address, so ${plural(frames, 'frame has', 'frames have')} no name. Give it: --load ${image || 'NAME'}=0x…, or --slide ${image || 'NAME'}=0x….`,
  nothingFits: ({ image }: { image: string }) =>
    `${image || 'An image'}: the symbols given were not used: the report does not contain its load address, and no load address fits them. They may be of another build. If they are not, give the load address: --load ${image || 'NAME'}=0x….`,
  nothingBehind: ({ image, loadAddress }: { image: string; loadAddress: string }) =>
    `${image || 'An image'}: the symbols given were not used: all of its addresses in the report are below the given load address, ${loadAddress}.`,
  allDoubtful: ({ image, names, evidence }: { image: string; names: number; evidence: string }) =>
    `${image || 'An image'}: ${names === 1 ? 'its only name from symbols is' : `all ${formatNumber(names)} names from symbols are`} doubtful${evidence === '' ? '' : `: ${evidence}`}.`,
  noAddresses: ({ file, images }: Report & { images: number }) =>
    `${file}: holds ${images > 0 ? `${plural(images, 'image', 'images')}, but no stack` : 'no stack'}, so there is nothing to symbolicate. Add the rows of the stack, or its addresses, one a line, as 0x….`,
  systemOnly: (p: Report & { frames: number; ways: readonly string[] }) =>
    `${noneNamed(p)}: they are in system libraries. Their symbols come with the device’s system; Xcode keeps them in iOS DeviceSupport. Give that folder, or the system’s shared cache (dyld_shared_cache_…), after --symbols.${p.ways.map((way) => ` ${way}`).join('')}`,
  kernelOnly: (p: Report & { frames: number; ways: readonly string[] }) =>
    `${noneNamed(p)}: they are in the kernel and its extensions. The kernel’s symbols are in the Kernel Debug Kit of the same build, those of an extension in its dSYM. Give them after --symbols.${p.ways.map((way) => ` ${way}`).join('')}`,
  notCovered: (p: Report & { frames: number }) => `${noneNamed(p)}: the symbols do not cover these addresses.`,
  noInstructions: ({ file }: Report) =>
    `${file}: the registers are shown, but no instructions: the report carries none, and no file with the code was given. ${giveCode}`,
  noMachine: ({ file }: Report) =>
    `${file}: there are neither registers nor instructions at a fault to show: the report carries none, and no file with the code was given. ${giveCode}`,
  noVariables: ({ file, reason }: Report & { reason: string }) =>
    `${file}: no variables to show.${reason === '' ? ' No thread to read first has a frame of the program.' : ` ${reason}`}`,
  noSource: ({ file, paths, folders }: Report & { paths: readonly string[]; folders: readonly string[] }) =>
    paths.length === 0
      ? `${file}: no frame of the program to read first names a source file, so there are no lines to show.`
      : `${file}: no source lines were found in ${folders.join(', ')}. The report needs ${paths.slice(0, 4).join(', ')}${paths.length > 4 ? ' …' : ''}.`,
  sourceNotShown: ({ file, reasons }: Report & { reasons: readonly string[] }) =>
    `${file}: source files not shown: ${reasons.slice(0, 8).join('; ')}${reasons.length > 8 ? `; and ${formatNumber(reasons.length - 8)} more` : ''}.`,
  noImageFor: ({ file, hasImages }: Report & { hasImages: boolean }) =>
    `${file}: none of its addresses has a name: ${hasImages ? 'they are in no image whose load address is known' : 'the report lists no images and no load address'}. Give the load address, --load NAME=0x… or --slide NAME=0x…, and the symbols after --symbols.`,
} as const
