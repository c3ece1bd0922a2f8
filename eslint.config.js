import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import { svelteConfig } from './svelte.config.js'
import { ownRules } from './tests/lint/plugin.mjs'

export default ts.config(
  {
    ignores: [
      'dist',
      'dist-single',
      'dist-cli',
      'dist-lib',
      'wasm/build',
      'coverage',
      'test-results',
      'playwright-report',
      'tests/fixtures',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  ...ownRules,
  // A reason that nothing needs any more is as wrong as none.
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.worker, ...globals.node },
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 400 }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // A map made and dropped inside one function needs no reactivity.
      'svelte/prefer-svelte-reactivity': 'off',
      // There are no stores, and looking for them takes a tenth of the time.
      'svelte/require-store-reactive-access': 'off',
      // The fragment is the whole router: links are plain.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    // The linter sees no types of components and snippets in markup; svelte-check does, and checks them.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
  {
    // AssemblyScript: TypeScript's syntax, not its types. asc checks those.
    files: ['wasm/assembly/**'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false, program: null } },
    rules: {
      ...ts.configs.disableTypeChecked.rules,
      'no-undef': 'off',
      // Integers have 64 bits, every variable has a first value, and a loop may do all its work in its condition.
      'no-loss-of-precision': 'off',
      'no-useless-assignment': 'off',
      'no-empty': 'off',
    },
  },
  { files: ['tests/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
)
