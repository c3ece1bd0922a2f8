/** The tools: what each is called, what it takes, and what it does at the desk. Answers are made beside. */
import { z } from 'zod'
import type { FileOutcome, OnEvent } from '../../core/engine-types.ts'
import { demangleText } from '../../core/demangle/registry.ts'
import { keyText } from '../../core/model/key.ts'
import { append } from '../../core/model/lists.ts'
import { givenFileOf } from '../../core/model/path-name.ts'
import { argumentWords, toolWords } from '../messages/mcp.ts'
import { page, type Answer } from './answers.ts'
import { problemLines, type Desk } from './desk.ts'
import {
  exportForms,
  exportReport,
  groupOpen,
  rawText,
  showCode,
  showRegisters,
  showVariables,
} from './detail-answers.ts'
import { compare, explain, listImages, listStacks, showStack, summarize } from './report-answers.ts'
import { lookUp, searchSymbols, symbolsAnswer } from './symbol-answers.ts'

/** Progress and cancellation of a running call. */
export interface Call {
  readonly signal: AbortSignal
  progress(done: number, total: number, name: string): void
}

interface Tool<Shape extends z.ZodRawShape> {
  readonly takes: Shape
  run(desk: Desk, given: z.output<z.ZodObject<Shape>>, call: Call): Promise<Answer>
}

/** Ties the arguments' types to what is taken. */
const tool = <Shape extends z.ZodRawShape>(made: Tool<Shape>): Tool<Shape> => made

const path = z.string().min(1).max(4096).describe(argumentWords.path)
const report = z.string().max(20).describe(argumentWords.report)
const offset = z.int().min(0).max(10_000_000).default(0).describe(argumentWords.offset)
/** All hits before it are found anew. */
const nearOffset = z.int().min(0).max(10_000).default(0).describe(argumentWords.offset)
const limit = z.int().min(1).max(100).default(20).describe(argumentWords.limit)

/** Lines of a text, which are shorter than other items. */
const manyLines = z.int().min(1).max(500).default(200).describe(argumentWords.limit)
/** The first frame of the stack to read first where they are absent. */
const oneFrame = {
  stack: z.string().max(20).optional().describe(argumentWords.stack),
  frame: z.int().min(0).max(10_000_000).optional().describe(argumentWords.frame),
}

/** Reports of one file that `open_report` sums up; of the others it lists the handles. */
const SUMMED_UP = 3

