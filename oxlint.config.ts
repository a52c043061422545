import { defineConfig } from 'oxlint';
import { patternsOfAll, roomOverrides } from './scripts/room-rules.ts';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'react', 'jsx-a11y'],
  options: { typeAware: true, typeCheck: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    '.astro',
    '.data',
    'coverage',
    'dist',
    'scratch',
    'src/database/database.types.ts',
    'supabase/functions',
  ],
  rules: {
    // React 19 compiles JSX without React in scope.
    'react/react-in-jsx-scope': 'off',
    // TypeScript's noImplicitReturns sees exhaustive switches; this rule does not.
    'typescript/consistent-return': 'off',
    // Every `as` that remains is a boundary with a comment or a narrowing that TypeScript cannot follow; `any` is refused below.
    'typescript/no-unsafe-type-assertion': 'off',
    // A helper may stand beside its only use.
    'unicorn/consistent-function-scoping': 'off',
    // `fc.string()` reads better than a list of imports from fast-check.
    'import/no-named-as-default-member': 'off',
    // TypeScript knows the default exports, those of Vite's `?url` and `?worker` included.
    'import/default': 'off',
    'import/no-named-as-default': 'off',
    // It takes worker threads for windows.
    'unicorn/require-post-message-target-origin': 'off',
    // Others' APIs have such names.
    'eslint/no-underscore-dangle': 'off',
    'promise/always-return': 'off',
    // A carousel is a region with a label, and what scrolls takes the focus, or the keyboard could not scroll it: both as WAI-ARIA's practices have it.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['ul'], roles: ['group', 'region', 'tabpanel'] }],
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '#schema/without-eval.ts'] }],
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' }],

    'eslint/eqeqeq': 'error',
    'eslint/max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    'eslint/no-restricted-imports': ['error', { patterns: patternsOfAll }],
  },
  overrides: [
    ...roomOverrides,
    {
      files: ['scripts/**', 'packages/**', 'astro.config.mjs'],
      rules: { 'eslint/no-restricted-imports': 'off' },
    },
    {
      files: ['**/*.test.{ts,tsx}', 'tests/**'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'react', 'jsx-a11y', 'vitest'],
      rules: {
        'eslint/max-lines-per-function': 'off',
        'eslint/no-restricted-imports': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    {
      // Playwright's `test` and `expect` are not vitest's.
      files: ['tests/e2e/**', 'tests/full/**'],
      plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
      rules: {},
    },
    {
      // A picture is one description from its back to its front.
      files: ['packages/demo-art/**'],
      rules: { 'eslint/max-lines-per-function': 'off' },
    },
  ],
});
