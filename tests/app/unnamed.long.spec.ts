/** Stripped binaries on the page: hints for a function without a name, and names carried over from another build. */
import { readFileSync } from 'node:fs'
import { withoutSymbols } from '../support/shelf.ts'
import { buildSwiftImage, swiftCode } from '../support/swift-builder.ts'
import { expect, test } from './app-page.ts'

const fixture = (path: string): string => `tests/fixtures/${path}`

/** A crash of one frame. The load address is that of the file. */
const crash = (name: string, uuid: string, load: string, offset: number): string => `Process: ${name} [1]
Code Type: ARM-64
Exception Type: EXC_BAD_ACCESS (SIGSEGV)

Thread 0 Crashed:
0   ${name} 0x${(BigInt(load) + BigInt(offset)).toString(16).padStart(16, '0')} ${load} + ${offset}

Binary Images:
${load} - 0x10003ffff ${name} arm64 <${uuid}> /Applications/${name}.app/${name}
`

const uuidOf = (file: Buffer): string => {
  for (let at = 32, left = file.readUInt32LE(16); left > 0; left--, at += file.readUInt32LE(at + 4))
    if (file.readUInt32LE(at) === 0x1b) return file.subarray(at + 8, at + 24).toString('hex')
  throw new Error('no UUID')
}

test('an unnamed function tells hints when they are asked for, and none is its name', async ({ app }) => {
  const binary = readFileSync(fixture('macho/ios-arm64-dylib/Shelf.exports-only'))
  await app.open()
  await app.pick(
    { name: 'Shelf', content: binary },
    { name: 'crash.txt', content: crash('Shelf', uuidOf(binary), '0x100000000', 0x4108) },
  )
  await app.report
    .getByRole('button', { name: /unnamed function/ })
    .first()
    .click()
  const details = app.page.getByRole('complementary', { name: 'Frame' })
  await expect(details.getByText('Called by')).toHaveCount(0)
  await details.getByRole('button', { name: 'Hints from the code' }).click()
  await expect(details.getByRole('heading', { name: 'Hints, not a name' })).toBeVisible()
  await expect(details.getByText('next after count_gaps')).toBeVisible()
  await expect(app.report.getByRole('heading', { level: 1 })).not.toContainText('count_gaps')
})

test('a function gets its name from another build, and says which', async ({ app }) => {
  const binary = withoutSymbols(readFileSync(fixture('builds/varied-arm64-2/Ladder')), true)
  const old = readFileSync(fixture('builds/varied-arm64-1/Ladder'))
  const rows = readFileSync(fixture('builds/varied-arm64-2/starts.txt'), 'utf8').trim().split('\n')
  const [address = '', name = ''] = rows[40]?.split(' ') ?? []
  const offset = Number(BigInt(address) - 0x100000000n) + 4
  await app.open()
  await app.pick(
    { name: 'Ladder', content: binary },
    {
      name: 'Ladder.dwarf',
      content: readFileSync(fixture('builds/varied-arm64-1/Ladder.dSYM/Contents/Resources/DWARF/Ladder')),
    },
    { name: 'crash.txt', content: crash('Ladder', uuidOf(binary), '0x100000000', offset) },
  )
  await expect(app.report).toContainText('unnamed function')
  await app.pick({ name: 'Ladder', content: old })
  await expect(app.report).toContainText(name.replace(/^_/, ''))
  await app.report
    .getByRole('button', { name: new RegExp(name.replace(/^_/, '')) })
    .first()
    .click()
  const details = app.page.getByRole('complementary', { name: 'Frame' })
  await expect(details.getByText('likely')).toBeVisible()
  await expect(details.getByText(/carried over from build/)).toBeVisible()
})

test('a method of a stripped Swift class is told by its place, never as sure', async ({ app }) => {
  const binary = Buffer.from(buildSwiftImage())
  await app.open()
  await app.pick(
    { name: 'App', content: binary },
    { name: 'crash.txt', content: crash('App', uuidOf(binary), '0x100000000', swiftCode.getter + 4) },
  )
  await expect(app.report).toContainText('getter 0 of App.Cart')
  await app.report
    .getByRole('button', { name: /getter 0 of App\.Cart/ })
    .first()
    .click()
  const details = app.page.getByRole('complementary', { name: 'Frame' })
  await expect(details.getByText('likely')).toBeVisible()
  await expect(details.getByText(/not a name/).first()).toBeVisible()
})
