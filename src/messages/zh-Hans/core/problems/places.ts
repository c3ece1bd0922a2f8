/** Simplified Chinese of `core/messages/en/problems/places.ts`. */
import { formatNumber } from '../../../../core/messages/numbers.ts'
import type { placeProblems as english } from '../../../../core/messages/problems/places.ts'
import type { Whole } from '../../../whole.ts'
import { spaced } from '../../spacing.ts'

export const placeProblems: Whole<typeof english> = {
  'images-fit-alike': ({ images }) =>
    `有多个镜像与这些地址同样吻合，因此都未使用：${images.join('、')}。请只提供其中一个的符号。`,
  'other-shared-cache': ({ wanted, have }) =>
    spaced`报告使用的 dyld 共享缓存是 ${wanted}；提供的是${have.join('、')}，属于另一个系统构建。只有两者相同的库才能得到名称。`,
  'unused-place.page': ({ image, loadAddress }) =>
    `${loadAddress} 不是内存页的起点，${image === '' ? '不可能有镜像' : `${image} 不可能`}加载在那里。请指定镜像的起始地址，而不是其内部的地址。`,
  'place-differs': ({ image, loadAddress, listed }) =>
    spaced`报告中${image || '这个镜像'}的加载地址是 ${listed}；已按指定改用 ${loadAddress}。`,
  'unused-place.number': ({ number }) => `报告中没有编号为 ${number} 的镜像。`,
  'unused-place.several': ({ images }) =>
    `报告中有 ${formatNumber(images.length)} 个镜像符合：${images.join('、')}。请指定其中一个的 UUID。`,
  'unused-place.none': ({ image }) =>
    `${image === undefined ? '报告中没有符合的镜像' : `报告中没有镜像 ${image}`}，并且每个地址都已落在某个镜像内。未使用指定的位置。`,
  'unused-place.vague': ({ examples }) =>
    `请写明这个地址属于哪个镜像：${examples.length === 0 ? 'NAME=0x…' : examples.map((name) => `${name}=0x…`).join(' 或 ')}。`,
  'unused-place.slide': ({ image }) =>
    spaced`指定 ASLR 偏移时需要${image || '这个镜像'}的符号，但没有提供。请提供符号，或改为指定加载地址。`,
}
