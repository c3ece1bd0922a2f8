/**
 * A text in memory of its own. Engines make a part of a text as a view, which keeps the whole one: a name that is remembered would keep
 * the report that it was read from.
 */
export const ownCopy = (text: string): string => ` ${text}`.slice(1)
