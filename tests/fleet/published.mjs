/** The sample's symbols as a published site on this machine, and the ledger of the made reports. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../support/bundle.mjs'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))

/** A server for the folder, into which the symbols are published. */
export async function serveSample(folder) {
  const { serveSite } = await importBundled('tests/support/site-server.ts')
  const args = [
    pathOf('../../dist-cli/unslide.cjs'),
    'publish',
    pathOf('../../public/sample/Trailmap.dSYM.zip'),
    '--to',
    folder,
  ]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`publish: ${stderr}`)
  return serveSite(folder)
}

/** The input by its ledger: lines, those without a report, and incidents with their version and crash. */
export function readLedger(path) {
  const lines = readFileSync(`${path}.ledger`, 'utf8').trim().split('\n')
  const incidents = new Map()
  for (const line of lines) {
    const [incident, version, crash] = line.split(' ')
    if (incident !== '-') incidents.set(incident, { version, crash })
  }
  return { lines: lines.length, noReports: lines.filter((line) => line === '- - -').length, incidents }
}

/** Rows with `key`, `version` and `signature` against the ledger: what is lost, added or in a wrong group. One crash must have one signature. */
export function compareWithLedger(ledger, rows) {
  const signatures = new Map()
  const found = new Map()
  let [twice, unknown, wrong] = [0, 0, 0]
  for (const { key, version, signature } of rows) {
    const sent = ledger.incidents.get(key)
    if (!sent) unknown++
    else if (found.has(key)) twice++
    else {
      found.set(key, signature)
      const of = signatures.get(sent.crash) ?? signature
      signatures.set(sent.crash, of)
      if (!version.startsWith(`${sent.version} (`) || of !== signature || signature === '') wrong++
    }
  }
  return {
    found: found.size,
    lost: ledger.incidents.size - found.size,
    twice,
    unknown,
    wrong,
    crashes: signatures.size,
    signatures: new Set(signatures.values()).size,
  }
}
