/** The fields alone, without an element around them, to be held against another build of them. */
export { mount } from '../../src/form/mount-form.tsx';
