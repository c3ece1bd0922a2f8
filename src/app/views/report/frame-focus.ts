/** Keyboard focus on the rows of frames. */

export function frameOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-frame]')?.dataset['frame']
}

/** Remembers the focused frame, so that the row has the focus again when the list is made anew. */
export class FrameFocus {
  /** Frame that had the focus before a dialog took it. */
  #underDialog: string | undefined

  /** Hears every `focusin` of the window. */
  note({ target }: FocusEvent): void {
    if (target instanceof Element && !target.closest('dialog')) this.#underDialog = frameOf(target)
  }

  /** Call before the list changes. `focus` runs after the change; behind a dialog, after that is closed. */
  keep(changed: Promise<void>, focus: (frame: string) => void): void {
    const dialog = document.querySelector('dialog[open]')
    const frame = dialog ? this.#underDialog : frameOf(document.activeElement)
    if (frame === undefined) return
    if (!dialog) void changed.then(() => focus(frame))
    else
      dialog.addEventListener('close', () => document.activeElement === document.body && focus(frame), { once: true })
  }
}
