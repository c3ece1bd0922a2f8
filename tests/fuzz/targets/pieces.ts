/** Pieces copied out of the midst of JSON reports, which lack brackets at both ends. */
import { openJsonFragment } from '../../../src/core/reports/repair/json-fragment.ts'
import { repairText } from '../../../src/core/reports/repair/repair.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Random } from '../../support/random.ts'
import { mutateText } from '../mutate-text.ts'
import { fixtures, madeText, type Places } from '../seeds.ts'
import { breakText, expectNotOurs, expectTold, type Target } from '../target.ts'

const PROSE = ['', '', 'It stops like this:\n', '> ', '```\n', ' ]},\n', '{\n', '"note": "see [1]",\n']

/** Some lines of a report between other words. Every other piece is also broken. */
function cutPiece(text: string, random: Random, other: string): string {
  const lines = text.split('\n')
  const from = random.below(lines.length)
  const to = from + 1 + (random.once(2) ? random.below(lines.length - from) : random.small(200))
  const piece = lines.slice(from, to).join('\n')
  const cut = random.once(3) ? piece.slice(random.below(40), piece.length - random.below(40)) : piece
  const around = random.pick(PROSE) + cut + (random.once(3) ? `\n${random.pick(PROSE)}` : '')
  return random.once(2) ? mutateText(around, random, other) : around
}

/** The repair adds brackets and loses no line of the piece but brackets of its beginning. */
function readPiece(input: Uint8Array): void {
  const text = new TextDecoder().decode(input)
  const opened = openJsonFragment(text)
  if (opened !== text) {
    const brackets = (text.match(/[[{]/g) ?? []).length
    if (opened.length > text.length + brackets + 1000) throw new Error('a piece grew by more than its brackets')
    const kept = new Set(opened.split('\n').map((line) => line.trim()))
    const first = text.split('\n').find((line) => /^\s*"\w+"\s*:\s*\d+,?\s*$/.test(line))
    if (first !== undefined && ![...kept].some((line) => line.includes(first.trim())))
      throw new Error('a line of the piece is lost')
  }
  expectNotOurs(repairText(text, 'piece.txt').notes)
  const outcome = parseReport('piece.txt', input)
  if (input.length > 0) expectTold(outcome)
}

export function pieceTarget(places: Places): Target {
  const seeds = fixtures(places, 'reports/ips-crash').flatMap(({ name, bytes }) => {
    const text = new TextDecoder().decode(bytes)
    const body = text.slice(text.indexOf('\n{') + 1)
    return [madeText(name, JSON.stringify(JSON.parse(body), null, 2))]
  })
  return { name: 'json-piece', seeds, mutate: breakText(cutPiece), run: readPiece }
}
