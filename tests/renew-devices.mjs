/**
 * Renews the table of device names, `src/core/messages/en/devices.ts`, from public lists:
 *
 *     node tests/renew-devices.mjs LIST...
 *
 * A list has a line for each device, such as `iPhone15,2 : iPhone 14 Pro`. Lines of another form are passed over. Where a list and the
 * table differ, the script prints both names, and the list wins. No device is removed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const table = fileURLToPath(new URL('../src/core/messages/en/devices.ts', import.meta.url))
const text = readFileSync(table, 'utf8')
const ROWS = /(const deviceRows = `\n)([^`]*)(`)/
const [, , rows = ''] = ROWS.exec(text) ?? []

/** Names by identifier. */
const names = new Map()
for (const row of rows.trim().split('\n').filter(Boolean)) {
  const [name = '', ids = ''] = row.split(': ')
  for (const id of ids.split(' ')) names.set(id, name)
}

/** Where the parts of a name differ by what is sold where, the name is that of the device. */
const plain = (name) =>
  name
    .replace(/\s*\((GSM|CDMA|Global|China|Wi-?Fi|GPS|Cellular|LTE|Rev A)[^)]*\)/gi, '')
    .replace(/[`:\n]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

for (const path of process.argv.slice(2)) {
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, id, given] = /^\s*([A-Za-z]+\d+,\d+)\s*:\s*(\S.*)$/.exec(line) ?? []
    if (!id) continue
    const name = plain(given)
    const was = names.get(id)
    if (was !== undefined && was !== name) console.log(`${id}: ${was} → ${name}`)
    if (name !== '') names.set(id, name)
  }
}

/** `iPhone9,1` before `iPhone10,1`. */
const inOrder = (a, b) => a.localeCompare(b, 'en', { numeric: true })
const byName = new Map()
for (const [id, name] of [...names].sort(([a], [b]) => inOrder(a, b)))
  byName.set(name, [...(byName.get(name) ?? []), id])
const written = [...byName].map(([name, ids]) => `${name}: ${ids.join(' ')}\n`).join('')
writeFileSync(
  table,
  text.replace(ROWS, (_, head, __, end) => head + written + end),
)
console.log(`${names.size} devices, ${byName.size} names`)
