import type { InlineConfig } from 'vitest/node'

export const secondTries: Pick<InlineConfig, 'retry' | 'reporters'>
