/** Simplified Chinese of `core/messages/en/explain/sanitizers.ts`. */
import type { MemoryStacks } from '../../../../core/messages/explain/sanitizers.ts'

const kinds: Readonly<Record<string, string>> = {
  'heap-use-after-free': '内存在释放后被使用',
  'heap-buffer-overflow': '访问超出所分配内存的范围',
  'stack-buffer-overflow': '访问超出局部变量的范围',
  'global-buffer-overflow': '访问超出全局变量的范围',
  'stack-use-after-return': '函数返回后仍使用其局部变量',
  'stack-use-after-scope': '在作用域之外使用局部变量',
  'double-free': '内存被释放两次',
  'data race': '数据竞争：两个线程访问同一个变量，先后顺序没有保证',
}

export const wordsOfFinding = (finding: string | undefined): string | undefined =>
  finding !== undefined && Object.hasOwn(kinds, finding) ? kinds[finding] : undefined

const meanings: Readonly<Record<string, string>> = {
  ThreadSanitizer:
    'Thread Sanitizer 发现两次访问，其中至少一次是写入，而两者之间没有锁或其他机制来保证先后顺序。此后程序可能仍继续运行。',
  UndefinedBehaviorSanitizer: 'Undefined Behavior Sanitizer 发现了语言未定义的操作。',
}

export const meaningOfTool = (tool: string): string =>
  Object.hasOwn(meanings, tool) ? (meanings[tool] ?? '') : '编译进这个程序的 sanitizer 发现了一次非法内存访问。'

export function checksOfTool(
  tool: string,
  { hasStack, hasAllocated, hasFreed, hasOther }: MemoryStacks,
): readonly string[] {
  if (tool === 'ThreadSanitizer')
    return [hasOther ? '前两个调用栈属于两次访问：两者应当共用哪个锁或队列？' : '两次访问应当共用哪个锁或队列？']
  if (hasAllocated && hasFreed) return ['第一个调用栈是这次访问；其余的显示内存在哪里释放、在哪里分配。']
  if (hasAllocated) return ['第一个调用栈是这次访问；另一个显示内存在哪里分配。']
  return [
    hasStack
      ? '第一个调用栈是这次访问：它使用了哪个指针、大小或索引？'
      : '那里使用了哪个指针、大小或索引？sanitizer 的完整输出中有它的调用栈。',
  ]
}
