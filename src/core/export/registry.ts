/** All exporters. */
import type { Exporter } from './exporter.ts'
import { jsonExporter } from './json.ts'
import { originalExporter } from './original.ts'

export const exporters: readonly Exporter[] = [originalExporter, jsonExporter]
