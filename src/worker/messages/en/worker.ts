/** Why the workers that read symbols cannot work, or ended. */
export const worker = {
  stopped: 'The work was stopped. What was given is still here.',
  cannotStart:
    'This browser does not let the page start the worker that reads symbols. An extension or a policy may forbid it; Chrome, Edge, Firefox and Safari of recent years allow it.',
  cannotLoad:
    'A part of this page could not be loaded. Try again when the page can be reached; if there is a newer version of it by now, load the page again.',
  unreadable: 'The worker sent something unreadable.',
  ended: 'The worker that reads symbols ended unexpectedly, perhaps for lack of memory.',
  indexerEnded: 'A worker that reads symbols ended unexpectedly, or did not start.',
  indexerUnreadable: 'A worker that reads symbols sent something unreadable.',
  noEngine: 'The symbol engine could not be loaded. Try again when this page can be reached.',
  damagedEngine:
    'The file with the symbol engine is damaged. Reload this page with the Shift key held down, so that it comes from the site again.',
  noWasm:
    'This browser does not run WebAssembly, which reads the symbols. Lockdown Mode switches it off: allow this page in its settings.',
} as const
