// The default theme without its web font: the site loads nothing from other origins.
export { default } from 'vitepress/theme-without-fonts';
