import type { Rule } from 'eslint'

export declare const smallSpreads: Rule.RuleModule
