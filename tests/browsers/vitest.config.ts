import { defineConfig } from 'vitest/config'

/** The main walks in a browser other than Chromium, over the built page. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['tests/browsers/*.browser.ts'],
    environment: 'node',
    testTimeout: 400_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
