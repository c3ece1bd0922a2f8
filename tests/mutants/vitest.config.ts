/** The project's unit tests, but only those that `index.mjs` names in `MUTANTS_TESTS`. */
import { defineConfig } from 'vitest/config'
import project from '../../vite.config.ts'

export default defineConfig((env) => {
  const config = project(env)
  return { ...config, test: { ...config.test, include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]') as string[] } }
})
