import { defineConfig } from 'vitest/config'

/** Conformance: our answers against other tools' answers, over a corpus that lies beside the repository. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/conformance/*.conformance.ts'],
    environment: 'node',
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // Test files share the modules that they import, and code that is warm: anew for each file took twice the time.
    pool: 'threads',
    isolate: false,
  },
})
