/** An error of the protocol, with its code and without more words than its own. */
export class ProtocolError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
