/** Simplified Chinese of `core/messages/en/files.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/files.ts'
import type { Whole } from '../../whole.ts'

export const ignoredKinds: Whole<typeof english.ignoredKinds> = {
  image: '图片',
  media: '音频或视频',
  font: '字体',
  interface: '界面文件',
  assets: 'asset catalog',
  strings: '文本表',
  web: '网页文件',
  signing: '签名或描述文件',
  data: '数据模型',
  modules: '模块接口',
  source: '源代码',
  shaders: '着色器库',
  relocations: '重定位映射',
  document: '文档',
  properties: '属性列表（property list）',
  marker: 'bundle 标记文件',
  signature: '签名',
  finder: '访达文件',
  empty: '空文件',
  emptyArchive: '不含文件的压缩包',
  unknown: '既不是报告也不是符号',
}

export const fileKinds: Whole<typeof english.fileKinds> = {
  dsym: 'dSYM',
  executable: '可执行文件',
  dylib: '库',
  bundle: 'bundle',
  object: '目标文件',
  kext: '内核扩展',
  core: 'core 文件',
  elf: 'ELF 调试文件',
  sharedCache: 'dyld 共享缓存',
  systemManifest: 'IPSW 或 OTA 更新的清单',
  stubIslands: 'stub island',
  cachePart: 'dyld 共享缓存的一部分',
  symbolMap: '隐藏名称映射（BCSymbolMap）',
  originalUuid: '原始构建的 UUID',
  sourceMap: 'source map',
  lineMap: 'C++ 到 C# 的行号映射（Unity）',
  nameMap: '混淆名称映射（Dart）',
  usym: 'Unity 符号',
  linkMap: 'link map',
  symbolListing: 'nm 列出的符号',
  bugly: 'Bugly 符号表',
  index: '符号索引',
  indexOf: ({ arch }) => `符号索引，${arch}`,
  packOf: ({ os, images, maps }) =>
    [
      `${os === '' ? '系统' : `${os} `}符号包`,
      ...(images > 0 || maps === 0 ? [`${formatNumber(images)} 个镜像`] : []),
      ...(maps > 0 ? [`${formatNumber(maps)} 个映射文件`] : []),
    ].join('，'),
  pack: '符号包',
  unreadable: '无法读取的文件',
}

export const archiveKinds: Whole<typeof english.archiveKinds> = {
  sevenZip: '7z 压缩包',
  rar: 'RAR 压缩包',
  xz: 'xz 文件',
  bzip2: 'bzip2 文件',
  zstandard: 'Zstandard 文件',
  xar: '安装包或 xip 压缩包（xar）',
  apple: 'Apple Archive',
  appleCompressed: '压缩的 Apple Archive',
  lzfse: 'LZFSE 文件',
}

export const ownFiles: Whole<typeof english.ownFiles> = {
  keptIndex: ({ uuid }) => `${uuid} 的已存索引`,
}

export const indexingSteps: Whole<typeof english.indexingSteps> = {
  units: '读取编译单元',
  names: '查找名称',
  writing: '写入索引',
}

export const indexFates: Whole<typeof english.indexFates> = {
  kept: '导入，非本机生成',
  asks: '非本机生成，尚未保存',
  'not-needed': '未保存，因为已有本机生成的索引',
  brought: '随报告一起提供：只用于那份报告，且排在所有其他符号之后',
}

export const packFates: Whole<typeof english.packFates> = {
  open: '导入，非本机生成',
  asks: '非本机生成，尚未使用',
  brought: indexFates.brought,
}

export const archiveFaults: Whole<typeof english.archiveFaults> = {
  emptyDirectory: '目录没有列出任何文件，但压缩包以一个文件开头',
}
