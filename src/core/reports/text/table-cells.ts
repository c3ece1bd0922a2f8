/** Rows of a page's table that somebody copied: each cell is a line. */
import { eachLine, type Line } from '../base/lines.ts'

/** A place as a page of Crashlytics has it: `Till.swift - Line 12`. */
const CELL_PLACE = /^[ \t]*(\S[^\n]{0,200}) - Line (\d{1,10})[ \t]*$/

/** The lines, those of a table's cells as one: a number, an image, perhaps a place, and a function with its offset. */
export function joinCells(lines: readonly Line[]): readonly Line[] {
  const result: Line[] = []
  for (let at = 0; at < lines.length; at++) {
    const [index, image, third, fourth] = lines.slice(at, at + 4)
    const place = CELL_PLACE.exec(third?.text ?? '')
    const name = place ? fourth : third
    const isCells =
      /^[ \t]*\d{1,3}[ \t]*$/.test(index?.text ?? '') &&
      /^[ \t]*[\w.+-]{1,100}[ \t]*$/.test(image?.text ?? '') &&
      / \+ \d{1,15}[ \t]*$/.test(name?.text ?? '')
    if (index && image && name && isCells) {
      const source = place ? ` (${place[1]}:${place[2]})` : ''
      const text = `${index.text.trim()} ${image.text.trim()} ${name.text.trim()}${source}`
      result.push({ text, start: index.start, end: name.end, number: index.number })
      at += place ? 3 : 2
    } else if (index) result.push(index)
  }
  return result
}

/** True for a text with at least two such rows. */
export function holdsCells(text: string): boolean {
  if (!/ \+ \d{1,15}[ \t\r]*$/m.test(text)) return false
  const lines = [...eachLine(text)]
  return joinCells(lines).length <= lines.length - FEWEST_LINES
}
/** Two rows of three lines are two lines. */
const FEWEST_LINES = 4
