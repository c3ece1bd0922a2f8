/** Text of strangers as it may go to a terminal. */

/**
 * Characters that terminals obey or that reorder text. They are control characters except tabs and line ends, Unicode's
 * own ends of lines and paragraphs, and its marks of direction that reach beyond themselves.
 */
// eslint-disable-next-line no-control-regex -- the characters that are looked for
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g

/** The text with such characters written out, as `\u001b`: the same in text and inside a string of JSON. */
export function visibleText(text: string): string {
  return text.replace(OBEYED, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
