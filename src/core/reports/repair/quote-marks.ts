/** Marks that mail and forums put before each line that they quote. */

/** The text without the marks of quotes, one within another, and the blanks before them. */
export const withoutQuoteMarks = (text: string): string => text.replace(/^[ \t]{0,40}(?:> ?){1,40}/gm, '')
