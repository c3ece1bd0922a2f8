/** When the samples of a profile were taken. */

/** The samples of a call tree by time: columns of one length, a sample each, in the report's order. No written form has them. */
export interface SampleTimes {
  /** Seconds since the recording began. */
  readonly at: Float64Array
  /** The row that a sample ended in: its number in the tree, counted from 0, callers before what they call. */
  readonly row: Uint32Array
  readonly weight: Float64Array
}
