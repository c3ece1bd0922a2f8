/** Facts that programs and services in China write around a stack: a label, a colon of any width, and the value behind it or in the next line. */
import type { ExceptionInfo, ReportHeader } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

type Field = 'name' | 'reason' | 'os' | 'version' | 'device' | 'date' | 'process' | 'other'

/** Labels without `崩溃` and its kin before them, which any of them may have. */
const labels: Readonly<Record<string, Field>> = {
  名称: 'name',
  类型: 'name',
  摘要: 'name',
  类名: 'name',
  name: 'name',
  原因: 'reason',
  信息: 'reason',
  描述: 'reason',
  内容: 'reason',
  详情: 'reason',
  reason: 'reason',
  系统版本: 'os',
  操作系统: 'os',
  操作系统版本: 'os',
  应用版本: 'version',
  版本号: 'version',
  app版本: 'version',
  软件版本: 'version',
  设备型号: 'device',
  设备机型: 'device',
  机型: 'device',
  手机型号: 'device',
  时间: 'date',
  发生时间: 'date',
  发生的时间: 'date',
  进程名: 'process',
  进程名称: 'process',
  // These head a part, or say what no field holds.
  线程: 'other',
  堆栈: 'other',
  堆栈信息: 'other',
  调用栈: 'other',
  callstacksymbols: 'other',
}
/** Stand before a label of an exception alone, and make it one. */
const BEFORE = /^(?:崩溃|异常|错误|出错|闪退|exception )的?/i
const LINE = /^[ \t\u3000]*([\p{sc=Han}A-Za-z][\p{sc=Han}A-Za-z ]{0,30})[ \t]*[:\uff1a][ \t\u3000]*(.*)$/u
const HAN = /\p{sc=Han}/u
/** `NSRangeException`, `SIGSEGV(SEGV_ACCERR)`, `EXC_BAD_ACCESS`: a label of an exception says one of these. */
const EXCEPTION = /^(?:[A-Z]\w*Exception|SIG[A-Z]{2,6}|EXC_[A-Z_]+)\b/
const SIGNAL = /\bSIG[A-Z]{2,6}\b/
const CODE = /\b(?:SEGV|BUS|ILL|FPE|TRAP)_[A-Z]+\b/

const ROW = /^[ \t]*\d{1,4}[ \t]+\S+[ \t]+0x/

/** Lines that are looked at, and characters of a value. */
const MOST_LINES = 4000
const LONGEST = 2000

export interface LabelledFacts {
  readonly exception?: ExceptionInfo
  readonly header: Partial<ReportHeader>
}

/** Facts with Chinese labels, and a name and reason of an exception below English ones; undefined where there are none. Linear. */
export function readLabelledFacts(lines: readonly string[]): LabelledFacts | undefined {
  const found = new Map<Field, string>()
  for (let at = 0; at < lines.length && at < MOST_LINES; at++) {
    const { field, value, isChinese } = labelIn(lines[at] ?? '') ?? {}
    if (field === undefined || field === 'other' || found.has(field)) continue
    // An English label alone in its line is one of a form; before a value it may be any text's.
    if (!isChinese && value !== '') continue
    const said = value || below(lines, at + 1)
    if (said !== undefined && (field !== 'name' || EXCEPTION.test(said))) found.set(field, said.slice(0, LONGEST))
  }
  const name = found.get('name')
  const signal = SIGNAL.exec(name ?? '')?.[0]
  const { os, version, device, date, process } = Object.fromEntries(found)
  const isThrown = name !== undefined && /Exception\b/.test(name)
  const exception = omitUndefined({
    type: isThrown ? 'NSException' : undefined,
    name: isThrown ? name : undefined,
    signal,
    codes: CODE.exec(name ?? '')?.[0],
    reason: name === undefined ? undefined : found.get('reason'),
  })
  const header = omitUndefined({ os, version, device, date, process })
  if (name === undefined && Object.keys(header).length === 0) return undefined
  return { header, ...(name !== undefined && { exception }) }
}

/** The value in the next line that is not empty; undefined where that is another label. */
function below(lines: readonly string[], from: number): string | undefined {
  const line = lines.slice(from, from + 3).find((one) => one.trim() !== '')
  return line === undefined || ROW.test(line) || labelIn(line) ? undefined : line.trim()
}

function labelIn(
  line: string,
): { readonly field: Field; readonly value: string; readonly isChinese: boolean } | undefined {
  if (line.length > LONGEST) return undefined
  const [, label = '', value = ''] = LINE.exec(line) ?? []
  const key = label.trim().toLowerCase()
  const plain = key.replace(BEFORE, '').trim()
  const field = Object.hasOwn(labels, key) ? labels[key] : Object.hasOwn(labels, plain) ? labels[plain] : undefined
  if (field === undefined) return undefined
  const isChinese = HAN.test(label)
  // `名称：` and `类型：` alone are of anything.
  const needsMore = isChinese && (field === 'name' || field === 'reason' || field === 'date') && key === plain
  return needsMore ? undefined : { field, value: value.trim(), isChinese }
}
