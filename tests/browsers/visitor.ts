/** A browser with one tab, as a walk through the page needs it. Each browser makes it real in a file of its own. */
export interface Visitor {
  /** Name and version, as the browser says them. */
  readonly name: string
  /** True if its windows keep data over a reload, and read files in a worker of a page from disk. Automated WebKit does neither. */
  readonly keepsAndReads: boolean
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Clicks the first visible button or link that holds this text. */
  click(text: string): Promise<void>
  /** Chooses files of the disk, as the browser's own dialog would. */
  choose(...paths: readonly string[]): Promise<void>
  /** Runs a script's body in the page and gives what it returns. */
  run<T>(body: string): Promise<T>
  close(): Promise<void>
}

const PATIENCE = 150_000

/** Waits until an expression of the page is true; names it where it never is. */
export async function until(visitor: Visitor, what: string, expression: string): Promise<void> {
  const end = Date.now() + PATIENCE
  for (;;) {
    if (await visitor.run<boolean>(`return Boolean(${expression})`).catch(() => false)) return
    if (Date.now() > end) {
      const text = await visitor.run<string>('return document.body.innerText').catch(() => 'nothing')
      throw new Error(`${visitor.name}: ${what} never came. The page says:\n${text.slice(0, 2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
