// Values come from the tokens (`src/styles/tokens.css`, `src/games/*/tokens.css`); lengths that scale with a card (`--u`,
// container units) are computed.
const scaled = ['/^(calc|clamp|min|max)\\(/', '/var\\(--/', 'inherit', 'initial', '0']
const spaced = ['1px', '-1px', 'auto', '/vh/', '/[\\d.]em\\b/', '/%/', '/env\\(/']

/** @type {import('stylelint').Config} */
export default {
  plugins: ['stylelint-declaration-strict-value'],
  rules: {
    'block-no-empty': true,
    'color-no-invalid-hex': true,
    'custom-property-no-missing-var-function': true,
    'declaration-block-no-duplicate-properties': true,
    'declaration-block-no-shorthand-property-overrides': true,
    'font-family-no-duplicate-names': true,
    'no-duplicate-at-import-rules': true,
    'no-invalid-double-slash-comments': true,
    'property-no-unknown': true,
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'selector-pseudo-element-no-unknown': true,
    'unit-no-unknown': true,
    'color-named': 'never',
    'color-no-hex': true,
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla'],
    'media-feature-name-disallowed-list': [
      ['/^(min|max)-(width|height)$/'],
      { message: 'Use a name of src/lib/breakpoints.json, such as @media (--below-phone).' },
    ],
    'unit-disallowed-list': [['rem', 'pt'], { message: 'Use a token of src/styles/tokens.css.' }],
    'declaration-property-value-disallowed-list': {
      '/^(transition|animation)/': ['/(?<![-\\w.])[\\d.]+m?s\\b/'],
      '/^font-family$/': ['/^(?!var\\(|inherit)/'],
      '/^font$/': ['/^(?!inherit|.*var\\(--text-.*var\\(--font-)/'],
    },
    'scale-unlimited/declaration-strict-value': [
      ['font-size', '/radius/', 'z-index', '/^(gap|row-gap|column-gap|padding|margin)/'],
      { ignoreValues: { '': scaled, '/^(gap|row-gap|column-gap|padding|margin)/': [...scaled, ...spaced] } },
    ],
  },
  overrides: [
    { files: ['**/*.svelte'], customSyntax: 'postcss-html' },
    {
      files: ['src/styles/*.css', '**/tokens.css'],
      rules: {
        'color-no-hex': null,
        'function-disallowed-list': null,
        'declaration-property-value-disallowed-list': null,
      },
    },
  ],
}
