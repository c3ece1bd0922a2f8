/** Short words at the foot of the page: copied, deleted, failed. Read aloud by screen readers. */
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
      if (typeof text === 'string') await navigator.clipboard.writeText(text)
      else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain(text) })])
      this.say(words.copied(what))
    } catch {
      this.say(words.notCopied, 'problem')
    }
  }
}

/** The clipboard takes one kind of text; it is not read for that. */
const plain = (text: Blob): Blob => text.slice(0, text.size, 'text/plain')
