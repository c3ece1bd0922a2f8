/** Short words at the foot of the page: copied, deleted, failed. Read aloud by screen readers. */
import { textOfBlob } from './blob-text.ts'
import { words } from '../messages/work.ts'

export class Toasts {
  current = $state<{ readonly text: string; readonly tone: 'plain' | 'problem' } | undefined>()
  #timer: ReturnType<typeof setTimeout> | undefined

  say(text: string, tone: 'plain' | 'problem' = 'plain'): void {
    this.current = { text, tone }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.current = undefined), tone === 'plain' ? 2500 : 8000)
  }

  async copy(text: string | Blob, what: string): Promise<void> {
    try {
      // Chromium decodes a Blob that it is given in one long task.
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await textOfBlob(text))
      this.say(words.copied(what))
    } catch {
      this.say(words.notCopied, 'problem')
    }
  }
}
