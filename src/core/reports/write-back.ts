/**
 * How formats write names back, apart from their readers: an exporter runs in the page, which loads no reader. A format that
 * writes rows of its own, or has keys for names in its JSON, has a line here.
 */
import type { WriteBack } from './base/write-back.ts'
import { ipsCrashWriteBack } from './ips/ips-crash-write-back.ts'
import { stackshotWriteBack } from './stackshots/stackshot-write-back.ts'
import { metrickitWriteBack } from './metrickit/metrickit-write-back.ts'
import { leaksWriteBack } from './tools/leaks-write-back.ts'
import { lldbWriteBack } from './tools/lldb-write-back.ts'
import { sampleWriteBack } from './tools/sample-write-back.ts'
import { sanitizerWriteBack } from './tools/sanitizer-write-back.ts'
import { tombstoneWriteBack } from './free-text/tombstone-write-back.ts'
import { swiftBacktraceWriteBack } from './tools/swift-backtrace-write-back.ts'

const writeBacks: readonly WriteBack[] = [
  ipsCrashWriteBack,
  metrickitWriteBack,
  stackshotWriteBack,
  sampleWriteBack,
  leaksWriteBack,
  lldbWriteBack,
  swiftBacktraceWriteBack,
  sanitizerWriteBack,
  tombstoneWriteBack,
]

/** How the format with this id writes names; undefined where it has no way of its own. */
export function findWriteBack(format: string): WriteBack | undefined {
  return writeBacks.find(({ formats }) => formats.includes(format))
}
