/** ESLint for `npm test`: as `npm run lint`, but tests without the rules that need types, which take a third of its time. */
import ts from 'typescript-eslint'
import whole from '../../eslint.config.js'

export default [
  ...whole,
  {
    files: ['tests/**/*.ts'],
    ...ts.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false, program: null } },
  },
]
