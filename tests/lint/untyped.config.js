/** ESLint for `npm test`: as `npm run lint`, without the rules that need types, which take most of its time. */
import ts from 'typescript-eslint'
import whole from '../../eslint.config.js'

export default [
  ...whole,
  {
    files: ['**/*.ts', '**/*.svelte'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false, program: null } },
  },
]
