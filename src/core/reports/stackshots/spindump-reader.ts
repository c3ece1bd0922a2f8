/** Reads stackshot texts line by line; `spindump.ts` has the formats around it. Linear, and built for 50 MB. */
import type { CallTree, Report, ReportSection, Thread } from '../../model/report.ts'
import { buildHeader, mainImage, readMeasures, withSliceUuid } from '../text/apple-header.ts'
import type { Field } from '../text/apple-header.ts'
import { parseImageRow } from '../text/apple-images.ts'
import type { ImageList } from '../base/image-list.ts'
import type { Line } from '../base/lines.ts'
import type { ReportBuilder } from '../base/report-builder.ts'
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { titles } from '../../messages/labels.ts'
import { Targets } from '../text/row-targets.ts'
import { behindBlanks, parseNamedRow, parseStackshotRow, type StackshotRow } from '../text/spindump-rows.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { readSamples, readWaitNote, WaitBuilder } from '../base/wait-words.ts'
import { unreadableRow } from '../base/unreadable-row.ts'

/** `Failure code::` has two colons. Small words in a row are a sentence of a person. */
const FIELD = /^(?![A-Z][a-z]*(?: [a-z]+){4})([A-Z][A-Za-z/()_ .-]{0,40}):{1,2}(?:[ \t]+(.*))?$/
/** The system’s heading of a stackshot after a failure to sleep or wake. */
const SLEEP =
  /^[ \t]*(?:(?:Dark ?|Full ?)?(?:Sleep|Wake)\b.{0,20}\b(?:failure|transition|timed out)\b|Please IGNORE the below)/i
