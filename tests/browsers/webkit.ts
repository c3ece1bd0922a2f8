/** WebKitGTK's MiniBrowser by its own driver, under a virtual display. Linux only. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { Builder, By, Capabilities } from 'selenium-webdriver'
import type { Visitor } from './visitor.ts'

const miniBrowser = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec']
  .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path))

/** Starts the driver and the browser. Throws where they are not installed. */
export async function startWebKit(): Promise<Visitor> {
  if (miniBrowser === undefined) throw new Error('WebKitGTK’s MiniBrowser was not found.')
  const port = await freePort()
  const command = ['--', 'xvfb-run', '-a', 'WebKitWebDriver', `--port=${port}`]
  const driver = spawn('dbus-run-session', command, { stdio: 'ignore', detached: true })
  const stop = (): void => {
    if (driver.pid !== undefined) process.kill(-driver.pid)
  }
  try {
    await answers(port)
    const options = { binary: miniBrowser, args: ['--automation'] }
    const browser = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options }))
      .build()
    const version = (await browser.getCapabilities()).get('browserVersion') as string
    return {
      name: `WebKitGTK ${version}`,
      keepsAndReads: false,
      open: (address) => browser.get(address),
      reload: () => browser.navigate().refresh(),
      click: async (text) => {
        const quoted = `"${text}"`
        const found = By.xpath(`//*[self::button or self::a][contains(normalize-space(.), ${quoted})]`)
        await browser.wait(async () => {
          for (const element of await browser.findElements(found)) {
            if (!(await element.isDisplayed())) continue
            await element.click()
            return true
          }
          return false
        }, 30_000)
      },
      choose: async (...paths) =>
        browser.findElement(By.css('input[aria-label="Open files"]')).sendKeys(paths.join('\n')),
      run: <T>(body: string) => browser.executeScript<T>(body),
      close: async () => {
        await browser.quit().finally(stop)
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer.')
}
