/** Sentences with code, strong words and links in them. Pieces keep what a parameter holds from being read as markup. */
export type Piece =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  /** `download`: the name of the file that the link gives. */
  | { readonly link: string; readonly href: string; readonly download?: string }

export type Rich = readonly Piece[]
