/** A JSON Schema, as far as tests look into it. */
export interface Schema {
  readonly $id: string
  readonly [key: string]: unknown
}
export const schemaRoots: Readonly<
  Record<
    string,
    { readonly type: string; readonly version: number; readonly writer: string; readonly isLines?: boolean }
  >
>
export function makeFiles(): Promise<Readonly<Record<string, string>>>
