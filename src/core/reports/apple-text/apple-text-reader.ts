/** Reads one text crash report line by line; `apple-text.ts` is the format around it. */
import type { Report } from '../../model/report.ts'
import type { Field } from '../text/apple-header.ts'
import { parseImageRow, parsePackage } from '../text/apple-images.ts'
import { parseListedImage } from '../text/listed-images.ts'
import { parseRegisters, readStateRow, rowOfCounter } from '../text/apple-registers.ts'
import { parseFrameRow } from '../text/apple-rows.ts'
import {
  DEADLOCKED,
  THREAD_HEAD,
  THREAD_NAME,
  THREAD_STATE,
  INSTRUCTIONS,
  LAST_EXCEPTION,
  BACKTRACE,
  IMAGES,
  SECTION,
  FIELD,
  TREE,
  WRITTEN_STACK,
  WRITTEN_TREE,
  BRACKETED,
  isInsideThrown,
  isKnownField,
  KNOWN_FIELDS,
  SPEAKER,
  ROW_LIKE,
  RULE,
  MOST_ABOVE,
  NUMBER,
  withFirstLetters,
  WORDS,
  withoutComment,
} from './apple-text-grammar.ts'
import { buildTextReport, isInformation, newThread } from './apple-text-model.ts'
import type { PackageRow, ReaderOptions, StackDraft, ThreadDraft } from './apple-text-model.ts'
import { isCutRow } from './cut-rows.ts'
import { asLine, spanIn, type Line } from '../base/lines.ts'
import type { ReportBuilder } from '../base/report-builder.ts'
import { parseStackshotRow } from '../text/spindump-rows.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { unreadableRow } from '../base/unreadable-row.ts'
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'
import { append } from '../../model/lists.ts'

type Mode =
  | { readonly kind: 'header' | 'between' | 'images' }
  | { readonly kind: 'rows'; readonly stack: ThreadDraft | StackDraft }
  | { readonly kind: 'bracket'; readonly stack: StackDraft }
  | { readonly kind: 'registers'; readonly thread: ThreadDraft }
  | { readonly kind: 'section'; readonly title: string; readonly lines: string[] }
  | { readonly kind: 'tree'; readonly rows: TreeRows }

/** Reads the lines of one report. Call `read` once. */
export class AppleTextReader {
  readonly #builder: ReportBuilder
  readonly #options: ReaderOptions
  readonly #fields: (readonly [string, string])[] = []
  readonly #threads: ThreadDraft[] = []
  readonly #lastById = new Map<number, ThreadDraft>()
  readonly #stacks: StackDraft[] = []
  readonly #sections: { title: string; lines: string[] }[] = []
  /** Sentences below the header that no field holds. */
  readonly #said: string[] = []
  readonly #other: string[] = []
  readonly #packages: PackageRow[] = []
  readonly #trees: { title: string; weight: string; rows: TreeRows }[] = []
  #last: StackDraft | undefined
  #mode: Mode = { kind: 'header' }
  #blankBefore = true
  /** A blank line came since the last field: its value is whole. */
  #valueEnded = true
  /** Where the last line below the last field went that is none of its own. */
  #stray: 'said' | 'other' | undefined

