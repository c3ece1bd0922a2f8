/** Simplified Chinese of `core/messages/en/explain/sanitizers.ts`. */
import type { MemoryStacks, SanitizerSubject } from '../../../../core/messages/explain/sanitizers.ts'

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

const meanings: Readonly<Record<SanitizerSubject, string>> = {
  access: '编译进这个程序的 sanitizer 发现了一次非法内存访问。',
  free: '编译进这个程序的 sanitizer 发现了一次非法的内存释放。',
  race: 'Thread Sanitizer 发现两次访问，其中至少一次是写入，而两者之间没有锁或其他机制来保证先后顺序。此后程序可能仍继续运行。',
  leak: '编译进这个程序的 sanitizer 发现了已分配、但再没有任何指针能够到达的内存。',
  undefined: 'Undefined Behavior Sanitizer 发现了语言未定义的操作。',
  signal: '一个信号结束了程序，编译进这个程序的 sanitizer 写下了这份报告。',
  itself: '编译进这个程序的 sanitizer 自身的工作失败了。它没有指出程序的任何非法访问。',
  other: '编译进这个程序的 sanitizer 发现了一个错误。',
}

export const meaningOfFinding = (subject: SanitizerSubject): string => meanings[subject]

const firstStack = { access: '第一个调用栈是这次访问', free: '第一个调用栈是这次释放' } as const

function checksOfMemory(subject: 'access' | 'free', stacks: MemoryStacks): string {
  const { hasStack, hasAllocated, hasFreed, isBeside } = stacks
  const first = firstStack[subject]
  if (isBeside && hasAllocated && hasFreed) return `${first}；其余的属于该地址旁边的内存块：它在哪里释放、在哪里分配。`
  if (isBeside && hasAllocated && subject === 'free') return `${first}；另一个显示该地址旁边的内存块在哪里分配。`
  if (hasAllocated && hasFreed)
    return `${first}；其余的显示内存${subject === 'free' ? '此前' : ''}在哪里释放、在哪里分配。`
  if (hasAllocated) return `${first}；另一个显示内存在哪里分配。`
  const question = subject === 'free' ? '它的指针从哪里来' : '它使用了哪个指针、大小或索引'
  if (hasStack) return `${first}：${question}？`
  return subject === 'free'
    ? '那里释放了哪个指针？sanitizer 的完整输出中有它的调用栈。'
    : '那里使用了哪个指针、大小或索引？sanitizer 的完整输出中有它的调用栈。'
}

export function checksOfFinding(subject: SanitizerSubject, stacks: MemoryStacks): readonly string[] {
  switch (subject) {
    case 'access':
    case 'free':
      return [checksOfMemory(subject, stacks)]
    case 'race':
      return [
        stacks.hasOther ? '前两个调用栈属于两次访问：两者应当共用哪个锁或队列？' : '两次访问应当共用哪个锁或队列？',
      ]
    case 'leak':
      return ['本应由谁释放这块内存？sanitizer 的调用栈是它的分配处。']
    case 'undefined':
      return [
        stacks.hasStack
          ? '第一个调用栈中的操作使用了哪个值？'
          : '那里的操作使用了哪个值？设置 UBSAN_OPTIONS=print_stacktrace=1 后，sanitizer 也会打印调用栈。',
      ]
    case 'signal':
      return [stacks.hasStack ? '第一个调用栈是信号到达的位置。' : '这里没有调用栈：文本没有显示该线程在做什么。']
    case 'itself':
      return ['使用更新的编译器所带的 sanitizer 时也会发生吗？']
    case 'other':
      return [stacks.hasStack ? '查看第一个调用栈：sanitizer 在那里发现了它。' : 'sanitizer 的完整输出中有更多说明。']
  }
}
