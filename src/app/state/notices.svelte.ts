/** Notices that stay until solved or dismissed: nothing is remembered, the worker died, work to take up again. */
export interface Notice {
  /** A notice of the same id takes the place of the one before. */
  readonly id: string
  readonly tone: 'plain' | 'problem'
  readonly text: string
  readonly act?: { readonly label: string; readonly run: () => void }
}

export class Notices {
  list = $state.raw<readonly Notice[]>([])

  say(notice: Notice): void {
    const at = this.list.findIndex(({ id }) => id === notice.id)
    this.list = at < 0 ? [...this.list, notice] : this.list.with(at, notice)
  }

  end(id: string): void {
    this.list = this.list.filter((notice) => notice.id !== id)
  }
}
