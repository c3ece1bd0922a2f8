/** An object while it is made: fields that are set where there is a value cost less than spreads of conditions. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] }
