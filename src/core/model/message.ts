/** A sentence as data: a code and its parameters, so that it can be said in any language. */

/** What a message's sentence is made of. Only what JSON and a worker's messages can carry. */
export type MessageParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** The words for a code stand in `core/messages`. */
export interface Message {
  readonly code: string
  readonly params: MessageParameters
}
