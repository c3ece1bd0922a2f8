/** Simplified Chinese of `app/messages/en/names.ts`. */
import type * as english from '../../../app/messages/names.ts'
import type { Whole } from '../../whole.ts'
import { spaced } from '../spacing.ts'
import { firstAndMore, formatBytes, formatNumber } from './quantities.ts'

type Need = Parameters<typeof english.words.needs.missing>[0]

/** The first digits of UUIDs, enough to distinguish builds. */
const short = (uuids: readonly string[]): string => uuids.map((uuid) => `${uuid.slice(0, 8)}…`).join('、')
const without = ({ image, frames }: Need): string => `${image}：${formatNumber(frames)} 帧没有名称。`
/** Build of the given symbols, and build of the report. */
const builds = ({ have, wanted }: Need): string => {
  if (have.length === 0) return '现有符号属于另一个构建。'
  const here = `现有符号的构建为 ${short(have)}`
  return wanted === undefined ? `${here}，与报告不符。` : `${here}，报告的构建为 ${short([wanted])}。`
}

export const words: Whole<typeof english.words> = {
  region: '名称',
  missing: '缺少的符号',
  counts: ({ frames, named, doubtful }) => {
    const told = `共 ${formatNumber(frames)} 帧，${formatNumber(named)} 帧有名称`
    if (doubtful === 0) return `${told}。`
    return `${told}，${doubtful === named ? '全部存疑' : `其中 ${formatNumber(doubtful)} 帧存疑`}。`
  },
  needs: {
    missing: (need) =>
      `${without(need)}请添加${need.version === undefined ? '由同一次构建生成的 dSYM' : ` ${need.version} 的 dSYM，必须由同一次构建生成`}。`,
    'wrong-build': (need) => `${without(need)}${builds(need)}`,
    'wrong-arch': (need) => `${without(need)}现有符号属于另一种架构。`,
    stripped: (need) => `${without(need)}二进制文件属于此构建，但符号已被剥离：请添加它的 dSYM。`,
    several: (need) => `${without(need)}现有 ${formatNumber(need.have.length)} 个构建可能匹配：请在“镜像”中选择一个。`,
    unplaced: (need) => `${without(need)}报告中没有 ${need.image} 的加载地址。`,
    gaps: (need) => `${without(need)}匹配的符号在这些地址处没有名称。`,
    doubtful: (need) =>
      need.frames === 1
        ? `${need.image}：唯一的名称存疑。`
        : `${need.image}：全部 ${formatNumber(need.frames)} 个名称均存疑。`,
    'other-build': (need) => `${need.image}：按你的选择，${formatNumber(need.frames)} 个名称来自另一个构建。`,
    'not-used': (need) => `${need.image}：提供的符号属于另一个构建，未使用。`,
    system: ({ image, frames }) => `${image}：${formatNumber(frames)} 个系统帧没有名称。`,
  },
  unnamedImage: '未命名镜像',
  noImageList: (frames) => `${formatNumber(frames)} 帧无法对应到 App：报告缺少二进制镜像列表。`,
  outside: (frames) => `${formatNumber(frames)} 个地址不在报告列出的任何镜像中。`,
  systemOutside: (frames) => `${formatNumber(frames)} 个地址位于报告未列出的系统代码中：没有 dSYM 能给出它们的名称。`,
  dropThenPlace: '如果知道加载地址，请先添加 dSYM，再输入加载地址。',
  placeToName: '如果知道加载地址，请输入。',

  reading: '正在查询名称。完成前，各帧显示地址和报告中已有的名称。',
  readingIn: (name) => `${name}：`,
  readingMore: '正在读取你提供的文件。',
  bytesOf: (done, total) => `${formatBytes(done)} / ${formatBytes(total)}`,

  unreadable: (path, why) => `无法读取 ${path}${why === '' ? '。' : `：${why}`}`,
  damaged: (path, why) => `${path} 已损坏或不完整：${why}`,
  noSymbols: '刚才提供的文件中没有符号。',
  unrelated: (given) => spaced`提供了${firstAndMore(given)}的符号，但这份报告没有列出该镜像。`,
  newlyNamed: (named, doubtful) =>
    `新解析出 ${formatNumber(named)} 帧的名称${doubtful === 0 ? '' : doubtful === named ? '，全部存疑' : `，其中 ${formatNumber(doubtful)} 帧存疑`}`,

  open: '打开 dSYM…',
  openFiles: '选择 dSYM、二进制文件或包含它们的压缩包',
  openFolder: '打开文件夹…',
  chooseFolder: '选择存放 dSYM 的文件夹',
  howToGet: '获取方法',
  why: '详细信息',
  place: '输入加载地址',
  imageToPlace: '镜像',
  copyRequest: '复制索取符号的消息',
  theRequest: '消息',
  otherImages: (count) => `另有 ${formatNumber(count)} 个镜像`,
}
