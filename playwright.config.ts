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
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  retries: process.env['SECOND_TRY'] ? 1 : 0,
  use: {
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 860 },
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
