/** Dumps of one stack of the sample, as six tools print it: made by `tests/fixtures/dumps/make.mjs`. */
export const dumpFixtures = [
  'frame-pointer-capture.txt',
  'image-list-and-addresses.txt',
  'bs-backtrace-logger.txt',
  'call-stack-symbols.txt',
  'swift-async.txt',
  'stack-snapshot.stacks',
] as const
