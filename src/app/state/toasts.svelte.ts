/** Short words at the foot of the page: copied, deleted, failed. Read aloud by screen readers. */
export class Toasts {
  current = $state<{ readonly text: string; readonly tone: 'plain' | 'problem' } | undefined>()
  #timer: ReturnType<typeof setTimeout> | undefined

  say(text: string, tone: 'plain' | 'problem' = 'plain'): void {
    this.current = { text, tone }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.current = undefined), tone === 'plain' ? 2500 : 8000)
  }

  async copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.say(`Copied ${what}`)
    } catch {
      this.say('The browser did not let the page copy. Select the text and copy it yourself.', 'problem')
    }
  }
}
