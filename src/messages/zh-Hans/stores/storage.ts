/** Simplified Chinese of `stores/messages/en/storage.ts`. */
import type * as english from '../../../stores/messages/storage.ts'
import type { Whole } from '../../whole.ts'

export const storage: Whole<typeof english.storage> = {
  held: '另一个标签页正在使用已保存的内容。请关闭那个标签页后重试。',
  notDeleted: '浏览器没有删除已保存的内容。',
  full: '浏览器不再提供存放符号的空间；请在符号库中删除一些内容，或腾出磁盘空间。',
  noStorage: ({ reason }) => `浏览器无法在此保存索引：${reason}`,
}

export const storageReasons: Whole<typeof english.storageReasons> = {
  noAnswer: '浏览器的存储没有响应。',
  otherPage: '另一个标签页打开的是本页面的其他版本，正在占用存储。请关闭那个标签页。',
  newerPage: '另一个标签页使用的是本页面的新版本。请重新加载本页面。',
  noDatabase: '没有可用的 IndexedDB。',
  diskFull: '磁盘空间已满，无法继续写入。',
}

export const reading: Whole<typeof english.reading> = {
  behindEnd: '读取位置超出了文件末尾',
  replaced: ({ path }) => `${path}：此位置的文件已被另一个文件取代。请重新打开。`,
  shorter: ({ path }) => `${path} 在读取过程中变短了`,
}
