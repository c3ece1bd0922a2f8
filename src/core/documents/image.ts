/** The JSON of an image of a report. */
import type { PlacementEvidence } from '../model/evidence.ts'
import type { Hex, Share, Uuid } from './values.ts'

/** An image of the report, and the state of its symbols. */
export interface ImageDocument {
  /** File name, or its bundle identifier where the report has nothing else. */
  readonly name: string
  /** Its path. */
  readonly path?: string
  /** Its UUID. */
  readonly uuid?: Uuid
  /** Its architecture, such as `arm64e`. */
  readonly arch?: string
  /** Its load address. */
  readonly base?: Hex
  /** The report does not state the load address: it was inferred. */
  readonly isInferred?: true
  /** Its size in bytes. */
  readonly size?: number
  /** Its version. */
  readonly version?: string
  /** Its bundle identifier. */
  readonly bundleId?: string
  /** Owner of the code: the user or the system. */
  readonly origin?: 'app' | 'system'
  /** Load address minus the preferred address. */
  readonly slide?: Hex
  /** Origin of the load address: stated, frames that have names, calls in the code, or `--load` or `--slide`. */
  readonly slideFrom?: 'load-address' | 'named-frames' | 'call-sites' | 'given'
  /** How sure the load address is; 1 where it was stated. */
  readonly confidence?: Share
  /** Evidence for an inferred load address. */
  readonly evidence?: readonly PlacementEvidence[]
  /** Builds and load addresses that were weighed, likeliest first, where the report leaves them open. */
  readonly hypotheses?: readonly PlacementDocument[]
  /** Its symbols: found, of another build, of another architecture, missing, or not needed. Absent in `parse`. */
  readonly symbols?: 'matched' | 'wrong-build' | 'wrong-arch' | 'missing' | 'not-needed'
  /** Findings and next steps, in sentences. */
  readonly reason?: string
  /** UUIDs of other builds that are there. */
  readonly have?: readonly Uuid[]
}

/** A build at a load address that was weighed. */
export interface PlacementDocument {
  /** UUID of the build. */
  readonly uuid: Uuid
  /** Its load address. */
  readonly base: Hex
  /** Load address minus the preferred address. */
  readonly slide: Hex
  /** Sum of its evidence, a natural logarithm. */
  readonly nats: number
  /** Its share among all that were weighed. */
  readonly confidence: Share
  /** Its evidence. */
  readonly evidence: readonly PlacementEvidence[]
}