export const tools = {
  find_files: tool({
    takes: { path: path.optional().describe(argumentWords.searched), offset, limit },
    async run({ roots, engine }, given) {
      const folders = given.path === undefined ? roots.readable : [given.path]
      const files = (await Promise.all(folders.map((folder) => roots.files(folder)))).flat()
      // Only those of the page are opened.
      const outcomes = await engine.survey(files.slice(given.offset, given.offset + given.limit))
      const shown = new Map<string, FileOutcome[]>()
      const paths = new Set(files.map((file) => file.path))
      for (const outcome of outcomes) {
        const own = givenFileOf(outcome.path, (one) => paths.has(one))
        shown.set(own, [...(shown.get(own) ?? []), outcome])
      }
      return page(files, given, (file) => ({
        path: file.path,
        bytes: file.blob.size,
        holds: told(shown.get(file.path) ?? []).map(({ kind, label, images }) => ({
          kind,
          label,
          images: images.map(({ name, arch, uuid }) => `${name} ${arch} ${uuid}`),
        })),
      }))
    },
  }),

  open_report: tool({
    takes: { path, symbols: z.array(path).max(20).default([]).describe(argumentWords.symbols) },
    async run(desk, given) {
      const files: FileOutcome[] = []
      for (const symbols of given.symbols) {
        const added = await desk.addSymbols(symbols)
        symbolsAnswer(symbols, added)
        append(files, added)
      }
      const { handles, problems } = await desk.open(given.path)
      const shown = handles.slice(0, SUMMED_UP)
      const first = await Promise.all(shown.map(async (handle) => summarize(handle, await desk.report(handle))))
      const own = await Promise.all(shown.map(async (handle) => (await desk.place(handle)).report.report.problems))
      return {
        reports: handles.length,
        ...page(first, { offset: 0, limit: SUMMED_UP }, (summary) => summary),
        others: handles.length > SUMMED_UP ? `${handles[SUMMED_UP]} … ${handles.at(-1)}` : undefined,
        problems: await desk.lines([...files.flatMap((file) => file.problems), ...problems, ...own.flat()], shown),
      }
    },
  }),

  explain: tool({
    takes: { report },
    run: async (desk, given) => explain(await desk.report(given.report)),
  }),

  list_stacks: tool({
    takes: { report, offset, limit },
    run: async (desk, given) => listStacks(await desk.report(given.report), given),
  }),

  show_stack: tool({
    takes: { report, stack: z.string().max(20).describe(argumentWords.stack), offset, limit },
    run: async (desk, given) => showStack(await desk.report(given.report), given.stack, given),
  }),

  list_images: tool({
    takes: { report, all: z.boolean().default(false).describe(argumentWords.all), offset, limit },
    run: async (desk, given) => listImages(await desk.report(given.report), given.all, given),
  }),

  add_symbols: tool({
    takes: { path },
    run: async (desk, given) => symbolsAnswer(given.path, await desk.addSymbols(given.path)),
  }),

  index_folder: tool({
    takes: { path, offset, limit },
    async run(desk, given, call) {
      const files = await desk.addSymbols(given.path)
      symbolsAnswer(given.path, files)
      const keys = new Map(files.flatMap(({ images }) => images.map((image) => [keyText(image), image] as const)))
      const images = [...keys.values()]
      const rows: Answer[] = []
      const stop = (): void => void desk.engine.cancel(images)
      call.signal.addEventListener('abort', stop, { once: true })
      for (const [at, image] of images.entries()) {
        if (call.signal.aborted) break
        const tell: OnEvent = ({ kind }) => kind === 'indexing' && call.progress(at, images.length, image.name)
        const [outcome] = await desk.engine.index([image], tell)
        const figures = outcome?.ok ? outcome.value : undefined
        rows.push({
          name: image.name,
          uuid: image.uuid,
          arch: image.arch,
          functions: figures?.functions,
          lines: figures?.lineRows,
          milliseconds: figures && Math.round(figures.milliseconds),
          problems: outcome && outcome.problems.length > 0 ? problemLines(outcome.problems) : undefined,
        })
        call.progress(at + 1, images.length, image.name)
      }
      call.signal.removeEventListener('abort', stop)
      return page(rows, given, (row) => row)
    },
  }),

  look_up: tool({
    takes: {
      addresses: z.array(z.string().max(40)).min(1).max(100).describe(argumentWords.addresses),
      report: report.optional(),
      uuid: z.string().max(60).optional().describe(argumentWords.uuid),
      arch: z.string().max(20).optional().describe(argumentWords.arch),
      load: z.string().max(40).optional().describe(argumentWords.load),
    },
    run: (desk, given) => lookUp(desk, given),
  }),

  search_symbols: tool({
    takes: {
      query: z.string().min(1).max(200).describe(argumentWords.query),
      offset: nearOffset,
      limit,
    },
    run: (desk, given) => searchSymbols(desk, given.query, given),
  }),

  compare_reports: tool({
    takes: { report, other: report.describe(argumentWords.other), offset, limit },
    run: async (desk, given) => compare(await desk.report(given.report), await desk.report(given.other), given),
  }),

  show_registers: tool({
    takes: { report },
    run: async (desk, given) => showRegisters(await desk.report(given.report)),
  }),

  show_code: tool({ takes: { report, ...oneFrame }, run: showCode }),

  show_variables: tool({ takes: { report, ...oneFrame }, run: showVariables }),

  group_reports: tool({ takes: { offset, limit }, run: groupOpen }),

  export_report: tool({
    takes: { report, form: z.enum(exportForms).default('text').describe(argumentWords.form), offset, limit: manyLines },
    run: async (desk, given) => exportReport(await desk.report(given.report), given.form, given),
  }),

  raw_text: tool({
    takes: { report, offset, limit: manyLines },
    run: (desk, given) => rawText(desk, given.report, given),
  }),

  demangle: tool({
    takes: { names: z.array(z.string().max(20_000)).min(1).max(100).describe(argumentWords.names) },
    run: (_, { names }) =>
      Promise.resolve(
        page(names, { offset: 0, limit: names.length }, (mangled) => ({
          mangled,
          name: demangleText(mangled, 'full'),
        })),
      ),
  }),
} as const

/** Of an archive what matters in it. */
function told(outcomes: readonly FileOutcome[]): readonly FileOutcome[] {
  const used = outcomes.filter(({ kind }) => kind !== 'ignored')
  return used.length > 0 ? used : outcomes.slice(0, 1)
}

export const toolNames = Object.keys(toolWords) as readonly (keyof typeof toolWords)[]
