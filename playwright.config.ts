import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM']
/** Checkouts side by side test with ports of their own. */
const port = process.env['PORT'] ?? '4173'

/** How Chromium is started. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
] as const

export default defineConfig({
  testDir: 'tests/app',
  projects: [
    { name: 'page', testMatch: '**/*.spec.ts', testIgnore: '**/*.long.spec.ts' },
    // Large reports, and what stays in memory: `npm run test:long`.
    { name: 'long', testMatch: '**/*.long.spec.ts' },
  ],
  fullyParallel: true,
  workers: 2,
  // They end a test that hangs; none depends on how long it takes.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Each failed wait takes its whole time. A run with this many faults has told enough.
  maxFailures: 30,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 860 },
    // Copying the whole page for offline use would cost each test seconds. Tests of that copy allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArguments],
    },
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: !process.env['CI'],
  },
})
