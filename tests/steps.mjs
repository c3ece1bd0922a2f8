/** The steps of the test commands. Each is a script of `package.json`, in the order in which a free lane takes them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { browsers } from './browsers/browsers.mjs'
import { otherNodes, testsUnder } from './nodes.mjs'
import { installChromium } from './support/chromium.mjs'
import { installDebianPackages } from './support/debian.mjs'
import { hasNginx } from './support/nginx.mjs'

const corpus = fileURLToPath(new URL('../../shared/corpus/', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** A script of `package.json`; `missing` says why it cannot run, `optional` that this is no failure. */
const script = (name, after, more = {}) => ({ name, after, command: [npm, ['run', name]], ...more })

/** A half of the unit tests: it leaves the other lane to another step. */
const unitHalf = (half) => ({
  name: `unit, half ${half}`,
  after: ['build:cli'],
  command: [npm, ['run', 'unit', '--', `--shard=${half}/2`]],
})

const wasm = script('build:wasm', [])
const app = script('build:app', ['build:wasm'])
const cli = script('build:cli', ['build:wasm'])
const lib = script('build:lib', ['build:wasm'])
const withCorpus = existsSync(corpus)
  ? {}
  : { missing: 'No corpus lies beside the repository (../shared/corpus): nothing to compare with.', optional: true }

const inChromium = () => {
  const { ok, env, message } = installChromium()
  return ok ? { env } : { missing: message }
}

const otherBrowsers = () =>
  Object.entries(browsers).map(([name, { title, programs, packages }]) => {
    if (!programs.every(existsSync)) installDebianPackages(packages)
    const missing = `${title} is not installed here, and Debian’s package could not be had: its walks are not run.`
    const here = programs.every(existsSync) ? {} : { missing, optional: true }
    return script(`e2e:${name}`, ['build:app', 'build:cli', 'build:lib'], here)
  })

const otherNodeVersions = () =>
  otherNodes().map(([major, path]) => ({
    name: `command line under Node ${major}`,
    after: ['build:cli'],
    command: testsUnder(path),
  }))

/** Each set of steps by its name. A set first installs the programs that it needs. */
export const sets = {
  /** Before a commit. */
  check: () => [
    wasm,
    script('types', ['build:wasm']),
    cli,
    script('unit', ['build:cli']),
    script('lint', ['build:wasm']),
  ],
  /** The steps of `npm test`. The longest starts first. */
  test: () => {
    const chromium = inChromium()
    // nginx serves published symbols.
    if (!hasNginx) installDebianPackages(['nginx-light'])
    return [
      wasm,
      app,
      script('e2e', ['build:app'], chromium),
      cli,
      // Rules that need types run in the long set.
      script('lint:fast', ['build:wasm']),
      unitHalf(2),
      unitHalf(1),
      script('types', ['build:wasm']),
      lib,
      script('packed', ['build:cli', 'build:lib'], chromium),
      script('conformance', ['build:cli'], withCorpus),
    ]
  },
  /** Broken, hostile and very large inputs, fuzzing, memory, other browsers and other versions of Node. */
  long: () => [
    wasm,
    app,
    cli,
    script('unit:long', ['build:cli']),
    lib,
    // They publish, and open the element, too.
    script('e2e:long', ['build:app', 'build:cli', 'build:lib'], inChromium()),
    script('lint:typed', ['build:wasm']),
    script('conformance:long', ['build:cli'], withCorpus),
    ...otherBrowsers(),
    ...otherNodeVersions(),
  ],
}
