/** Pages that Unslide exported: how they begin, and the marks of which one is enough. */
import { expect, test } from 'vitest'
import { exportedPageFormat } from '../../../../src/core/reports/exported-page/exported-page.ts'

const sniff = (text: string): boolean =>
  exportedPageFormat.sniff({ path: '', bytes: new TextEncoder().encode(text), text: '', whole: true })
const marks = [
  '<meta name="generator" content="Unslide"',
  `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
  'id="unslide-report"',
]

test.each(['<!doctype html', '<!DOCTYPE HTML', '<html', ' \n<html', '\t \r\n<!doctype html', '\ufeff<html'])(
  'a page begins with %j',
  (begin) => {
    for (const mark of marks) expect(sniff(`${begin}>\n${mark}>`)).toBe(true)
    expect(sniff(`${begin}>\n`)).toBe(false)
  },
)

test.each(['x<html', 'x <html', '<!-- <html', 'x<!doctype html', '-<!doctype html', '', '<body', `${' '.repeat(60)}<html`])(
  'none begins with %j',
  (begin) => {
    for (const mark of marks) expect(sniff(`${begin}>\n${mark}>`)).toBe(false)
  },
) // prettier-ignore

test('the beginning is among the first 64 bytes', () => {
  expect(sniff(`${' '.repeat(59)}<html>${marks[0]}`)).toBe(true)
  expect(sniff(`${' '.repeat(60)}<html>${marks[0]}`)).toBe(false)
})
