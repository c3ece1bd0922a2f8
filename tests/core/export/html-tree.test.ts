/** Markup as nodes says what markup as text says, whether folded parts come with it or later. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { formatReports } from '../../../src/core/export/html.ts'
import { markup, trusted, type HtmlValue, type LaterHtml } from '../../../src/core/export/html-text.ts'
import { buildTree, type HtmlNode } from '../../../src/core/export/html-tree.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { withMadeNames } from '../../conformance/round-trips.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** Writes nodes as markup, with the nodes that were left out at first. */
function print(nodes: readonly HtmlNode[], rest: (at: number) => readonly HtmlNode[]): string {
  const print1 = (node: HtmlNode): string => {
    if (typeof node === 'string') return escaped(node)
    const attributes = Object.entries(node.attributes).map(([name, value]) =>
      value === '' && name !== 'class' && name !== 'title' ? ` ${name}` : ` ${name}="${escaped(value)}"`,
    )
    if (node.tag === 'br' || node.tag === 'hr') return `<${node.tag}${attributes.join('')}>`
    const more = node.rest === undefined ? '' : rest(node.rest).map(print1).join('')
    return `<${node.tag}${attributes.join('')}>${node.children.map(print1).join('')}${more}</${node.tag}>`
  }
  return nodes.map(print1).join('')
}

/** All of a value as markup by way of nodes, made in parts of this size; and how many parts were left out. */
function printed(value: HtmlValue, most: number): { readonly text: string; readonly left: number } {
  const kept: LaterHtml[] = []
  const keep = (make: LaterHtml): number => kept.push(make) - 1
  const rest = (at: number): readonly HtmlNode[] => buildTree(kept[at]?.(), { most, keep })
  const text = print(buildTree(value, { most, keep }), rest)
  return { text, left: kept.length }
}

test.each(listFixtures())('%s', async (path) => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path, blob: new Blob([new Uint8Array(fixtureBytes(path))]) })
  const bare = outcome.ok ? outcome.value : []
  expect(bare.length).toBeGreaterThan(0)
  for (const reports of [bare, bare.map(withMadeNames)]) {
    const whole = String(markup`${formatReports(reports)}`)
    expect(printed(formatReports(reports), Infinity)).toEqual({ text: whole, left: 0 })
    for (const most of [0, 30, 500]) expect(printed(formatReports(reports), most).text).toBe(whole)
  }
})

const HOSTILE = `</p><img src=x onerror="alert('1')">&<script>`

test('values are text, wherever they stand', () => {
  const nodes = buildTree(markup`<p title="${HOSTILE}">a${HOSTILE}<br>b</p>`, { most: 0, keep: () => 0 })
  expect(nodes).toEqual([
    {
      tag: 'p',
      attributes: { title: HOSTILE },
      children: [`a${HOSTILE}`, { tag: 'br', attributes: {}, children: [] }, 'b'],
    },
  ])
})

test('a folded part that is too large is left out as one, and so is each behind it', () => {
  const part =
    (rows: number): LaterHtml =>
    () =>
      markup`<ol>${Array.from({ length: rows }, () => markup`<li>x</li>`)}</ol>`
  const outer: LaterHtml = () => markup`<details>a${part(10)}</details>`
  const kept: LaterHtml[] = []
  const nodes = buildTree(markup`<p>${part(2)}</p><p>b${outer}</p><p>${part(1)}</p>`, {
    most: 12,
    keep: (make) => kept.push(make),
  })
  expect(nodes.map((node) => (typeof node === 'string' ? node : [node.children.length, node.rest]))).toEqual([
    [1, undefined],
    [1, 1],
    [0, 2],
  ])
  expect(kept[0]).toBe(outer)
})

test.each(['<p', '<p></b>', '</p>', '<p>', 'a &amp; b', '<p class=x></p>', '<P></P>'])('%s is not ours', (text) => {
  expect(() => buildTree(trusted(text), { most: 0, keep: () => 0 })).toThrow(SyntaxError)
})

test('a value stands between tags or in quotes, and nowhere else', () => {
  expect(() => buildTree(markup`<p ${'onclick'}></p>`, { most: 0, keep: () => 0 })).toThrow(SyntaxError)
})
