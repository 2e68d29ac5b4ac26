// node --import older-widget.mjs …: OLDER_WIDGET names a folder, which takes the place of the package
// `precandidate-form`, as in a process of another version. The server's rendering stays as it is.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.env.OLDER_WIDGET}/`);

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'precandidate-form/package.json'
      ? { url: new URL('package.json', folder).href, shortCircuit: true }
      : next(specifier, context);
  },
});
