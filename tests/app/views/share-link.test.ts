/** Links that carry a report: what goes in comes out, and nothing else is opened. */
import { deflateRawSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { makeLink, openShared } from '../../../src/app/views/report/share-link.ts'
import { stub } from '../../support/browser.ts'

beforeEach(() => {
  stub('location', { href: 'https://unslide.example/app/#/report/3' })
})

const payloadOf = (link: string | undefined): string => link?.split('#/shared/')[1] ?? ''
const pack = (bytes: Uint8Array): string => deflateRawSync(bytes).toString('base64url')

/** Bytes that do not pack, the same in every run. */
function noise(length: number): string {
  let state = 1
  const next = (): number => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16
  return Array.from({ length }, () => String.fromCharCode(33 + (next() % 90))).join('')
}

test.each(['Process: Shop\n\nThread 0 Crashed:\n', 'ünïcödé — 報告 🛝', ''])(
  'a text is carried whole: %j',
  async (text) => {
    const link = await makeLink(text)
    expect(link).toMatch(/^https:\/\/unslide\.example\/app\/#\/shared\/[\w-]*$/)
    const opened = await openShared(payloadOf(link))
    expect(await opened.blob.text()).toBe(text)
  },
)

test('a link is made as long as programs leave it whole; a larger report has none', async () => {
  const link = await makeLink(noise(15_000))
  expect(link?.length).toBeLessThan(30_100)
  expect(await (await openShared(payloadOf(link))).blob.text()).toBe(noise(15_000))
  expect(await makeLink(noise(60_000))).toBeUndefined()
  // Much text that packs well is no large link.
  expect(await makeLink('0   Shop   0x1\n'.repeat(50_000))).toBeDefined()
})

test.each<[string, string]>([
  ['no Base64', '%%%'],
  ['no deflated bytes', Buffer.from('plain').toString('base64url')],
  ['cut', pack(new TextEncoder().encode('a'.repeat(1000) + noise(100))).slice(0, 40)],
  ['bytes that are no text', pack(Uint8Array.of(0x50, 0x4b, 3, 4, 0xff, 0xfe, 0x80))],
  ['a binary file that is valid UTF-8', pack(Uint8Array.of(0x4d, 0x5a, 0, 0, 1))],
  ['text without end', pack(new Uint8Array(17 * 1024 * 1024).fill(0x20))],
])('%s is refused', async (_, payload) => {
  await expect(openShared(payload)).rejects.toThrow()
})
