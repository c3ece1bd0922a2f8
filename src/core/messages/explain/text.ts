/** Texts of `en/explain/text.ts` in the chosen language. */
export type {
  AroundAbort,
  AroundAccess,
  AroundTrap,
  ExplanationText,
  LimitFacts,
  Tool,
  Where,
} from '../en/explain/text.ts'
