/** Tables that `xctrace export` writes out of a recording of Instruments, as XML of any size. Its reader is loaded when it is needed. */
import { xctraceWords } from '../../messages/labels.ts'
import type { DumpFormat, Sample } from '../base/format.ts'

/** The root element, behind a declaration, comments and a document type. */
const ROOT = /<trace-query-result[\s>/]/
const START = /^\s*<[?!t]/
/** The root is at the beginning. */
const LOOKED = 8192

function sniff({ bytes }: Sample): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, LOOKED))
  return START.test(start) && ROOT.test(start)
}

export const xctraceFormat: DumpFormat = {
  id: 'xctrace',
  get label() {
    return xctraceWords.label
  },
  sniff,
  open: async (file) => (await import('./xctrace-report.ts')).readXctrace(file),
}
