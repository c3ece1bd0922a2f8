/** Whether this browser has a database of that name. Never rejects: a page without an origin has no storage, and so none. */
export async function hasDatabase(wanted: string): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === wanted)
  } catch {
    return false
  }
}
