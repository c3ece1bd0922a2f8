/** The project's unit tests, but only those that `index.mjs` names, over the source with its changes. Nothing is written to disk. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import project from '../../vite.config.ts'

interface Run {
  readonly tests: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

const { tests, files } = JSON.parse(readFileSync(process.env.MUTANTS_RUN ?? '', 'utf8')) as Run

/** Each changed file has all its changes, and a switch for each. */
const changed: Plugin = {
  name: 'changed-source',
  enforce: 'pre',
  load: (id) => files[id],
}

/** The order in which they are named: those of the folder itself go first, since most changes end there. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => tests.findIndex((test) => moduleId.endsWith(test))
    return files.sort((a, b) => place(a) - place(b))
  }
}

export default defineConfig((env) => {
  const config = project(env)
  const runner = fileURLToPath(new URL('runner.ts', import.meta.url))
  const one = {
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: 1,
    sequence: { concurrent: false, sequencer: AsNamed },
  }
  return {
    ...config,
    plugins: [changed, ...(config.plugins ?? [])],
    test: {
      ...config.test,
      ...one,
      include: [...tests],
      runner,
      silent: true,
      update: false,
      dangerouslyIgnoreUnhandledErrors: true,
    },
  }
})
