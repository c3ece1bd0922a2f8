/**
 * How often names of each grade are right where no UUID ties the symbols: `node tests/conformance/calibrate-names.mjs FOLDER
 * [TRIALS]`, with the builds that `calibration-builds.mjs` made below FOLDER. Prints the tables of `docs/evidence.md`. Ends with 1
 * where "likely" names are right less than 95 times in 100, doubtful ones outside of 5 to 95, or unmarked ones below 99.9.
 */
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'

const [folder, trials = '20000', part = 'report'] = process.argv.slice(2)
if (!folder) throw new Error('a folder is needed')
const { tryNames } = await importBundled('tests/conformance/name-trials.ts')
const { rows, names } = await tryNames([join(folder, part)], Number(trials), Number(process.env.SLIDE_SEED ?? 20261123))

const groups = [...new Set(Object.keys(rows).map((key) => key.slice(0, key.indexOf(':'))))]
const percent = ([right, wrong]) =>
  right + wrong === 0 ? 'none' : `${((100 * right) / (right + wrong)).toFixed(1)} % of ${right + wrong}`
const columns = [
  ['unmarked', ({ levels }) => levels.exact],
  ['likely', ({ levels }) => levels.likely],
  ['doubtful', ({ levels }) => levels.doubtful],
  ['below 5 %: offset only', ({ improbable }) => improbable],
  ['no load address', ({ none }) => none],
  ['refused', ({ refused }) => refused],
]
const printRow = (cells) => console.log(`| ${cells.join(' | ')} |`)

/** Prints the rows whose key has the prefix, without columns that count nothing. */
function printTable(title, prefix) {
  const own = Object.entries(rows).filter(([key]) => key.startsWith(prefix))
  const counted = columns.filter(([, countsOf]) => own.some(([, row]) => countsOf(row).some((count) => count > 0)))
  console.log()
  printRow([title, ...counted.map(([name]) => name)])
  printRow(['---', ...counted.map(() => '---')])
  for (const [key, row] of own.sort())
    printRow([key.slice(prefix.length), ...counted.map(([, countsOf]) => percent(countsOf(row)))])
}

for (const group of groups.filter((group) => group !== 'form')) printTable(group, `${group}: `)
for (const address of ['not stated', 'stated']) printTable(`load address ${address}`, `form: ${address}, `)

const all = { exact: [0, 0], likely: [0, 0], doubtful: [0, 0] }
for (const [key, { levels }] of Object.entries(rows)) {
  if (!key.startsWith('symbols: ')) continue
  for (const level of ['exact', 'likely', 'doubtful']) levels[level].forEach((count, at) => (all[level][at] += count))
}
console.log(
  `\n| all names | unmarked | likely | doubtful |\n| --- | --- | --- | --- |\n| | ${percent(all.exact)} | ${percent(all.likely)} | ${percent(all.doubtful)} |`,
)

console.log('\n| stated | right |\n| --- | --- |')
const edges = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.01]
for (let at = 1; at < edges.length; at++) {
  const own = names.filter(({ confidence }) => confidence >= edges[at - 1] && confidence < edges[at])
  const right = own.filter((one) => one.right).length
  if (own.length > 0)
    console.log(`| ${edges[at - 1]} to ${Math.min(1, edges[at])} | ${percent([right, own.length - right])} |`)
}

const share = ([right, wrong]) => right / Math.max(1, right + wrong)
const short = [
  ...(all.exact[0] + all.exact[1] > 0 && share(all.exact) < 0.999 ? ['unmarked names'] : []),
  ...(share(all.likely) < 0.95 ? ['likely names'] : []),
  ...(share(all.doubtful) < 0.05 || share(all.doubtful) > 0.95 ? ['doubtful names'] : []),
]
if (short.length > 0) console.error(`Outside of their range: ${short.join(', ')}`)
process.exit(short.length > 0 ? 1 : 0)
