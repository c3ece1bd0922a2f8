import { expect, type AppPage } from './app-page.ts'

/** A crash with so many threads of ten frames each, no two of a name; all but the first are folded. */
export function crashOf(threads: number): string {
  const rows = (thread: number): string =>
    Array.from(
      { length: 10 },
      (_, at) => `${at}   Harbor   0x0000000104${String(100000 + thread * 10 + at)} step${at}OfThread${thread} + 8`,
    ).join('\n')
  return [
    'Incident Identifier: 6E1B2C70-0000-4000-8000-000000000001\nProcess: Harbor [41]\nException Type: EXC_CRASH (SIGABRT)\n',
    ...Array.from({ length: threads }, (_, at) => `Thread ${at}${at === 0 ? ' Crashed' : ''}:\n${rows(at)}\n`),
    'Binary Images:\n0x104000000 - 0x105ffffff Harbor arm64 <00000000000000000000000000000001> /Harbor\n',
  ].join('\n')
}

/** Opens such a report in the page. */
export async function openThreads(app: AppPage, threads: number): Promise<void> {
  await app.open()
  await app.pick({ name: 'harbor.crash', content: crashOf(threads) })
  await expect(app.report).toBeVisible()
}
