/**
 * Header fields with translated labels. Their values are not translated, so the value of a field and its place among the
 * others identify it.
 */

/** A field by its value, in the order of a report's header. Each English label is given once. */
interface Shape {
  readonly label: string
  readonly value: RegExp
  /** The field comes somewhere behind this one. */
  readonly behind?: string
}

const shapes: readonly Shape[] = [
  { label: 'Incident Identifier', value: /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i },
  { label: 'CrashReporter Key', value: /^(?:[0-9a-f]{40}|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})$/i },
  { label: 'Hardware Model', value: /^[A-Z][A-Za-z]{2,20}\d{1,3},\d{1,3}$/i },
  { label: 'Parent Process', value: /^(?:launchd|debugserver|xpcproxy|\?\?\?)(?:_sim)? \[\d{1,7}\]$/ },
  { label: 'Process', value: /^\S.{0,200} \[\d{1,7}\]$/ },
  { label: 'Parent Process', value: /^\S.{0,200} \[\d{1,7}\]$/, behind: 'Process' },
  { label: 'Responsible', value: /^\S.{0,200} \[\d{1,7}\]$/, behind: 'Parent Process' },
  { label: 'Path', value: /^\/\S/ },
  { label: 'Code Type', value: /^(?:ARM|X86|PPC)(?:[-_]?\d{2})?\b.{0,40}$/i },
  { label: 'OS Version', value: /\d+(?:\.\d+)+ ?\((?:[^()]{1,20} )?\d{1,2}[A-Z]\d{1,5}[a-z]?\)$/ },
  { label: 'Date/Time', value: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/ },
  { label: 'Launch Time', value: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, behind: 'Date/Time' },
  { label: 'Exception Note', value: /^EXC_CORPSE_NOTIFY$/ },
  { label: 'Exception Type', value: /^(?:EXC_[A-Z_]+|SIG[A-Z]{2,6})\b/ },
  { label: 'Exception Codes', value: /^(?:0x[0-9a-f]+(?:, ?|$)|KERN_[A-Z_]+\b)/i, behind: 'Exception Type' },
  { label: 'Exception Subtype', value: /^KERN_[A-Z_]+\b/, behind: 'Exception Type' },
  {
    label: 'Termination Reason',
    value: /^(?:Namespace )?[A-Z]{4,20}[, ]+(?:Code |\[)?(?:0x)?[0-9a-f]+\b/,
    behind: 'Exception Type',
  },
  { label: 'Triggered by Thread', value: /^\d{1,4}(?: {2}.*)?$/, behind: 'Exception Type' },
  { label: 'Crashed Thread', value: /^\d{1,4} {2,}\S/ },
  { label: 'Version', value: /^\S.{0,40} \([^()]{1,40}\)$/, behind: 'Identifier' },
  { label: 'Identifier', value: /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/, behind: 'Path' },
]

/** Labels of one header, each found once. */
export class TranslatedFields {
  readonly #found = new Set<string>()

  /** The English label of the next field of the header; undefined where its value may be that of any. */
  labelOf(value: string): string | undefined {
    const text = value.trim()
    const shape = shapes.find(
      (one) =>
        !this.#found.has(one.label) &&
        (one.behind === undefined || this.#found.has(one.behind)) &&
        one.value.test(text),
    )
    if (shape) this.#found.add(shape.label)
    return shape?.label
  }

  /** Fields that were found by their value. */
  get count(): number {
    return this.#found.size
  }

  /** True if a field with this English label was found. */
  has(label: string): boolean {
    return this.#found.has(label)
  }
}
