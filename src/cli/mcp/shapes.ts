/**
 * The shape of each tool's answer (`outputSchema`), which `structuredContent` has. Empty members are absent. Later releases may add
 * members, so an answer may have more than its shape.
 */
import { z } from 'zod'
import type { toolWords } from '../messages/mcp.ts'

const some = z.string().optional()
const count = z.int().min(0)
const hex = z.string()
const yes = z.literal(true).optional()
/** Numbers of items that inner lists lost, by the list's name. */
const leftOut = z.record(z.string(), count).optional()
const grade = z.string()

/** A page of a list. `next` says how to get the rest. */
const pageOf = <Item extends z.ZodType>(item: Item) => ({ total: count, items: z.array(item), next: some })

const call = z.looseObject({ function: some, at: some, inlined: yes, from: some })
const frame = z.looseObject({
  image: some,
  address: hex.optional(),
  own: yes,
  grade: some,
  calls: z.array(call),
  leftOut,
})
const numbered = frame.extend({ frame: count })
const stack = z.looseObject({
  stack: z.string(),
  title: some,
  crashed: yes,
  readFirst: yes,
  frames: count,
  sameStack: z.array(z.number()).optional(),
  doing: some,
  leftOut,
})
const image = z.looseObject({
  name: some,
  uuid: some,
  arch: some,
  load: hex.optional(),
  symbols: z.string(),
  frames: count,
  unnamed: count,
  reason: some,
  ways: z.unknown().optional(),
  leftOut,
})
const headline = z.looseObject({ text: z.string(), grade, codes: z.unknown().optional() })
const known = z.looseObject({ uuid: some, arch: some, name: some, path: some })
/** A call as `lookup --format json` writes it; a variable as `variables --format json` does. Their schemas are `unslide schema`'s. */
const document = z.record(z.string(), z.unknown())
const counted = z.array(z.looseObject({ value: some, count }))

const summary = z.looseObject({
  report: z.string(),
  file: some,
  kind: some,
  about: z.array(z.string()).optional(),
  end: z.unknown().optional(),
  headline,
  where: numbered.optional(),
  explanations: z.array(z.string()),
  damage: z.array(z.string()),
  counts: z.looseObject({ stacks: count, threads: count, frames: count, images: count }),
  firstStack: stack.extend({ top: z.array(frame) }).optional(),
  missingSymbols: z.looseObject(pageOf(image)).optional(),
  leftOut,
})

export const shapes = {
  find_files: z.looseObject(
    pageOf(
      z.looseObject({
        path: z.string(),
        bytes: count,
        holds: z.array(z.looseObject({ kind: z.string(), label: some, images: z.array(z.string()), leftOut })),
        leftOut,
      }),
    ),
  ),
  open_report: z.looseObject({
    reports: count,
    ...pageOf(summary),
    others: some,
    problems: z.array(z.string()),
    leftOut,
  }),
  explain: z.looseObject({
    headline,
    explanations: z.array(
      z.looseObject({
        id: z.string(),
        title: z.string(),
        grade,
        meaning: some,
        evidence: some,
        checks: z.array(z.string()),
        leftOut,
      }),
    ),
    damage: z.array(z.string()),
    fault: z
      .looseObject({ title: some, told: z.array(z.string()), instructions: z.array(z.string()), source: some, leftOut })
      .optional(),
    leftOut,
  }),
  list_stacks: z.looseObject(pageOf(stack)),
  show_stack: stack.extend(pageOf(numbered)),
  list_images: z.looseObject(pageOf(image)),
  add_symbols: z.looseObject({
    ...pageOf(known.extend({ kind: z.string() })),
    problems: z.array(z.string()),
    leftOut,
  }),
  index_folder: z.looseObject(
    pageOf(
      known.extend({
        functions: count.optional(),
        lines: count.optional(),
        milliseconds: count.optional(),
        problems: z.array(z.string()).optional(),
        leftOut,
      }),
    ),
  ),
  look_up: z.looseObject(
    pageOf(
      z.looseObject({
        address: hex,
        image: some,
        offset: hex.optional(),
        grade: some,
        calls: z.array(document),
        problems: z.array(z.string()).optional(),
        leftOut,
      }),
    ),
  ),
  search_symbols: z.looseObject({
    items: z.array(
      z.looseObject({
        name: some,
        mangled: some,
        image: some,
        uuid: some,
        arch: some,
        offset: hex,
        imported: z.unknown().optional(),
      }),
    ),
    searched: count,
    next: some,
  }),
  compare_reports: z.looseObject({
    verdict: z.looseObject({ level: z.string(), title: some }),
    checks: z.array(z.looseObject({ about: some, result: some, text: some })),
    ...pageOf(z.string()),
    leftOut,
  }),
  show_registers: z.looseObject({
    title: some,
    ...pageOf(
      z.looseObject({
        name: z.string(),
        value: hex,
        usedAtFault: yes,
        meanings: z.array(z.looseObject({ text: some, grade })).optional(),
        leftOut,
      }),
    ),
  }),
  show_code: z.looseObject({
    frame: count,
    source: some,
    ...pageOf(z.looseObject({ address: hex, bytes: some, text: some, mark: some, note: some, protection: some })),
  }),
  show_variables: z.looseObject({
    frame: count,
    known: z.string(),
    note: some,
    ...pageOf(
      z.looseObject({
        function: some,
        inlined: z.boolean(),
        variables: z.array(document),
        leftOut,
      }),
    ),
  }),
  group_reports: z.looseObject(
    pageOf(
      z.looseObject({
        title: z.string(),
        grade,
        process: some,
        function: some,
        at: some,
        reports: z.array(z.string()),
        versions: counted,
        systems: counted,
        devices: counted,
        leftOut,
      }),
    ),
  ),
  export_report: z.looseObject({ form: z.string(), ...pageOf(z.string()) }),
  raw_text: z.looseObject(pageOf(z.string())),
  demangle: z.looseObject(pageOf(z.looseObject({ mangled: some, name: some }))),
} as const satisfies Record<keyof typeof toolWords, z.ZodObject>
