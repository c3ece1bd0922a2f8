/** Files for profilers, of reports that have call trees or threads. They stand apart: they tell of nothing but calls. */
import type { Exporter } from './exporter.ts'
import { firefoxProfileExporter } from './firefox-profile.ts'
import { speedscopeExporter } from './speedscope.ts'

/** Writers of files for profilers. */
export const profileExporters: readonly Exporter[] = [speedscopeExporter, firefoxProfileExporter]
