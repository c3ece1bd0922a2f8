/**
 * Calibration: how often inferred load addresses are right, by their confidence, and how often names are.
 *
 * `node tests/conformance/calibrate-placement.mjs [TRIALS] [FOLDER…]`: 100,000 trials over the two builds of
 * `tests/fixtures/builds` and the binaries of the folders. Half of them test the weighing alone with return addresses.
 * The other half test the whole resolver with reports of one or several images, with names and without.
 *
 * The exit code is 1 if answers given at 0.9 are right less than 90 times in 100, or at 0.99 less than 99 times. It is
 * also 1 if more than one name in a thousand is wrong and graded better than doubtful. Names of a copy, the same bytes
 * at the same place in another file, are counted apart: their made-up names differ, their code does not.
 */
import { fileURLToPath } from 'node:url'
import { importBundled } from '../support/bundle.mjs'

const [trials = '100000', ...folders] = process.argv.slice(2)
const builds = fileURLToPath(new URL('../fixtures/builds/', import.meta.url))
const all = [builds, ...folders]
const half = Math.ceil(Number(trials) / 2)
const seed = Number(process.env.SLIDE_SEED ?? 20261122)
const tell = (done) => process.stderr.write(`\r${done}`)
const { calibrate, confidences } = await importBundled('tests/conformance/placement-trials.ts')
const { tryReports } = await importBundled('tests/conformance/report-trials.ts')

const short = []
const addresses = await calibrate(all, half, seed, tell)
show('Return addresses alone, by the image that is asked', addresses)
const reports = await tryReports(all, half, seed + 1, tell)
for (const group of ['asked', 'evidence', 'images']) {
  const rows = Object.entries(reports).filter(([key]) => key.startsWith(`${group}: `))
  show(`Whole reports, by ${group}`, Object.fromEntries(rows.map(([key, row]) => [key.slice(group.length + 2), row])))
}
if (short.length > 0) console.error(short.join('\n'))
process.exit(short.length > 0 ? 1 : 0)

/** Prints a table and remembers what falls short in it. */
function show(title, rows) {
  const sum = { trials: 0, answers: confidences.map(() => [0, 0]), named: 0, wrong: 0, wrongSure: 0, copied: 0 }
  for (const { trials: count, answers, named = 0, wrong = 0, wrongSure = 0, copied = 0 } of Object.values(rows)) {
    sum.trials += count
    sum.named += named
    sum.wrong += wrong
    sum.wrongSure += wrongSure
    sum.copied += copied
    answers.forEach(([given, right], level) => {
      sum.answers[level][0] += given
      sum.answers[level][1] += right
    })
  }
  const hasNames = sum.named > 0
  console.log(title)
  console.table(
    Object.fromEntries(
      Object.entries({ ...rows, all: sum }).map(
        ([kind, { trials: count, answers, named, wrong, wrongSure, copied }]) => [
          kind,
          {
            trials: count,
            ...Object.fromEntries(
              answers.map(([given, right], level) => [`from ${confidences[level]}`, `${right} of ${given}`]),
            ),
            ...(hasNames && { names: named, wrong, 'wrong, not doubtful': wrongSure, copied }),
          },
        ],
      ),
    ),
  )
  sum.answers.forEach(([given, right], level) => {
    const least = confidences[level]
    if (given > 0 && least >= 0.9 && right / given < least) short.push(`${title}: ${right} of ${given} from ${least}`)
  })
  if (sum.wrongSure > sum.named / 1000) short.push(`${title}: ${sum.wrongSure} of ${sum.named} names wrong`)
}
