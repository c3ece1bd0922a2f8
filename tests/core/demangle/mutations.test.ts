import { expect, test } from 'vitest'
import { demangle, demangleText } from '../../../src/core/demangle/registry.ts'
import { mutate, randomOf, seeds } from '../../fuzz/demangle-mutations.mjs'

test('broken names of every kind give text of bearable size, and never throw', () => {
  const random = randomOf(7)
  for (let count = 0; count < 4000; count++) {
    const name = mutate(random, seeds)
    expect(demangle(name, 'full').length).toBeLessThan(1_100_000)
    expect(demangleText(`at ${name} + 12`, 'simplified').length).toBeLessThan(2_200_000)
  }
})
