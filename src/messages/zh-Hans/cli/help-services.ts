/** Simplified Chinese of `cli/messages/en/help-services.ts`. */
import type * as english from '../../../cli/messages/help-services.ts'
import { cacheText, type HelpTexts } from './help-texts.ts'

export const serviceHelp: HelpTexts<typeof english.serviceHelp> = {
  serve: {
    summary: '为浏览器中的性能分析工具提供名称（Mozilla API）',
    about: [
      '按 Mozilla 符号化 API（版本 5）响应 Firefox Profiler 或其他页面的请求：为采样数据中列出 UUID 的镜像给出函数、内联调用、文件和行号（POST /symbolicate/v5：jobs，含 memoryMap 和由 [module, offset] 组成的 stacks）。也提供 --source 中的源文件（/source/v1：debugName、debugId、moduleOffset、file）和函数的指令（/asm/v1：debugName、debugId、startAddress、size），与 samply 相同。启动后输出自己的地址，地址以随机令牌结尾。按 Ctrl-C 结束。',
      'POST /report 以任意格式的崩溃报告作为请求正文，返回 symbolicate --format json 所写的内容。只有本机的程序可以使用：--host 为其他地址时没有这个路径。每份报告最多 32 MB、60 秒，同时处理两份。错误为 JSON，"error" 中有一句说明：Host 或 Origin 不符为 403，令牌或路径错误为 404，方法错误为 405，字节过多为 413，不是报告为 422，正在处理其他报告为 503，超时为 504。',
    ],
    arguments: {},
    options: {
      symbols: '同 symbolicate',
      source: '源文件所在的文件夹。只提供调试信息在所请求的地址处提到的文件，限制同 symbolicate --source。',
      cache: cacheText,
      origin: '唯一允许请求的页面；默认为 https://profiler.firefox.com',
      port: '默认使用空闲端口',
      host: '默认为 127.0.0.1：仅限本机。使用其他地址时，知道令牌的人都能请求。',
    },
    notes: [],
    exit: { 0: '已结束', 1: '已结束，但没有找到符号', 2: '用法错误，或端口已被占用' },
  },
  mcp: {
    summary: '作为工具提供给编程智能体（Model Context Protocol）',
    about: [
      '通过标准输入和标准输出，向使用 Model Context Protocol 的程序（例如编程智能体）提供工具：find_files、open_report、explain、list_stacks、show_stack、list_images、add_symbols、index_folder、look_up、search_symbols、compare_reports、show_registers、show_code、show_variables、group_reports、export_report、raw_text、demangle。已打开的报告也是资源。结果为 JSON，按适合智能体读取的大小分页。',
      '如果客户端给出自己的文件夹（roots），则只读取同时位于这些文件夹和 --root 文件夹中的内容。',
    ],
    arguments: {},
    options: {
      root: '允许读取的文件夹。不会读取这些文件夹之外的文件，即使通过“..”或链接也不行；不写入任何内容。',
      watch: '另一个允许读取的文件夹。每当有报告进入其中，客户端都会收到通知：资源列表和 unslide://new 会变化。',
      symbols: 'https://…，已发布符号的地址：Unslide 会在那里请求已打开报告的镜像',
      cache: cacheText,
      redact: '替换所有结果中的个人数据，同 symbolicate --redact；拒绝 raw_text，变量不带值',
      'ignore-client-roots': '无论客户端给出哪些文件夹，都读取 --root 的文件夹',
    },
    notes: ['Unslide 本身不会向任何地方发送报告。结果交给客户端，客户端可能再转发，例如发给另一台机器上的模型。'],
    exit: { 0: '客户端关闭了标准输入', 2: '用法错误' },
  },
  schema: {
    summary: '输出各命令所写 JSON 的 JSON Schema',
    about: [
      '输出此版本的命令所写 JSON 的 JSON Schema（2020-12）。不指定 NAME 时列出所有 schema：名称，以及写这种 JSON 的命令。命令按行输出时，schema 描述其中一行。',
    ],
    arguments: {
      NAME: '命令名，或以下之一：stream（symbolicate --stream）、manifest（publish 写入的文件夹中的 manifest.json）',
    },
    options: {},
    notes: ['以后的版本可能增加字段，以其自带的 schema 为准。'],
    exit: { 0: '完成', 2: '用法错误' },
  },
  completions: {
    summary: '输出 shell 补全命令和选项所需的脚本',
    about: ['输出某种 shell 的补全脚本，可补全命令、选项、选项的值和路径。请把它放在 shell 启动时会读取的位置。'],
    arguments: {
      SHELL: 'bash、zsh 或 fish。“uuids”输出 PATH 中各镜像的 UUID，每行一个：补全脚本用它来补全 --uuid 的值。',
      PATH: '同 --symbols 接受的输入',
    },
    options: {},
    notes: [],
    exit: { 0: '完成', 2: '用法错误' },
  },
}
