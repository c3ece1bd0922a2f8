export declare const seeds: readonly string[]
export declare function randomOf(seed: number): () => number
export declare function mutate(random: () => number, names: readonly string[]): string
