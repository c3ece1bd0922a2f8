/** Texts of `en/problems/sites.ts` in the chosen language. */
export type { siteFailures } from '../en/problems/sites.ts'
