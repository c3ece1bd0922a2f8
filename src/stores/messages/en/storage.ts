/** Why something cannot be kept or deleted. The reasons complete `noStorage`. */
export const storage = {
  held: 'Another tab holds what is kept. Close that tab and try again.',
  notDeleted: 'The browser did not delete what is kept.',
  full: 'The browser gives no more room for symbols; delete some in the library, or free disk space.',
  noStorage: ({ reason }: { reason: string }) => `The browser cannot keep indexes here: ${reason}`,
} as const

export const storageReasons = {
  noAnswer: 'its storage does not answer.',
  otherPage: 'another tab holds the storage with another version of this page. Close that tab.',
  newerPage: 'another tab has a newer version of this page. Load this page again.',
  noDatabase: 'there is no IndexedDB.',
  diskFull: 'The disk took no more bytes.',
} as const

/** Failures in the middle of a file. */
export const reading = {
  behindEnd: 'read behind the end',
  replaced: ({ path }: { path: string }) => `${path}: another file took its place. Open it again.`,
  shorter: ({ path }: { path: string }) => `${path} became shorter while it was read`,
} as const
