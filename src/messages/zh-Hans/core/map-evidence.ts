/** Simplified Chinese of `core/messages/en/map-evidence.ts`. */
import { formatNumber } from '../../../core/messages/numbers.ts'
import type * as english from '../../../core/messages/map-evidence.ts'
import type { Whole } from '../../whole.ts'

export const mapEvidence: Whole<typeof english.mapEvidence> = {
  'script-same-build': ({ map }) => `${map} 的 debug id 与 bundle 相同`,
  'script-by-name': ({ map }) => `${map} 按名称选用：没有依据表明它属于这个构建`,
  'script-only-map': ({ map }) => `${map} 是唯一提供的 source map：没有依据表明它属于这个 bundle 和这个构建`,
  'script-names': ({ agreeing, compared }) =>
    `${formatNumber(compared)} 个函数中有 ${formatNumber(agreeing)} 个的名称与报告显示的相同`,
  'map-from-library': ({ map }) => `${map} 是在之前的访问中提供的：由符号库保留`,
  'name-by-map': ({ map }) => `名称来自 ${map}，只是按名称对应：混淆名称映射没有注明所属构建`,
  'line-map-unproved': ({ map }) => `行号来自 ${map}：没有依据表明它属于这个构建`,
}
