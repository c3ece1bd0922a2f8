/** Each failure is one sentence: the finding, its place, the next step. The page shows the parts that it could read. */
import { readFileSync } from 'node:fs'
import { expect, test } from './app-page.ts'

const fixture = (folder: string): Buffer =>
  readFileSync(`tests/fixtures/macho/${folder}/Shelf.dSYM/Contents/Resources/DWARF/Shelf`)

const uuidOf = (bytes: Buffer): string => {
  // LC_UUID is command 0x1b of 24 bytes; 64-bit headers have 32 bytes.
  const at = bytes.indexOf(Buffer.from([0x1b, 0, 0, 0, 24, 0, 0, 0]))
  const hex = bytes.subarray(at + 8, at + 24).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function crash(uuid: string, arch: 'arm64' | 'x86_64' = 'arm64'): string {
  return `Incident Identifier: 00000000-0000-0000-0000-000000000001
Hardware Model:      iPhone14,2
Process:             Shelf [612]
Path:                /private/var/containers/Bundle/Application/00000000-0000-0000-0000-000000000002/Shelf.app/Shelf
Identifier:          org.example.shelf
Version:             1.0 (1)
Code Type:           ${arch === 'arm64' ? 'ARM-64' : 'X86-64'}
Date/Time:           2024-06-21 08:14:36.000 +0200
OS Version:          iPhone OS 17.5.1 (21F90)
Report Version:      104

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: 0x0000000000000001, 0x0000000000000010
Triggered by Thread:  0

Thread 0 Crashed:
0   Shelf                         \t0x0000000104004a00 0x104000000 + 18944
1   Shelf                         \t0x0000000104004a40 0x104000000 + 19008

Binary Images:
0x104000000 - 0x10400ffff Shelf ${arch}  <${uuid.replaceAll('-', '').toLowerCase()}> /private/var/containers/Bundle/Application/00000000-0000-0000-0000-000000000002/Shelf.app/Shelf
`
}

test('a truncated dSYM', async ({ app, page }) => {
  await app.open()
  const whole = fixture('ios-arm64-dwarf4')
  await app.pick({ name: 'Shelf', content: whole.subarray(0, Math.floor(whole.length * 0.6)) })
  await expect(page.getByText(/cut|end|trunc/i).first()).toBeVisible()
  await expect(page.locator('details', { hasText: 'read' })).toContainText('Shelf')
})

test('the dSYM of another build', async ({ app, page }) => {
  await app.open()
  await app.pick(
    { name: 'Shelf.crash', content: crash('11111111-2222-3333-4444-555555555555') },
    { name: 'Shelf', content: fixture('ios-arm64-dwarf4') },
  )
  const missing = page.getByLabel('Missing symbols')
  await expect(missing).toContainText('the report is of build 11111111…')
  await missing.getByRole('button', { name: 'How to get it' }).click()
  await expect(missing).toContainText('11111111-2222-3333-4444-555555555555')
  await expect(missing).toContainText(uuidOf(fixture('ios-arm64-dwarf4')).toUpperCase())
})

test('the dSYM of another architecture', async ({ app, page }) => {
  await app.open()
  const other = fixture('macos-x86_64-dwarf4')
  await app.pick({ name: 'Shelf.crash', content: crash(uuidOf(other)) }, { name: 'Shelf', content: other })
  const missing = page.getByLabel('Missing symbols')
  await expect(missing).toContainText('another architecture')
  await missing.getByRole('button', { name: 'How to get it' }).click()
  await expect(missing).toContainText('x86_64')
})

test('half a report', async ({ app }) => {
  await app.open()
  const text = crash('11111111-2222-3333-4444-555555555555')
  await app.pick({ name: 'Shelf.crash', content: text.slice(0, text.indexOf('0x0000000104004a40') + 8) })
  await expect(app.report).toContainText('Shelf + 18944')
})

test('a report under another name', async ({ app }) => {
  await app.open()
  await app.pick({ name: 'photo.jpg', content: crash('11111111-2222-3333-4444-555555555555') })
  await expect(app.report).toContainText('Shelf + 18944')
})

test('a file that is neither', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'report.ips', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]) })
  await expect(page.getByRole('alert').first()).toContainText(/no report and no symbols|report/)
})

test('an empty file', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'empty.crash', content: '' })
  await expect(page.getByText('empty file')).toBeVisible()
})
