/** The address and the place of a report's page, kept alike. */
import { untrack } from 'svelte'
import { reportHash, type Router } from '../../state/router.svelte.ts'
import type { ReportPage } from './report-page.svelte.ts'

/**
 * The address leads to a place, and says where one is. What is chosen by walking takes no step in the history; a part does.
 * Called while the component of the page is made. `onframe` brings a frame on screen to which the address led.
 */
export function followAddress(id: string, page: ReportPage, router: Router, onframe: (frame: number) => void): void {
  $effect(() => {
    const { route } = router
    if (route.page !== 'report' || route.id !== id) return
    untrack(() => {
      const before = page.selectedId
      page.goTo(route)
      const { selectedId } = page
      // A place that Back leads to holds its own scrolling against this.
      if (selectedId !== undefined && selectedId !== before) requestAnimationFrame(() => onframe(selectedId))
    })
  })
  let isPlaced = false
  $effect(() => {
    const { place } = page
    untrack(() => {
      const { route } = router
      const hash = reportHash(id, place)
      if (isPlaced && route.page === 'report' && route.id === id && !router.isAt(hash)) {
        const isSameTab = route.tab === place.tab
        if (isSameTab) router.replace(hash)
        else router.go(hash)
      }
      isPlaced = true
    })
  })
}
