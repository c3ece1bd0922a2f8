/** Parts of a report beside its stacks: blocks of text or tables, and events before its end. */

/** A titled block of a report that is shown as it is: application information, VM regions, jetsam processes. */
export type ReportSection =
  | { readonly kind: 'text'; readonly title: string; readonly text: string }
  | {
      readonly kind: 'table'
      readonly title: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** Something that a report says happened before its end: a breadcrumb, a line of a log, a state of the app. */
export interface ReportEvent {
  /** When, as printed or as an ISO date; absent where only a duration is known. */
  readonly time?: string
  /** How long it lasted, in seconds. */
  readonly lasted?: number
  readonly kind: 'state' | 'navigation' | 'user' | 'network' | 'log' | 'error' | 'measure' | 'other'
  readonly text: string
  /** The report's further facts about it, as `key: value` pairs. */
  readonly detail?: string
  /** The writer's word for its weight, such as `warning`. */
  readonly level?: string
}
