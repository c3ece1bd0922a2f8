/** A text as a page or a mail that breaks lines at a column leaves it. */
export const wrapped = (text: string, column: number): string =>
  text
    .split('\n')
    .map((line) => line.replace(new RegExp(`.{${column}}(?=.)`, 'g'), '$&\n'))
    .join('\n')

/** The text below words. */
export const belowSentence = (text: string): string => `Here is an example of a report:\n\n${text}\n`
