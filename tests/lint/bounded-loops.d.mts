import type { Rule } from 'eslint'

export declare const boundedLoops: Rule.RuleModule
