/** Files for profilers, from reports that have call trees or threads. Kept apart from other exporters: they hold only calls. */
import type { Exporter } from './exporter.ts'
import { firefoxProfileExporter } from './firefox-profile.ts'
import { speedscopeExporter } from './speedscope.ts'

/** Writers of files for profilers. */
export const profileExporters: readonly Exporter[] = [speedscopeExporter, firefoxProfileExporter]
