// As https://surveyjs.io/form-library/documentation/get-started-react shows it.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import 'survey-core/survey-core.css';
import { Survey } from 'survey-react-ui';
import { definition, place } from '../in-page.ts';

const model = new Model(definition<object>());
createRoot(place()).render(createElement(Survey, { model }));
