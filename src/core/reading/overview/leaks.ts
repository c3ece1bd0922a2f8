/** The findings of `leaks(1)`: the total, roots and cycles with the largest first, and the graph of references. */
import { sectionTitles } from '../../messages/section-titles.ts'
import { overviewWords as words } from '../../messages/overview.ts'
import { formatMemory } from '../../messages/quantities.ts'
import type { Report } from '../../model/report.ts'
import { leakedOf } from '../leaked.ts'
import { fieldOf, type Cell, type OverviewPart, type OverviewRow } from './overview.ts'

/** `2 (64 bytes) ROOT CYCLE: <App.Cart 0x600002424860> [32]`; sizes are of the block and all that only it holds. */
const ROW = /^([ \t]*)(\d{1,12}) \(([\d.]{1,15}) ?(bytes?|[KMG])\) (\S.*)$/
const BACK = /^([ \t]*)(\S.*CYCLE BACK TO .*)$/
const ROOT = /^(ROOT CYCLE|ROOT LEAK): (.*)$/
const MULTIPLES: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 }
const MOST_ROWS = 5000

interface Block {
  readonly depth: number
  readonly text: string
  readonly blocks: number
  readonly bytes: number
  readonly stack: string
  /** Frame of the stack that allocated it. */
  readonly frame?: number
}

export function leaksParts(report: Report): readonly OverviewPart[] {
  const blocks = blocksOf(report)
  const roots = blocks.filter(({ text }) => ROOT.test(text)).filter(isOutermost(blocks))
  const text = report.sections
    .flatMap((section) =>
      section.kind === 'text' && section.title === sectionTitles.leaksSummary ? [section.text] : [],
    )
    .join('\n')
  const total = leakedOf(report)
  const nodes = /(\d+) nodes malloced for (\d+ [KMG]B)/.exec(text)
  const facts: (readonly [string, Cell])[] = []
  if (total) {
    const leaks = words.leaksOf({ leaks: total.leaks, size: formatMemory(total.bytes) })
    facts.push([words.leakedTotal, { text: leaks, hint: total.said }])
  }
  if (nodes)
    facts.push([
      words.allocated,
      { text: words.blocksOf({ blocks: Number(nodes[1]), size: nodes[2] ?? '' }), hint: nodes[0] },
    ])
  const footprint = fieldOf(report, 'Physical footprint')
  const peak = fieldOf(report, 'Physical footprint (peak)')
  if (footprint !== undefined) facts.push([words.footprint, { text: footprint }])
  if (peak !== undefined) facts.push([words.peak, { text: peak }])
  return [
    ...(facts.length > 0 ? [{ kind: 'facts' as const, title: words.leaked, facts }] : []),
    ...(roots.length > 0 ? [rootTable(roots)] : []),
    ...(blocks.length > 0 ? [graph(blocks)] : []),
  ]
}

/** The rows of all graphs of a report; those of one graph follow each other. */
function blocksOf(report: Report): readonly Block[] {
  const frames = new Map(report.backtraces.map(({ title, frames: list }) => [title, list[0]?.id]))
  const blocks: Block[] = []
  for (const section of report.sections) {
    if (section.kind !== 'text') continue
    const frame = frames.get(section.title)
    const stack = frame === undefined ? '' : section.title
    for (const line of section.text.split('\n')) {
      if (blocks.length >= MOST_ROWS) return blocks
      const block = blockOf(line)
      if (block) blocks.push({ ...block, stack, ...(frame !== undefined && { frame }) })
    }
  }
  return blocks
}

function blockOf(line: string): Omit<Block, 'stack'> | undefined {
  const [, indent = '', count, amount, unit = '', text = ''] = ROW.exec(line) ?? []
  if (count !== undefined)
    return {
      depth: indent.length,
      text,
      blocks: Number(count),
      bytes: Math.round(Number(amount) * (MULTIPLES[unit] ?? 1)),
    }
  const back = BACK.exec(line)
  return back ? { depth: (back[1] ?? '').length, text: back[2] ?? '', blocks: 0, bytes: 0 } : undefined
}

/** False for a root within another graph: that graph counts it. */
function isOutermost(blocks: readonly Block[]): (block: Block) => boolean {
  const inside = new Set<Block>()
  let root: Block | undefined
  for (const block of blocks) {
    if (root && block.depth > root.depth) inside.add(block)
    else root = ROOT.test(block.text) ? block : undefined
  }
  return (block) => !inside.has(block)
}

function rootTable(roots: readonly Block[]): OverviewPart {
  const rows = [...roots]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ text, blocks, bytes, stack, frame }): OverviewRow => {
      const [, kind, object = text] = ROOT.exec(text) ?? []
      return {
        cells: [
          { text: object },
          { text: formatMemory(bytes), value: bytes },
          { text: String(blocks), value: blocks },
          { text: kind === 'ROOT CYCLE' ? words.rootCycle : words.rootLeak },
          { text: stack },
        ],
        ...(frame !== undefined && { frame }),
      }
    })
  return {
    kind: 'table',
    title: words.leaks,
    columns: [
      { heading: words.object },
      { heading: words.size, isNumber: true },
      { heading: words.blocks, isNumber: true },
      { heading: words.kind },
      { heading: words.stack },
    ],
    rows,
  }
}

function graph(blocks: readonly Block[]): OverviewPart {
  const depths = [...new Set(blocks.map(({ depth }) => depth))].sort((a, b) => a - b)
  const level = new Map(depths.map((depth, at) => [depth, at]))
  const rows = blocks
    .filter(({ text }) => text !== '<< TOTAL >>')
    .map(({ depth, text, bytes }) => ({
      depth: level.get(depth) ?? 0,
      text,
      size: bytes === 0 ? { text: '' } : { text: formatMemory(bytes), value: bytes },
    }))
  return { kind: 'tree', title: words.graph, rows }
}
