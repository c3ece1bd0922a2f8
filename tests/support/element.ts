/** Shared by tests of `<unslide-report>`: the policies of the page around it, and its rows. */

export const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types unslide-report"
/** Without WebAssembly. */
export const BARE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ${TRUSTED_TYPES}`
/** The strictest one under which everything of the element runs. */
export const POLICY = BARE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

/** Rows of all stacks in a report as text: names, places, marks of inlined calls, and folds. */
export const rowsInText = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => {
    const [, row] = /^ {1,3}\d+ \S+ +(\S.*)$|^ +in (.*)$|^ +(⋯ .*)$/.exec(line)?.filter(Boolean) ?? []
    return row === undefined ? [] : [row.replace('[inlined]', 'inlined').replace(/\s+/g, ' ').trim()]
  })

/** The same rows as an `<unslide-report>` shows them. Runs in the page: it must know nothing of this module. */
export const rowsShown = (element: Element): readonly string[] =>
  [...(element.shadowRoot?.querySelectorAll('.stack .call, summary') ?? [])]
    .filter((row) => {
      const title = row.closest('details')?.querySelector('summary')?.textContent ?? ''
      return row.tagName === 'SUMMARY' ? title.startsWith('⋯') : !title.startsWith('⋯')
    })
    .map((row) => (row.textContent ?? '').replace(/\s+/g, ' ').trim())
