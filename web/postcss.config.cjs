/** Mantine's mixins (light-dark, hover, breakpoints) for our stylesheets and theirs. */
module.exports = { plugins: { 'postcss-preset-mantine': { autoRem: false } } }