const PROCESS = /^[ \t]*(Process|Powerstats for):[ \t]+(\S.*)/
const THREAD = /^[ \t]*Thread[ \t]+(0x[0-9a-fA-F]+|\d+)\b(.*)/
/** Mac OS X 10.5 and 10.6 printed addresses of the kernel's threads without `0x`, and no number where they knew none. */
const OLD_THREAD = /^[ \t]*Thread(?:[ \t]+id:)?(?:[ \t]+([0-9a-f]{1,16}))?((?:[ \t]+DispatchQueue[ \t]+\S+)?)$/
/** They printed the two parts of a thread's stack apart. */
const PART = /^[ \t]*(User|Kernel) stack:$/
/** A writer of notes makes it a heading. */
const HEAVIEST = /^[ \t]*(?:#{1,6}[ \t]+)?(Heaviest [sS]tack .*?):?$/
const IMAGES = /^[ \t]*Binary Images:$/
const SECTION = /^[ \t]*(System Profile|Model|Loaded kexts|Kernel Extensions|Spindump binary format)\b/
const KEXT =
  /^[ \t]*(\d+)[ \t]+(\d+)[ \t]+(0x[0-9a-f]{1,16}|0)[ \t]+(0x[0-9a-f]{1,12}|0)[ \t]+(0x[0-9a-f]{1,12}|0)[ \t]+([\w.-]+)[ \t]+\(([^()]*)\)(?:[ \t]+([0-9A-Fa-f-]{36}))?/
const KEXT_COLUMNS = ['Index', 'Refs', 'Address', 'Size', 'Wired', 'Name', 'Version', 'UUID']
/** Stray text that is kept of one file. */
const MAX_OTHER = 2000

interface ProcessDraft {
  readonly title: string
  readonly name: string
  readonly fields: Field[]
  readonly list: ImageList
}

interface TreeDraft {
  readonly title: string
  readonly rows: TreeRows
  readonly list: ImageList
  readonly thread: number | undefined
  /** Its samples are in another tree of its thread, too. */
  readonly isPart?: boolean
  /** Column of its first row, and its count. */
  column?: number
  count?: number
  /** Rows are one chain although they begin in one column. */
  isChain: boolean
  /** Rows of a stack whose title was lost: whether they are a chain or a tree is known when all are there. */
  readonly pending?: StackshotRow[]
}

/** Reads the lines of one file. Call `read` once. */
export class SpindumpReader {
  readonly #builder: ReportBuilder
  readonly #isOld: boolean
  readonly #fields: Field[]
  readonly #processes: ProcessDraft[] = []
  readonly #threads: Thread[] = []
  /** Trees whose rows are all there; of a million rows, few are held at a time. */
  readonly #trees: CallTree[] = []
  readonly #other: string[] = []
  readonly #section: string[] = []
  readonly #target: ImageList
  #list: ImageList
  #tree: TreeDraft | undefined
  #inImages = false
  #inSection = false
  #blankBefore = false
  readonly #kexts: string[][] = []
  readonly #targets = new Targets()
  readonly #waits = new WaitBuilder()

  /** `isOld`: the text prints the parts of each thread's stack apart. */
  constructor(builder: ReportBuilder, fields: readonly Field[], isOld = false) {
    this.#builder = builder
    this.#isOld = isOld
    this.#fields = [...fields]
    this.#target = builder.newImageList()
    this.#list = this.#target
  }

  read(lines: Iterable<Line>): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
    for (const line of lines) {
      const column = behindBlanks(line.text, 0)
      if (column === line.text.length) this.#blankBefore = true
      else this.#readLine(line, column)
    }
    return this.#finish()
  }

  /** `column`: the column of its first letter. */
  #readLine(line: Line, column: number): void {
    const { text } = line
    const first = text.charCodeAt(column)
    if (this.#inSection && !PROCESS.test(text)) {
      this.#section.push(text)
      return
    }
    // 0-9 and the star of kernel code: the bulk of the file.
    if ((first >= 48 && first <= 57) || first === 42) {
      if (this.#inImages && this.#readImage(text)) return
      if (this.#readRow(line, column)) return
      if (this.#readImage(text)) return
    }
    this.#readOther(line)
  }

  #readRow(line: Line, from: number): boolean {
    const parsed = parseStackshotRow(line, this.#targets, from) ?? this.#namedRow(line)
    if (!parsed) return false
    const column = this.#tree?.thread === undefined ? undefined : this.#tree.column
    // Behind a blank line, a row no deeper than the first is of another thread, whose own line was lost.
    if (this.#blankBefore && column !== undefined && parsed.column <= column) this.#closeTree()
    this.#blankBefore = false
    const tree = (this.#tree ??= this.#openTree('Stack', undefined, false, []))
    tree.column ??= parsed.column
    tree.count ??= parsed.count
    if (parsed.note?.includes('blocked by ') === true) this.#readWait(tree, parsed.note, parsed.count)
    if (tree.pending) {
      tree.pending.push(parsed)
      this.#inImages = false
      return true
    }
    addRow(tree.rows, tree.isChain ? tree.rows.size : parsed.column, parsed)
    this.#inImages = false
    return true
  }

  /** A row without its image in a heaviest stack, whose counts only fall. */
  #namedRow(line: Line): StackshotRow | undefined {
    const tree = this.#tree
    const row = tree?.isChain && !tree.pending ? parseNamedRow(line) : undefined
    return row && row.count <= (tree?.count ?? Infinity) ? row : undefined
  }

  #readWait({ thread, count: all }: TreeDraft, note: string, count: number): void {
    const waiter = thread === undefined ? undefined : this.#threads[thread]
    const read = waiter && readWaitNote(note)
    if (!read) return
    const seen = readSamples(note)
    this.#waits.add(waiter.id, read, seen ?? (count === all ? undefined : 'partly'))
  }

  #readImage(text: string): boolean {
    const image = parseImageRow(text)
    if (image) this.#builder.addImage(image, this.#list)
    return image !== undefined
  }

  #readOther(line: Line): void {
    const text = line.text.trimEnd()
    const process = PROCESS.exec(text)
    if (process?.[2]) return this.#openProcess(process[1] ?? '', process[2].trim())
    const old = OLD_THREAD.exec(text)
    if (old && this.#isOld) return this.#openThread(old[1] && `0x${old[1]}`, old[2] ?? '')
    const thread = THREAD.exec(text)
    if (thread?.[1]) return this.#openThread(thread[1], thread[2] ?? '')
    const part = PART.exec(text)
    if (part) return this.#openPart(part[1] === 'Kernel')
    const heaviest = HEAVIEST.exec(text)
    if (heaviest?.[1]) {
      this.#tree = this.#openTree(heaviest[1], undefined, true)
      return
    }
    if (IMAGES.test(text)) {
      this.#inImages = true
      this.#closeTree()
      return
    }
    if (SECTION.test(text)) {
      this.#inSection = true
      this.#section.push(text.trim())
      return
    }
    const field = FIELD.exec(text.trim())
    if (field?.[1] && !this.#inImages) {
      const target = this.#processes.at(-1)?.fields ?? this.#fields
      target.push([field[1], (field[2] ?? '').trim()])
      // Samples of a process that is not split by threads follow its fields.
      if (this.#tree?.thread !== undefined || this.#tree?.isChain) this.#closeTree()
      return
    }
    this.#readStray(text, line)
  }

  #readStray(text: string, line: Line): void {
    // `<thread QoS background (requested background), …>`: attributes of the thread above.
    const thread = this.#threads.at(-1)
    if (/^[ \t]*<(?:thread|process)\b/.test(text) && thread && this.#tree?.thread === this.#threads.length - 1) {
      this.#threads[this.#threads.length - 1] = { ...thread, state: [...(thread.state ?? []), text.trim()] }
      return
    }
    if (this.#readKext(text)) return
    if (SLEEP.test(text) && this.#processes.length === 0) {
      this.#fields.push(['Note', text.trim()])
      return
    }
    if (/^[ \t]*\*?\d+[ \t]+\S/.test(text)) {
      this.#builder.problem(unreadableRow('stack', line))
    }
    if (this.#other.length < MAX_OTHER && !/^-+$/.test(text.trim())) this.#other.push(text)
  }

  /** A row of `kextstat`, as reports on the whole machine append it: a table of its own, and an image where it was loaded. */
  #readKext(text: string): boolean {
    const row = KEXT.exec(text)
    if (!row) return false
    const [, index = '', references = '', address = '0', size = '0', wired = '', name = '', version = '', id = ''] = row
    this.#kexts.push([index, references, address, size, wired, name, version, id])
    const loadAddress = BigInt(address)
    const uuid = parseUuid(id)
    if (loadAddress !== 0n) {
      const image = { name, bundleId: name, version, loadAddress: runtimeAddress(loadAddress), size: Number(size) }
      this.#builder.addImage({ ...image, origin: 'system', ...(uuid ? { uuid } : {}) }, this.#list)
    }
    return true
  }

  #openProcess(key: string, value: string): void {
    const pid = /\[(\d+)\]/.exec(value)?.[1]
    const isTarget = this.#isTarget(value, pid)
    const name = value.replace(/[ \t]*\[unique pid \d+\]/, '')
    this.#list = isTarget ? this.#target : this.#builder.newImageList()
    this.#processes.push({ title: `${key}: ${value}`, name, fields: [['Process', value]], list: this.#list })
    if (pid !== undefined) this.#waits.addProcess(Number(pid), name)
    this.#inImages = false
    this.#inSection = false
    // Power reports have one tree for the whole process.
    this.#closeTree()
    if (key !== 'Process') this.#tree = this.#openTree(`${key} ${name}`, undefined, false)
  }

  /** Stacks above the processes are of the process that the report is about; without one, of the first. */
  #isTarget(value: string, pid: string | undefined): boolean {
    const get = (key: string): string | undefined => this.#fields.find(([name]) => name === key)?.[1]
    const wanted = get('PID')
    const command = get('Command')
    if (wanted !== undefined) return pid === wanted
    return command === undefined ? this.#processes.length === 0 : value.startsWith(command)
  }

  /** The user's part of a thread's stack, or the kernel's; a piece of a report may begin with either. */
  #openPart(isKernel: boolean): void {
    const above = this.#tree
    const thread = above?.thread
    const hasRows = (above?.rows.size ?? 0) > 0
    if (!isKernel && thread !== undefined && !hasRows) return
    const behind = ` · ${titles.kernelStack}`
    const title = above && thread !== undefined ? above.title.replace(behind, '') : titles.stack
    // No image of the process holds code of the kernel, whose addresses may be the same.
    const list = isKernel ? this.#builder.newImageList() : this.#list
    this.#closeTree()
    this.#tree = {
      ...this.#openTree(isKernel ? title + behind : title, thread, false),
      list,
      isPart: isKernel && hasRows,
    }
  }

  #openThread(id: string | undefined, rest: string): void {
    const queue = /DispatchQueue (?:"([^"]*)"|(\S+))/.exec(rest)
    const name = /Thread name "([^"]*)"/.exec(rest)?.[1]
    const words = rest
      .split(/[ \t]{2,}|\t/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && !/^(?:DispatchQueue|Thread name)\b/.test(word))
    const queueName = queue?.[1] ?? queue?.[2]
    // Without a number, its place tells a thread from the others.
    const number = id === undefined ? this.#threads.length : Number(id)
    this.#threads.push({
      id: number,
      ...(id === undefined && { unnumbered: true }),
      crashed: false,
      frames: [],
      ...(name ? { name } : {}),
      ...(queueName ? { queue: queueName } : {}),
      ...(words.length > 0 ? { state: words } : {}),
    })
    const process = this.#processes.at(-1)?.name
    this.#waits.addThread(number, { thread: this.#threads.length - 1, ...(process !== undefined && { process }) })
    const label = name ?? queueName
    const title = [process, id === undefined ? titles.thread : titles.numberedThread({ number: id }), label]
      .filter((part) => part !== undefined)
      .join(' · ')
    this.#tree = this.#openTree(title, this.#threads.length - 1, false)
    this.#inImages = false
  }

  #openTree(title: string, thread: number | undefined, isChain: boolean, pending?: StackshotRow[]): TreeDraft {
    this.#closeTree()
    const rows = new TreeRows()
    return { title, rows, list: this.#list, thread, isChain, ...(pending && { pending }) }
  }

  /** No row of this tree comes any more. */
  #closeTree(): void {
    const tree = this.#tree
    if (!tree) return
    this.#tree = undefined
    const { title, rows, list, thread, pending = [] } = tree
    const isChain = pending.every(({ column }) => column === pending[0]?.column)
    pending.forEach((parsed, at) => addRow(rows, isChain ? at : parsed.column, parsed))
    if (rows.size === 0) return
    this.#trees.push({
      title,
      weight: 'samples',
      roots: rows.build(this.#builder, list),
      ...(thread === undefined ? {} : { thread }),
      ...(tree.isChain || tree.isPart ? { excerpt: true } : {}),
    })
  }

  #finish(): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
    this.#closeTree()
    const built = this.#builder.finish()
    const fields = this.#fields.length > 0 ? this.#fields : (this.#processes[0]?.fields ?? [])
    const events = readMeasures(fields)
    const waits = this.#waits.finish()
    return {
      textKind: 'rows',
      ...(events.length > 0 && { events }),
      ...(waits.length > 0 && { waits }),
      ...this.#headed(fields, built),
      applicationInfo: [],
      threads: this.#threads,
      backtraces: [],
      callTrees: this.#trees,
      sections: this.#sections(),
      frameCount: built.frameCount,
      problems: built.problems,
    }
  }

  /** Header and images. A power report whose head is cut still names its one process, and the UUID of its program. */
  #headed(fields: readonly Field[], { images }: Pick<Report, 'images'>): Pick<Report, 'header' | 'images'> {
    const [only, ...others] = this.#processes
    const isNamed = fields.some(([key]) => /^(?:process|command|pid)$/i.test(key))
    if (!only || others.length > 0 || isNamed || !only.title.startsWith('Powerstats')) {
      return { header: buildHeader(fields, images), images }
    }
    const own = only.fields.filter(([key]) => /^(?:process|uuid|path|identifier|version)$/i.test(key))
    const header = buildHeader([...fields, ...own], images)
    const uuid = own.find(([key]) => /^uuid$/i.test(key))?.[1]
    return { header, images: withSliceUuid(images, mainImage(images, header.process, header.path), uuid) }
  }

  #sections(): ReportSection[] {
    const text = (title: string, lines: readonly string[]): ReportSection[] =>
      lines.length > 0 ? [{ kind: 'text', title, text: lines.join('\n') }] : []
    const kexts: ReportSection[] =
      this.#kexts.length > 0
        ? [{ kind: 'table', title: 'Kernel extensions', columns: KEXT_COLUMNS, rows: this.#kexts }]
        : []
    return [
      ...this.#processTable(),
      ...kexts,
      ...text('Other text', this.#other),
      ...text('System Profile', this.#section),
    ]
  }

  /** One row a process: everything that it says of itself. */
  #processTable(): ReportSection[] {
    if (this.#processes.length === 0) return []
    const columns = [...new Set(this.#processes.flatMap(({ fields }) => fields.map(([key]) => key)))]
    const rows = this.#processes.map(({ fields }) =>
      columns.map((column) => fields.flatMap(([key, value]) => (key === column ? [value] : [])).join('; ')),
    )
    return [{ kind: 'table', title: 'Processes', columns, rows }]
  }
}

function addRow(rows: TreeRows, column: number, { count, row, note }: StackshotRow): void {
  rows.add(column, count, row, note === undefined ? undefined : { note })
}
