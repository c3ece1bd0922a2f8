/** A catalogue in another language with every entry of the English one: a missing key is an error of types, as a wrong one is. */
export type Whole<English> = English extends (...given: infer Given) => infer Text
  ? (...given: Given) => Whole<Text>
  : English extends string
    ? string
    : English extends readonly (infer Item)[]
      ? readonly Whole<Item>[]
      : English extends object
        ? { readonly [Key in keyof English]: Whole<English[Key]> }
        : English
