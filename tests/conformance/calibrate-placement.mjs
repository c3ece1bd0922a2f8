/**
 * How often inferred load addresses are right, by their confidence: `node tests/conformance/calibrate-placement.mjs [TRIALS]
 * [FOLDER…]`, 100,000 trials over the two builds of `tests/fixtures/builds` and the binaries of the folders. Ends with 1 where
 * answers given at 0.9 are right less than 90 times in 100, or at 0.99 less than 99 times.
 */
import { fileURLToPath } from 'node:url'
import { importBundled } from '../support/bundle.mjs'

const [trials = '100000', ...folders] = process.argv.slice(2)
const builds = fileURLToPath(new URL('../fixtures/builds/', import.meta.url))
const { calibrate, confidences } = await importBundled('tests/conformance/placement-trials.ts')
const seed = Number(process.env.SLIDE_SEED ?? 20261122)
const rows = await calibrate([builds, ...folders], Number(trials), seed, (done) => process.stderr.write(`\r${done}`))
process.stderr.write('\n')

const all = { trials: 0, answers: confidences.map(() => [0, 0]) }
for (const { trials: count, answers } of Object.values(rows)) {
  all.trials += count
  answers.forEach(([given, right], level) => {
    all.answers[level][0] += given
    all.answers[level][1] += right
  })
}
const table = Object.fromEntries(
  Object.entries({ ...rows, all }).map(([kind, { trials: count, answers }]) => [
    kind,
    {
      trials: count,
      ...Object.fromEntries(
        answers.map(([given, right], level) => [`from ${confidences[level]}`, `${right} of ${given}`]),
      ),
    },
  ]),
)
console.table(table)
const short = all.answers.some(
  ([given, right], level) => given > 0 && confidences[level] >= 0.9 && right / given < confidences[level],
)
process.exit(short ? 1 : 0)
