import { defineConfig } from 'vitest/config'

/** The package as npm packs it, installed into an empty folder: `npm run build` must have run. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/packed/*.packed.ts'],
    globalSetup: 'tests/packed/install.ts',
    environment: 'node',
    testTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})
