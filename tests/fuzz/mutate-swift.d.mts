export function random(seed: number): () => number
export function mutate(next: () => number, names: readonly string[]): string
