/** Counts the changes of the theme, whose colours a canvas has to paint again. Call it while a component is made. */
export function themeChanges(): { readonly count: number } {
  let count = $state(0)
  $effect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const repaint = () => count++
    const attribute = new MutationObserver(repaint)
    attribute.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    dark.addEventListener('change', repaint)
    return () => {
      attribute.disconnect()
      dark.removeEventListener('change', repaint)
    }
  })
  return {
    get count() {
      return count
    },
  }
}
