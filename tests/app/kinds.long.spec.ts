/** Reports of different kinds: what the page says first, and which part is open. */
import { expect, test } from './app-page.ts'

const images = `
Binary Images:
0x104cc8000 - 0x104ccffff Shop arm64  <aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa> /var/containers/Bundle/Application/1/Shop.app/Shop
`
const thread = `Thread 0 Crashed:
0   Shop  0x0000000104cc8140 -[Cart total] + 40
1   Shop  0x0000000104cc9020 main + 20
${images}`
const jetsam = `{"bug_type":"298","timestamp":"2017-06-30 12:37:23.10 +0100","os_version":"iPhone OS 10.1.1 (14B100)"}
${JSON.stringify({
  product: 'iPhone7,2',
  largestProcess: 'Shop',
  processes: [{ pid: 12, name: 'Shop', rpages: 9, reason: 'per-process-limit', states: ['frontmost'] }],
})}`
const hang = JSON.stringify({
  report: { id: 'a', timestamp: 1765315753 },
  binary_images: [{ image_addr: 4096, image_size: 4096, name: '/var/containers/Bundle/Shop.app/Shop' }],
  crash: {
    error: { type: 'hang', hang: { hang_start_nanos: 0, hang_end_nanos: 8_000_000_000 } },
    threads: [{ index: 0, crashed: true, backtrace: { contents: [{ instruction_addr: 4200, symbol_name: 'load' }] } }],
  },
})
const sample = `Analysis of sampling Shop (pid 12) every 1 millisecond
Process:         Shop [12]
Path:            /Applications/Shop.app/Contents/MacOS/Shop
Report Version:  7
----

Call graph:
    10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
      10 main  (in Shop) + 20  [0x104cc9020]

Total number in stack (recursive counted multiple, when >=5):
`

const cases: readonly (readonly [name: string, content: string, kind: string, title: string | RegExp, part: string])[] =
  [
    [
      'crash.crash',
      `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)\n\n${thread}`,
      'Crashed',
      'Invalid memory access',
      'Threads',
    ],
    ['untold.crash', thread, '', 'Crashed', 'Threads'],
    ['pasted.txt', thread.replace(' Crashed', ''), 'Crash report (text)', /No cause was found/, 'Threads'],
    [
      'killed.crash',
      `Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: FRONTBOARD 2343432205\n\n${thread}`,
      'Killed',
      /too long|did not/,
      'Threads',
    ],
    ['jetsam.ips', jetsam, 'Memory kill (jetsam)', /Shop was terminated for memory/, 'Memory'],
    ['hang.json', hang, 'Hang', /did not respond/, 'Threads'],
    ['sample.txt', sample, '', /^Sample of a process: Shop$/, 'Call tree'],
  ]

const console = `2024-01-02 03:04:06.000 Shop[12:34] *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 9'
*** First throw call stack:
(
\t0   CoreFoundation   0x00000001804658a8 __exceptionPreprocess + 172
\t1   Shop   0x0000000104cc8140 main + 20
)
`

test('what the title says is not said again', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'log.txt', content: console })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('NSRangeException')
  await expect(page.locator('header .codes')).toHaveCount(0)
  await expect(page.locator('header .reason')).toHaveCount(0)
})

test('a version that is not known is not printed', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'a.crash', content: `Process: Shop [12]\nVersion: ??? (???)\n\n${thread}` })
  await expect(page.locator('.setting')).toContainText('Shop')
  await expect(page.locator('.setting')).not.toContainText('?')
})

test('a report of memory kills begins with who was ended; its table has no columns that say nothing', async ({
  app,
  page,
}) => {
  await app.open()
  await app.pick({ name: 'jetsam.ips', content: jetsam })
  await expect(app.report.getByRole('heading', { level: 2 }).first()).toHaveText('Ended by the system')
  await expect(page.getByRole('columnheader', { name: 'Process', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'UUID', exact: true })).toHaveCount(0)
})

for (const [name, content, kind, title, part] of cases) {
  test(`${name}: first words and open part`, async ({ app, page }) => {
    await app.open()
    await app.pick({ name, content })
    await expect(app.report).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    if (/^(?:crash|untold)\.crash$/.test(name))
      await expect(app.report.getByTitle('Show this frame').first()).toHaveText('-[Cart total]')
    if (kind === '') await expect(page.locator('header .kind')).toHaveCount(0)
    else await expect(page.locator('header .kind')).toHaveText(kind)
    await expect(page.getByRole('tab', { name: part, exact: true })).toHaveAttribute('aria-selected', 'true')
  })
}
