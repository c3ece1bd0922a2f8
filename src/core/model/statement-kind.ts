/**
 * The basis of a statement. `said`: the report's own words; `shown`: its numbers prove it and nothing contradicts;
 * `none`: only codes in plain words; `possible`: a cause to check, never a headline.
 */
export type StatementKind = 'said' | 'shown' | 'none' | 'possible'
