/** A text of the pseudo-locale without what came from a catalogue: pairs of brackets with all in them. */
export function withoutBrackets(text: string): string {
  for (let before = '', rest = text; ; rest = rest.replace(/\[[^[\]]*\]/g, '')) {
    if (rest === before) return rest
    before = rest
  }
}
