/** Call trees in few letters: nothing of a row is lost, and no packed tree from outside does more than fail. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlExporter } from '../../../src/core/export/html.ts'
import { parseEmbedded, textId } from '../../../src/core/model/embedded-report.ts'
import { packTrees, unpackTrees, type TreeNode } from '../../../src/core/model/embedded-trees.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { readWholeReports } from '../../../src/core/reports/open-report.ts'
import { spindump } from '../../support/spindump.ts'

const again = (packed: unknown) => unpackTrees(JSON.parse(JSON.stringify(packed ?? null)), JSON.parse)

const value = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => (number === 0 ? 0.5 : number)),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.integer(), fc.string())),
  fc.constant({}),
)
const fields = fc.dictionary(
  fc.constantFrom('count', 'self', 'note', 'also', 'frame'),
  fc.oneof(value, fc.dictionary(fc.constantFrom('id', 'address', 'symbol'), value, { noNullPrototype: true })),
  { noNullPrototype: true },
)
interface Node {
  readonly children: Node[]
}
/** Rows as a list, each as deep as it says or one deeper than the row before. */
const roots = fc.array(fc.tuple(fields, fc.nat(5)), { maxLength: 12 }).map((rows) => {
  const top: Node[] = []
  let path: Node[] = []
  for (const [own, depth] of rows) {
    const node = { ...own, children: [] }
    path = path.slice(0, depth)
    ;(path.at(-1)?.children ?? top).push(node)
    path.push(node)
  }
  return top
})

test('any rows come back as they were', () => {
  fc.assert(
    fc.property(fc.array(roots, { maxLength: 3 }), (all) => {
      const trees = all.map((own, at) => ({ title: String(at), weight: 'samples', roots: own }))
      expect(again(packTrees(trees, JSON.stringify))).toEqual(trees)
    }),
    { numRuns: 300 },
  )
})

test('a tree of any depth is packed and unpacked', () => {
  let nodes: readonly (TreeNode & { readonly count?: number })[] = []
  for (let depth = 0; depth < 50_000; depth++) nodes = [{ count: depth, children: nodes }]
  const [tree] = (again(packTrees([{ roots: nodes }], JSON.stringify)) ?? []) as readonly { roots: typeof nodes }[]
  let depth = 50_000
  for (let [node] = tree?.roots ?? []; node; [node] = node.children) expect(node.count).toBe(--depth)
  expect(depth).toBe(0)
})

const good = { shapes: ['ncount sframe.name'], texts: ['main'], trees: [{ title: '', rows: '0 1 5 0 0 0 -2 0' }] }

test('what is damaged is told to be', () => {
  expect(again(good)).toEqual([
    {
      title: '',
      roots: [{ count: 5, frame: { name: 'main' }, children: [{ count: 3, frame: { name: 'main' }, children: [] }] }],
    },
  ])
  const rows = (text: string) => ({ ...good, trees: [{ rows: text }] })
  const shapes = (...told: string[]) => ({ ...good, shapes: told })
  for (const bad of [
    undefined,
    {},
    { ...good, texts: [] },
    { ...good, trees: [1] },
    { ...good, trees: [{}] },
    rows('0 1 5 0'),
    rows('0 0 5'),
    rows('0 -1 5 0'),
    rows('0 0 x 0'),
    rows('1 0 5 0'),
    rows('0 0 1e3 0'),
    rows('0 0 5 9007199254740993'),
    shapes('n__proto__ sframe.name'),
    shapes('xcount sframe.name'),
    shapes('ncount sframe..name'),
    shapes('ncount scount.name'),
    shapes(Array.from({ length: 65 }, () => 'tcount').join(' ')),
    { ...good, shapes: ['ncount jframe'] },
  ])
    expect(again(bad), JSON.stringify(bad)).toBeUndefined()
})

test('names of a prototype lead to no prototype', () => {
  const [tree] = again({ shapes: ['nconstructor.polluted'], texts: [], trees: [{ rows: '0 0 1' }] }) ?? []
  expect(tree).toMatchObject({ roots: [{ constructor: { polluted: 1 } }] })
  expect('polluted' in Object).toBe(false)
})

/** Some with calls and some without, as look-ups give them. */
const resolutions: SymbolicatedReport['resolutions'] = [
  { kind: 'outside-images' },
  { kind: 'already-named', calls: [{ function: 'start', mangled: 'start', inlined: false, source: 'report' }] },
]

/** A spindump with letters that a page must not hold as they are. */
const text = spindump(4, 10, 30).replace('Shop [42]', 'Sh<o&p> "\'" [42]')

async function exportedPage(): Promise<string> {
  const read = await readWholeReports({ path: 'x.spindump.txt', blob: new Blob([text]) })
  if (!read.ok) throw new Error(read.problems[0]?.message)
  return htmlExporter.write(read.value.map((report) => ({ report, resolutions, images: [], explanations: [] })))
}

test('the page of a large profile holds its text once and its rows twice at most, and is read again', async () => {
  const read = await readWholeReports({ path: 'x.spindump.txt', blob: new Blob([text]) })
  const page = await exportedPage()
  expect(page.length).toBeLessThan(4 * text.length)
  expect(page.split('Steps:            100 (100ms sampling interval)')).toHaveLength(2)
  const parsed = parseEmbedded(page, 'page.html')
  expect(parsed.ok && parsed.value.map(({ report }) => report)).toEqual(read.ok && read.value)
  expect(parsed.ok && parsed.value[0]?.resolutions).toEqual(resolutions)
})

test('a page whose text was changed is damaged', async () => {
  const page = await exportedPage()
  for (const changed of [page.replace('Steps:   ', 'Steps:'), page.replace(`id="${textId(0)}"`, 'id="x"')]) {
    const parsed = parseEmbedded(changed, 'page.html')
    expect(parsed).toMatchObject({ ok: false, problems: [{ code: 'damaged-page' }] })
  }
})
