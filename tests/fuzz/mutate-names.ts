/** Broken C++, Rust and Kotlin names from good ones. */
import type { Random } from '../support/random.ts'

/** Starts that the unit tests know, of every scheme and with most of their grammar. */
export const nameSeeds: readonly string[] = [
  '_ZNK4shop4CartIiJcdEE5totalIXgtLi1ELi2EEEEDTplfp_fL0p_ET_DpOT0_',
  '_ZN1CcvT_IiEEv',
  '_ZZ4mainENKUlTyT_E0_clIiEEDaS_',
  '_Z1fIiEDTclsr3std3movefp_EEOT_',
  '_Z1fM3FooKFivEPFvPA3_KcE',
  '_ZNSsC1ERKSs',
  '_ZTv0_n24_N1B1fEv',
  '_ZN5test21FIiEEvDTfRplT_Li0EEJDpT_E',
  '_Z1fU13block_pointerFvvEPU14objcproto4Work11objc_object',
  '____ZN4shop3runEv_block_invoke_2.31',
  '_ZW4shopP4part5total.cold.1',
  '_Z1fITk4TrueiQ4TrueIT_EEvv',
  '_Z1gILd3ff8000000000000ELfbf800000EEvv',
  '_ZN4shop4Cart5total17h0123456789abcdefE',
  '_ZN37_$LT$shop..Cart$u20$as$u20$Priced$GT$5total17h0123456789abcdefE',
  '_RINvMs0_NtC4shop4cartINtB5_4CartpE3addFG0_RL1_hRL0_eEuKj7b_E',
  '_RNvXs25_NgCs1_4coreINtB4_4IterDNtC3std4SendEL_ENtB8_4next',
  '_RINvC1a1fKVNtC3foo3BarS1sRe616263_2chc78_E',
  '_kfun:shop.Cart#total(kotlin.Int;kotlin.String?){0§<kotlin.Any?>}kotlin.Long',
]

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.@ä'

/** A name with one to six pieces lost, doubled, swapped, repeated or changed. */
export function mutateName(name: string, random: Random, other: string): string {
  const pick = (size: number): number => random.below(size)
  let text = name
  for (let rounds = 1 + pick(6); rounds > 0; rounds--) {
    const at = pick(text.length + 1)
    const size = pick(12)
    const piece = text.slice(at, at + size)
    const rest = text.slice(at + size)
    switch (pick(6)) {
      case 0:
        text = text.slice(0, at) + rest
        break
      case 1:
        text = text.slice(0, at) + piece + piece + rest
        break
      case 2: {
        const from = pick(other.length)
        text = text.slice(0, at) + other.slice(from, from + pick(40)) + rest
        break
      }
      case 3:
        text = text.slice(0, at) + piece.repeat(pick(60)) + rest
        break
      case 4:
        text = text.slice(0, at)
        break
      default:
        text = text.slice(0, at) + letters[pick(letters.length)] + text.slice(at + 1)
    }
  }
  return text.slice(0, 20_000)
}
