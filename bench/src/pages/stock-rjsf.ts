// RJSF as its documentation begins: the default theme, the AJV validator, the schema in the page.
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { PERU_FULL } from '../peru-full.ts';

const container = document.getElementById('form');
if (container !== null)
  createRoot(container).render(createElement(Form, { schema: PERU_FULL, validator }));
