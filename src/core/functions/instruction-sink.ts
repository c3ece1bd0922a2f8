/** Receives the parts of a function from a reader of instructions: its code without addresses, and its targets. */

export interface InstructionSink {
  /** One instruction, or a part of one, without the bits that the linker sets. */
  word(value: number): void
  /** Calls, or jumps, to an offset of the image. */
  call(target: number): void
  /** Takes the address of an offset of the image, or reads there. */
  refer(target: number): void
}

export interface FunctionRange {
  /** The code that contains the function. */
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

/** Reads the instructions of a function, in order. Passes bytes that are no instruction unchanged. */
export type ReadInstructions = (range: FunctionRange, sink: InstructionSink) => void
