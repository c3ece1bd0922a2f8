/** The variables of a frame as rows of a tree: what is open and chosen. */
import { SvelteSet } from 'svelte/reactivity'
import type { FrameVariables, Variable } from '../../../core/engine-types.ts'
import { scopeText, valueText } from '../../../core/reading/variables.ts'

export interface TreeRow {
  /** Positions from the scope down, such as `0.2.1`: the same for as long as the frame is the same. */
  readonly key: string
  readonly level: number
  /** A scope, or a variable in it. */
  readonly variable: Variable | undefined
  readonly name: string
  readonly value: string | undefined
  /** The value is a reason why there is none. */
  readonly isReason: boolean
  readonly isOpen: boolean | undefined
  readonly size: number
  readonly position: number
}

/** Rows on the page; deeper ones are a matter of closing others. */
const MOST_ROWS = 600

export class VariableTree {
  readonly told: FrameVariables
  readonly #changed = new SvelteSet<string>()
  chosen = $state<string | undefined>()

  constructor(told: FrameVariables) {
    this.told = told
  }

  readonly #all = $derived.by(() => {
    const { scopes } = this.told
    return scopes.flatMap((scope, at): TreeRow[] => {
      const key = `${at}`
      const isOpen = !this.#changed.has(key)
      const row = { key, level: 1, variable: undefined, name: scopeText(scope), value: undefined, isReason: false }
      const head = {
        ...row,
        isOpen: scope.variables.length > 0 ? isOpen : undefined,
        size: scopes.length,
        position: at + 1,
      }
      return [head, ...(isOpen ? this.#below(scope.variables, key, 2) : [])]
    })
  })
  readonly rows = $derived(this.#all.slice(0, MOST_ROWS))
  readonly left = $derived(this.#all.length - this.rows.length)
  readonly at = $derived(this.rows.findIndex(({ key }) => key === this.chosen))

  #below(variables: readonly Variable[], parent: string, level: number): TreeRow[] {
    return variables.flatMap((variable, at): TreeRow[] => {
      const key = `${parent}.${at}`
      const children = variable.children ?? []
      const isOpen = children.length > 0 ? this.#changed.has(key) : undefined
      const row: TreeRow = {
        key,
        level,
        variable,
        name: variable.name,
        value: valueText(variable),
        isReason: variable.value === undefined && variable.unavailable !== undefined,
        isOpen,
        size: variables.length,
        position: at + 1,
      }
      return [row, ...(isOpen ? this.#below(children, key, level + 1) : [])]
    })
  }

  /** Opens or closes a row that has others below it, and chooses it. */
  toggle(row: TreeRow | undefined): void {
    if (!row) return
    this.chosen = row.key
    if (row.isOpen === undefined) return
    if (this.#changed.has(row.key)) this.#changed.delete(row.key)
    else this.#changed.add(row.key)
  }

  #choose(row: TreeRow | undefined): void {
    if (row) this.chosen = row.key
  }

  readonly #keys: Readonly<Record<string, (row: TreeRow | undefined) => void>> = {
    ArrowDown: () => this.#choose(this.rows[Math.min(this.at + 1, this.rows.length - 1)]),
    ArrowUp: () => this.#choose(this.rows[Math.max(this.at - 1, 0)]),
    Home: () => this.#choose(this.rows[0]),
    End: () => this.#choose(this.rows.at(-1)),
    ArrowRight: (row) => {
      if (row?.isOpen === false) this.toggle(row)
      else if (row?.isOpen) this.#choose(this.rows[this.at + 1])
    },
    ArrowLeft: (row) => {
      if (row?.isOpen) this.toggle(row)
      else if (row) this.#choose(this.rows.find(({ key }) => key === row.key.replace(/\.?\d+$/, '')))
    },
    Enter: (row) => this.toggle(row),
    ' ': (row) => this.toggle(row),
  }

  /** Does what a tree's keys do; false for other keys. */
  press(key: string): boolean {
    const act = Object.hasOwn(this.#keys, key) ? this.#keys[key] : undefined
    act?.(this.rows[this.at])
    return act !== undefined
  }
}
