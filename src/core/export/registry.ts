/** All exporters. */
import type { Exporter } from './exporter.ts'
import { htmlExporter } from './html.ts'
import { jsonExporter } from './json.ts'
import { markdownExporter } from './markdown.ts'
import { originalExporter } from './original.ts'
import { textExporter } from './text.ts'

/** Writers of reports, for people and programs. */
export const exporters: readonly Exporter[] = [
  textExporter,
  originalExporter,
  jsonExporter,
  markdownExporter,
  htmlExporter,
]
