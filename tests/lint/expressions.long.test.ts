/**
 * No regular expression of the product has a repeat within a repeat that can split the same text in many ways: a line of a hundred
 * characters would then take hours. Expressions that code builds from parts are not looked at; those of `growth.long.test.ts` are run.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** A repeat of so many is as bad as one without a bound. */
const MANY = 20

/** The analysis passes over repeats with an upper bound, so bounds are taken away. */
function withoutBounds(source: string): string {
  return source.replace(/\{(\d+),(\d+)\}/g, (repeat, least: string, most: string) => {
    if (Number(most) < MANY) return repeat
    return least === '0' ? '*' : '+'
  })
}

function isExponential(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  const expression = new RegExp(withoutBounds(literal.slice(1, end)), literal.slice(end + 1))
  return analyse(expression, { reportTypes: { Move: false } }).reports.some(({ exponential }) => exponential)
}

const scriptOf = (file: string, text: string): string =>
  file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code).join('\n')
    : text

function literalsOf(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, scriptOf(file, readFileSync(file, 'utf8')), ts.ScriptTarget.Latest))
  return found
}

test.each([
  '/(a+)+b/',
  '/^(?:x+x+)+y/',
  '/^(?:[\\w.]|<(?:[\\w.]{1,200}(?:::\\w{1,200}>)?)?){0,200}\\(/',
  '/(?:\\d{1,30}-?){0,40}x/',
])('%s is found', (literal) => {
  expect(isExponential(literal)).toBe(true)
})

test.each(['/a+b/', '/^(?:a+,)+b/', '/(?:\\d{1,30}-){0,40}x/'])('%s is none', (literal) => {
  expect(isExponential(literal)).toBe(false)
})

test('no expression of the product', () => {
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|svelte)$/.test(file))
  const places = new Map(files.flatMap((file) => literalsOf(file).map((literal) => [literal, file] as const)))
  expect(places.size).toBeGreaterThan(2000)
  const bad = [...places].filter(([literal]) => isExponential(literal)).map(([literal, file]) => `${file}: ${literal}`)
  expect(bad).toEqual([])
})
