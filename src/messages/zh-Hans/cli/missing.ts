/** Simplified Chinese of `cli/messages/en/missing.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/missing.ts'
import type { Whole } from '../../whole.ts'

const noneNamed = ({ file, frames }: { readonly file: string; readonly frames: number }): string =>
  frames === 1 ? `${file}: 唯一的一帧没有名称` : `${file}: 全部 ${formatNumber(frames)} 帧都没有名称`

const giveCode = '请用 --symbols 指定程序本身；dSYM 不含代码。'

const nameOf = (image: string): string => image || '某个镜像'

/** A list that may be cut; paths are not translated. */
const some = (texts: readonly string[], most: number, separator: string): string =>
  `${texts.slice(0, most).join(separator)}${texts.length > most ? ' …' : ''}`

export const missing: Whole<typeof english.missing> = {
  giveSymbols: '请用 --symbols 指定具有该 UUID 的 dSYM 或二进制文件。`unslide inspect PATH` 可显示 UUID。',
  giveLibrary:
    '请用 --symbols 指定具有该 build id 的未剥离符号的库（.so）。此处的 UUID 是 build id 的前 32 位；`unslide inspect PATH` 可显示它。',
  giveBuild: '请用 --symbols 指定产生该报告的构建的 dSYM 或二进制文件。',
  giveOneBuild: '请用 --symbols 只指定正确构建的 dSYM 或二进制文件。可对照报告中的版本和各构建的日期找到该构建。',
  noLoadAddress: ({ image, frames }) =>
    `${nameOf(image)}：报告中没有它的加载地址，因此 ${formatNumber(frames)} 帧没有名称。请指定：--load ${image || 'NAME'}=0x… 或 --slide ${image || 'NAME'}=0x…。`,
  nothingFits: ({ image }) =>
    `${nameOf(image)}：没有使用所给的符号：报告中没有它的加载地址，也没有任何加载地址与符号相符。符号可能属于另一个构建。如果不是，请指定加载地址：--load ${image || 'NAME'}=0x…。`,
  nothingBehind: ({ image, loadAddress }) =>
    `${nameOf(image)}：没有使用所给的符号：它在报告中的所有地址都低于给定的加载地址 ${loadAddress}。`,
  allDoubtful: ({ image, names, evidence }) =>
    `${nameOf(image)}：来自符号的${names === 1 ? '唯一名称' : `全部 ${formatNumber(names)} 个名称均`}存疑${evidence === '' ? '' : `：${evidence}`}。`,
  noAddresses: ({ file, images }) =>
    `${file}: ${images > 0 ? `含有 ${formatNumber(images)} 个镜像，但没有调用栈和地址` : '没有调用栈和地址'}，因此没有可符号化的内容。请添加地址，每行一个，写成 0x…。`,
  systemOnly: (p) =>
    `${noneNamed(p)}：它们位于系统库中。系统库的符号随设备的系统提供，Xcode 将其保存在 iOS DeviceSupport 中。请用 --symbols 指定该文件夹，或系统的共享缓存（dyld_shared_cache_…）。${p.ways.join('')}`,
  kernelOnly: (p) =>
    `${noneNamed(p)}：它们位于内核及内核扩展中。内核的符号在相同版本的 Kernel Debug Kit 中，内核扩展的符号在它的 dSYM 中。请用 --symbols 指定。${p.ways.join('')}`,
  notCovered: (p) => `${noneNamed(p)}：没有符号覆盖这些地址。`,
  noInstructions: ({ file }) =>
    `${file}: 已显示寄存器，但没有指令：报告中没有指令，也没有提供含代码的文件。${giveCode}`,
  noMachine: ({ file }) => `${file}: 没有可显示的寄存器和出错处指令：报告中没有，也没有提供含代码的文件。${giveCode}`,
  noVariables: ({ file, reason }) =>
    `${file}: 没有可显示的变量。${reason === '' ? '应首先查看的线程中没有程序自己的帧。' : reason}`,
  noSource: ({ file, paths, folders }) =>
    paths.length === 0
      ? `${file}: 应首先查看的程序自己的帧都没有源文件信息，因此没有可显示的代码行。`
      : `${file}: 在 ${folders.join(', ')} 中没有找到源代码行。报告需要 ${some(paths, 4, ', ')}。`,
  sourceNotShown: ({ file, reasons }) =>
    `${file}: 未显示的源文件：${reasons.slice(0, 8).join('；')}${reasons.length > 8 ? `；另有 ${formatNumber(reasons.length - 8)} 个` : ''}。`,
  noImageFor: ({ file, hasImages }) =>
    `${file}: 所有地址都没有名称：${hasImages ? '它们不在任何已知加载地址的镜像中' : '报告没有列出镜像和加载地址'}。请用 --load NAME=0x… 或 --slide NAME=0x… 指定加载地址，并用 --symbols 指定符号。`,
}
