/** Signature and format name of a core file; apart from its reader, which few visits need. */
export { sniffCore } from '../macho/header.ts'

export const CORE_FORMAT = { id: 'core', label: 'Core file' } as const
