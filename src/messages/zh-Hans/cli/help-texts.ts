/** Texts of help that several commands share. */
import type { Whole } from '../../whole.ts'

/** Help of some commands. Ways to call them and examples have no words. */
export type HelpTexts<English> = { readonly [Name in keyof English]: Omit<Whole<English[Name]>, 'usage' | 'examples'> }

export const chooseText = '文件包含多个镜像时，选择其中一个'
export const chooseArchText = '文件包含多个镜像时，按架构选择：arm64、arm64e、x86_64 等'
export const cacheText = '同 symbolicate：把从 https://… 下载的部分符号保存在 DIR 中'
export const similarText = '已剥离符号的二进制文件的另一个构建及其符号：代码相同的函数借用其中的名称，同 symbolicate'
export const threadsText = '建立索引的线程数，1 到 64；默认与本机 CPU 核心数相同'
export const jobsText = '线程数，1 到 64；默认与 CPU 核心数相同'
export const symbolsText = 'dSYM、二进制文件、.xcarchive、符号索引或符号包，或包含它们的文件夹、zip 或 tar.gz'
export const folderText = '如果是文件夹（已存在的文件夹，或以斜杠结尾的路径），则每个镜像在其中写一个文件'
export const usageErrorText = '某个输入无法读取，或用法错误'
