// As https://rjsf-team.github.io/react-jsonschema-form/docs/ begins: core theme, AJV validator.
import Form, { type FormProps } from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { definition, place } from '../in-page.ts';

const { schema, uiSchema } = definition<Required<Pick<FormProps, 'schema' | 'uiSchema'>>>();
createRoot(place()).render(createElement(Form, { schema, uiSchema, validator }));
