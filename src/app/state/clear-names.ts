/** Clears names that other reports left. */
import type { ReportHandle } from '../../core/engine-types.ts'
import type { Session } from './session.svelte.ts'

/**
 * Drops the names of other reports for the images of this one. Its file gets none any more, also when it is opened again after a
 * reload: reports that are still open leave theirs anew.
 */
export async function clearNames(
  session: Session,
  { handle, id }: { readonly handle: ReportHandle | undefined; readonly id: string },
): Promise<void> {
  if (handle === undefined) return
  await session.resolveAgain(id, { withoutOthersNames: true }, () => session.engine.clearNames(handle))
}
