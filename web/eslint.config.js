import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

// The type-aware rules that find real faults; layout is prettier's.
export default ts.config(
  { ignores: ['src/protocol.ts', 'node_modules'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', '*.mjs'] },
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      // Plain maps and sets are built and read in one place; `@html` shows our own drawings alone; `{' '}` keeps a space
      // where the formatter would break the line.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-at-html-tags': 'off',
      'svelte/no-useless-mustaches': 'off',
      // Needed by svelte-check, unknown to the plugin.
      'svelte/no-unused-svelte-ignore': 'off',
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-deprecated': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // A component is a screenful or two, its styles included.
    files: ['**/*.svelte'],
    rules: { 'max-lines': ['error', 350] },
  },
  { files: ['site/**', '*.mjs', '*.js', 'src/offline/net.mjs'], ...ts.configs.disableTypeChecked },
)
