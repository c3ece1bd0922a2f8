/** A report is shown without names when these take longer: sooner, its rows would only jump. */
const SHOWN_AFTER_MS = 1000

/** Ends with the work, or a moment later without it. The result of the work is ignored. */
export async function soon(work: Promise<void>): Promise<void> {
  const moment = new Promise<void>((resolve) => setTimeout(resolve, SHOWN_AFTER_MS))
  await Promise.race([work.catch(() => undefined), moment])
}
