/** Sentences with code, strong words and links in them. Pieces keep what a parameter holds from being read as markup. */
export type Piece =
  string | { readonly code: string } | { readonly strong: string } | { readonly link: string; readonly href: string }

export type Rich = readonly Piece[]