  constructor(builder: ReportBuilder, fields: readonly Field[], options: ReaderOptions) {
    this.#builder = builder
    this.#options = options
    append(this.#fields, fields)
  }

  read(lines: readonly Line[]): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
    for (const line of lines) {
      const isBlank = line.text.trim() === ''
      if (isBlank) this.#readBlank()
      else this.#readLine(line)
      this.#blankBefore = isBlank
    }
    return buildTextReport(this.#builder, {
      fields: this.#fields,
      threads: this.#threads,
      stacks: this.#stacks,
      last: this.#last,
      trees: this.#trees,
      sections: this.#sections,
      said: this.#said,
      other: this.#other,
      packages: this.#packages,
    })
  }

  #readBlank(): void {
    const mode = this.#mode
    this.#valueEnded = true
    if (mode.kind === 'section') mode.lines.push('')
    else if (mode.kind === 'registers' || mode.kind === 'bracket') this.#mode = { kind: 'between' }
  }

  #readLine(line: Line): void {
    const { text } = line
    if (this.#mode.kind === 'bracket') return this.#readBracketed(line, this.#mode.stack)
    if (this.#mode.kind === 'rows' && this.#readRow(line, this.#mode.stack)) return
    if (this.#mode.kind === 'images' && this.#readImage(text)) return
    if (this.#mode.kind === 'tree' && this.#readTreeRow(line, this.#mode.rows)) return
    if (this.#mode.kind === 'header' && RULE.test(text)) {
      this.#valueEnded = true
      this.#stray = 'other'
      return
    }
    if (this.#readStart(line)) return
    if (this.#mode.kind === 'registers' && this.#readRegisters(line, this.#mode.thread)) return
    if (this.#mode.kind !== 'section' && this.#readHeadless(line)) return
    if (this.#readField(text)) return
    if (this.#mode.kind === 'section' && !(this.#blankBefore && SPEAKER.test(text))) {
      this.#mode.lines.push(text)
      return
    }
    if (this.#mode.kind === 'section') this.#mode = { kind: 'between' }
    this.#readStray(line)
  }

  /** Lines that begin a part of the report, in whatever part they are met. */
  #readStart(line: Line): boolean {
    const { text } = line
    const name = THREAD_NAME.exec(text)
    if (name) {
      const thread = this.#thread(Number(name[1]), line)
      this.#label(thread, name[2] ?? '')
      this.#mode = { kind: 'between' }
      return true
    }
    const state = THREAD_STATE.exec(text)
    if (state) {
      const crashed = this.#threads.find((thread) => thread.marked)
      const thread = state[1] === undefined && crashed ? crashed : this.#thread(Number(state[1] ?? 0), line)
      thread.marked ||= /crashed/i.test(text)
      this.#mode = { kind: 'registers', thread }
      return true
    }
    if (INSTRUCTIONS.test(text)) return this.#openSection(text.trim().replace(/:$/, ''))
    const head = THREAD_HEAD.exec(text)
    if (head && this.#isHead(head)) {
      const thread = this.#thread(head[1] === undefined ? 0 : Number(head[1]), line)
      thread.marked ||= head[2] !== undefined || head[1] === undefined
      thread.attributed ||= head[2] === 'Attributed' || head[2] === 'Highlighted'
      this.#label(thread, head[4] ?? '')
      this.#mode = { kind: 'rows', stack: thread }
      return true
    }
    if (LAST_EXCEPTION.test(text)) {
      this.#last = { title: 'Last Exception Backtrace', rows: [], start: line.start, end: line.end }
      this.#mode = { kind: 'rows', stack: this.#last }
      return true
    }
    const backtrace = WRITTEN_STACK.exec(text) ?? BACKTRACE.exec(text)
    if (backtrace?.[1] !== undefined) {
      const stack = { title: backtrace[1], rows: [], start: line.start, end: line.end }
      this.#stacks.push(stack)
      this.#mode = { kind: 'rows', stack }
      return true
    }
    if (IMAGES.test(text)) {
      this.#mode = { kind: 'images' }
      return true
    }
    const written = WRITTEN_TREE.exec(text)
    if (written || TREE.test(text)) {
      const rows = new TreeRows()
      this.#trees.push({ title: written?.[2] ?? text.trim(), weight: written?.[1] ?? 'samples', rows })
      this.#mode = { kind: 'tree', rows }
      return true
    }
    if (text.trim() === 'EOF') {
      this.#mode = { kind: 'between' }
      return true
    }
    if (/^Model: \w+,\d/.test(text) && (this.#threads.length > 0 || this.#mode.kind === 'images')) {
      this.#openSection('System')
      return this.#mode.kind === 'section' && this.#mode.lines.push(text) > 0
    }
    const section = SECTION.exec(text)
    if (!section) return false
    const title = section[1] ?? section[3] ?? ''
    if (KNOWN_FIELDS.has(title.toLowerCase())) return false
    const open = this.#mode.kind === 'section' && section[3] !== undefined ? this.#mode.lines : undefined
    if (open && (!this.#blankBefore || isInsideThrown(open))) return false
    this.#openSection(title)
    if (section[2] && this.#mode.kind === 'section') this.#mode.lines.push(section[2])
    return true
  }

  /** `Thread 3:` alone is a head; `Thread 3: text` only where the text can be a name. */
  #isHead(head: RegExpExecArray): boolean {
    return !/\.[ \t]*$/.test(head[4] ?? '') || head[3] === ':'
  }

  #openSection(title: string): true {
    const lines: string[] = []
    this.#sections.push({ title, lines })
    this.#mode = { kind: 'section', title, lines }
    return true
  }

  #thread(id: number, line: Line): ThreadDraft {
    const last = this.#lastById.get(id)
    if (last && last.rows.length === 0) return last
    if (last && THREAD_STATE.test(line.text)) return last
    const thread = newThread(id, line)
    this.#threads.push(thread)
    this.#lastById.set(id, thread)
    return thread
  }

  #label(thread: ThreadDraft, label: string): void {
    const queue = /(?:^|[ \t,])Dispatch [Qq]ueue:[ \t]*(.*)$/.exec(label)
    const name = (queue ? label.slice(0, queue.index) : label).trim()
    if (name) thread.name = name
    if (queue?.[1]?.trim()) thread.queue = queue[1].trim()
  }

  #readRow(line: Line, stack: ThreadDraft | StackDraft): boolean {
    if ('elided' in stack && stack.elided.read(line.text, stack.rows.length)) return true
    const isManaged = 'title' in stack && stack.title.startsWith('Xamarin')
    const isNext = Number(NUMBER.exec(line.text)?.[1] ?? -1) === (stack.rows.at(-1)?.index ?? -1) + 1
    const row =
      parseFrameRow(line) ??
      (isManaged || isNext ? this.#options.readOtherRow(line, isManaged ? 'managed' : 'next') : undefined)
    if (row && isCutRow(line, row, stack.rows, this.#options.textEnd)) {
      this.#builder.problem(problem('cut-row', { line: line.number }, { line: line.number }))
      return true
    }
    if (row) {
      stack.rows.push(row)
      stack.end = line.end
      return true
    }
    if (stack === this.#last && stack.rows.length === 0 && BRACKETED.test(line.text)) {
      this.#mode = { kind: 'bracket', stack: this.#last }
      this.#readBracketed(line, this.#last)
      return true
    }
    return false
  }

  /** `(0x185154164 0x184e68c1c …)`: bare addresses, perhaps broken over lines, perhaps never closed. */
  #readBracketed(line: Line, stack: StackDraft): void {
    const parts = /^[ \t]*\(?[ \t]*((?:0x[0-9a-fA-F]+[ \t]*)+)(\)?)[ \t]*$/.exec(line.text)
    if (!parts) {
      this.#mode = { kind: 'between' }
      this.#readLine(line)
      return
    }
    for (const match of line.text.matchAll(/0x[0-9a-fA-F]{1,16}\b/g)) {
      stack.rows.push({ address: BigInt(match[0]), span: spanIn(line, match.index, match.index + match[0].length) })
    }
    stack.end = line.end
    if (parts[2]) this.#mode = { kind: 'between' }
  }

  #readTreeRow(line: Line, rows: TreeRows): boolean {
    const parsed = parseStackshotRow(line)
    const more = parsed?.note === undefined ? {} : { note: parsed.note }
    if (parsed) rows.add(parsed.column, parsed.count, parsed.row, more)
    return parsed !== undefined
  }

  #readImage(text: string): boolean {
    // Some writers leave out where images end.
    const image = parseImageRow(text) ?? parseListedImage(text)
    if (!image) return false
    this.#builder.addImage(image)
    const members = parsePackage(text)
    if (members) this.#packages.push({ image: image.name, members })
    return true
  }

  #readRegisters(line: Line, thread: ThreadDraft): boolean {
    const registers = parseRegisters(line.text)
    append(thread.registers, registers)
    thread.counter ??= rowOfCounter(line, registers)
    return registers.length > 0 || /^[ \t]*[a-z]\w*:[ \t]/.test(line.text)
  }

  /** Registers whose heading is cut off: the system prints those of the crashed thread alone. */
  #readHeadless(line: Line): boolean {
    const registers = readStateRow(line.text)
    const crashed = this.#threads.find((one) => one.marked)
    if (registers.length === 0 || (crashed?.registers.length ?? this.#threads.length) > 0) return false
    const thread = crashed ?? { ...newThread(0, line), unnumbered: true, marked: true }
    if (thread !== crashed) this.#threads.push(thread)
    this.#mode = { kind: 'registers', thread }
    return this.#readRegisters(line, thread)
  }

  #readField(text: string): boolean {
    const { kind } = this.#mode
    const open = this.#openValue()
    if (kind === 'header' && open && !this.#blankBefore) {
      this.#extendLast(text)
      return true
    }
    const field = FIELD.exec(this.#fields.length === 0 ? withFirstLetters(text) : text)
    const key = field?.[1]
    // `Termination Reason: DYLD 1 Library missing` goes on with `Library not loaded: …`.
    const goesOn = /^(?:termination reason|vm region info)$/i.test(this.#fields.at(-1)?.[0] ?? '')
    if (kind === 'header' && goesOn && !this.#valueEnded && !KNOWN_FIELDS.has(key?.toLowerCase() ?? '')) {
      this.#extendLast(text)
      return true
    }
    const isOfWords = WORDS.test(key ?? '') || (this.#stray === 'said' && !this.#blankBefore)
    const isKnown = isKnownField(key, field?.[2], this.#fields.at(-1)?.[0])
    if (isOfWords && !isKnown) return false
    if (key !== undefined && (kind === 'header' || isKnown)) {
      this.#fields.push([key, withoutComment(field?.[2] ?? '').trim()])
      this.#valueEnded = false
      this.#stray = undefined
      // Fields come again behind a section of free text.
      if (kind === 'section' || kind === 'between')
        this.#mode = { kind: this.#threads.length === 0 ? 'header' : 'between' }
      return true
    }
    if (kind === 'header' && !this.#valueEnded && this.#isValueOpen() && !parseFrameRow(asLine(text))) {
      this.#extendLast(text)
      return true
    }
    return false
  }

  /** Whether the last field holds an `<RBSTerminateContext| …` that has not ended. */
  #openValue(): boolean {
    const value = this.#fields.at(-1)?.[1] ?? ''
    return /<RBS\w+\|/.test(value) && !/>[ \t]*$/.test(value)
  }

  /** False where the last field's value has its end: a note, a process and its number. What follows is somebody's words. */
  #isValueOpen(): boolean {
    const last = this.#fields.at(-1)
    if (this.#stray !== undefined) return false
    if (last === undefined || (/^exception note$/i.test(last[0]) && last[1] !== '')) return false
    // A type with its signal or its code.
    if (/^exception type$/i.test(last[0]) && /^EXC_[A-Z_]+ \([A-Z_]+\)$/.test(last[1])) return false
    return !(/process$/i.test(last[0]) && /\[\d{1,9}\]$/.test(last[1]))
  }

  #extendLast(text: string): void {
    const last = this.#fields.at(-1)
    if (last) this.#fields[this.#fields.length - 1] = [last[0], `${last[1]}\n${text.trim()}`.trim()]
  }

  /** A line of no part that is known: kept as text, told where rows were expected. */
  #readStray(line: Line): void {
    const image = parseImageRow(line.text)
    if (image) {
      this.#builder.addImage(image)
      this.#mode = { kind: 'images' }
      return
    }
    const isFirst = NUMBER.exec(line.text)?.[1] === '0'
    const row = parseFrameRow(line) ?? (isFirst ? this.#options.readOtherRow(line, 'first') : undefined)
    if (row) {
      const stack: StackDraft = { title: titles.stack, rows: [row], start: line.start, end: line.end }
      this.#stacks.push(stack)
      this.#mode = { kind: 'rows', stack }
      return
    }
    const part = this.#mode.kind === 'rows' ? 'stack' : this.#mode.kind === 'images' ? 'images' : undefined
    if (part && ROW_LIKE.test(line.text)) {
      this.#builder.problem(unreadableRow(part, line))
    }
    const isSaid =
      this.#mode.kind === 'header' &&
      this.#other.length < MOST_ABOVE &&
      !SPEAKER.test(line.text) &&
      ((this.#stray === 'said' && !this.#blankBefore) ||
        DEADLOCKED.test(line.text) ||
        this.#options.isSaidOfEnd(line.text)) &&
      this.#fields.some(([key]) => /^exception type$/i.test(key)) &&
      // Below its own part for them, other words are of whoever pasted the report.
      !this.#sections.some(({ title }) => isInformation(title))
    this.#stray = isSaid ? 'said' : 'other'
    if (isSaid) this.#said.push(line.text.trim())
    else this.#other.push(line.text)
  }
}
