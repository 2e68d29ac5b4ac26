/** The form app without the element, to compare two builds of it. */
export { mount } from '../../src/form/mount-form.tsx';
