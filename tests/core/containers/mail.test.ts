import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { walk } from '../../../src/core/containers/walk.ts'
import { buildZip } from '../../support/zip-builder.ts'

const REPORT = 'Process: Harbor [410]\n\nThread 0 Crashed:\n0   Harbor  0x0000000104ccc074 main + 12 ü\n'

/** `path = text` of each leaf, `path: codes` of what could not be read. */
async function read(path: string, content: string | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const found: string[] = []
  for await (const item of walk([{ path, blob: new Blob([content]) }])) {
    if (item.kind === 'leaf') found.push(`${item.file.path} = ${await item.file.blob.text()}`)
    if (item.kind === 'unreadable') found.push(`${item.path}: ${item.problems.map(({ code }) => code).join()}`)
  }
  return found
}

const HEADER = 'Received: from a (b)\r\n by c\r\nFrom: A <a@example.org>\r\nSubject: crash\r\nMIME-Version: 1.0\r\n'
const lines = (text: string): string => text.replace(/\n/g, '\r\n')
const base64 = (bytes: Uint8Array | string): string =>
  Buffer.from(bytes)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n')
const printable = (text: string): string =>
  lines(
    Array.from(new TextEncoder().encode(text), (code) =>
      code === 0x3d || code > 126 ? `=${code.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(code),
    ).join(''),
  ).replace(/( {2})(0x)/g, '$1=\r\n$2')
const multipart = (kind: string, parts: readonly string[], boundary = 'b1'): string =>
  `Content-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\nThis is MIME.\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
const part = (fields: string, body: string): string => `${fields}\r\n\r\n${body}`

test.each([
  ['plain', `Content-Type: text/plain\r\n\r\n${REPORT}`],
  [
    'quoted-printable',
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${printable(REPORT)}`,
  ],
  ['base64', `Content-Type: text/plain\r\nContent-Transfer-Encoding: BASE64\r\n\r\n${base64(REPORT)}`],
  [
    'flowed',
    `Content-Type: text/plain; format=flowed\r\n\r\n${REPORT.replace('0x', '\r\n0x').replaceAll(/ {2}\r\n/g, '  \r\n')}`,
  ],
  [
    'an old encoding',
    new Uint8Array([
      ...Buffer.from(`${HEADER}Content-Type: text/plain; charset=iso-8859-1\r\n\r\n`),
      ...Buffer.from(REPORT, 'latin1'),
    ]),
  ],
])('a report in the text of a mail: %s', async (_, mail) => {
  const content = typeof mail === 'string' ? `${HEADER}${mail}` : mail
  const [leaf = ''] = await read('crash.eml', content)
  expect(leaf.replaceAll('\r', '').trim()).toBe(`crash.eml!message = ${REPORT}`.trim())
})

test('attachments: a report, a gzip file, a zip, with names of every spelling', async () => {
  const zip = await buildZip({ 'in/app.crash': REPORT })
  const mail = `${HEADER}${multipart('mixed', [
    part('Content-Type: text/plain', 'See the attachments.'),
    part(
      'Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="C:\\\\x\\\\a.crash"\r\nContent-Transfer-Encoding: base64',
      base64(REPORT),
    ),
    part(
      "Content-Disposition: attachment; filename*0*=UTF-8''b%C3; filename*1*=%BC.ips\r\nContent-Transfer-Encoding: quoted-printable",
      printable(REPORT),
    ),
    part(
      'Content-Type: application/gzip; name="=?UTF-8?Q?c_=C3=BC.gz?="\r\nContent-Transfer-Encoding: base64',
      base64(gzipSync(REPORT)),
    ),
    part(
      'Content-Disposition: attachment; filename=d.zip\r\nContent-Transfer-Encoding: base64',
      base64(new Uint8Array(await zip.arrayBuffer())),
    ),
    part('Content-Disposition: attachment; filename=photo.png\r\nContent-Transfer-Encoding: base64', base64('png')),
  ])}`
  const found = await read('m.eml', mail)
  expect(found.map((leaf) => leaf.replaceAll('\r', ''))).toEqual([
    'm.eml!message = See the attachments.',
    `m.eml!a.crash = ${REPORT}`,
    `m.eml!bü.ips = ${REPORT}`,
    `m.eml!c ü.gz!c ü = ${REPORT}`,
    `m.eml!d.zip!in/app.crash = ${REPORT}`,
  ])
})

test('of two forms of one text the plain one, and a forwarded message is a mail in a mail', async () => {
  const alternative = multipart(
    'alternative',
    [part('Content-Type: text/html', '<p>0 App</p>'), part('Content-Type: text/plain', 'plain')],
    'b2',
  )
  const inner = `${HEADER}Content-Type: text/plain\r\n\r\n${REPORT}`
  const mail = `From MAILER Thu Jan  1 10:00:00 2026\n${HEADER}${multipart('mixed', [alternative, part('Content-Type: message/rfc822', inner)])}`
  expect(await read('m.eml', mail)).toEqual(['m.eml!message = plain', `m.eml!message.eml!message = ${REPORT}`])
})

test('a mail that is cut off keeps the parts that are there, and says so', async () => {
  const mail = `${HEADER}${multipart('mixed', [part('Content-Type: text/plain', REPORT)])}`
  const found = await read('m.eml', mail.slice(0, mail.indexOf('main +')))
  expect(found[0]).toContain('0x0000000104ccc074')
  expect(found[1]).toBe('m.eml: truncated')
})

test.each([
  ['a report', REPORT],
  ['a text with a sender', `From: A\nSubject: B\n\n${REPORT}`],
  ['a header of HTTP', `Content-Type: text/plain\n\n${REPORT}`],
  ['a property', 'Version: 1\nDate: 2\n'],
  ['long words', `${'abcdefghij'.repeat(20)}\n`],
  ['digits', `${'0123456789abcdef'.repeat(20)}\n`],
])('%s is no mail and no base64', async (_, text) => {
  expect(await read('a.txt', text)).toEqual([`a.txt = ${text}`])
})

test.each<[string, string | Promise<string>]>([
  ['a report', base64(REPORT)],
  ['one line', Buffer.from(REPORT).toString('base64')],
  ['the alphabet of addresses', Buffer.from(REPORT).toString('base64url')],
  ['a string', `"${Buffer.from(REPORT).toString('base64')}"\n`],
  ['a data address', `data:text/plain;charset=utf-8;base64,${Buffer.from(REPORT).toString('base64')}`],
  ['uuencode', `begin-base64 644 a.crash\n${base64(REPORT)}\n====\n`],
  ['gzip', base64(gzipSync(REPORT))],
])('base64 of %s', async (_, text) => {
  const found = await read('a.txt', await text)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^a\.txt!a(?:!a)? = /)
  expect(found[0]).toContain(REPORT)
})

test.each([
  ['boundaries', `${HEADER}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(50_000)}`],
  [
    'nested boundaries',
    `${HEADER}${Array.from({ length: 40 }, (_, at) => `Content-Type: multipart/mixed; boundary=n${at}\r\n\r\n--n${at}\r\n`).join('')}${'x\r\n'.repeat(100_000)}`,
  ],
  ['parameters', `${HEADER}Content-Type: text/plain${';a="\\'.repeat(20_000)}\r\n\r\nx`],
  ['a header that never ends', `${HEADER}${'X-A: b\r\n'.repeat(300_000)}`],
  ['escapes', `${HEADER}Content-Transfer-Encoding: quoted-printable\r\n\r\n${'= '.repeat(400_000)}`],
  ['padding', `SGVsbG8g${'='.repeat(400_000)}`],
])('hostile mail ends: %s', async (_, mail) => {
  const start = performance.now()
  await read('m.eml', mail)
  expect(performance.now() - start).toBeLessThan(4000)
})
