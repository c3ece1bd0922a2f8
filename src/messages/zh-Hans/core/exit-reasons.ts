/** Simplified Chinese of `core/messages/en/exit-reasons.ts`. Memory kills are absent: they are the words of crash reports. */
import type * as english from '../../../core/messages/exit-reasons.ts'
import type { Whole } from '../../whole.ts'

export const exitReasons: Pick<Whole<typeof english.exitReasons>, 'codeSigning' | 'exec'> = {
  codeSigning: {
    1: '签名无效',
    2: '内存页无效',
    3: '访问了任务端口',
    4: '违反启动约束',
  },
  exec: {
    1: 'Mach-O 文件格式错误',
    2: '无法应用 set-user-ID 或 set-group-ID',
    3: '无法设置首个线程的状态',
    4: '无法分配调用栈',
    5: '无法为程序设置内核提供的字符串',
    6: '无法把参数复制到程序',
    7: '无法把动态链接器的参数复制到程序',
    8: '被安全策略拒绝',
    9: '无法检查代码签名',
    10: '无法解密程序（FairPlay）',
    11: '无法解密程序',
    12: '文件经 UPX 压缩',
    13: '系统不运行 32 位程序',
    14: '平台不符',
    15: '没有可供程序使用的文件描述符',
    16: '无法把 Rosetta 的参数复制到程序',
    17: '无法设置动态链接器的信息',
    18: '无法设置首个线程',
    19: 'posix_spawn 的属性无效',
  },
}
