/** Remembered folders, loaded where some are remembered, or once the library is open: most visits have none. */
import { FOLDERS_DATABASE } from '../../stores/idb-folders.ts'
import { hasDatabase } from './has-database.ts'
import { canRemember } from './folder-needs.ts'
import type { Folders } from './folders.svelte.ts'
import type { Session } from './session.svelte.ts'

/** Gives the folders of a session, the same at each call. `onLoaded` gets them before it is known what they hold. */
export function foldersLater(session: Session, onLoaded: (folders: Folders) => void): () => Promise<Folders> {
  const load = async (): Promise<Folders> => {
    const module = await import('./folders.svelte.ts')
    const folders = new module.Folders(session)
    onLoaded(folders)
    // Without storage there is nothing to remember them by.
    await folders.load().catch(() => undefined)
    void folders.look().catch(() => undefined)
    return folders
  }
  let loading: Promise<Folders> | undefined
  return () => (loading ??= load())
}

/** Whether folders may have been remembered here. Never rejects. */
export async function areRemembered(): Promise<boolean> {
  return canRemember() && hasDatabase(FOLDERS_DATABASE)
}
