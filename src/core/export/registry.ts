/** All exporters. */
import type { Exporter } from './exporter.ts'
import { htmlExporter } from './html.ts'
import { jsonExporter } from './json.ts'
import { markdownExporter } from './markdown.ts'
import { originalExporter } from './original.ts'

export const exporters: readonly Exporter[] = [originalExporter, jsonExporter, markdownExporter, htmlExporter]
