/** Simplified Chinese of `core/messages/en/problems/maps.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import { androidBundle } from '../../../../core/messages/problems/maps.ts'
import type * as english from '../../../../core/messages/problems/maps.ts'
import type { Whole } from '../../../whole.ts'

const ofBundle = ({ bundle, frames }: { readonly bundle: string; readonly frames: number }): string =>
  `有 ${formatNumber(frames)} 帧是${bundle === '' ? '' : ` ${bundle} 中的`} JavaScript 代码`

export const mapProblems: Whole<typeof english.mapProblems> = {
  'bad-go-table': () => 'Go 函数表的头部已损坏，或版本未知；未使用其中的名称。',
  'bad-go-table.bytes': ({ bytes }) => `Go 函数表有 ${formatNumber(bytes)} 字节，超出本版本能读取的大小。`,
  'no-uuid.usym': ({ name }) =>
    `这个 Unity 符号表没有注明所属构建。凡是没有其他匹配符号的 ${name} 报告都会使用它；无法证实它属于同一个构建，因此其中的名称永远不会标为精确。`,
  'bad-usym': () => '这个 Unity 符号表被截断、过大，或版本不是 2；未使用。',
  'bad-usym.lite': () => '这个表只有 Unity 符号的地址，没有名称。请提供 .usym 文件。',
  'bad-usym.records': ({ skipped, records }) =>
    `这份 Unity 符号的 ${formatNumber(records)} 条记录中有 ${formatNumber(skipped)} 条没有名称或地址不合理，已跳过。`,
  'bad-line-map': () => '这个 C++ 到 C# 的行号映射不是有效的 JSON，可能被截断；未使用。',
  'bad-line-map.bytes': ({ bytes }) =>
    `这个 C++ 到 C# 的行号映射有 ${formatNumber(bytes)} 字节，超出本版本能读取的大小。`,
  'line-map.holds': (p) =>
    `这个映射把 ${formatNumber(p.files)} 个 C++ 文件的 ${formatNumber(p.lines)} 行对应到 C#，${p.debugId === undefined ? '其中没有 debug id，无法证实它属于哪个构建' : `其 debug id 为 ${p.debugId}`}。`,
  'line-map.missing': ({ frames }) =>
    `有 ${formatNumber(frames)} 帧是由 Unity 转换成 C++ 的 C# 代码，报告中显示的是 C++。要得到 C# 行号，请提供该构建的 LineNumberMappings.json：il2cpp 以 --emit-source-mapping 运行时会把它写入 il2cppOutput/Symbols（在编辑器中用 PlayerSettings.SetAdditionalIl2CppArgs 设置）。C++ 的行号需要 UnityFramework 的 dSYM。`,
  'line-map.wrong-build': ({ map }) => `${map} 的 debug id 属于另一个构建，与报告不符；未使用。`,
  'bad-name-map': () => '这个混淆名称映射不是成对名称的列表，可能被截断；未使用。',
  'bad-name-map.bytes': ({ bytes }) => `这个混淆名称映射有 ${formatNumber(bytes)} 字节，超出本版本能读取的大小。`,
  'name-map.holds': ({ renamed }) =>
    `这个映射给出 ${formatNumber(renamed)} 个 Dart 混淆名称在源码中的名称。它没有注明所属构建，因此其中的名称永远不能确定。`,
  'name-map.unfit': ({ map, names }) =>
    `这份报告有 ${formatNumber(names)} 个 Dart 名称，其中至少一半不在 ${map} 中：它属于另一个构建，或者报告的构建没有混淆。未使用。`,
  'name-map.thrown': ({ map, names }) => `异常文本中的名称（根据 ${map}，它没有注明所属构建）：${names.join('、')}。`,
  'no-uuid.elf': ({ name }) =>
    `这个调试文件没有注明所属构建（没有 build id）。凡是没有其他匹配符号的 ${name} 报告都会使用它；无法证实它属于同一个构建，因此其中的名称永远不会标为精确。`,
  'bad-source-map': () => '这个 source map 不是有效的 JSON，可能被截断；未使用。',
  'bad-source-map.mappings': () => '这个 source map 或其中的一段没有 mappings；未使用。',
  'bad-source-map.sections': () => '这个 source map 的各段没有给出在 bundle 中的位置，或段数过多；未使用。',
  'bad-source-map.characters': () => '这个 source map 的 mappings 已损坏；未使用。',
  'bad-source-map.url': () => '这个 source map 有一段只给出了网址。请提供包含所有段的 source map。',
  'bad-source-map.depth': () => '这个 source map 的段嵌套过深；未使用。',
  'bad-source-map.bytes': ({ bytes }) => `这个 source map 有 ${formatNumber(bytes)} 字节，超出本版本能读取的大小。`,
  'bad-source-map.large': ({ count, most }) =>
    `这个 source map 声称有 ${formatNumber(count)} 个映射片段，最多只能读取 ${formatNumber(most)} 个。`,
  'source-map.holds': (p) =>
    `这个 source map 把 ${p.bundles.join(' 或 ')} 对应到 ${formatNumber(p.sources)} 个源文件，${p.hasFunctions ? '含有函数名' : '不含函数名'}，${p.debugId === undefined ? '没有 debug id，无法证实它属于哪个构建' : `debug id 为 ${p.debugId}`}。`,
  'bad-elf.form': () => '这个 ELF 文件不是小端序，或头部已损坏；未读取。',
  'bad-elf.kind': ({ isCore }) =>
    isCore ? '这是非 Apple 系统的 core 文件；未读取。' : '这是尚未链接的 ELF 目标文件；请提供链接后带调试信息的文件。',
  'bad-elf.table': (p) =>
    `${p.what === 'sections' ? '节' : '段'}表应有 ${formatNumber(p.count)} 行，只能读取 ${formatNumber(p.used)} 行；文件被截断或已损坏。`,
  'bad-elf.repeated': ({ section }) => `文件中有多个 ${section} 节；只读取第一个。`,
  'bad-elf.compression': ({ section, kind }) =>
    kind === 2
      ? `${section} 节使用 Zstandard 压缩，无法读取。可用此命令解压：objcopy --decompress-debug-sections FILE`
      : `${section} 节的压缩方式未知（${kind}）；已跳过。`,

  'script-map.missing': (p) =>
    `${ofBundle(p)}。请提供该构建的 source map：main.jsbundle.map。设置 SOURCEMAP_FILE 后，Xcode 的构建阶段“Bundle React Native code and images”会生成它；也可以运行：npx react-native bundle --platform ios --dev false --entry-file index.js --bundle-output main.jsbundle --sourcemap-output main.jsbundle.map（使用 Expo 时：npx expo export:embed，选项相同）。使用 Hermes 时，请提供与 Hermes 编译器的 source map 合并后的那一份。`,
  'script-map.missing.served': (p) =>
    `${ofBundle(p)}，来自开发服务器。只要该服务器仍以相同的源代码运行，把 bundle 地址中的 .bundle 换成 .map，就能得到 source map。请把它保存为文件并提供。`,
  'script-map.missing.android': (p) =>
    `${ofBundle(p)}。请提供该构建的 source map：${androidBundle(p)}.map。Gradle 构建 release 版本时会在 app/build/generated/sourcemaps 下生成它；也可以运行：npx react-native bundle --platform android --dev false --entry-file index.js --bundle-output ${androidBundle(p)} --sourcemap-output ${androidBundle(p)}.map。使用 Hermes 时，请提供与 Hermes 编译器的 source map 合并后的那一份。`,
  'script-map.missing.web': (p) =>
    `${ofBundle(p)}。请提供该构建的 source map：${p.bundle}.map。Capacitor 和 Ionic 使用 Web 构建写出的文件：ng build --source-map、ionic build --prod --source-map，或 Vite 配置中的 build.sourcemap；然后运行 npx cap sync。`,
  'script-map.several': (p) =>
    `${ofBundle(p)}，而提供的 source map 中有多个可能与之对应。请只提供产生这份报告的那个构建的 source map。`,
  'script-map.wrong-build': (p) =>
    `${ofBundle(p)}。提供的 source map 的 debug id 与报告不同，说明它属于另一个构建；未使用。`,
  'map-not-kept': ({ reason }) => `这个映射在页面关闭之前可用。符号库未能保留它：${reason}`,
  'kept-map.damaged': () => '符号库中有这个映射，但无法读取，或者内容与符号库的记录不符。请重新提供这个映射。',
  'kept-map.by-name': ({ bundle, map }) =>
    `${bundle === '' ? '没有注明 bundle 的帧' : `${bundle} 中的帧`}的位置来自符号库中的 ${map}，它是按名称选择的：没有依据表明它属于这个构建。如果位置看起来不对，请提供这个构建的映射。`,
  'kept-map.unfit': ({ bundle, map }) =>
    `符号库中有 ${map}，但${bundle === '' ? '没有注明 bundle 的帧' : `${bundle} 中的帧`}与它吻合之处太少，没有依据表明它属于这个构建。未使用。`,
  'script-map.outside': (p) =>
    `${formatNumber(p.frames)} 帧中有 ${formatNumber(p.frames - p.mapped)} 帧在 ${p.map} 中找不到源码：这些帧的代码不在任何源文件中，或者这个 source map 属于另一个构建${p.mapped === 0 ? '或另一个 bundle' : ''}。`,
}
