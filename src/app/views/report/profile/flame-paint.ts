/** Paints a flame graph on a canvas: as many boxes as there are pixels for, whatever the size of the tree. */
import type { Calls } from '../../../../core/reading/calls.ts'
import type { Category } from '../../../../core/reading/categories.ts'
import { callsWithin, type Layout } from '../../../../core/reading/call-views.ts'
import type { ProfiledFunction } from '../../../../core/reading/profile.ts'
import { words } from '../../../messages/profile.ts'
import type { FlameView } from './flame-view.ts'

/** Height of a box, with the gap below it. */
export const BOX = 20
/** Least width of a box with a dashed edge, which says that its name is doubtful. */
const DASHED = 4
/** Less is drawn as a sliver. */
const SLIVER = 1
/** Least width of a box with a name, and of a letter of the code face at 11 pixels. */
const NAMED = 34
const LETTER = 6.7

export interface FlameColours {
  readonly categories: Readonly<Record<Category, string>>
  readonly ink: string
  readonly found: string
  readonly chosen: string
  readonly doubtful: string
  readonly face: string
}

export interface FlamePicture {
  readonly calls: Calls
  readonly layout: Layout
  readonly functions: readonly ProfiledFunction[]
  readonly view: FlameView
  readonly width: number
  readonly height: number
  /** Functions that were searched for; undefined when nothing is. */
  readonly found: Uint8Array | undefined
  readonly chosen: number | undefined
  readonly under: number | undefined
}

export function paintFlame(context: CanvasRenderingContext2D, picture: FlamePicture, colours: FlameColours): void {
  const { calls, layout, functions, view, width, height, found, chosen, under } = picture
  context.clearRect(0, 0, width, height)
  const scale = width / (view.right - view.left)
  if (!Number.isFinite(scale)) return
  const levels = Math.ceil(height / BOX)
  const drawn = callsWithin(calls, layout, { ...view, bottom: view.top + levels, least: SLIVER / scale })
  context.font = `11px ${colours.face}`
  context.textBaseline = 'middle'
  for (const call of drawn) {
    const fn = functions[calls.fn[call] ?? 0]
    const begin = Math.max(0, ((layout.start[call] ?? 0) - view.left) * scale)
    const end = Math.min(width, ((layout.start[call] ?? 0) + (calls.total[call] ?? 0) - view.left) * scale)
    const top = ((layout.depth[call] ?? 0) - view.top) * BOX
    const isFound = found?.[calls.fn[call] ?? 0] === 1
    context.globalAlpha = (found && !isFound ? 0.35 : 1) * (call === under ? 0.75 : 1)
    context.fillStyle = isFound ? colours.found : colours.categories[fn?.category ?? 'system']
    context.fillRect(begin, top, Math.max(end - begin - 1, 0.5), BOX - 1)
    context.globalAlpha = 1
    if (fn?.level === 'doubtful' && end - begin >= DASHED) {
      context.strokeStyle = colours.doubtful
      context.lineWidth = 1
      context.setLineDash([3, 3])
      context.strokeRect(begin + 0.5, top + 0.5, end - begin - 2, BOX - 2)
      context.setLineDash([])
    }
    if (call === chosen) {
      context.strokeStyle = colours.chosen
      context.lineWidth = 2
      context.strokeRect(begin + 1, top + 1, Math.max(end - begin - 3, 1), BOX - 3)
    }
    if (!fn || end - begin < NAMED) continue
    const letters = Math.floor((end - begin - 8) / LETTER)
    context.fillStyle = colours.ink
    const whole = words.marked(fn.name, fn.level)
    const name = whole.length > letters ? `${whole.slice(0, Math.max(1, letters - 1))}…` : whole
    context.fillText(name, begin + 4, top + BOX / 2)
  }
}

export function coloursOf(element: Element): FlameColours {
  const style = getComputedStyle(element)
  const get = (name: string): string => style.getPropertyValue(name)
  return {
    categories: {
      own: get('--code-own'),
      library: get('--code-library'),
      system: get('--code-system'),
      waiting: get('--code-waiting'),
      unknown: get('--code-unknown'),
    },
    found: get('--code-found'),
    ink: get('--flame-ink'),
    chosen: get('--flame-chosen'),
    doubtful: get('--flame-doubtful'),
    face: get('--code-face'),
  }
}
