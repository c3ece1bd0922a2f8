/** The SQL of the tables' document. */

/** The query below the paragraph that begins with this engine's name. */
export function queryIn(document: string, engine: string): string {
  const [, after = ''] = document.split(new RegExp(`^${engine}[. ]`, 'm'))
  const [, rest = ''] = after.split('```sql\n', 2)
  return rest.split('\n```', 1)[0] ?? ''
}
