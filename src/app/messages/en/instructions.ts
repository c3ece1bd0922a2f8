/** The machine’s instructions at a frame. */
export const instructionWords = {
  title: 'Instructions',
  ofFrame: (index: number) => `Instructions at frame ${index}`,
  show: 'Instructions',
  reading: 'Reading the code…',
  failed: 'The instructions could not be read.',
} as const
