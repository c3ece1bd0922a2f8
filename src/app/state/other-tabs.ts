/** The library is shared by all tabs of a site: what one of them changes, the others show. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('unslide-library')

/** Tells the other tabs that an image, an index or a map was added or deleted. */
export function tellOtherTabs(): void {
  channel?.postMessage('')
}

/** Runs `listener` for each change in another tab; the result ends that. */
export function onOtherTab(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
