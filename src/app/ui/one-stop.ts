/** A list is one stop of the Tab key; arrows walk in it. */

interface ListStops {
  /** Selector of what arrows stop at. */
  readonly stops: string
  /** Selector of the one that Tab leads to, until another had the focus. */
  readonly first: string
  /** Arrows lead from one stop to another; false leaves the key to the page. */
  readonly onstep: (to: HTMLElement, from: HTMLElement) => boolean
}

/** Rows may come and go. Call the result to end it. */
export function oneStop(list: HTMLElement, { stops, first, onstep }: ListStops): () => void {
  let last: Element | undefined
  const all = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(stops)]
  function place(): void {
    const found = all()
    const stop = last?.isConnected ? last : (list.querySelector(first) ?? found[0])
    for (const one of found) one.tabIndex = one === stop ? 0 : -1
  }
  function onfocusin({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches(stops)) return
    last = target
    place()
  }
  function onkeydown(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const found = all()
    const at = found.findIndex((one) => one === event.target)
    const [from, to] = [found[at], found[at + (by ?? 0)]]
    if (by === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
    if (!from || !to || !onstep(to, from)) return
    event.preventDefault()
    to.focus()
  }
  // What is chosen by other ways is where Tab leads to.
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ type }) => type === 'attributes')) last = undefined
    place()
  })
  observer.observe(list, { subtree: true, childList: true, attributeFilter: ['aria-current'] })
  list.addEventListener('focusin', onfocusin)
  list.addEventListener('keydown', onkeydown)
  place()
  return () => {
    observer.disconnect()
    list.removeEventListener('focusin', onfocusin)
    list.removeEventListener('keydown', onkeydown)
  }
}
