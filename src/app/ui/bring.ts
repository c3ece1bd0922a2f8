/** Brings a row of a list on screen that may be loaded, opened or made only now. */
import { offeredWithin } from './find-rows.ts'

/** Parts are loaded and made within this time; a row that is not there then does not exist. */
const PATIENCE_MS = 4000

/**
 * Looks for the row with this key in what `root` holds, as lists offer them or as `data-row` says, until it is there; gives it the
 * focus. False where it does not come.
 */
export async function bringRow(root: () => Element | null, key: string): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const element = root()
    if (element) {
      for (const rows of offeredWithin(element)) if (await rows.bring?.(key)) return true
      const row = element.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
      if (row) {
        row.scrollIntoView({ block: 'center' })
        row.tabIndex = -1
        row.focus({ preventScroll: true })
        return true
      }
    }
    await new Promise((resume) => setTimeout(resume, 30))
  }
  return false
}
