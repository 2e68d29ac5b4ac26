/**
 * Imports a module by its address. In JavaScript, because TypeScript wraps the argument of `import` in a
 * call, and then bundlers ignore the comments.
 */
export const importModule = (address) =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ address);
