/** Reads stackshot texts line by line; `spindump.ts` has the formats around it. Linear, and built for 50 MB. */
import type { CallTree, Report, ReportSection, Thread } from '../model/report.ts'
import { buildHeader, readMeasures } from './apple-header.ts'
import type { Field } from './apple-header.ts'
import { parseImageRow } from './apple-images.ts'
import type { ImageList } from './image-list.ts'
import type { Line } from './lines.ts'
import type { ReportBuilder } from './report-builder.ts'
import { parseStackshotRow } from './spindump-rows.ts'
import { TreeRows } from './tree-rows.ts'

const FIELD = /^([A-Z][A-Za-z/()_ .-]{0,40}):(?:[ \t]+(.*))?$/
const PROCESS = /^[ \t]*(Process|Powerstats for):[ \t]+(\S.*)$/
const THREAD = /^[ \t]*Thread[ \t]+(0x[0-9a-fA-F]+|\d+)\b(.*)$/
const HEAVIEST = /^[ \t]*(Heaviest stack .*?):?[ \t]*$/
const IMAGES = /^[ \t]*Binary Images:[ \t]*$/
const SECTION = /^[ \t]*(System Profile|Model|Loaded kexts|Kernel Extensions|Spindump binary format)\b.*$/
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
  /** Rows are one chain although they begin in one column. */
  readonly isChain: boolean
}

/** Reads the lines of one file. Call `read` once. */
export class SpindumpReader {
  readonly #builder: ReportBuilder
  readonly #fields: Field[]
  readonly #processes: ProcessDraft[] = []
  readonly #threads: Thread[] = []
  readonly #trees: TreeDraft[] = []
  readonly #other: string[] = []
  readonly #section: string[] = []
  readonly #target: ImageList
  #list: ImageList
  #tree: TreeDraft | undefined
  #inImages = false
  #inSection = false

  constructor(builder: ReportBuilder, fields: readonly Field[]) {
    this.#builder = builder
    this.#fields = [...fields]
    this.#target = builder.newImageList()
    this.#list = this.#target
  }

  read(lines: Iterable<Line>): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
    for (const line of lines) {
      const first = firstCode(line.text)
      if (first !== 0) this.#readLine(line, first)
    }
    return this.#finish()
  }

  #readLine(line: Line, first: number): void {
    const { text } = line
    if (this.#inSection && !PROCESS.test(text)) {
      this.#section.push(text)
      return
    }
    // 0-9 and the star of kernel code: the bulk of the file.
    if ((first >= 48 && first <= 57) || first === 42) {
      if (this.#inImages && this.#readImage(text)) return
      if (this.#readRow(line)) return
      if (this.#readImage(text)) return
    }
    this.#readOther(line)
  }

  #readRow(line: Line): boolean {
    const parsed = parseStackshotRow(line)
    if (!parsed) return false
    const tree = (this.#tree ??= this.#openTree('Stack', undefined, true))
    tree.rows.add(tree.isChain ? tree.rows.size : parsed.column, parsed.count, parsed.row)
    this.#inImages = false
    return true
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
    const thread = THREAD.exec(text)
    if (thread?.[1]) return this.#openThread(thread[1], thread[2] ?? '')
    const heaviest = HEAVIEST.exec(text)
    if (heaviest?.[1]) {
      this.#tree = this.#openTree(heaviest[1], undefined, true)
      return
    }
    if (IMAGES.test(text)) {
      this.#inImages = true
      this.#tree = undefined
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
      if (this.#tree?.thread !== undefined || this.#tree?.isChain) this.#tree = undefined
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
    if (/^[ \t]*\*?\d+[ \t]+\S/.test(text)) {
      const message = `Line ${line.number} looks like a row of a stack but could not be read: ${text.trim().slice(0, 80)}`
      this.#builder.problem({ code: 'unreadable-row', message, line: line.number })
    }
    if (this.#other.length < MAX_OTHER && !/^-+$/.test(text.trim())) this.#other.push(text)
  }

  #openProcess(key: string, value: string): void {
    const pid = /\[(\d+)\]/.exec(value)?.[1]
    const isTarget = this.#isTarget(value, pid)
    const name = value.replace(/[ \t]*\[unique pid \d+\]/, '')
    this.#list = isTarget ? this.#target : this.#builder.newImageList()
    this.#processes.push({ title: `${key}: ${value}`, name, fields: [['Process', value]], list: this.#list })
    this.#inImages = false
    this.#inSection = false
    // Power reports have one tree for the whole process.
    this.#tree = key === 'Process' ? undefined : this.#openTree(`${key} ${name}`, undefined, false)
  }

  /** Stacks above the processes are of the process that the report is about; without one, of the first. */
  #isTarget(value: string, pid: string | undefined): boolean {
    const get = (key: string): string | undefined => this.#fields.find(([name]) => name === key)?.[1]
    const wanted = get('PID')
    const command = get('Command')
    if (wanted !== undefined) return pid === wanted
    return command === undefined ? this.#processes.length === 0 : value.startsWith(command)
  }

  #openThread(id: string, rest: string): void {
    const queue = /DispatchQueue (?:"([^"]*)"|(\S+))/.exec(rest)
    const name = /Thread name "([^"]*)"/.exec(rest)?.[1]
    const words = rest
      .split(/[ \t]{2,}|\t/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && !/^(?:DispatchQueue|Thread name)\b/.test(word))
    const queueName = queue?.[1] ?? queue?.[2]
    this.#threads.push({
      id: Number(id),
      crashed: false,
      frames: [],
      ...(name ? { name } : {}),
      ...(queueName ? { queue: queueName } : {}),
      ...(words.length > 0 ? { state: words } : {}),
    })
    const process = this.#processes.at(-1)?.name
    const label = name ?? queueName
    const title = [process, `Thread ${id}`, label].filter((part) => part !== undefined).join(' · ')
    this.#tree = this.#openTree(title, this.#threads.length - 1, false)
    this.#inImages = false
  }

  #openTree(title: string, thread: number | undefined, isChain: boolean): TreeDraft {
    const tree: TreeDraft = { title, rows: new TreeRows(), list: this.#list, thread, isChain }
    this.#trees.push(tree)
    return tree
  }

  #finish(): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
    const callTrees: CallTree[] = this.#trees
      .filter((tree) => tree.rows.size > 0)
      .map(({ title, rows, list, thread }) => ({
        title,
        weight: 'samples',
        roots: rows.build(this.#builder, list),
        ...(thread === undefined ? {} : { thread }),
      }))
    const built = this.#builder.finish()
    const fields = this.#fields.length > 0 ? this.#fields : (this.#processes[0]?.fields ?? [])
    const events = readMeasures(fields)
    return {
      textKind: 'rows',
      ...(events.length > 0 && { events }),
      header: buildHeader(fields, built.images),
      applicationInfo: [],
      threads: this.#threads,
      backtraces: [],
      callTrees,
      sections: this.#sections(),
      ...built,
    }
  }

  #sections(): ReportSection[] {
    const text = (title: string, lines: readonly string[]): ReportSection[] =>
      lines.length > 0 ? [{ kind: 'text', title, text: lines.join('\n') }] : []
    return [...this.#processTable(), ...text('Other text', this.#other), ...text('System Profile', this.#section)]
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

/** Code of the first character that is not blank; 0 for a blank line. */
function firstCode(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 9) return code
  }
  return 0
}
