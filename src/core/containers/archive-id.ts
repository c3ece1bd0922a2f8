/** What tells one archive from another of the same name. */

let made = 0

/** Another text each time, also in another worker: files may come back from an earlier one. */
export const newArchive = (): string => `${++made} ${Math.random()}`
