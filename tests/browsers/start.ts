import { startFirefox } from './firefox.ts'
import type { Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

/** Starts the browser that `BROWSER` names. Throws where it is not installed. */
export const startVisitor = (): Promise<Visitor> =>
  process.env['BROWSER'] === 'webkit' ? startWebKit() : startFirefox()
