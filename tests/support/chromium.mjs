/** Finds a browser for the tests: one that the environment names, Playwright's own, or the system's Chromium. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installDebianPackages } from './debian.mjs'

const systemPaths = [
  // The same browser without windows: a third less work for each test.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Environment for the tests, or why there is no browser. `CHROMIUM` unset means Playwright's own. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named)
    return existsSync(named) ? { ok: true, env: { CHROMIUM: named } } : noBrowser(`CHROMIUM=${named} is not there.`)
  if (existsSync(chromium.executablePath())) return { ok: true, env: {} }
  const found = systemPaths.find((path) => existsSync(path))
  if (found) return { ok: true, env: { CHROMIUM: found } }
  return noBrowser('Neither Playwright’s browser nor a Chromium was found.')
}

/** Gets a browser onto a machine that has none: Playwright's own, else Debian's package. */
export function installChromium() {
  if (findChromium().ok) return findChromium()
  console.log('No browser found; trying Playwright’s own.')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (!findChromium().ok) {
    console.log('Playwright’s browser could not be had; installing Debian’s Chromium.')
    installDebianPackages(['chromium-headless-shell'])
    if (!findChromium().ok) installDebianPackages(['chromium'])
  }
  return findChromium()
}

function noBrowser(reason) {
  return {
    ok: false,
    env: {},
    message: `${reason} Install one with "npx playwright install chromium" or "apt-get install chromium".`,
  }
}
