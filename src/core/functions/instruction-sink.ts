/** What readers of instructions tell of a function: its code without addresses, and where it leads. */

export interface InstructionSink {
  /** One instruction, or a part of one, less what the linker puts into it. */
  word(value: number): void
  /** Calls, or jumps, to an offset of the image. */
  call(target: number): void
  /** Takes the address of an offset of the image, or reads there. */
  refer(target: number): void
}

export interface FunctionRange {
  /** The code, of which the function is a part. */
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Positions in `bytes`. */
  readonly from: number
  readonly to: number
  /** Image offset of `bytes`. */
  readonly start: number
  /** Distance of the image's start from the start of a page of 4096 bytes. */
  readonly inPage: number
}

/** Reads the instructions of a function, in order. Bytes that are none are told as they are. */
export type ReadInstructions = (range: FunctionRange, sink: InstructionSink) => void
